"""Heddle in a Kubernetes cluster, beside the driver of its nodes (`heddle node dra`)."""

HELP = "install Heddle in a Kubernetes cluster, check and serve it"
GROUP = "Administration"
