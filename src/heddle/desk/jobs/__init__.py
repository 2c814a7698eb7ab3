"""Jobs: submitted, changed, explained, executed in, attached to."""
