"""Who runs the members of jobs. An engine is one file with `ENGINE`, which makes it."""
