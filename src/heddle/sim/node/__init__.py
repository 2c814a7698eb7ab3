"""One node on a virtual clock, deciding by the compiled code that decides on real ones."""
