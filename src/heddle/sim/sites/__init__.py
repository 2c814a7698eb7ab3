"""Several sites on one virtual clock, each with a cluster of its own."""
