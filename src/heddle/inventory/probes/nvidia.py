"""NVIDIA's GPUs on PCI, their MIG devices, and NVSwitches.

A GPU is known from up to three places: the PCI bus, the kernel module's /proc/driver/nvidia and the
management library. Any of them may be missing: no driver, a container, a GPU that fell off the bus.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from heddle.inventory import facts
from heddle.inventory.host import Host
from heddle.inventory.probes.base import DISPLAY
from heddle.inventory.sources import kernel_log, nvml, nvml_reading, pci
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, PeerLink, Reading, Software, Value

VENDOR = 0x10DE
GONE = 0xFFFF  #: what all registers of a device say that is off the bus
OTHER_BRIDGE = 0x0680
DRIVER = "/proc/driver/nvidia"
#: What stands for an NVSwitch that this machine does not see: in a virtual machine that was given
#: the GPUs only, and from B200 on. All GPUs that have it as a peer reach each other through it.
FABRIC = "nvswitch@fabric"
#: One way, of one link, by NVLink's version (NVIDIA's architecture white papers: P100 160 GB/s over
#: 4 links both ways, V100 300 over 6, A100 600 over 12, H100 900 over 18, B200 1800 over 18).
LINK_MBYTES_S = {"1.0": 20_000, "2.0": 25_000, "2.2": 25_000, "3.0": 25_000, "3.1": 25_000}
LINK_MBYTES_S |= {"4.0": 25_000, "5.0": 50_000}

Json = Mapping[str, Any]


class NvidiaProbe:
    pci_vendors = frozenset({VENDOR})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        held = sorted(name.lower() for name in host.names(f"{DRIVER}/gpus"))
        by_address = {f.address: f for f in functions if _is_gpu(f, held)}
        library: Json = host.management("nvml", nvml.describe) or {} if by_address or held else {}
        known = {gpu["pci"]: gpu for gpu in library.get("gpus", ()) if gpu.get("pci")}
        if not held:  # a container without /proc of the module
            held = sorted(a for a, f in by_address.items() if f.driver == "nvidia")
        found = [_switch(host, f) for f in functions if _is_switch(f)]
        for address in sorted({*by_address, *held}):
            function, described = by_address.get(address), known.get(address, {})
            gpu = _gpu(host, address, function, described, library, held, functions)
            found += [gpu, *_mig_devices(gpu, described)]
        return found

    def read(self, host: Host, component: Component) -> Reading | None:
        if component.vendor != "nvidia" or component.kind != "gpu":
            return None
        if not component.id.startswith(("pci@", "mig@")):
            return None
        whole = component.parent if component.id.startswith("mig@") else component.id
        library = host.management("nvml.readings", nvml.readings) or {}
        for gpu in library.get("gpus", ()):
            if whole == f"pci@{gpu['pci']}":
                if gpu.get("lost"):
                    return Reading(errors={"lost": 1})
                if whole != component.id:
                    return nvml_reading.of_mig(gpu, component)
                past = host.management("kernel_log.past_xids", kernel_log.past_xids) or {}
                return nvml_reading.of_gpu(gpu, past.get(gpu["pci"], {}))
        return None

    def energy(self, host: Host) -> dict[str, int]:
        """Of whole GPUs; nobody counts that of their parts."""
        held = sorted(name.lower() for name in host.names(f"{DRIVER}/gpus"))
        library: Json = host.management("nvml.energy", nvml.energy) or {}
        known = {gpu.get("pci"): gpu.get("energy_mj") for gpu in library.get("gpus", ())}
        addresses = held or sorted(filter(None, known))  # a container has no /proc of the module
        found = ((place, known.get(address)) for place, address in enumerate(addresses))
        return {f"cuda@{place}": count for place, count in found if count is not None}


def _is_gpu(function: Function, held: Iterable[str]) -> bool:
    """Not the sound and USB functions beside it; virtual ones only where a machine uses them."""
    if function.vendor == GONE:
        return function.driver == "nvidia" or function.address in held
    if function.vendor != VENDOR or function.base_class != DISPLAY:
        return False
    return function.physfn is None or function.driver == "vfio-pci" or function.address in held


def _is_switch(function: Function) -> bool:
    if function.vendor != VENDOR or function.sub_class != OTHER_BRIDGE:
        return False
    model = facts.find(f"pci:{function.numbers}")
    return function.driver == "nvidia-nvswitch" or (model is not None and model.kind == "switch")


def _switch(host: Host, function: Function) -> Component:
    model = facts.find(f"pci:{function.numbers}")
    return Component(
        id=function.id,
        kind="switch",
        vendor="nvidia",
        model=model.name if model else "NVSwitch",
        parent=function.parent,
        numa=function.numa,
        driver=function.driver,
        link=pci.link(host, function),
        attributes={"title": model.title} if model else {},
    )


def _gpu(
    host: Host,
    address: str,
    function: Function | None,
    described: Json,
    library: Json,
    held: list[str],
    functions: Sequence[Function],
) -> Component:
    told = _information(host, address)
    model = _model(function)
    driver = function.driver if function else None
    driver = driver or ("nvidia" if address in held else None)
    memory = described.get("memory_total")
    if memory is None and model and model.memory_gib:
        memory = int(model.memory_gib * (1 << 30))
    minor = described.get("minor")
    minor = pci.integer(told.get("Device Minor")) if minor is None else minor
    name = described.get("name") or told.get("Model")
    title = _short(name) or (model.title if model else None)
    lost = _lost(function, described, library, bool(functions))
    uuid = described.get("uuid") or told.get("GPU UUID")
    attributes: dict[str, Value | None] = {
        "title": title,
        "architecture": model.architecture if model else None,
        "state": lost or _state(driver),
        "minor": minor if driver == "nvidia" else None,
        "partition": title if described.get("virtualization") == "vgpu" else None,
        "management": library.get("error") or _refused(described, library),
        "virtual_function_of": f"pci@{function.physfn}" if function and function.physfn else None,
        **{key: described.get(key) for key in _KEPT},
    }
    return Component(
        id=f"pci@{address}",
        kind="gpu",
        vendor="nvidia",
        model=model.name if model else title or (function.numbers if function else "unknown"),
        uuid=uuid if uuid and "?" not in uuid else None,  # "GPU-????..." before it was first used
        device=f"cuda@{held.index(address)}" if address in held else None,
        parent=function.parent if function else None,
        numa=function.numa if function else None,
        memory_bytes=memory,
        driver=driver,
        link=pci.link(host, function) if function else None,
        peers=_peers(described.get("nvlinks") or (), functions),
        files=_files(host, function, minor if driver == "nvidia" else None),
        stack=_stack(host, driver, described, library, told),
        attributes={key: value for key, value in attributes.items() if value is not None},
    )


#: What the management library says that only this kind has.
_KEPT = (
    *("compute_capability", "compute_mode", "persistence", "ecc", "mig", "virtualization"),
    *("part_number", "clock_sm_max", "clock_memory_max"),
    *("temperature_slowdown", "temperature_shutdown"),
)


def _information(host: Host, address: str) -> dict[str, str]:
    """What the kernel module writes of one GPU, by the words at the beginning of its lines."""
    text = host.text(f"{DRIVER}/gpus/{address}/information") or ""
    pairs = (line.partition(":") for line in text.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


def _model(function: Function | None) -> facts.ModelFacts | None:
    if function is None:
        return None
    numbers = f"pci:{function.numbers}"
    return facts.find("{}:{:04x}:{:04x}".format(numbers, *function.subsystem), numbers)


def _short(name: str | None) -> str | None:
    return re.sub(r"^(NVIDIA|Tesla) ", "", name) if name else None


def _lost(function: Function | None, described: Json, library: Json, on_bus: bool) -> str | None:
    """Why it answers no more. A sandbox that shows no bus at all has lost nothing."""
    if described.get("lost"):
        return f"lost: {described.get('reason')}"
    if described:
        return None
    if (function and function.vendor == GONE) or (function is None and on_bus):
        return "lost: fallen off the bus; reboot, or remove and rescan it"
    for gpu in library.get("gpus", ()):
        if gpu.get("lost") and not gpu.get("pci") and function and function.driver == "nvidia":
            return f"lost: {gpu.get('reason')}"
    return None


def _refused(described: Json, library: Json) -> str | None:
    """Why the management library says nothing of it; a GPU that it refuses has no address."""
    errors = (gpu["error"] for gpu in library.get("gpus", ()) if gpu.get("error"))
    return described.get("error") if described else next(errors, None)


def _state(driver: str | None) -> str | None:
    """Why it cannot be used here; None if it can."""
    if driver == "nvidia":
        return None
    if driver is None:
        return "no driver bound; install NVIDIA's"
    if driver == "vfio-pci":
        return "bound to vfio-pci: given to a virtual machine"
    return f"bound to {driver}: CUDA needs NVIDIA's driver"


def _peers(links: Iterable[Json], functions: Iterable[Function]) -> tuple[PeerLink, ...]:
    """The links that are up, together by where they lead."""
    here = {function.address for function in functions if function.vendor == VENDOR}
    count: Counter[str] = Counter()
    speed: dict[str, int | None] = {}
    for link in links:
        if not link.get("active"):
            continue
        remote = link.get("remote")
        to = f"pci@{remote}" if remote in here else FABRIC
        if to == FABRIC and link.get("remote_type") not in ("switch", None):
            continue  # to a GPU or CPU that is not ours
        one = LINK_MBYTES_S.get(str(link.get("version"))) or link.get("mbytes_s")
        before = speed.get(to, 0)
        speed[to] = None if one is None or before is None else before + one
        count[to] += 1
    return tuple(PeerLink(to, "nvlink", count[to], speed[to]) for to in sorted(count))


def _files(host: Host, function: Function | None, minor: int | None) -> tuple[str, ...]:
    names = [] if minor is None else [f"/dev/nvidia{minor}"]
    if function:
        cards = host.names(f"{function.path}/drm")
        names += [f"/dev/dri/{card}" for card in cards if card.startswith("renderD")]
    return tuple(name for name in names if host.resolve(name))


def _stack(
    host: Host, driver: str | None, described: Json, library: Json, told: Mapping[str, str]
) -> tuple[Software, ...]:
    if driver is None:
        return ()
    if driver != "nvidia":
        version = host.text(f"/sys/module/{driver.replace('-', '_')}/version")
        return (Software(driver, version, "driver"),)
    banner = host.text(f"{DRIVER}/version") or ""
    found = re.search(r"Module\b.*?\s(\d[\d.]+)\s", banner)
    version = library.get("driver") or (found[1] if found else None)
    firmware = described.get("gsp_firmware") or told.get("GPU Firmware")
    vbios = described.get("vbios") or told.get("Video BIOS", "").upper()
    parts = (
        Software("nvidia-open" if "Open Kernel" in banner else "nvidia", version, "driver"),
        Software("gsp", firmware if firmware != "N/A" else None, "firmware"),
        Software("vbios", vbios if vbios and "?" not in vbios else None, "firmware"),
        Software("libcuda", library.get("cuda"), "library"),  # the newest CUDA it can run
    )
    return (parts[0], *(part for part in parts[1:] if part.version))


def _mig_devices(gpu: Component, described: Json) -> list[Component]:
    return [
        Component(
            id=f"mig@{mig['uuid']}",
            kind="gpu",
            vendor="nvidia",
            model=gpu.model,
            uuid=mig["uuid"],
            parent=gpu.id,
            numa=gpu.numa,
            memory_bytes=mig.get("memory_total"),
            driver=gpu.driver,
            stack=gpu.stack,
            attributes={
                key: value
                for key, value in (
                    ("partition", mig.get("profile")),
                    ("multiprocessors", mig.get("multiprocessors")),
                    ("gpu_instance", mig.get("gpu_instance")),
                    ("compute_instance", mig.get("compute_instance")),
                )
                if value is not None
            },
        )
        for mig in described.get("mig_devices") or ()
        if mig.get("uuid")
    ]


PROBE = NvidiaProbe()
