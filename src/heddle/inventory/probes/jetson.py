"""NVIDIA's Jetson modules (Xavier, Orin): the engines of the chip, which are on no PCI bus.

They share the machine's memory. The GPU shows all of it, as CUDA does, with `shared_memory`:
a sum of memory must not count it twice. The other engines show none.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from heddle.inventory import facts
from heddle.inventory.host import Host
from heddle.inventory.sources import hwmon, pci
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading, Software, Value

TREE = "/sys/firmware/devicetree/base"
DEVICES = "/sys/bus/platform/devices"
#: Engines by what follows the address in a device's name: 17000000.gpu, 15880000.nvdla0, ...
#: Before Jetson Linux 36 the GPU has its chip's name.
KINDS = {"gpu": "gpu", "gv11b": "gpu", "ga10b": "gpu", "nvdla": "dla", "pva": "pva", "ofa": "ofa"}
#: Those that are only told of: they move and compress pictures.
BESIDES = ("vic", "nvenc", "nvdec", "nvjpg")
_ENGINE = re.compile(r"[0-9a-f]+\.([a-z]+(?:\d+[a-z])?)(\d*)")
FILES = {"gpu": ("/dev/nvgpu/igpu0/ctrl", "/dev/nvhost-gpu"), "dla": ("/dev/nvhost-ctrl-nvdla{}",)}
FILES |= {"pva": ("/dev/nvhost-ctrl-pva{}",), "ofa": ("/dev/nvhost-ofa",)}


class JetsonProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        board = _words(host, f"{TREE}/compatible")
        if not any(word.startswith("nvidia,tegra") for word in board):
            return []
        engines = [(n, _ENGINE.fullmatch(n)) for n in host.names(DEVICES)]
        besides = ", ".join(sorted({m[1] for _, m in engines if m and m[1] in BESIDES}))
        return [
            _component(host, name, KINDS[match[1]], match[2], board, besides)
            for name, match in engines
            if match and match[1] in KINDS
        ]

    def read(self, host: Host, component: Component) -> Reading | None:
        bus, _, name = component.id.partition("@")
        if bus != "platform" or component.vendor != "nvidia":
            return None
        path = f"{DEVICES}/{name}"
        if component.kind == "gpu":
            return _read_gpu(host, path, name)
        asleep = host.text(f"{path}/power/runtime_status") == "suspended"
        return Reading(utilisation=0.0 if asleep else None)  # its load is not reported


def _component(
    host: Host, name: str, kind: str, number: str, board: list[str], besides: str
) -> Component:
    path = f"{DEVICES}/{name}"
    own = _words(host, f"{path}/of_node/compatible")
    model = facts.find(*(f"of:{word}" for word in ((*board, *own) if kind == "gpu" else own)))
    driver = host.resolve(f"{path}/driver")
    attributes: dict[str, Value] = {"shared_memory": True}
    if title := host.text(f"{TREE}/model"):
        attributes["board"] = title
    if model:
        attributes["title"] = model.title
        attributes |= {"architecture": model.architecture} if model.architecture else {}
    if kind == "gpu":
        attributes["engines"] = besides
        if rail := _rail(host):
            attributes["power_rail"] = rail[1]
    if driver is None:
        attributes["state"] = "no driver bound; install Jetson Linux's"
    return Component(
        id=f"platform@{name}",
        kind=kind,
        vendor="nvidia",
        model=model.name if model else (own[0] if own else name),
        device="cuda@0" if kind == "gpu" and driver else None,  # CUDA sees no other
        memory_bytes=_memory(host) if kind == "gpu" else None,
        driver=posixpath.basename(driver) if driver else None,
        files=tuple(f for f in (f.format(number) for f in FILES[kind]) if host.resolve(f)),
        stack=_stack(host),
        attributes=attributes,
    )


def _words(host: Host, path: str) -> list[str]:
    """A list as a device tree keeps it: the most particular word first."""
    return [word for word in (host.text(path) or "").split("\0") if word]


def _memory(host: Host) -> int | None:
    found = re.search(r"^MemTotal:\s+(\d+) kB", host.text("/proc/meminfo") or "", re.MULTILINE)
    return int(found[1]) * 1024 if found else None


def _stack(host: Host) -> tuple[Software, ...]:
    """Jetson Linux, 36.4.3 from "# R36 (release), REVISION: 4.3, ..."."""
    text = host.text("/etc/nv_tegra_release") or ""
    found = re.match(r"# R(\d+) \(release\), REVISION: ([\d.]+)", text)
    return (Software("l4t", f"{found[1]}.{found[2]}", "driver"),) if found else ()


def _read_gpu(host: Host, path: str, name: str) -> Reading:
    load = pci.integer(host.text(f"{path}/load"))  # per mille
    clock = pci.integer(host.text(f"{path}/devfreq/{name}/cur_freq"))
    temperature, limit = _temperature(host)
    return Reading(
        utilisation=None if load is None else load / 10,
        temperature_c=temperature,
        temperature_limit_c=limit,
        power_w=_power(host),
        clock_mhz=None if clock is None else clock / 1e6,
    )


def _temperature(host: Host) -> tuple[float | None, float | None]:
    """Now, and the lowest trip point at which the chip is slowed down."""
    zones = (f"/sys/class/thermal/{z}" for z in host.names("/sys/class/thermal"))
    for zone in zones:
        if not (host.text(f"{zone}/type") or "").lower().startswith("gpu"):
            continue
        names = [n for n in host.names(zone) if re.fullmatch(r"trip_point_\d+_type", n)]
        trips = [
            pci.integer(host.text(f"{zone}/{n.replace('type', 'temp')}"))
            for n in names
            if host.text(f"{zone}/{n}") in ("passive", "hot", "critical")
        ]
        now = pci.integer(host.text(f"{zone}/temp"))
        limit = min((trip for trip in trips if trip and trip > 0), default=None)
        return (None if now is None else now / 1000), (None if limit is None else limit / 1000)
    return None, None


def _rail(host: Host) -> tuple[str, str, str] | None:
    """The sensor of the supply that feeds the GPU: its folder, label and channel."""
    for folder in hwmon.named(host, "ina3221"):
        for channel in ("1", "2", "3"):
            label = host.text(f"{folder}/in{channel}_label") or ""
            if "GPU" in label.upper():  # VDD_GPU_SOC, VDD_CPU_GPU_CV, GPU
                return folder, label, channel
    return None


def _power(host: Host) -> float | None:
    rail = _rail(host)
    if rail is None:
        return None
    folder, _, channel = rail
    volts = pci.integer(host.text(f"{folder}/in{channel}_input"))  # in thousandths
    amperes = pci.integer(host.text(f"{folder}/curr{channel}_input"))
    return None if volts is None or amperes is None else volts * amperes / 1e6


PROBE = JetsonProbe()
