"""Heddle in a Kubernetes cluster, beside the driver of its nodes (`heddle node dra`)."""

HELP = "serve a Kubernetes cluster"
GROUP = "Administration"
