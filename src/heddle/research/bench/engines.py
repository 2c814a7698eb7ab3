"""How fast jobs start on an engine through Heddle, beside the engine's own way.

The same command is started in both ways in the same run, on the engine that is there (a Slurm, the
Ray cluster that RAY_ADDRESS names, or one that the benchmark starts, as root): under `heddle run`
in the engine's own way, and as a job of Heddle, which is scheduled just so. Each notes when it
begins. First one at a time, by turns, on an idle engine: the median from submitting to beginning,
and what Heddle adds to it. Then all at once, each way twice: how many begin a second. Heddle's way
is a control plane of its own, in a folder of its own that the nodes of the engine have to see
(--folder).

Without any device: --device does not count.

examples:
  heddle bench engines --engine slurm
  heddle bench engines --engine ray
  heddle bench engines --engine slurm --jobs 200 --folder /shared/tmp -o json
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from heddle.client.client import Client
from heddle.errors import UsageError, WorkloadError
from heddle.extras import extra
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import machine
from heddle.research.bench._crash.plane import Plane

HELP = "jobs started through Heddle on Slurm or Ray, beside the engine's own way"

RATE_LIMIT, ADDED_LIMIT_MS = 0.8, 200.0
JOBS, SINGLES = 100, 11
PATIENCE_S = 120.0
RUN = (sys.executable, "-m", "heddle", "run", "--")
WAYS = Path(__file__).parent / "_engines"
#: It has no more to do than to say when it begins, in a file that is there at once and whole.
NOTE = 'date +%s%N > "$1.new" && mv "$1.new" "$1"'


class OwnWay(Protocol):
    """An engine without Heddle."""

    def start(self, command: Sequence[str]) -> None: ...
    def environment(self) -> dict[str, str]: ...  # of a control plane that does the same
    def close(self) -> None: ...


def engines() -> list[str]:
    return sorted(path.stem for path in WAYS.glob("[!_]*.py"))


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine", choices=engines(), default="slurm", help="to measure (default slurm)"
    )
    parser.add_argument("--jobs", type=int, default=JOBS, help=f"at once (default {JOBS})")
    parser.add_argument(
        "--singles", type=int, default=SINGLES, help=f"one at a time (default {SINGLES})"
    )
    parser.add_argument("--folder", help="that all nodes see (default: a temporary one)")


class Starts:
    """Commands that note when they begin, and those notes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last = 0

    def command(self) -> tuple[str, list[str]]:
        """Another one each time, and its name."""
        self._last += 1
        name = f"s{self._last}"
        return name, ["sh", "-c", NOTE, "sh", str(self._folder / name)]

    def wait(self, names: Sequence[str]) -> list[int]:
        """When each began, in nanoseconds.

        :raises WorkloadError: if one does not
        """
        until = time.monotonic() + PATIENCE_S
        while missing := [name for name in names if not (self._folder / name).exists()]:
            if time.monotonic() > until:
                raise WorkloadError(
                    f"{len(missing)} of {len(names)} jobs have not begun after {PATIENCE_S:g} s. "
                    "Do the nodes see the folder? Name one that they share with --folder."
                )
            time.sleep(0.01)
        return [int((self._folder / name).read_text()) for name in names]


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench engines", "FastAPI", "server"):
        import fastapi as _  # noqa: F401
    if options.jobs < 1 or options.singles < 1:
        raise UsageError("--jobs and --singles: at least 1.")
    own: OwnWay = import_module(f"heddle.research.bench._engines.{options.engine}").OWN()
    with tempfile.TemporaryDirectory(prefix="heddle-engines-", dir=options.folder) as folder:
        Path(folder).chmod(0o777)  # where jobs are other users'
        plane = Plane(options.folder, options.engine, **own.environment())
        try:
            say("starting a control plane")
            plane.start()
            with plane.client() as client:
                rows = _rows(options, Starts(Path(folder)), own, client, say)
            plane.end()
        finally:
            plane.remove()
            own.close()
    name = options.engine
    added_ms = rows[1]["median_ms"] - rows[0]["median_ms"]
    part = rows[3]["per_s"] / rows[2]["per_s"]
    bars = [
        Bar(f"{name}: jobs started a second, of its own way", RATE_LIMIT, part, at_least=True),
        Bar(f"{name}: ms added to the start of a job, median", ADDED_LIMIT_MS, added_ms),
    ]
    return Report("engines", rows, bars, machine())


def _rows(
    options: argparse.Namespace,
    starts: Starts,
    own: OwnWay,
    client: Client,
    say: Callable[[str], None],
) -> list[dict[str, float]]:
    def by_heddle(command: Sequence[str]) -> None:
        client.submit([{"id": "start", "devices": "cpu:1", "command": list(command)}])

    def by_itself(command: Sequence[str]) -> None:
        own.start([*RUN, *command])

    ways = {f"{options.engine}, its own way": by_itself, f"{options.engine}, heddle": by_heddle}
    singles: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(options.singles + 1):  # the first of each warms up
        say(f"{number} of {options.singles} jobs, one at a time")
        for way, start in ways.items():
            singles[way].append(_one(starts, start))
    rows = [
        {
            "row": f"{way}, one at a time",
            "jobs": options.singles,
            "median_ms": quantile(found[1:], 0.5),
            "most_ms": max(found[1:]),
        }
        for way, found in singles.items()
    ]
    took_s = dict.fromkeys(ways, 0.0)
    for way in [*ways, *reversed(ways)]:  # and back: what else runs here changes meanwhile
        say(f"{options.jobs} jobs at once, {way}")
        took_s[way] += _took_s(starts, ways[way], options.jobs)
    count = 2 * options.jobs
    for way, seconds in took_s.items():
        rows.append({"row": f"{way}, at once", "jobs": count, "per_s": count / seconds})
    return rows


def _one(starts: Starts, start: Callable[[Sequence[str]], None]) -> float:
    name, command = starts.command()
    began = time.time_ns()
    start(command)
    (at,) = starts.wait([name])
    return (at - began) / 1e6


def _took_s(starts: Starts, start: Callable[[Sequence[str]], None], count: int) -> float:
    """Until the last one had begun."""
    commands = [starts.command() for _ in range(count)]
    began = time.time_ns()
    for _, command in commands:
        start(command)
    ends = starts.wait([name for name, _ in commands])
    return (max(ends) - began) / 1e9
