"""What compute is worth: values with unit and source, scores, units, and what was learned."""
