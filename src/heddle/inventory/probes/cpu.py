"""CPUs: one component for each socket, with its cores, caches and instruction set."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from heddle.inventory.host import Host
from heddle.inventory.sources import cpu_names, hwmon, sysfs
from heddle.inventory.sources.pci import Function, integer, number
from heddle.model.hardware import Component, Reading, Value

CPUS = "/sys/devices/system/cpu"
NODES = "/sys/devices/system/node"
#: Of Intel's hybrid CPUs: each kind of core counts its events for itself.
HYBRID = {"performance": "/sys/devices/cpu_core/cpus", "efficient": "/sys/devices/cpu_atom/cpus"}
CACHES = {"1Data": "l1d_bytes", "1Instruction": "l1i_bytes", "2Unified": "l2_bytes"}
CACHES |= {"3Unified": "l3_bytes", "4Unified": "l4_bytes"}
MOST_CPUS = 8192  #: more than any Linux is built for; a file that says more is broken
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class CpuProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        info = cpuinfo(host.text("/proc/cpuinfo") or "")
        cpus = cpu_set(host.text(f"{CPUS}/online")) or set(info)
        # A CPU that /proc/cpuinfo leaves out (it is cut off, or a container's) is like the first.
        default = next(iter(info.values()), {})
        facts = {cpu: info.get(cpu, default | {"core id": f"{cpu}'s own"}) for cpu in cpus}
        sockets = _together(
            host,
            cpus,
            ("package_cpus_list", "core_siblings_list"),
            lambda cpu: facts[cpu].get("physical id"),
        )
        return [_socket(host, index, socket, facts) for index, socket in enumerate(sockets)]

    def read(self, host: Host, component: Component) -> Reading | None:
        if component.kind != "cpu":
            return None
        package = component.attributes.get("package")
        for chip in hwmon.named(host, "coretemp"):  # Intel
            if host.text(f"{chip}/temp1_label") == f"Package id {package}":
                return hwmon.temperature(host, chip)
        nodes = str(component.attributes.get("numa_nodes", "0")).split(",")
        for chip in hwmon.named(host, "k10temp"):  # AMD; without NUMA there is one socket
            if (host.text(f"{chip}/device/numa_node") or "-1") in ("-1", *nodes):
                return hwmon.temperature(host, chip)
        return None


def cpuinfo(text: str) -> dict[int, dict[str, str]]:
    """What /proc/cpuinfo says of each CPU; what it says of all is repeated for each."""
    common: dict[str, str] = {}
    found: dict[int, dict[str, str]] = {}
    for block in re.split(r"\n\s*\n", text):
        pairs = (line.partition(":") for line in block.splitlines())
        facts = {key.strip(): value.strip() for key, _, value in pairs}
        cpu = integer(facts.get("processor"))
        if cpu is None:
            common |= facts
        else:
            found[cpu] = facts
    return {cpu: common | facts for cpu, facts in found.items()} or ({0: common} if text else {})


def cpu_set(text: str | None) -> set[int]:
    """The numbers in "0-3,8"; none for anything else."""
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text or ""):
        found.update(range(int(first), min(int(last or first), MOST_CPUS) + 1))
    return found


def _together(
    host: Host, cpus: Collection[int], files: Sequence[str], otherwise: Callable[[int], Any]
) -> list[list[int]]:
    """CPUs in groups, as the first file that exists says; without one, by equal `otherwise`.

    One read for each group: the machine may have hundreds of CPUs.
    """
    left, found = set(cpus), []
    while left:
        cpu = min(left)
        paths = (f"{CPUS}/cpu{cpu}/topology/{file}" for file in files)
        text = next((text for path in paths if (text := host.text(path))), None)
        same = cpu_set(text) if text else {c for c in left if otherwise(c) == otherwise(cpu)}
        found.append(sorted(same & left | {cpu}))
        left -= set(found[-1])
    return found


def _socket(
    host: Host, index: int, cpus: Sequence[int], facts: dict[int, dict[str, str]]
) -> Component:
    first = facts[cpus[0]]
    cores = _together(
        host,
        cpus,
        ("core_cpus_list", "thread_siblings_list"),
        lambda cpu: facts[cpu].get("core id", cpu),
    )
    kinds = _kinds_of_core(host, [core[0] for core in cores], facts)
    nodes = [
        node
        for name in host.names(NODES)
        if (node := integer(name.removeprefix("node"))) is not None
        and cpu_set(host.text(f"{NODES}/{name}/cpulist")) & set(cpus)
    ]
    vendor, model = cpu_names.CHIPS.get(
        host.text("/sys/devices/soc0/soc_id") or "",
        (
            cpu_names.vendor(first),
            " + ".join(dict.fromkeys(cpu_names.model(facts[cpu]) for cpu in cpus)),
        ),
    )
    attributes: dict[str, Value | None] = {
        "package": integer(host.text(f"{CPUS}/cpu{cpus[0]}/topology/physical_package_id")),
        "cores": len(cores),
        "threads": len(cpus),
        "core_types": ", ".join(f"{len(of)} {kind}" for kind, of in kinds.items())
        if len(kinds) > 1
        else None,
        "isa": cpu_names.extensions(first) or None,
        **_clocks(host, cpus[0], first),
        **_caches(host, cores, kinds),
        "numa_nodes": ",".join(map(str, sorted(nodes))) or None,
    }
    return Component(
        id=f"cpu@{index}",
        kind="cpu",
        vendor=vendor,
        model=model,
        numa=nodes[0] if len(nodes) == 1 else None,
        attributes=sysfs.known(**attributes),
    )


def _kinds_of_core(
    host: Host, cores: Sequence[int], facts: dict[int, dict[str, str]]
) -> dict[str, list[int]]:
    """Cores by their first CPU, of each kind; fast and slow ones may share a socket."""
    kinds: dict[str, list[int]] = {}
    hybrid = {cpu: kind for kind, path in HYBRID.items() for cpu in cpu_set(host.text(path))}
    for core in cores:
        kinds.setdefault(hybrid.get(core) or cpu_names.model(facts[core]), []).append(core)
    return kinds


def _clocks(host: Host, cpu: int, facts: dict[str, str]) -> dict[str, float | None]:
    folder = f"{CPUS}/cpu{cpu}"
    base = number(host.text(f"{folder}/cpufreq/base_frequency"))  # kHz, of Intel's driver
    nominal = number(host.text(f"{folder}/acpi_cppc/nominal_freq"))  # MHz
    boost = number(host.text(f"{folder}/cpufreq/cpuinfo_max_freq"))  # kHz
    return {
        "base_mhz": base / 1000 if base else nominal or cpu_names.base_mhz(facts),
        "boost_mhz": boost / 1000 if boost else None,
    }


def _caches(
    host: Host, cores: Sequence[Sequence[int]], kinds: dict[str, list[int]]
) -> dict[str, int]:
    """Bytes of the whole socket at each level. Cores of one kind have the same caches, so one
    core of each is looked at."""
    found: dict[str, int] = {}
    seen: set[tuple[str, frozenset[int]]] = set()
    threads = {core[0]: set(core) for core in cores}
    for of in kinds.values():
        example = of[0]
        here: set[int] = set().union(*(threads[core] for core in of))
        for entry in host.names(f"{CPUS}/cpu{example}/cache"):
            folder = f"{CPUS}/cpu{example}/cache/{entry}"
            level = f"{host.text(f'{folder}/level')}{host.text(f'{folder}/type')}"
            size = re.fullmatch(r"(\d+)([KMG])", host.text(f"{folder}/size") or "")
            shared = frozenset(cpu_set(host.text(f"{folder}/shared_cpu_list")) or threads[example])
            if level not in CACHES or not size or (level, shared) in seen:
                continue
            seen.add((level, shared))
            count = max(1, round(len(here) / max(1, len(shared & here))))
            total = count * int(size[1]) * UNITS[size[2]]
            found[CACHES[level]] = found.get(CACHES[level], 0) + total
    return found


PROBE = CpuProbe()
