"""Devices of one node for programs on another."""
