"""What keeps members apart: namespaces by bubblewrap, control groups, a user for each tenant."""
