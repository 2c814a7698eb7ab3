"""A cluster on a virtual clock, deciding by the cycle that decides on real ones."""
