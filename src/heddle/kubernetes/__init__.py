"""Kubernetes: a driver of its dynamic resource allocation (DRA), which offers the devices of a node
in parts and enforces what pods are given."""

DRIVER = "xpu.heddle.dev"
PROFILE = "profile"  #: the attribute that only a hardware partition has
SHARE, MEMORY = "share", "memory"  #: capacities of a device: thousandths of its time, bytes
#: Every device is offered twice: what is guaranteed, and what is left of that, to whom it may be
#: taken from at any time.
GUARANTEED, BEST_EFFORT = "guaranteed", "best-effort"
