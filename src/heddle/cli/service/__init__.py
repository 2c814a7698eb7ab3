"""Services: replicas of one command behind one port."""

HELP = "list services; look at one, scale it, end it"
GROUP = "Jobs and services"
