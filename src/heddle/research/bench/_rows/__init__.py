"""Rows of benchmarks that have files of their own."""
