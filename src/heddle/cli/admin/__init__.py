"""What an administrator does."""

HELP = "tenants, users, quotas, data, backups; check or stop Heddle"
GROUP = "Administration"
