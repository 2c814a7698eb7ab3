"""Which program ran when, and why not: samples of the table in, slices out."""
