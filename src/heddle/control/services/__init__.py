"""Services: replicas, their health, rollouts and how many are wanted."""
