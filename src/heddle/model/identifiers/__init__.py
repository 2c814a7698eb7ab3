"""Identifiers of resources: their grammar, rules, codes, and what they say in words."""
