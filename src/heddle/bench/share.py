"""Programs that never stop, each with a share: does each get what it asked for?

Commands are of unlike length. Device time is commands completed by what one takes when the program
is alone, so nothing that Heddle counts is trusted. Shares are measured from the third second on.
"""

from __future__ import annotations

import argparse
import time
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, replace

from heddle.bench.report import Bar, Report
from heddle.bench.target import target
from heddle.bench.workload import Arena, Under, Workload, load_variables, machine
from heddle.errors import WorkloadError

HELP = "shares asked for and got, for programs with commands of unlike length"

ERROR_LIMIT, SUM_LIMIT = 0.02, 0.97
SETTLE_S = 2.0
LENGTHS_US = ((20, 20), (20, 10_000), (10_000, 20), (1000, 100))


@dataclass(frozen=True, slots=True)
class Case:
    """Programs that run together: what each asks for, and how long its commands are."""

    shares_milli: tuple[int, ...]
    lengths_us: tuple[int, ...]
    capped: bool = False  #: the shares are caps, and only the first program has work
    graphs: bool = False  #: a request is one CUDA graph instead of a launch per command

    @property
    def name(self) -> str:
        kind = "cap" if self.capped else "share"
        asked = "/".join(f"{share / 10:g}" for share in self.shares_milli)
        form = ", graphs" if self.graphs else ""
        return f"{kind} {asked} %, commands of {'/'.join(map(str, self.lengths_us))} us{form}"


CASES = (
    *(Case((x, 1000 - x), us) for x in (100, 250, 500, 750) for us in LENGTHS_US),
    Case((100, 150, 250, 500), (20, 100, 1000, 10_000)),
    Case((100, 150, 250, 500), (10_000, 1000, 100, 20)),
    *(Case((x,), (us,), capped=True) for x in (100, 250, 500) for us in (20, 1000, 10_000)),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each row (default 4)")
    parser.add_argument(
        "--form",
        choices=("eager", "graphs"),
        help="on CUDA: launch by launch, or a graph a request (default: both)",
    )


def _arguments(length_us: int) -> tuple[int, list[str]]:
    """Commands of one request, and a program that keeps tens of milliseconds of them queued."""
    commands = max(1, 1000 // length_us)
    in_flight = max(3, 20_000 // (commands * length_us))
    return commands, ["requests", *map(str, (commands, length_us, 0, in_flight, 3600))]


def _cases(device: str, form: str | None) -> list[Case]:
    """On CUDA each case twice: launch by launch, and as graphs."""
    forms = ("eager", "graphs") if device.startswith("cuda@") else ("eager",)
    return [
        replace(case, graphs=each == "graphs")
        for each in forms
        if form in (None, each)
        for case in CASES
    ]


class Bench:
    """One device."""

    def __init__(self, device: str, seconds: float) -> None:
        self._device, self._seconds = device, seconds
        self._variables = load_variables(device)
        self._alone: dict[tuple[int, bool], float] = {}

    def _arena(self, graphs: bool) -> Arena:
        form = {"CUDA_LOAD_GRAPH": "1"} if graphs else {}
        return Arena(target(self._device).soft, **self._variables, **form)

    def _count(self, run: Workload, begin_ns: int, end_ns: int) -> float:
        """Requests done in that time; one that ends outside of it, in part."""
        ends = [request.end_ns for request in run.requests()]

        def done(at_ns: int) -> float:
            i = bisect(ends, at_ns)
            if i in (0, len(ends)):
                return float(i)
            return i + (at_ns - ends[i - 1]) / (ends[i] - ends[i - 1])

        return done(end_ns) - done(begin_ns)

    def alone(self, length_us: int, graphs: bool) -> float:
        """Seconds of the device that a request takes, from many that run back to back."""
        key = (length_us, graphs)
        if key not in self._alone:
            with self._arena(graphs) as arena:
                run = arena.start(self._device, _arguments(length_us)[1])
                time.sleep(2)
                run.stop()
                ends = [request.end_ns for request in run.requests()[3:]]
            self._alone[key] = (ends[-1] - ends[0]) / (len(ends) - 1) / 1e9
        return self._alone[key]

    def measure(self, case: Case) -> dict[str, object]:
        seconds = [self.alone(length_us, case.graphs) for length_us in case.lengths_us]
        with self._arena(case.graphs) as arena:
            runs = [
                arena.start(self._device, _arguments(length_us)[1], self._under(case, share))
                for share, length_us in zip(case.shares_milli, case.lengths_us, strict=True)
            ]
            while not all(run.requests() for run in runs):
                time.sleep(0.05)
                if not all(run.running() for run in runs):
                    raise WorkloadError("a program ended early; its words are above")
            time.sleep(SETTLE_S)
            begin = time.monotonic_ns()
            time.sleep(self._seconds)
            end = time.monotonic_ns()
            time.sleep(0.1)
            took = [
                self._count(run, begin, end) * each for run, each in zip(runs, seconds, strict=True)
            ]
        parts = [each / ((end - begin) / 1e9) for each in took]
        asked = [share / 1000 for share in case.shares_milli]
        return {
            "row": case.name,
            "asked": asked,
            "got": [round(part, 4) for part in parts],
            "error": max(abs(a - b) for a, b in zip(asked, parts, strict=True)),
            "sum": sum(parts),
        }

    @staticmethod
    def _under(case: Case, share: int) -> Under:
        return Under(cap_milli=share) if case.capped else Under(share_milli=share)


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    bench = Bench(options.device, options.seconds)
    rows = []
    for case in _cases(options.device, options.form):
        say(case.name)
        rows.append(bench.measure(case))
    shared = [row for row in rows if str(row["row"]).startswith("share")]
    capped = [row for row in rows if row not in shared]

    def worst(rows: list[dict[str, object]], key: str) -> list[float]:
        return [float(str(row[key])) for row in rows]

    bars = [
        Bar("error of a share, worst row", ERROR_LIMIT, max(worst(shared, "error"))),
        Bar("sum of the shares, worst row", SUM_LIMIT, min(worst(shared, "sum")), at_least=True),
        Bar("error of a cap on an idle device", ERROR_LIMIT, max(worst(capped, "error"))),
    ]
    return Report("share", rows, bars, machine())
