"""Who may ask for what: tokens, tenants, roles, nodes' keys, and how often."""
