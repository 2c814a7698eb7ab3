"""One file for each page, or for pages about one thing, with `add(site)`."""

from heddle.seams import Seam

SEAM = Seam(__name__, "page")
