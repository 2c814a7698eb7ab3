"""Matching policies as their authors published them, for comparison."""
