"""Devices of this machine: what they are, can do, and are cut into."""

HELP = "list devices; measure, check, partition or cordon them"
GROUP = "Devices"
