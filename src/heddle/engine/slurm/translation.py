"""What the Slurm engine does with each word of an order: the whole translation, in one table.

docs/internals/engines.md shows the same rows; a test holds them together.
"""

from __future__ import annotations

from heddle.engine._elsewhere.order_file import (
    DATA,
    EQUIPMENT,
    INPUT,
    SECRETS,
    SNAPSHOT,
    TERMINAL,
)

_REFUSED = "refused before anything is submitted"

SLURM = {
    "attempt": "`--job-name`; members of an array that start together, with the same options, are "
    "one `--array`; a folder, `STATE/engines/slurm/attempts/ID/`, which all Slurm nodes must see "
    "under the same path",
    "command": "one task of one `srun` for each place, executed as it is: no shell",
    "places": "`--ntasks`",
    "places.node": "`--nodelist` and `--nodes`, with `--ntasks-per-node` where all have as many "
    "members; Slurm decides which member runs on which of them",
    "places.devices": "`--gpus-per-task`, or `--gres=shard` for a part of one GPU where the node "
    "has shards: Slurm decides which of a node's GPUs, and the member is started on those as with "
    "the local engine",
    "places.cpu_milli": "`--cpus-per-task`: the most of all places, in whole CPUs",
    "places.memory_mib": "`--mem-per-cpu`: the most of all places",
    "places.device_mib": "`--mem` of `heddle run`, as with the local engine",
    "places.lender": _REFUSED,
    "environment": "as with the local engine, and the variables `SLURM_*` and `PMI*` of the task; "
    "it is written to `order.json` in the attempt's folder, which only its user can read",
    "folder": "worked in; none: `work` in the attempt's folder, empty at first",
    "image": _REFUSED,
    "priority": "`--priority` of `heddle run`, where there is a device; Slurm's own priority is "
    "Slurm's",
    "share_milli": "`--share` of `heddle run`, where it is a part of a device; Slurm counts "
    "shards, or the whole GPU where the node has none",
    "tenant": "`--uid` and `--gid`: the user that `HEDDLE_SLURM_USERS` names for it, where root "
    "submits; and `--tenant` of `heddle run`, where there is a device",
    "grace_s": "from SIGTERM to SIGKILL; if Slurm itself ends the job, its `KillWait` if that is "
    "shorter",
    "snapshot": SNAPSHOT,
    "secrets": SECRETS,
    "data": DATA,
    "equipment": EQUIPMENT,
    "terminal_idle_s": TERMINAL,
    "cap_milli": "`--cap` of `heddle run`, where there is one",
    "isolated": _REFUSED,
    "takes_input": INPUT,
}
