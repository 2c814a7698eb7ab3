"""Matching jobs to kinds of devices, in rounds. A policy is one file with `POLICY`."""
