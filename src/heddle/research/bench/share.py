"""Programs that never stop, each with a share or a cap: does each get what it asked for?

The rows are a choice in which every two circumstances meet: share or cap, how much, how long its
commands are and those of its neighbour, how they are launched, and how many processes each
program has. Device time is requests completed by what one takes when the program is alone, with as
many processes, so nothing that Heddle counts is trusted. Shares are measured from the third second
on. Where there is PyTorch, real loops follow, each over 8 s: training that synchronises every step,
every second or eighth, reads its loss, or waits for its data, and a decoder; then a program with a
least and a most, beside one that comes and goes. A program without limits that is alone is measured
beside its native run.

examples:
  heddle bench share --device cuda@0 -o json
  heddle bench share --rows 5
  heddle bench share --only "cap 10" --only graphs
  heddle bench share --device cuda@0 --only loops --python ~/torch/bin/python
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from heddle.errors import UsageError, WorkloadError
from heddle.harness.report import Bar, Report, interruptible
from heddle.harness.target import target
from heddle.harness.workload import Arena, Under, Workload, done_in, load_variables, machine
from heddle.research.bench._rows import loops as real_loops
from heddle.research.bench._rows.pairs import Row, covering
from heddle.research.bench.frameworks import why_not

HELP = "shares and caps asked for and got, by programs of unlike commands and several processes"

ERROR_LIMIT, SUM_LIMIT, OVERHEAD_LIMIT, MINUTES_LIMIT = 0.02, 0.97, 0.01, 8.0
LEAST_LIMIT = 0.01
SETTLE_S, LOOP_S = 2.0, 8.0  #: of real loops each row
ALONE_S, ALONE_SETTLE_S, ALONE_PARTS = 1.2, 0.3, 6
ROUNDS = 3  #: with and without Heddle, of a program that has no limits

#: How a request is launched, and what tells the load program so.
FORMS = {
    "eager": {},
    "graphs": {"CUDA_LOAD_GRAPH": "1"},
    "cooperative": {"CUDA_LOAD_COOPERATIVE": "1"},
}
KINDS = ("share", "cap")
PARTS_MILLI = (100, 250, 300, 500, 700, 750)
LENGTHS_US = (20, 100, 400, 1000, 4000)
PROCESSES = (1, 2, 4)
FOUR = ((100, 20), (150, 100), (250, 1000), (500, 10_000))
FOUR_REVERSED = ((100, 10_000), (150, 1000), (250, 100), (500, 20))


@dataclass(frozen=True, slots=True)
class SharedProgram:
    """One program: its limits, the part of the device that it should get, and its commands."""

    under: Under
    due_milli: int
    length_us: int
    processes: int = 1

    @property
    def commands(self) -> str:
        several = f"{self.processes} x " if self.processes > 1 else ""
        return f"{several}{self.length_us}"


@dataclass(frozen=True, slots=True)
class Case:
    """Programs that run together."""

    kind: str
    tenants: tuple[SharedProgram, ...]
    form: str = "eager"

    @property
    def name(self) -> str:
        limits = (each.under.share_milli or each.under.cap_milli for each in self.tenants)
        asked = "/".join(f"{limit / 10:g}" if limit else "none" for limit in limits)
        lengths = "/".join(each.commands for each in self.tenants)
        return f"{self.kind} {asked} %, commands of {lengths} us, {self.form}"

    @property
    def fills(self) -> bool:
        """Whether all of the device should be in use."""
        return sum(each.due_milli for each in self.tenants) == 1000


def _meaningful(row: Row) -> bool:
    """A share needs others beside it; without them, their number of processes does not matter."""
    kind, _, _, other_us, _, _, others = row
    return bool((kind == "cap" or other_us) and (other_us or others == PROCESSES[0]))


def _case(row: Row) -> Case:
    """A share beside the rest of the device; a cap on an idle device, or beside a program that has
    no limits and would get half."""
    kind, part, length_us, other_us, form, processes, others = row
    if kind == "share":
        own = SharedProgram(Under(share_milli=part), part, length_us, processes)
        rest = SharedProgram(Under(share_milli=1000 - part), 1000 - part, other_us, others)
        return Case(kind, (own, rest), form)
    due = min(part, 500) if other_us else part
    own = SharedProgram(Under(cap_milli=part), due, length_us, processes)
    rest = SharedProgram(Under(), 1000 - due, other_us, others)
    return Case(kind, (own, rest) if other_us else (own,), form)


def cases(forms: Sequence[str]) -> list[Case]:
    """Every two circumstances meet in one; then four programs at once."""
    lengths = (0, *LENGTHS_US)  # the other's: 0 if there is none
    factors = (KINDS, PARTS_MILLI, LENGTHS_US, lengths, forms, PROCESSES, PROCESSES)
    return [_case(row) for row in covering(factors, _meaningful)] + [
        Case("share", tuple(SharedProgram(Under(share_milli=x), x, us) for x, us in four), form)
        for form in forms
        for four in (FOUR, FOUR_REVERSED)
    ]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=3.0, help="length of each row (default 3)")
    parser.add_argument("--form", choices=FORMS, help="on CUDA: one way to launch (default: all)")
    parser.add_argument("--rows", type=int, help="only so many rows, the first ones")
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="only rows with TEXT in them"
    )
    parser.add_argument(
        "--python", default=sys.executable, help="on CUDA: a Python with PyTorch, for real loops"
    )


def _arguments(length_us: int) -> list[str]:
    """Requests of a millisecond or a command, and tens of milliseconds of them queued."""
    commands = max(1, 1000 // length_us)
    in_flight = max(3, 20_000 // (commands * length_us))
    return ["requests", *map(str, (commands, length_us, 0, in_flight, 3600))]


def rates(runs: Sequence[Workload], settle_s: float, seconds: float, parts: int = 1) -> list[float]:
    """Requests a second of each, from when all have begun and settled; the median of parts."""
    while not all(run.requests() for run in runs):
        time.sleep(0.05)
        if not all(run.running() for run in runs):
            raise WorkloadError("a program ended early; its words are above")
    time.sleep(settle_s)
    begin = time.monotonic_ns()
    time.sleep(seconds)
    end = time.monotonic_ns()
    time.sleep(0.1)
    if not all(run.running() for run in runs):
        raise WorkloadError("a program ended early; its words are above")
    step = (end - begin) // parts
    starts = [begin + i * step for i in range(parts)]
    made = [run.requests() for run in runs]
    return [median(done_in(each, at, at + step) for at in starts) / (step / 1e9) for each in made]


class Bench:
    """One device."""

    def __init__(self, device: str, seconds: float) -> None:
        self._device, self._seconds = device, seconds
        self._variables = load_variables(device)
        self._alone: dict[tuple[int, int, str], float] = {}

    def _arena(self) -> Arena:
        return Arena(target(self._device).soft, **self._variables)

    def _start(
        self, arena: Arena, length_us: int, processes: int, form: str, under: Under | None
    ) -> Workload:
        """One program; its processes are forked, so that they all belong to it."""
        variables = {**FORMS[form], "LOAD_PROCESSES": str(processes)}
        return arena.start(self._device, _arguments(length_us), under, **variables)

    def _rate_alone(self, length_us: int, processes: int, form: str, under: Under | None) -> float:
        """Many rows rest on this figure, so that one moment of the machine may not spoil it."""
        with self._arena() as arena:
            run = self._start(arena, length_us, processes, form, under)
            return rates([run], ALONE_SETTLE_S, ALONE_S, ALONE_PARTS)[0]

    def alone(self, tenant: SharedProgram, form: str) -> float:
        """Requests a second without Heddle and without others."""
        key = (tenant.length_us, tenant.processes, form)
        if key not in self._alone:
            self._alone[key] = self._rate_alone(*key, None)
        return self._alone[key]

    def measure(self, case: Case) -> dict[str, Any]:
        alone = [self.alone(tenant, case.form) for tenant in case.tenants]
        with self._arena() as arena:
            runs = [
                self._start(arena, each.length_us, each.processes, case.form, each.under)
                for each in case.tenants
            ]
            beside = rates(runs, SETTLE_S, self._seconds)
        got = [a / b for a, b in zip(beside, alone, strict=True)]
        return _row(case.name, [each.due_milli / 1000 for each in case.tenants], got)

    def unlimited(self, form: str) -> dict[str, Any]:
        """Short commands of a program that is alone: what is left of its native rate."""
        native, heddle = [], []
        for _ in range(ROUNDS):  # alternating: whatever else the machine does hits both
            native.append(self._rate_alone(LENGTHS_US[0], 1, form, None))
            heddle.append(self._rate_alone(LENGTHS_US[0], 1, form, Under()))
        return _row(unlimited_name(form), [1.0], [median(heddle) / median(native)])


def _row(name: str, asked: list[float], got: list[float]) -> dict[str, Any]:
    return {
        "row": name,
        "asked": asked,
        "got": [round(part, 4) for part in got],
        "error": max(abs(a - b) for a, b in zip(asked, got, strict=True)),
        "sum": sum(got),
    }


def unlimited_name(form: str) -> str:
    return f"alone, no limits, commands of {LENGTHS_US[0]} us, {form}"


def bars(rows: Sequence[tuple[str, bool, dict[str, Any]]], minutes: float | None) -> list[Bar]:
    """Of rows as (kind, whether all of the device should be in use, figures): what was measured.

    With `minutes` the rows are all that there are.
    """
    shares = [row["error"] for kind, _, row in rows if kind == "share"]
    caps = [row["error"] for kind, _, row in rows if kind == "cap"]
    sums = [row["sum"] for _, fills, row in rows if fills]
    kept = [row["sum"] for kind, _, row in rows if kind == "alone"]
    loops = [row for kind, _, row in rows if kind == "loop"]
    alone = [row["of_alone"] for row in loops if row["of_alone"] is not None]
    least = [row["error"] for kind, _, row in rows if kind == "least"]
    found = []
    if shares:
        found.append(Bar("error of a share, worst row", ERROR_LIMIT, max(shares)))
    if caps:
        found.append(Bar("error of a cap, worst row", ERROR_LIMIT, max(caps)))
    if sums:
        found.append(Bar("sum of the shares, worst row", SUM_LIMIT, min(sums), at_least=True))
    if kept:
        found.append(Bar("overhead without limits", OVERHEAD_LIMIT, 1 - min(kept)))
    if loops:
        for what, key in (("error", "error"), ("less than its share", "short")):
            worst = max(row[key] for row in loops)
            found.append(Bar(f"{what}, real loops, worst row", ERROR_LIMIT, worst))
    if alone:
        found.append(
            Bar("of alone, needing less than its share", SUM_LIMIT, min(alone), at_least=True)
        )
    if least:
        found.append(Bar("below the least, or not lent in 50 ms", LEAST_LIMIT, max(least)))
    if minutes is not None:
        found.append(Bar("minutes for all rows", MINUTES_LIMIT, minutes))
    return found


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    cuda = options.device.startswith("cuda@")
    known = tuple(FORMS) if cuda else ("eager",)
    forms = [form for form in known if options.form in (None, form)]
    if not forms:
        raise UsageError(f"{options.device} has no {options.form}; leave --form out, or use eager.")

    def wanted(name: str) -> bool:
        return all(text in name for text in options.only)

    chosen = [case for case in cases(forms) if wanted(case.name)][: options.rows]
    alone = [form for form in forms if wanted(unlimited_name(form)) and options.rows is None]
    loops = [row for row in real_loops.rows() if wanted(row.name)] if cuda else []
    has_least = cuda and wanted(real_loops.LEAST_NAME)
    if options.rows is not None or options.form is not None:
        loops, has_least = [], False
    if (loops or has_least) and (why := why_not(options.python, "torch")):
        say(f"{options.python} has no PyTorch ({why}): no real loops. Name one with --python.")
        loops, has_least = [], False
    if not chosen and not alone and not loops and not has_least:
        raise UsageError(f"no row has all of {options.only} in it; see the rows without --only.")
    begun = time.monotonic()
    bench = Bench(options.device, options.seconds)
    rows: list[tuple[str, bool, dict[str, Any]]] = []
    with interruptible(lambda: [row for _, _, row in rows]):
        for i, case in enumerate(chosen):
            say(f"row {i + 1} of {len(chosen)}: {case.name}")
            rows.append((case.kind, case.fills, bench.measure(case)))
        for form in alone:
            say(unlimited_name(form))
            rows.append(("alone", False, bench.unlimited(form)))
        whole = not options.only and options.rows is None and options.form is None
        minutes = (time.monotonic() - begun) / 60 if whole else None
        real = real_loops.Bench(options.device, options.python, LOOP_S, rates)
        for i, row in enumerate(loops):
            say(f"loops {i + 1} of {len(loops)}: {row.name}")
            rows.append(("loop", True, real.measure(row)))
        if has_least:
            say(real_loops.LEAST_NAME)
            rows.append(("least", True, real.least_and_most()))
    return Report("share", [row for _, _, row in rows], bars(rows, minutes), machine())
