"""How fast jobs are on unlike devices, learned from what they did."""
