"""Processes, files and locks of this machine: one place for what the system offers."""
