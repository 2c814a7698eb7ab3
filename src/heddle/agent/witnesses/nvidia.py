"""NVIDIA's driver, by its management library: memory of each process, and how busy a GPU is.

It names processes by the numbers of its own pid namespace, so it is of no use inside a container.
It does not say which process keeps a GPU busy.
"""

from __future__ import annotations

import threading
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

from heddle.agent.look import Total, Use
from heddle.agent.users import is_service, uids
from heddle.agent.witnesses import Testimony
from heddle.inventory.apis.cuda import VENDOR, bus_index
from heddle.inventory.sources import nvml
from heddle.system.process import Stat

#: What the driver takes for a process that asked for nothing: contexts, code, stacks, rounding.
#: Chosen: several times the some 0.5 GiB of a plain context, so that no honest program is accused.
ALLOWANCE = 2 << 30
#: What comes later is of an earlier moment than what it would be compared with.
LIMIT_S = 0.2


class _Asker:
    """Asks in a separate thread: a driver that hangs must not stop the agent."""

    def __init__(self) -> None:
        self._wishes: SimpleQueue[None] = SimpleQueue()
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self._pending = False
        threading.Thread(target=self._work, name="heddle-nvml", daemon=True).start()

    def ask(self) -> Any:
        """None if there is no answer in time; it is not asked again before it has answered."""
        try:
            if self._pending:
                self._answers.get_nowait()  # too late
            self._pending = True
            self._wishes.put(None)
            answer = self._answers.get(timeout=LIMIT_S)
            self._pending = False
        except Empty:
            return None
        return answer

    def _work(self) -> None:
        while True:
            self._wishes.get()
            try:
                self._answers.put(nvml.readings())
            except Exception:  # the agent does without
                self._answers.put(None)


@cache
def _asker() -> _Asker:
    return _Asker()


def testify() -> Testimony:
    told = _asker().ask() if VENDOR.present() else None
    uses: list[Use] = []
    totals: list[Total] = []
    for gpu in (told or {}).get("gpus", ()):
        if "memory_used" not in gpu:  # it is lost, or was refused
            continue
        device = f"{VENDOR.api}@{bus_index(_bus_id(gpu), gpu['index'])}"
        processes = gpu.get("processes")
        figures = [one["memory"] for one in processes or ()]
        known = processes is not None and None not in figures
        uses += [use for one in processes or () if (use := _use(one, device))]
        totals.append(
            Total(
                device=device,
                memory=gpu["memory_used"],
                named=sum(figures) if known else None,
                is_busy=None if gpu["utilisation"] is None else gpu["utilisation"] > 0,
                allowance=ALLOWANCE,
            )
        )
    return Testimony(uses, totals)


def _bus_id(gpu: dict[str, Any]) -> str:
    return str(gpu.get("pci") or "")


def _use(process: dict[str, Any], device: str) -> Use | None:
    pid = process["pid"]
    try:
        status, uid = Stat.read(pid), uids(pid)[0]
    except (OSError, ValueError):
        return None
    if is_service(pid, status):
        return None
    memory = process["memory"]
    return Use(pid, status.start_ticks, uid, status.name, device, memory, allowance=ALLOWANCE)
