"""Benchmarks are commands: one file each in this folder, with `HELP`, `configure` and `measure`."""
