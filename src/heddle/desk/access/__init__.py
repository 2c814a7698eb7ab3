"""Who may do what: tokens, users, tenants, limits."""
