"""Other people's machines: recorded ones (JSON) and ones built from public facts (TOML).

A TOML file is a short form of the files that the kernel would show:

    label = "constructed"          # or "recorded"
    about = "what it is, and which public facts it is built from"

    [[pci]]                        # one function
    at = "pci0000:00/0000:00:01.0/0000:01:00.0"   # its place below /sys/devices
    id = "10de:2330"               # vendor:device
    class = "030200"
    driver = "nvidia"              # optional, as are:
    subsystem = "10de:16c1"
    numa = 0
    link = "32.0 x16"              # as negotiated, and the same at most; or "16.0 x8 of 32.0 x16"
    files = { name = "text" }      # more files of this function
    count = 1                      # copies; %d in `at` becomes 0, 1, 2 ..., %02x two hex digits

    [[cpu]]                        # cores that are alike
    socket = 0
    numa = 0
    threads = ["0-95", "192-287"]  # the CPUs that are the first of each core, the second ...
    vendor = "AuthenticAMD"
    model = "AMD EPYC 9654 96-Core Processor"
    kind = "cpu_atom"              # optional: which cores of a hybrid processor these are

    [files]                        # any other file by its path
    [links]                        # any other link: path = where it leads
    [management]                   # what management libraries say, by name
"""

from __future__ import annotations

import posixpath
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from heddle.inventory.host import Recorded, load
from heddle.inventory.machine import look
from heddle.model.hardware import Component

FOLDER = Path(__file__).parent


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.*") if path.suffix in (".toml", ".json"))


def machine(name: str) -> Recorded:
    """The machine of that name."""
    path = FOLDER / f"{name}.json"
    if path.exists():
        return load(path)
    files, links, management = parse(tomllib.loads((FOLDER / f"{name}.toml").read_text()))
    return Recorded(files, links, management)


def seen(name: str) -> dict[str, Component]:
    """Its components, by id."""
    return {component.id: component for component in look(machine(name)).components}


def parse(facts: dict[str, Any]) -> tuple[dict[str, str], dict[str, str], dict[str, Any]]:
    files: dict[str, str] = dict(facts.get("files", {}))
    links: dict[str, str] = dict(facts.get("links", {}))
    for entry in facts.get("pci", ()):
        for copy in range(entry.get("count", 1)):
            place = entry["at"] % ((copy,) * entry["at"].count("%"))
            _add_function(files, links, f"/sys/devices/{place}", entry)
    _add_cpus(files, facts.get("cpu", ()))
    return files, links, dict(facts.get("management", {}))


def _add_cpus(files: dict[str, str], entries: Sequence[dict[str, Any]]) -> None:
    """Of each CPU what /proc/cpuinfo says, its topology, and its node."""
    sockets: dict[int, list[int]] = {}
    lists: dict[str, list[int]] = {}
    cores: dict[int, tuple[dict[str, Any], list[int]]] = {}  # by CPU: its entry, its core's CPUs
    for entry in entries:
        threads = [_numbers(text) for text in entry["threads"]]
        for siblings in zip(*threads, strict=True):
            cores |= dict.fromkeys(siblings, (entry, sorted(siblings)))
        mine = [cpu for thread in threads for cpu in thread]
        sockets.setdefault(entry["socket"], []).extend(mine)
        lists.setdefault(f"/sys/devices/system/node/node{entry['numa']}/cpulist", []).extend(mine)
        if "kind" in entry:
            lists.setdefault(f"/sys/devices/{entry['kind']}/cpus", []).extend(mine)
    if cores:
        lists["/sys/devices/system/cpu/online"] = list(cores)
    blocks = []
    for cpu, (entry, core) in sorted(cores.items()):
        package = sockets[entry["socket"]]
        said = {
            "processor": cpu,
            "vendor_id": entry["vendor"],
            "model name": entry["model"],
            "physical id": entry["socket"],
            "siblings": len(package),
            "core id": core[0],
            "cpu cores": len({cores[other][1][0] for other in package}),
        }
        blocks.append("\n".join(f"{name}\t: {value}" for name, value in said.items()))
        folder = f"/sys/devices/system/cpu/cpu{cpu}/topology"
        files[f"{folder}/physical_package_id"] = str(entry["socket"])
        lists |= {f"{folder}/package_cpus_list": package, f"{folder}/core_cpus_list": core}
    if blocks:
        files["/proc/cpuinfo"] = "\n\n".join(blocks)
    files |= {path: ranges(numbers) for path, numbers in lists.items()}


def _numbers(text: str) -> list[int]:
    """0-2,8 as 0, 1, 2, 8."""
    parts = (part.partition("-") for part in text.split(","))
    return [n for first, _, last in parts for n in range(int(first), int(last or first) + 1)]


def ranges(numbers: Sequence[int]) -> str:
    """0, 1, 2, 8 as 0-2,8."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs)


def _add_function(
    files: dict[str, str], links: dict[str, str], path: str, entry: dict[str, Any]
) -> None:
    vendor, device = entry["id"].split(":")
    own = {
        "vendor": f"0x{vendor}",
        "device": f"0x{device}",
        "class": f"0x{entry['class']}",
        "numa_node": str(entry.get("numa", -1)),
        **entry.get("files", {}),
    }
    if "subsystem" in entry:
        first, second = entry["subsystem"].split(":")
        own |= {"subsystem_vendor": f"0x{first}", "subsystem_device": f"0x{second}"}
    if "link" in entry:
        now, _, most = entry["link"].partition(" of ")
        for prefix, words in (("current", now), ("max", most or now)):
            speed, width = words.split(" x")
            own |= {f"{prefix}_link_speed": f"{speed} GT/s PCIe", f"{prefix}_link_width": width}
    files.update({f"{path}/{name}": text for name, text in own.items()})
    links[f"/sys/bus/pci/devices/{posixpath.basename(path)}"] = path
    if "driver" in entry:
        driver = f"/sys/bus/pci/drivers/{entry['driver']}"
        files.setdefault(f"{driver}/uevent", "")
        links[f"{path}/driver"] = driver
