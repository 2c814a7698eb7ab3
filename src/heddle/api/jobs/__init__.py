"""Jobs at the API: submitted, explained, executed in, attached to."""
