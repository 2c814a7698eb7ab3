"""Nodes of the control plane, and the agent of this one."""

HELP = "list nodes; join, drain, or choose a policy"
GROUP = "Devices"
