"""What a program occupies of a device beyond what it asked for: contexts, code, rounding.

It is shown and charged apart from what was asked for, which alone counts against a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heddle.inventory.apis.cuda import bus_index
from heddle.inventory.sources import nvml
from heddle.records import ProgramState

#: Bytes of each device by process, None where the vendor does not tell how many.
Occupied = Mapping[str, Mapping[int, int | None]]


def overheads(programs: Iterable[ProgramState]) -> dict[int, dict[str, int | None]]:
    """Bytes of each program on each device; None where the vendor does not tell.

    A vendor's library is only asked if its devices are in use.
    """
    known = list(programs)
    uses_cuda = any(device.startswith("cuda@") for p in known for device in _devices(p))
    occupied = on_cuda() if uses_cuda else {}
    return {program.id: overhead(program, occupied) for program in known}


def overhead(program: ProgramState, occupied: Occupied) -> dict[str, int | None]:
    """Likewise, of one program, from what its processes occupy."""
    own = set(program.processes)
    devices = _devices(program) | {d for d, seen in occupied.items() if own & seen.keys()}
    found: dict[str, int | None] = {}
    for device in sorted(devices):
        if device.startswith("soft@"):  # there is nothing in its memory but what was asked for
            found[device] = 0
            continue
        amounts = [used for pid, used in occupied.get(device, {}).items() if pid in own]
        told = [used for used in amounts if used is not None]
        # What was asked for need not be there: managed memory may be the host's just now.
        more = max(0, sum(told) - program.memory.get(device, 0))
        found[device] = more if amounts and len(told) == len(amounts) else None
    return found


def on_cuda() -> dict[str, dict[int, int | None]]:
    """What each process occupies of each GPU, its MIG devices included."""
    found: dict[str, dict[int, int | None]] = {}
    for gpu in (nvml.processes() or {}).get("gpus", ()):
        if gpu.get("processes") is None:
            continue
        device = f"cuda@{bus_index(gpu['pci'] or '', gpu['index'])}"
        seen = found.setdefault(device, {})
        for process in gpu["processes"]:
            pid, used = process["pid"], process["memory"]
            before = seen.get(pid, 0)
            seen[pid] = None if used is None or before is None else before + used
    return found


def _devices(program: ProgramState) -> set[str]:
    return {*program.devices, *program.memory}
