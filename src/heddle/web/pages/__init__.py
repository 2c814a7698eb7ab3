"""One file for each page, or for pages about one thing, with `add(site)`."""
