"""Several clusters as one: what is known of each site, which of them gets a job, and why."""
