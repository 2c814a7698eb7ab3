"""The same simulation with several seeds: side by side if asked, and never twice."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from heddle.errors import NoPermissionError, UsageError
from heddle.sim.cluster.run import Setup, simulate

Found = dict[int, dict[str, Any]]


class SeedStore:
    """A file with a line for each seed that is done. A line that was cut off counts for nothing."""

    def __init__(self, path: Path, setup: Setup) -> None:
        self._path, self._setup = path, json.loads(json.dumps(setup.described()))

    def read(self) -> Found:
        """:raises UsageError: if the file has runs of something else"""
        found: Found = {}
        for number, line in enumerate(self._lines(), 1):
            try:
                entry = json.loads(line)
                setup, seed, report = entry["setup"], int(entry["seed"]), entry["report"]
            except (ValueError, TypeError, KeyError):
                continue
            if setup != self._setup:
                keys = sorted(
                    k for k in {*setup, *self._setup} if setup.get(k) != self._setup.get(k)
                )
                raise UsageError(
                    f"{self._path}: line {number} is of another run: {', '.join(keys)} differ. "
                    "Name another file with --out, or remove this one."
                )
            found[seed] = report
        return found

    def add(self, seed: int, report: dict[str, Any]) -> None:
        """:raises NoPermissionError: if the file cannot be written"""
        line = json.dumps({"setup": self._setup, "seed": seed, "report": report})
        try:
            torn = self._path.exists() and not self._path.read_bytes().endswith(b"\n")
            with self._path.open("a", encoding="utf-8") as file:
                file.write(("\n" if torn else "") + line + "\n")
        except OSError as error:
            raise NoPermissionError(
                f"cannot write the runs ({error.strerror})", str(self._path), "name another --out"
            ) from None

    def _lines(self) -> Iterator[str]:
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return
        except OSError as error:
            raise UsageError(f"cannot read {self._path}: {error.strerror}.") from None
        yield from text.splitlines()


def run_seeds(
    setup: Setup,
    seeds: Iterable[int],
    jobs: int = 1,
    keep: Callable[[int, dict[str, Any]], None] | None = None,
    watch: Callable[[int, float, int, int], None] | None = None,
) -> Found:
    """Each is kept as soon as it is done. `watch` is called where there is one process only.

    :raises UsageError: if the setup is invalid
    """
    found: Found = {}

    def done(seed: int, report: dict[str, Any]) -> None:
        found[seed] = report
        if keep:
            keep(seed, report)

    if jobs == 1:
        for seed in seeds:
            said = None if watch is None else _with_seed(watch, seed)
            done(seed, simulate(setup, seed, said).report())
        return found
    with ProcessPoolExecutor(jobs, initializer=_end_when_interrupted) as pool:
        futures = {pool.submit(_one, setup, seed): seed for seed in seeds}
        for future in as_completed(futures):
            done(futures[future], future.result())
    return found


def _with_seed(
    watch: Callable[[int, float, int, int], None], seed: int
) -> Callable[[float, int, int], None]:
    return lambda now, come, waiting: watch(seed, now, come, waiting)


def _end_when_interrupted() -> None:
    """A worker would otherwise go on with the next seed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _one(setup: Setup, seed: int) -> dict[str, Any]:
    return simulate(setup, seed).report()


#: Figures of a report that are worth a mean over seeds, and where they are.
FIGURES = {
    "jct_mean_s": ("overall", "jct_s", "mean"),
    "jct_p50_s": ("overall", "jct_s", "p50"),
    "jct_p99_s": ("overall", "jct_s", "p99"),
    "waiting_mean_s": ("overall", "waiting_s", "mean"),
    "slowdown_mean": ("overall", "slowdown", "mean"),
    "preemptions": ("overall", "preemptions"),
    "done": ("overall", "done"),
    "utilisation": ("utilisation", "mean"),
    "utilisation_while_arriving": ("utilisation", "while_arriving"),
    "fragmentation": ("fragmentation", "mean"),
    "decisions_per_second": ("decisions_per_second",),
}


def summary(reports: Iterable[dict[str, Any]]) -> dict[str, dict[str, float | None]]:
    """Mean and spread (standard deviation of these seeds) of the figures that matter."""
    every = list(reports)
    found: dict[str, dict[str, float | None]] = {}
    for name, way in FIGURES.items():
        values: list[float] = []
        for report in every:
            value: Any = report
            for key in way:
                value = value[key]
            if value is not None:
                values.append(value)
        found[name] = {
            "mean": round(fmean(values), 6) if values else None,
            "spread": round(pstdev(values), 6) if values else None,
            "least": min(values, default=None),
            "most": max(values, default=None),
        }
    return found
