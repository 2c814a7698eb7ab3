"""`heddle.task`: functions that do the same on unlike devices; each call goes to one of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from heddle.cooperate.choice import TaskOption, choose
from heddle.cooperate.load import LoadWatcher
from heddle.errors import NoSuchDeviceError, UsageError
from heddle.inventory import apis

CPU = "cpu"


class Task:
    """Calls one of its functions, in the caller's thread, with the caller's arguments."""

    def __init__(self, ways: Mapping[str, Callable[..., Any]], deadline_s: float = 0) -> None:
        if not ways:
            raise UsageError("a task needs a function for at least one device: heddle.task(gpu=f)")
        if deadline_s < 0:
            raise UsageError(f"deadline {deadline_s} is not allowed: give seconds, or 0 for none.")
        self._names = list(ways)
        self._functions = list(ways.values())
        self._devices = _devices(self._names)
        self._deadline_ns = round(deadline_s * 1e9)
        self._usual_ns = [0] * len(ways)
        self._own = [0] * len(ways)  # calls of ours that are under way
        self._watcher = LoadWatcher()
        self._lock = threading.Lock()
        #: How often each way was taken.
        self.taken = dict.fromkeys(self._names, 0)

    def __call__(self, *arguments: Any, **words: Any) -> Any:
        chosen = self._choose()
        held, begun = self._watcher.held_ns(), time.monotonic_ns()
        try:
            result = self._functions[chosen](*arguments, **words)
        except BaseException:
            self._done(chosen, 0)
            raise
        took = time.monotonic_ns() - begun
        # Time in which others went first says nothing of the device.
        self._done(chosen, max(1, took - (self._watcher.held_ns() - held)))
        return result

    def _choose(self) -> int:
        found = self._watcher.look(self._devices)
        with self._lock:
            ways = [
                TaskOption(usual, wait + own * usual, busy)
                for usual, own, (wait, busy) in zip(self._usual_ns, self._own, found, strict=True)
            ]
            chosen = choose(ways, self._deadline_ns)
            self._own[chosen] += 1
            self.taken[self._names[chosen]] += 1
            return chosen

    def _done(self, chosen: int, took_ns: int) -> None:
        with self._lock:
            self._own[chosen] -= 1
            usual = self._usual_ns[chosen]
            # What it takes when nothing is in the way: waiting makes it longer, nothing shorter.
            if took_ns and (not usual or took_ns < usual):
                self._usual_ns[chosen] = took_ns
            elif took_ns:
                self._usual_ns[chosen] += (took_ns - usual) // 64


def _devices(names: list[str]) -> list[str]:
    """The id of each device; "" for the CPU.

    :raises NoSuchDeviceError: if there is none of this kind or name
    """
    present = apis.devices(lambda error: None)
    found = []
    for name in names:
        ids = [device.id for device in present if name in (device.id, device.kind, device.api)]
        if not ids and name != CPU:
            raise NoSuchDeviceError(name, [device.id for device in present])
        found.append("" if name == CPU else ids[0])
    return found
