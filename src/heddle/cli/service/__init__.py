"""Services: replicas of one command behind one port."""

HELP = "list services; show, scale or delete one"
GROUP = "Jobs and services"
