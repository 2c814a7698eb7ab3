"""Nodes: the one of the control plane itself, those that registered, and what is free on them."""
