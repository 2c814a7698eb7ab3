"""Which registered nodes could run a job, if an engine reached them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.nodes import NodeRow, Nodes
from heddle.cluster.running import shape_of
from heddle.cluster.sites.atlas import Atlas
from heddle.cluster.whatif import trial
from heddle.control.nodes.node import READY, Node
from heddle.model.job import Job


def hint(job: Job, registered: Iterable[Node], atlas: Atlas = NOTHING) -> str:
    """To go on with behind the reason of a job that nothing here can run; most often nothing."""
    count = could_run(job, (node for node in registered if node.state == READY), atlas)
    if not count:
        return ""
    nodes = "1 registered node" if count == 1 else f"{count} registered nodes"
    return f"; {nodes} could, but no engine runs work there yet"


def could_run(job: Job, registered: Iterable[Node], atlas: Atlas = NOTHING) -> int:
    """How many of them would have room for a member of it, were they idle and not drained.
    Thousands of nodes are of few sorts."""
    if wanted := job.conditions.nodes:
        registered = [node for node in registered if node.name in wanted]
        job = replace(job, conditions=replace(job.conditions, nodes=()))
    sorts: Counter[str] = Counter()
    rows: dict[str, NodeRow] = {}
    for node in registered:
        row = replace(node.row, name="", called=(), cordoned=False)
        key = repr(row)
        sorts[key] += 1
        rows.setdefault(key, row)
    if not rows:
        return 0
    keys = list(rows)
    width = len(str(len(keys)))
    named = [replace(rows[key], name=f"{i:0{width}}") for i, key in enumerate(keys)]
    nodes = Nodes.from_rows(named, atlas)
    fits = np.zeros(len(nodes), dtype=np.bool_)
    for way in job.alternatives:
        fits |= np.isfinite(trial(nodes.copy()).scores(shape_of(job, way)))
    return sum(sorts[keys[int(nodes.names[i])]] for i in np.flatnonzero(fits).tolist())
