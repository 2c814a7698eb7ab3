"""Micro-benchmarks. A way to measure is one file in this folder."""
