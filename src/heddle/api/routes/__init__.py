"""One file for each noun, with its routes in `ROUTER`."""

from heddle.seams import Seam

SEAM = Seam(__name__, "routes")
