"""Words of the design as data: no input, no output, no other part of Heddle but errors."""
