"""One file for each noun, with its routes in `ROUTER`."""
