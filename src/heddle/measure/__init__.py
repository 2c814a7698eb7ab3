"""Micro-benchmarks: what a device, a file system or a link can really do.

A way to measure is one file in `ways`; `plan` decides what is measured for how long, `run` does it
in processes of their own, `store` remembers it.
"""
