"""The device files by which a process may use a MIG instance.

NVIDIA's driver lists them below /proc/driver/nvidia/capabilities: a file of a GPU instance, and one
of each compute instance in it, whose numbers are those of files in /dev/nvidia-caps (MIG user
guide, "Device nodes and capabilities").
"""

from __future__ import annotations

import os

CAPABILITIES = "/proc/driver/nvidia/capabilities"
FOLDER = "/dev/nvidia-caps"


def device_files(minor: int, instance: int) -> tuple[str, ...]:
    """Of a GPU instance and all that is in it; `minor` is the number of the card's own file. Those
    that there are."""
    place = os.path.join(CAPABILITIES, f"gpu{minor}", "mig", f"gi{instance}")
    try:
        inside = sorted(name for name in os.listdir(place) if name.startswith("ci"))
    except OSError:
        return ()
    numbers = [_number(os.path.join(place, name, "access")) for name in ("", *inside)]
    paths = [os.path.join(FOLDER, f"nvidia-cap{n}") for n in numbers if n is not None]
    return tuple(path for path in paths if os.path.exists(path))


def _number(path: str) -> int | None:
    try:
        with open(path, encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file if ":" in line)
        return int(lines["DeviceFileMinor"])
    except (OSError, ValueError, KeyError):
        return None
