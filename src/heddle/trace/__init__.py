"""Who ran when, and why not: looks at the table, slices out."""
