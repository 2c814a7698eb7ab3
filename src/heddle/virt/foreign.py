"""What others have cut off devices of this machine, so that it is not promised twice.

Read from files alone, through a Host. What cannot be told how much it is takes the whole device.

Sources. Mediated devices (vGPU): Linux, Documentation/ABI/testing/sysfs-bus-vfio-mdev. SR-IOV:
sysfs-bus-pci. vGPU on functions without mediated devices: `nvidia/current_vgpu_type` of a function,
0 for none (NVIDIA's vGPU guide; from memory). HAMi: CUDA_DEVICE_MEMORY_SHARED_CACHE is one file
for each container, CUDA_DEVICE_MEMORY_LIMIT_<i> and CUDA_DEVICE_SM_LIMIT its limits, libvgpu.so
the library (HAMi's device plugin and HAMi-core). MPS: nvidia-cuda-mps-control(1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from heddle.errors import UsageError
from heddle.inventory.host import Host
from heddle.launch.asked import hami_bytes
from heddle.model.partition import COMPUTE, MEMORY, Claim

PCI = "/sys/bus/pci/devices"
CACHE, LIBRARY = "CUDA_DEVICE_MEMORY_SHARED_CACHE", "libvgpu.so"
LIMIT, CORES = "CUDA_DEVICE_MEMORY_LIMIT", "CUDA_DEVICE_SM_LIMIT"
PIPES, DEFAULT_PIPES = "CUDA_MPS_PIPE_DIRECTORY", "/tmp/nvidia-mps"
MPS = "nvidia-cuda-mps"  #: of the daemon's and the server's name what the kernel keeps
ALL_CORES = 100


@dataclass(frozen=True, slots=True)
class ForeignProcess:
    """A running process; `environment` is None where this user may not read it."""

    pid: int
    uid: int
    command: str
    environment: Mapping[str, str] | None
    libraries: str  #: what it has mapped


def processes(host: Host) -> Iterator[ForeignProcess]:
    """Those that have to do with cutting devices."""
    for name in host.names("/proc"):
        if not name.isdecimal():
            continue
        command = host.text(f"/proc/{name}/comm") or ""
        text = host.text(f"/proc/{name}/environ")
        if not command.startswith(MPS) and (
            text is None or (LIMIT not in text and CACHE not in text)
        ):
            continue
        lines = (host.text(f"/proc/{name}/status") or "").splitlines()
        uids = [line.split()[1] for line in lines if line.startswith("Uid:")]
        pairs = (
            None if text is None else dict(p.split("=", 1) for p in text.split("\0") if "=" in p)
        )
        maps = host.text(f"/proc/{name}/maps") or ""
        uid = int(uids[0]) if uids and uids[0].isdecimal() else -1
        yield ForeignProcess(int(name), uid, command, pairs, maps)


def vgpus(host: Host, pci: str) -> Claim | None:
    """vGPUs of a card: mediated devices, or functions that were given a type. The host itself runs
    no programs there, so they have it alone."""
    found = []
    types = f"{PCI}/{pci}/mdev_supported_types"
    for kind in host.names(types):
        title = host.text(f"{types}/{kind}/name") or kind
        found += [title] * len(host.names(f"{types}/{kind}/devices"))
    for address in functions(host, pci):
        text = host.text(f"{PCI}/{address}/nvidia/current_vgpu_type")
        if text and text.isdecimal() and int(text):
            found.append(f"type {text}")
    if not found:
        return None
    names = ", ".join(f"{found.count(each)} x {each}" for each in sorted(set(found)))
    return Claim(names, {}, "vgpu", alone=True, foreign=True, owner="virtual machines")


def functions(host: Host, pci: str) -> tuple[str, ...]:
    """Addresses of a device's virtual functions, as they are numbered."""
    folder = f"{PCI}/{pci}"
    names = [name for name in host.names(folder) if name.removeprefix("virtfn").isdecimal()]
    numbered = sorted(
        (name for name in names if name.startswith("virtfn")), key=lambda name: int(name[6:])
    )
    real = (host.resolve(f"{folder}/{name}") for name in numbered)
    return tuple(path.rsplit("/", 1)[1] for path in real if path)


def most_functions(host: Host, pci: str) -> int:
    """How many there can be; where some were made, how many there are."""
    made, total = (
        host.text(f"{PCI}/{pci}/{name}") or "" for name in ("sriov_numvfs", "sriov_totalvfs")
    )
    counts = [int(text) for text in (made, total) if text.isdecimal() and int(text)]
    return counts[0] if counts else 0


def driver(host: Host, address: str) -> str | None:
    """The driver that a function is bound to."""
    path = host.resolve(f"{PCI}/{address}/driver")
    return path.rsplit("/", 1)[1] if path else None


def hami(
    found: Iterable[ForeignProcess], uuids: Sequence[str], memory_mib: Mapping[str, int]
) -> dict[str, list[Claim]]:
    """HAMi's slices by card, one for each container. Without a limit they have all of it."""
    claims: dict[str, dict[str, Claim]] = {}
    for each in found:
        env = each.environment
        if env is None or (CACHE not in env and LIBRARY not in each.libraries):
            continue
        if "libheddle" in env.get("LD_PRELOAD", ""):  # ours, with the variables of HAMi
            continue
        cores = env.get(CORES, "")
        part = 10 * int(cores) if cores.isdecimal() and 0 < int(cores) <= ALL_CORES else 1000
        for at, uuid in enumerate(_cards(env, uuids)):
            limit = _mib(env.get(f"{LIMIT}_{at}") or env.get(LIMIT) or "")
            takes = {COMPUTE: part, MEMORY: limit or memory_mib.get(uuid, 0)}
            name = env.get(CACHE, f"process {each.pid}").rsplit("/", 1)[-1]
            mine = claims.setdefault(uuid, {})
            mine.setdefault(name, Claim(name, takes, "hami", foreign=True, owner=_who(each)))
    return {uuid: list(mine.values()) for uuid, mine in claims.items()}


def mps(
    found: Iterable[ForeignProcess], uuids: Sequence[str], own: Iterable[str]
) -> dict[str, list[Claim]]:
    """MPS services of others, by card; `own` are the pipe folders of Heddle's."""
    claims: dict[str, list[Claim]] = {}
    seen: set[str] = set()
    for each in found:
        if not each.command.startswith(MPS):
            continue
        env = each.environment or {}
        pipes = env.get(PIPES, DEFAULT_PIPES) if each.environment is not None else str(each.pid)
        if pipes in own or pipes in seen:
            continue
        seen.add(pipes)
        claim = Claim(f"service {each.pid}", {}, "mps", alone=True, foreign=True, owner=_who(each))
        for uuid in _cards(env, uuids):
            claims.setdefault(uuid, []).append(claim)
    return claims


def _cards(environment: Mapping[str, str], uuids: Sequence[str]) -> list[str]:
    """The cards that it sees, in its order; all where that cannot be told."""
    for name in ("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES"):
        words = [word.strip() for word in environment.get(name, "").split(",")]
        named = [word for word in words if word in uuids]
        if named:
            return named
    return list(uuids)


def _mib(text: str) -> int:
    """Rounded up: what is promised is not promised again."""
    try:
        return -(-hami_bytes(text) >> 20) if text else 0
    except UsageError:
        return 0


def _who(each: ForeignProcess) -> str:
    import pwd

    try:
        user = pwd.getpwuid(each.uid).pw_name
    except (KeyError, OverflowError):
        user = str(each.uid)
    return f"{user} (process {each.pid})"
