"""Formats of published traces for `heddle sim cluster`."""
