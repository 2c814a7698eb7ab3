"""Terminals of members: the process that holds one, and those who are attached to it."""
