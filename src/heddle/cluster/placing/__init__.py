"""Placing one member of a job on a node. A policy is one file with `POLICY`."""
