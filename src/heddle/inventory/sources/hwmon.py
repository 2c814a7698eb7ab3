"""Sensors, which the kernel shows for every kind of chip in the same way (hwmon)."""

from __future__ import annotations

from heddle.inventory.host import Host
from heddle.inventory.sources.pci import number
from heddle.model.hardware import Reading

FOLDER = "/sys/class/hwmon"


def named(host: Host, *names: str) -> list[str]:
    """The folders of chips whose driver calls them so, in the order of the bus."""
    found = [chip for chip in _chips(host) if host.text(f"{chip}/name") in names]
    return sorted(found, key=lambda chip: host.resolve(f"{chip}/device") or chip)


def own(host: Host, path: str, name: str) -> str | None:
    """The folder of a device's sensors; a driver with several tells them apart by name."""
    folders = [f"{path}/hwmon/{found}" for found in host.names(f"{path}/hwmon")]
    if len(folders) > 1:
        folders = [one for one in folders if host.text(f"{one}/name") == name]
    return folders[0] if folders else None


def below(host: Host, path: str) -> list[str]:
    """The folders of chips at any depth below the device in this folder of /sys/devices."""
    return [chip for chip in _chips(host) if chip.startswith(f"{path}/")]


def _chips(host: Host) -> list[str]:
    paths = (host.resolve(f"{FOLDER}/{entry}") for entry in host.names(FOLDER))
    return [path for path in paths if path]


def temperature(host: Host, chip: str) -> Reading | None:
    """The chip's first sensor, which is the whole package or drive; None if it says nothing."""
    now = number(host.text(f"{chip}/temp1_input"))  # thousandths of a degree
    limit = number(host.text(f"{chip}/temp1_crit"))
    if now is None:
        return None
    return Reading(
        temperature_c=now / 1000,
        temperature_limit_c=limit / 1000 if limit else None,
    )
