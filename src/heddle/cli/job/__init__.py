"""Jobs: what becomes of them after `heddle submit`."""

HELP = "list jobs; read, attach to, wait for or cancel one"
GROUP = "Jobs and services"
