"""How much of a cluster gets used: the packing protocol of FGD (ATC'23) on the openb lists.

1,213 nodes, empty; pods arrive until their demand is 130 % of the devices, and one that does not
fit is lost. Allocated devices in percent, when 100 % and 130 % have arrived, beside the published
figures of FGD. Each list is shuffled by every seed; without any device: --device does not count.

The default policy and FGD are told the commonest pods of the list, as in the publication.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from heddle.cluster.shapes import typical
from heddle.errors import UsageError
from heddle.extras import extra
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.research.folder import traces_folder

HELP = "allocated devices on the openb lists, beside the published figures of FGD"

FIRST_SEED = 42
POINTS = (100, 130)
NEAR = 0.5  #: points that our FGD may differ from the published
LOSE_BY_CHANCE = 0.3  #: points that the default policy may lose with random ties
GAIN_BY_MOVES = 1.0  #: points above the published FGD with migration, mean of the lists
MOVES = 4


@dataclass(frozen=True, slots=True)
class Variant:
    """One line of the table."""

    name: str
    policy: str
    ties: str = "name"
    moves: int = 0


def _variants(policy: str | None) -> list[Variant]:
    with extra("heddle bench place", "NumPy", "cluster"):
        import numpy as _  # noqa: F401
    from heddle.cluster.placing import DEFAULT

    ours = policy or DEFAULT
    ways = [
        Variant("fgd", "fgd"),
        Variant(ours, ours),
        Variant(f"{ours}, random ties", ours, "random"),
        Variant(f"{ours}, migration", ours, "name", MOVES),
    ]
    return ways[:1] if ours == "fgd" else ways


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--traces", help="folder of traces (default: $HEDDLE_TRACES)")
    parser.add_argument("--list", action="append", help="pod list; again for more (default: all)")
    parser.add_argument("--seeds", type=int, default=10, help="shuffles of each (default 10)")
    parser.add_argument("--policy", help="instead of the default one")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")


def _published(folder: Path) -> dict[str, dict[int, float]]:
    """FGD's allocated percent, by list and arrived percent."""
    path = folder / "targets.json"
    try:
        lists = json.loads(path.read_text())["fgd"]["published"]
        return {
            name: {at: rows["FGD"]["alloc_pct"][str(at)]["mean"] for at in POINTS}
            for name, rows in lists.items()
        }
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read ({error.strerror}): --traces names the folder that holds it"
        ) from None
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{path} does not hold the published figures of FGD: {error!r}") from None


def _one(folder: Path, name: str, variant: Variant, seed: int) -> dict[str, Any]:
    """One list in one order, in a separate process."""
    from heddle.cluster import placing
    from heddle.cluster.placer import Placer
    from heddle.research import openb

    nodes = openb.read_nodes(folder / openb.NODES, seed)
    pods = openb.read_pods(folder / openb.PODS.format(name))
    order = openb.arrivals(pods, int(nodes.device_free.clip(0).sum()), seed)
    mix = typical(pods, memory=variant.policy != "fgd")
    ties = f"random:{seed}" if variant.ties == "random" else variant.ties
    placer = Placer(nodes, placing.find(variant.policy, nodes, mix), ties)
    packed = openb.pack(placer, order, variant.moves)
    return {
        **{str(at): packed.at(at) for at in POINTS},
        "placed": packed.placed,
        "moves": packed.moves,
        "decisions": len(order),
        "seconds": packed.seconds,
    }


def _row(name: str, variant: Variant, runs: list[dict[str, Any]], fgd: dict[int, float]) -> Any:
    row: dict[str, Any] = {"list": name, "policy": variant.name, "ties": variant.ties}
    for at in POINTS:
        found = [run[str(at)] for run in runs]
        row[f"at_{at}"] = round(mean(found), 3)
        row[f"spread_{at}"] = round(stdev(found), 3) if len(found) > 1 else 0.0
        row[f"fgd_{at}"] = fgd[at]
    row["moves_per_pod"] = sum(run["moves"] for run in runs) / sum(run["placed"] for run in runs)
    row["decisions_s"] = sum(r["decisions"] for r in runs) / sum(r["seconds"] for r in runs)
    row["seeds"] = len(runs)
    return row


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    folder = traces_folder(options.traces)
    published = _published(folder)
    lists = options.list or sorted(published)
    for name in lists:
        if name not in published:
            there = ", ".join(sorted(published))
            raise UsageError(f"no published figures for list {name!r}. There are: {there}.")
    variants = _variants(options.policy)
    seeds = range(FIRST_SEED, FIRST_SEED + max(1, options.seeds))
    rows = []
    with ProcessPoolExecutor(max(1, options.jobs)) as pool:
        waiting = {
            (name, variant.name): [pool.submit(_one, folder, name, variant, s) for s in seeds]
            for name in lists
            for variant in variants
        }
        for i, name in enumerate(lists):
            for variant in variants:
                say(f"{name} ({i + 1} of {len(lists)}), {variant.name}")
                runs = [run.result() for run in waiting[name, variant.name]]
                rows.append(_row(name, variant, runs, published[name]))
    return Report("place", rows, _bars(rows, variants), machine())


def _bars(rows: list[dict[str, Any]], variants: list[Variant]) -> list[Bar]:
    by = {(row["list"], row["policy"]): row for row in rows}
    lists = list(dict.fromkeys(row["list"] for row in rows))
    bars = []
    for name in lists:
        for at in POINTS:
            key, published = f"at_{at}", f"fgd_{at}"
            fgd = by[name, "fgd"]
            away = abs(fgd[key] - fgd[published])
            bars.append(Bar(f"{name} at {at}: fgd differs from the published", NEAR, away))
            if len(variants) == 1:
                continue
            ours, chance, moved = (by[name, variant.name] for variant in variants[1:])
            what = f"{name} at {at}: {ours['policy']}"
            bars.append(Bar(what, ours[published], ours[key], at_least=True))
            lost = ours[key] - chance[key]
            bars.append(Bar(f"{what}, lost with random ties", LOSE_BY_CHANCE, lost))
            what = f"{what} with migration"
            bars.append(Bar(what, moved[published], moved[key], at_least=True))
    if len(variants) > 1:
        last = variants[-1].name
        gains = [by[n, last][f"at_{at}"] - by[n, last][f"fgd_{at}"] for n in lists for at in POINTS]
        what = "above the published fgd with migration, mean of the lists"
        bars.append(Bar(what, GAIN_BY_MOVES, mean(gains), at_least=True))
    return bars
