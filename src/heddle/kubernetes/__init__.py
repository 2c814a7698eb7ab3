"""Kubernetes: a driver of its dynamic resource allocation (DRA), which offers the devices of a node
in parts and enforces what pods are given."""

DRIVER = "xpu.heddle.dev"
SHARE, MEMORY = "share", "memory"  #: capacities of a device: thousandths of its time, bytes
