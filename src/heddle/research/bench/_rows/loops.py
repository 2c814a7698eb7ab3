"""Rows of `heddle bench share` with real loops: PyTorch programs that synchronise, read their loss,
wait for their data or make tokens, each with a share; and one with a least and a most.

What a program got is the time in which it had the device, or the device was kept for it. What it
did with that is its rate, of that alone.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from heddle.errors import TableError
from heddle.harness.workload import Arena, Request, Under, Workload, done_in
from heddle.research.bench.frameworks import PROGRAM
from heddle.table import Table

KINDS = ("1", "2", "8", "loss", "stall", "decode")
SPLITS = ((100, 900), (300, 700), (50, 950), (200, 300, 500))
ALONE_S, ALONE_SETTLE_S, SETTLE_S, PULSES_S = 4.0, 1.0, 2.0, 14.0
#: A loop without its pauses: what it would do if it wanted the device all the time.
WITHOUT_PAUSES = {"stall": "8", "pulse": "1"}
LEAST_MILLI, MOST_MILLI = 300, 600
LEAST_NAME = f"loops with a least of {LEAST_MILLI / 10:g} % and a most of {MOST_MILLI / 10:g} %"
BACK_NS = 50_000_000  #: what was lent is back by then
WINDOW_NS = 500_000_000  #: the least is the least of every window as long as this
PAUSE_NS = 500_000_000  #: longer than a step, shorter than the pauses of `pulse`
LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class Loops:
    """Programs that run together, each with its share."""

    kinds: tuple[str, ...]
    shares: tuple[int, ...]

    @property
    def name(self) -> str:
        asked = "/".join(f"{share / 10:g}" for share in self.shares)
        return f"loops {'/'.join(self.kinds)}, share {asked} %"


def rows() -> list[Loops]:
    """Every loop beside three others, and every split at least twice. Of three programs, the third
    is as the first."""
    beside = [(i, i + 1, i) for i in range(len(KINDS))] + [(i, i + 3, i + 1) for i in range(3)]
    beside.append((0, 0, 0))
    chosen = ((KINDS[a], KINDS[b % len(KINDS)], SPLITS[s % len(SPLITS)]) for a, b, s in beside)
    loops = [Loops((a, b, a)[: len(split)], split) for a, b, split in chosen]
    return [*loops, Loops(("decode", "decode"), (500, 500))]


def due(shares: Sequence[float], needs: Sequence[float]) -> list[float]:
    """What part of the device each should get: its share, or what it needs if that is less; and
    what is left by share, to those that need more."""
    got = [0.0] * len(shares)
    open_, left = set(range(len(shares))), 1.0
    while open_:
        whole = sum(shares[i] for i in open_)
        full = {i for i in open_ if needs[i] <= left * shares[i] / whole}
        for i in full:
            got[i] = needs[i]
        if not full:
            for i in open_:
                got[i] = left * shares[i] / whole
            break
        left -= sum(needs[i] for i in full)
        open_ -= full
    return got


Rates = Callable[[Sequence[Workload], float, float], list[float]]
Span = tuple[int, int]


@dataclass(slots=True)
class LoopCharges:
    """What programs had been charged by certain times."""

    times: list[int] = field(default_factory=list)
    charged: list[tuple[int, ...]] = field(default_factory=list)

    def look(self, table: str, pids: Sequence[int]) -> None:
        try:
            with Table(table) as opened:
                found = {pid: p.charged_ns for p in opened.programs() for pid in p.processes}
        except TableError:  # the first program has not made it yet
            return
        if all(pid in found for pid in pids):
            self.times.append(time.monotonic_ns())
            self.charged.append(tuple(found[pid] for pid in pids))

    def _by(self, at_ns: int, program: int) -> float:
        """Between two looks, in proportion."""
        after = min(max(1, bisect_right(self.times, at_ns)), len(self.times) - 1)
        begin, end = self.times[after - 1], self.times[after]
        before, then = self.charged[after - 1][program], self.charged[after][program]
        return before + (then - before) * (at_ns - begin) / (end - begin)

    def part(self, program: int, spans: Sequence[Span]) -> float:
        """Of the device, within these times."""
        had = sum(self._by(end, program) - self._by(begin, program) for begin, end in spans)
        return had / sum(end - begin for begin, end in spans)


@contextmanager
def watched(arena: Arena, runs: Sequence[Workload]) -> Iterator[LoopCharges]:
    """Looks at the table now and then, until the end."""
    charges, over = LoopCharges(), threading.Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            charges.look(arena.table, [run.pid for run in runs])

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield charges
    finally:
        over.set()
        thread.join()


class Bench:
    """One device and one Python with PyTorch. `rates` counts the requests of programs."""

    def __init__(self, device: str, python: str, seconds: float, rates: Rates) -> None:
        self._device, self._python, self._seconds, self._rates = device, python, seconds, rates
        self._alone: dict[str, float] = {}

    def _start(self, arena: Arena, kind: str, under: Under | None) -> Workload:
        program = [self._python, PROGRAM, "loop", kind]
        return arena.start_program(self._device, program, under)

    def alone(self, kind: str) -> float:
        """Steps a second without Heddle and without others."""
        if kind not in self._alone:
            with Arena() as arena:
                run = self._start(arena, kind, None)
                self._alone[kind] = self._rates([run], ALONE_SETTLE_S, ALONE_S)[0]
        return self._alone[kind]

    def busy(self, kind: str) -> float:
        return self.alone(WITHOUT_PAUSES.get(kind, kind))

    def measure(self, row: Loops) -> dict[str, Any]:
        needs = [self.alone(kind) / self.busy(kind) for kind in row.kinds]
        with Arena() as arena:
            runs = [
                self._start(arena, kind, Under(share_milli=share))
                for kind, share in zip(row.kinds, row.shares, strict=True)
            ]
            with watched(arena, runs) as charges:
                found = self._rates(runs, SETTLE_S, self._seconds)
        end = charges.times[-1]
        window = [(end - round(self._seconds * 1e9), end)]
        got = [charges.part(i, window) for i in range(len(runs))]
        rates = [rate / self.busy(kind) for rate, kind in zip(found, row.kinds, strict=True)]
        asked = [share / 1000 for share in row.shares]
        wanted = due(asked, needs)
        of_alone = [
            part / need
            for part, need, share in zip(rates, needs, asked, strict=True)
            if need <= share
        ]
        return {
            "row": row.name,
            "asked": [round(part, 4) for part in wanted],
            "got": [round(part, 4) for part in got],
            "rates": [round(part, 4) for part in rates],
            "error": max(abs(a - b) for a, b in zip(wanted, got, strict=True)),
            "short": max(
                (
                    share - part
                    for share, part, need in zip(asked, got, needs, strict=True)
                    if need > share
                ),
                default=0.0,
            ),
            "sum": sum(rates) / sum(wanted),
            "of_alone": round(min(of_alone), 4) if of_alone else None,
        }

    def least_and_most(self) -> dict[str, Any]:
        """A share and a cap, beside one that works for two seconds and pauses for one. From 50 ms
        after each change on: the most while that one pauses, and its own share while it works. From
        a window after that on: the least."""
        with Arena() as arena:
            own = self._start(arena, "1", Under(share_milli=LEAST_MILLI, cap_milli=MOST_MILLI))
            other = self._start(arena, "pulse", Under(share_milli=1000 - LEAST_MILLI))
            with watched(arena, [own, other]) as charges:
                self._rates([own, other], SETTLE_S, PULSES_S)
            end = charges.times[-1]
            steps, pulses = own.requests(), other.requests()
        since = end - round(PULSES_S * 1e9)
        works, pauses = phases([each for each in pulses if each.begin_ns > since])
        least = charges.part(0, later(works, WINDOW_NS))
        lent = charges.part(0, later(pauses, BACK_NS))
        back = charges.part(1, later(works, BACK_NS))
        done = rate(steps, works) + rate(pulses, works)
        return {
            "row": LEAST_NAME,
            "asked": [LEAST_MILLI / 1000, MOST_MILLI / 1000, 1 - LEAST_MILLI / 1000],
            "got": [round(least, 4), round(lent, 4), round(back, 4)],
            "error": max(
                LEAST_MILLI / 1000 - least,
                MOST_MILLI / 1000 - lent,
                1 - LEAST_MILLI / 1000 - back,
                0.0,
            ),
            "sum": done / self.alone("1"),
        }


def phases(pulses: Sequence[Request]) -> tuple[list[Span], list[Span]]:
    """When it worked and when it paused, but for the first and the last, which may not be whole."""
    works, pauses, begin = [], [], pulses[0].begin_ns
    for before, after in pairwise(pulses):
        if after.begin_ns - before.end_ns < PAUSE_NS:
            continue
        works.append((begin, before.end_ns))
        pauses.append((before.end_ns, after.begin_ns))
        begin = after.begin_ns
    return works[1:], pauses


def later(spans: Sequence[Span], by_ns: int) -> list[Span]:
    return [(begin + by_ns, end) for begin, end in spans]


def rate(requests: Sequence[Request], spans: Sequence[Span]) -> float:
    """Requests a second within these times."""
    done = sum(done_in(requests, begin, end) for begin, end in spans)
    return done / (sum(end - begin for begin, end in spans) / 1e9)
