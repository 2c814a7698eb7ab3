"""Devices that a program uses through another process: on this machine or on another."""
