"""The parts of `heddle bench crash`."""
