"""Members in images: found or pulled by Podman, kept for each tenant, and run as containers."""
