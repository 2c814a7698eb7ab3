"""How jobs fare from their arrival to their end: the default beside simpler ways to decide.

Windows of 300 jobs of public traces, in which jobs also end, at five loads each: so dense that they
would keep 20 to 100 % of the cluster busy if none had to wait. The default decides as `heddle up`
does, and knows only what has come so far. Beside it:

  fifo     first come, first served; best fit; whatever fits starts (backfill)
  strict   the same without backfill: nobody starts before those that came earlier
  las      least attained service: who has had more of the devices is preempted for who has had less

Where devices are unlike, or jobs elastic, `alone` is what nobody can be faster than: the mean if
each job were alone in the cluster.

All jobs say `resumes`: a preempted one goes on with what it has done, after a minute. Of each trace
and load, the mean of its windows; constants of the default were chosen on some traces, and the
others are held out.

No device is needed: --device does not count. The folder of traces is --traces or HEDDLE_TRACES.

examples:
  heddle bench life --traces traces --jobs 2
  heddle bench life --traces traces --trace pollux --load 0.8
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError, did_you_mean
from heddle.extras import extra
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.research.folder import traces_folder

if TYPE_CHECKING:
    from heddle.research.bench._life.variants import LifeFigures

HELP = "completion times of traces with departures, beside FIFO with backfill and others"

LOADS = (0.2, 0.4, 0.6, 0.8, 1.0)
OF_FIFO, OF_BEST, OF_LONGEST = 1.01, 1.10, 1.05  #: the most that the default may take, in parts
GAIN, BUSY = 0.30, 0.6  #: less than FIFO where devices are unlike, at this load and more
ALONE = "alone"
LITTLE_H = 1 / 60  #: a wait that counts as none


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--traces", help="folder of traces (default: $HEDDLE_TRACES)")
    parser.add_argument("--trace", action="append", help="one of them; again for more")
    parser.add_argument("--load", type=float, action="append", help="(default 0.2 to 1.0)")
    parser.add_argument("--windows", type=int, default=5, help="of each trace (default 5)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")


def _cell(folder: Path, name: str, load: float, count: int) -> dict[str, LifeFigures]:
    """One trace at one load, in a separate process."""
    from heddle.research.bench._life.variants import FIFO, VARIANTS, LifeFigures, live
    from heddle.research.bench._life.windows import IDLE, TRACES

    windows = TRACES[name].windows(folder, count)
    found = {
        variant: LifeFigures.mean([live(window, load, how) for window in windows])
        for variant, how in VARIANTS.items()
    }
    if TRACES[name].unlike:
        idle = [live(window, IDLE, VARIANTS[FIFO]) for window in windows]
        found[ALONE] = LifeFigures.mean(idle)
    return found


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench life", "NumPy", "cluster"):
        import numpy as _  # noqa: F401
    from heddle.research.bench._life.windows import TRACES

    folder = traces_folder(options.traces)
    names = options.trace or list(TRACES)
    for name in names:
        if name not in TRACES:
            hint = did_you_mean(name, TRACES) or f" There are: {', '.join(TRACES)}."
            raise UsageError(f"--trace {name!r} is none of those measured here.{hint}")
    loads = options.load or LOADS
    if any(not 0 < load <= 10 for load in loads):
        raise UsageError("--load is a part of the cluster, as 0.8.")
    rows = []
    with ProcessPoolExecutor(max(1, options.jobs)) as pool:
        cells: dict[tuple[str, float], Future[dict[str, LifeFigures]]] = {
            (name, load): pool.submit(_cell, folder, name, load, max(1, options.windows))
            for name in names
            for load in loads
        }
        for number, ((name, load), cell) in enumerate(cells.items(), 1):
            say(f"{name} at {load:.0%} ({number} of {len(cells)})")
            rows.append(_row(name, load, TRACES[name].held_out, cell.result()))
    unlike = {name for name in names if TRACES[name].unlike}
    return Report("life", rows, _bars(rows, unlike), machine())


def _row(name: str, load: float, held_out: bool, found: dict[str, LifeFigures]) -> dict[str, Any]:
    row: dict[str, Any] = {"trace": name, "held_out": held_out, "load": load}
    alone = found.pop(ALONE, None)
    row["alone_h"] = round(alone.completion, 4) if alone else None
    for variant, figures in found.items():
        row[f"{variant}_h"] = round(figures.completion, 4)
        row[f"{variant}_wait_h"] = round(figures.wait, 4)
        row[f"{variant}_longest_h"] = round(figures.longest, 4)
    return row


def _bars(rows: list[dict[str, Any]], unlike: set[str]) -> list[Bar]:
    """Those of the traces that were held out come last."""
    bars = []
    for row in sorted(rows, key=lambda row: bool(row["held_out"])):
        what = f"{'held out: ' * row['held_out']}{row['trace']} at {row['load']:.0%}"
        best = min(row["fifo_h"], row["strict_h"], row["las_h"])
        longest = max(row["fifo_longest_h"], LITTLE_H)
        bars += [
            Bar(f"{what}, of FIFO", OF_FIFO, row["default_h"] / row["fifo_h"]),
            Bar(f"{what}, of the best", OF_BEST, row["default_h"] / best),
            Bar(
                f"{what}, longest wait of large jobs",
                OF_LONGEST,
                row["default_longest_h"] / longest,
            ),
        ]
    for name in dict.fromkeys(row["trace"] for row in rows if row["trace"] in unlike):
        busy = [row for row in rows if row["trace"] == name and row["load"] >= BUSY]
        if busy:
            gain, most = (
                fmean(1 - row[f"{who}_h"] / row["fifo_h"] for row in busy)
                for who in ("default", ALONE)
            )
            what = f"{'held out: ' * busy[0]['held_out']}{name}, less than FIFO"
            bars.append(Bar(f"{what} (at most {most:.1%})", GAIN, gain, at_least=True))
    return bars
