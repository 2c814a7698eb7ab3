"""Nodes at the API: what they send, and what they have."""
