"""What jobs are given before they start: data sets, snapshots, files and secrets."""
