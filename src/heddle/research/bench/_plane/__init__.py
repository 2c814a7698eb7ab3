"""Control planes and agents that benchmarks start."""
