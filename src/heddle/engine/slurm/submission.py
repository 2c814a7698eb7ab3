"""An order as a job of Slurm: what is refused, the options of sbatch, and the script."""

from __future__ import annotations

import os
import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence

from heddle.cluster.row import DeviceClass, NodeRow
from heddle.engine._elsewhere.order_file import INSTEAD, UnsuitableError
from heddle.engine.base import Order
from heddle.engine.local.bare_python import python
from heddle.engine.slurm.client import SlurmNode

GRES, SHARD = "gpu", "shard"  #: the generic resources that devices and parts of them are
#: What such a job is refused for, in the words of job files.
LACKS = ("image", "isolated", "remote")


def name_of(attempt: str, job: str) -> str:
    """Of the job: j7 for an array of members of j7."""
    return attempt.partition("[")[0] if "_" in job else attempt


def names(orders: Sequence[Order], folder: str) -> list[str]:
    """The options that say what the job is called, and where it is. Several are an array."""
    if len(orders) == 1:
        own = [f"--job-name={orders[0].attempt}"]
    else:
        own = [f"--job-name={name_of(orders[0].attempt, '_')}", f"--array=0-{len(orders) - 1}"]
    return [*own, f"--chdir={folder}", f"--output={os.path.join(folder, 'batch.txt')}"]


def options(order: Order, known: Mapping[str, SlurmNode]) -> list[str]:
    """Of sbatch, but for `names`. `known` are the nodes of Slurm.

    :raises UnsuitableError: if it has devices of a node that Slurm does not have
    """
    count = max(len(place.devices) for place in order.places)
    # What Slurm starts a second time does nothing (batch.py). A slurmctld that was killed launches
    # jobs that run already: what it may not queue again then, it ends.
    found = ["--requeue", f"--ntasks={len(order.places)}"]
    cpus = max(1, *(-(-place.cpu_milli // 1000) for place in order.places))
    found.append(f"--cpus-per-task={cpus}")
    if mib := max(place.memory_mib for place in order.places):
        found.append(f"--mem-per-cpu={-(-mib // cpus)}M")
    names = {place.node: _slurm_name(place.node, known) for place in order.places}
    if all(names.values()):
        counts = Counter(str(names[place.node]) for place in order.places)
        nodes = sorted(counts)
        found += [f"--nodelist={','.join(nodes)}", f"--nodes={len(nodes)}"]
        if len({*counts.values()}) == 1:  # otherwise Slurm fills the first one
            found.append(f"--ntasks-per-node={counts[nodes[0]]}")
    elif count:
        foreign = next(node for node, name in names.items() if name is None)
        raise UnsuitableError(
            f"{foreign} is not a Slurm node that is up (`sinfo -N`), so Slurm cannot give its "
            f"devices to jobs. Bring it up, {INSTEAD}"
        )
    if part := _shards(order, known):
        found.append(f"--gres={SHARD}:{part}")
    elif count:
        found.append(f"--gpus-per-task={count}")
    return found


def _shards(order: Order, known: Mapping[str, SlurmNode]) -> int:
    """Of the GPU of which it wants a part; 0: whole ones, because it wants them, or the node has no
    shards. Slurm counts shards for a node, not for a task, so a gang has whole ones."""
    first = order.places[0]
    if len(order.places) > 1 or len(first.devices) != 1:
        return 0
    ((_, milli),) = first.devices
    return -(-milli * shards(known[first.node].gres) // 1000) if milli < 1000 else 0


def shards(gres: str) -> int:
    """Of each GPU of a node: gpu:2,shard:20 are ten."""
    total = sum(int(count) for count in re.findall(rf"\b{SHARD}:(?:[^:,()]+:)?(\d+)", gres))
    return total // max(1, len(gpus(gres)))


def gpus(gres: str) -> list[str]:
    """The type of each GPU of a node, empty where it has none: gpu:a100:2(S:0-1),npu:2."""
    found: list[str] = []
    for name, kind, count in re.findall(r"(\w+):(?:([^:,()]+):)?(\d+)(?:\([^)]*\))?", gres):
        if name == GRES:
            found += [kind] * int(count)
    return found


def row(node: SlurmNode) -> NodeRow:
    """As the control plane has it. Slurm says neither the memory of devices nor their level."""
    types = gpus(node.gres)
    return NodeRow(
        node.name, 1000 * node.cpus, node.memory_mib,
        tuple(DeviceClass("gpu", each) for each in types),
        called=tuple((f"{GRES}@{number}",) for number in range(len(types))),
        down=f"Slurm has it as {node.gone}" if node.gone else "",
        address=node.address,
    )  # fmt: skip


def _slurm_name(node: str, known: Mapping[str, SlurmNode]) -> str | None:
    return node if node in known else None


def script(folders: Sequence[str], nonces: Sequence[str]) -> str:
    """Becomes the process of heddle/engine/slurm/batch.py; in an array, of the one whose turn it
    is."""
    pairs = zip(folders, nonces, strict=True)
    lines = [f"exec {shlex.join(python('heddle.engine.slurm.batch', *pair))}" for pair in pairs]
    if len(lines) == 1:
        return f"#!/bin/sh\n{lines[0]}\n"
    cases = "".join(f"{index}) {line} ;;\n" for index, line in enumerate(lines))
    return f'#!/bin/sh\ncase "$SLURM_ARRAY_TASK_ID" in\n{cases}esac\n'
