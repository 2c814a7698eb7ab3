"""How devices are cut: partitions, what they take of a device, and what fits beside them."""
