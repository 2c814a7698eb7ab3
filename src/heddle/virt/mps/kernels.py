"""How long the kernels of programs take: learned while they run, and used when they start again.

Under MPS programs share one context: an urgent one waits for a kernel of the others instead of a
switch of context. So MPS pays for programs with short kernels, and that is known of a program once
it has run under the agent.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from heddle.records import ProgramState
from heddle.system import process, state

FILE = "kernels"
SWITCH_NS = 190_000  #: of context, on an H200
SHORT_NS = 150_000  #: a kernel and a gate are then no longer than a switch
#: Between two gates, in microseconds: what a program with short kernels puts before the next one.
GATE_US = 100
FEW = 100  #: commands, from which nothing can be learned
MOST = 1000  #: programs that are remembered, the latest


def name(command: Sequence[str], folder: str) -> str:
    """What a program is remembered by: what is executed, and the script if it has one."""
    words = [command[0], *(word for word in command[1:2] if not word.startswith("-"))]
    paths = (os.path.join(folder, word) for word in words)
    return " ".join(
        os.path.realpath(path) if os.path.exists(path) else word
        for path, word in zip(paths, words, strict=True)
    )


def longest_ns(program: ProgramState) -> int:
    """Of the usual kernels of its streams on NVIDIA's cards; 0: nothing is known yet."""
    return max(
        (
            queue.command_ns
            for queue in program.queues
            if queue.device.startswith("cuda@") and queue.completed >= FEW
        ),
        default=0,
    )


def known_ns(command: Sequence[str]) -> int:
    """From its former runs, of which the longest counts; 0: it has not run yet."""
    entry = _entries(state.own(FILE)).get(name(command, os.getcwd()))
    return entry["ns"] if entry else 0


def _entries(held: Any) -> dict[str, dict[str, int]]:
    """The valid entries of a file that any user may have edited."""
    if not isinstance(held, dict):
        return {}
    return {
        called: entry
        for called, entry in held.items()
        if isinstance(entry, dict) and all(isinstance(entry.get(key), int) for key in ("ns", "at"))
    }


@dataclass(slots=True)
class KernelLog:
    """Remembers the kernels of programs that end. Of one user: guests are not looked at."""

    _running: dict[int, tuple[str, int]] = field(default_factory=dict)

    def look(self, programs: Iterable[ProgramState]) -> None:
        """:raises HeddleError: if it cannot be written"""
        present = {p.id: p for p in programs if not p.is_guest}
        ended = [self._running.pop(each) for each in list(self._running) if each not in present]
        for each in present.values():
            if longest := longest_ns(each):
                known, _ = self._running.get(each.id, ("", 0))
                if called := known or _called(each):
                    self._running[each.id] = (called, longest)
        if ended:
            state.update(FILE, lambda held: _with(held, ended))


def _called(program: ProgramState) -> str:
    command = process.command_of(program.pid)
    try:
        return name(command, os.readlink(f"/proc/{program.pid}/cwd")) if command else ""
    except OSError:
        return ""


def _with(held: Any, ended: list[tuple[str, int]]) -> dict[str, dict[str, int]]:
    """Half of what a program was known by fades with each run, so that a new version counts."""
    found = _entries(held)
    for called, ns in ended:
        before = found.pop(called, {"ns": 0})["ns"]
        found[called] = {"ns": max(ns, before // 2), "at": int(time.time())}
    return dict(list(found.items())[-MOST:])


def why_not(command: Sequence[str]) -> str:
    """Why this program does better without MPS; empty if it does not."""
    ns, called = known_ns(command), " ".join(command[:2])
    if not ns:
        return (
            f"nothing is known of the kernels of {called} yet; the agent (`heddle node agent`) "
            "learns them while it runs"
        )
    if ns > SHORT_NS:
        return (
            f"a kernel of {called} takes {ns / 1e6:.2g} ms, and a switch of context "
            f"{SWITCH_NS / 1e6:.2g} ms"
        )
    return ""
