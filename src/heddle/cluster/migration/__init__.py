"""Moving running members, so that others fit."""
