"""The openb lists (Alibaba, 2023): pods come and go on the 1,213 nodes with GPUs.

`openb:default` is `openb_pod_list_default.csv`. A pod is a job of one member; its tenant is its
class of service, as the lists name no other.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from heddle.cluster.nodes import Nodes
from heddle.errors import UsageError
from heddle.model.job import WHOLE, Alternative, DeviceAsk, Job
from heddle.research.openb import NODES, PODS, read_nodes
from heddle.sim.cluster.truth import Arrival
from heddle.sim.traces.base import Ask, Holes, Trace, rows

TAKES = ()
COLUMNS = ("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli")
TIMES = ("creation_time", "deletion_time")
RULE = "a pod takes as long as it was there: from creation_time to deletion_time"


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: if the lists cannot be read, or have holes"""
    path = ask.folder / PODS.format(what)
    if not path.exists():
        have = sorted(each.stem.removeprefix("openb_pod_list_") for each in _lists(ask.folder))
        known = f"Lists there: {', '.join(have)}." if have else "There is no list."
        raise UsageError(
            f"{path} is not there. {known} Name the folder of traces with --traces or "
            "HEDDLE_TRACES."
        )
    nodes = read_nodes(ask.folder / NODES)
    holes = Holes(path, ask.skip_bad)
    arrivals: list[Arrival] = []
    never, seen = 0, set()
    otherwise = "`heddle sim cluster` needs a list with times: the multigpu lists have none."
    for line, row in rows(path, (*COLUMNS, *TIMES), otherwise):
        if row["name"] in seen:
            holes.found(line, "the name of another pod", repr(row["name"]))
            continue
        arrival = _arrival(line, row, nodes, holes)
        if arrival is not None:
            seen.add(row["name"])
            arrivals.append(arrival)
            never += row.get("scheduled_time") == ""
    rules = [RULE]
    if never:
        rules.append(f"{never} pods of the list were never started by the original cluster")
    return Trace(nodes, arrivals, rules, dict(holes.left_out))


def _lists(folder: Path) -> Iterable[Path]:
    return folder.glob(PODS.format("*"))


def _arrival(line: int, row: dict[str, str], nodes: Nodes, holes: Holes) -> Arrival | None:
    numbers = [holes.whole(line, row, key) for key in (*COLUMNS[1:], *TIMES)]
    if None in numbers:
        return None
    cpu, memory, count, share, begin, end = (number or 0 for number in numbers)
    if end < begin:
        holes.found(line, "deletion_time is before creation_time", f"{end} < {begin}")
        return None
    if count and not 0 < share <= WHOLE:
        holes.found(line, f"gpu_milli is not from 1 to {WHOLE}", str(share))
        return None
    models = tuple(sorted(set(filter(None, (row.get("gpu_spec") or "").split("|")))))
    if models and not {each.model for each in nodes.classes} & set(models):
        holes.found(line, "gpu_spec names a model that no node has", "|".join(models))
        return None
    asks = (DeviceAsk(count, "gpu", models=models, share_milli=share),) if count else ()
    job = Job(
        row["name"],
        row.get("qos") or "default",
        (Alternative(asks),),
        cpu_milli=cpu,
        memory_mib=memory,
        submitted_s=begin,
    )
    return Arrival(job, end - begin)
