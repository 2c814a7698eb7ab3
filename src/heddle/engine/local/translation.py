"""What the local engine does with each word of an order: the whole translation, in one table.

docs/internals/engines.md shows the same rows; a test holds them together, and fails for a word
without one.
"""

from __future__ import annotations

LOCAL = {
    "attempt": "a folder, `STATE/attempts/ID/`; control groups `heddle-KEY-ID-MEMBER`",
    "command": "one process for each place, executed as it is: no shell",
    "places": "one process each",
    "places.node": "this machine",
    "places.devices": "started as [`heddle run`](../reference/settings.md) does, with `--device`, "
    "`--priority`, `--share`, `--tenant`; several devices: it sees those and no others; none: "
    "started plainly, and sees no device of any vendor",
    "places.cpu_milli": "control groups: `cpu.max` (v2), `cpu.cfs_quota_us` (v1)",
    "places.memory_mib": "control groups: `memory.max` (v2), `memory.limit_in_bytes` (v1)",
    "places.device_mib": "`--mem` of `heddle run`: the least that it was given of one of its "
    "devices, which holds for each; the quota of this member, over all its processes",
    "places.lender": "its one device is that node's: the member runs as under `heddle run --device "
    "NODE/DEVICE`, with a ticket for it ([remote.md](../guides/remote.md))",
    "environment": "on top of a little of the server's own (`PATH`, `HOME`, `LANG`, `LC_*`, "
    "`CUDA_*` ...); the rest of that may hold secrets, and stays there",
    "folder": "worked in; none: `STATE/attempts/ID/work`, empty at first",
    "image": "run by Podman: the command, or what the image says, in a container with the work "
    "folder, the devices and the data of the member ([images.md](../guides/images.md))",
    "priority": "`--priority` of `heddle run`, where there is a device",
    "share_milli": "`--share` of `heddle run`, where it is a part of a device",
    "tenant": "`--tenant` of `heddle run`, where there is a device",
    "grace_s": "from SIGTERM to SIGKILL",
    "snapshot": "nothing: it is in `equipment`, looked up right before the start",
    "secrets": "nothing: likewise",
    "data": "nothing: likewise",
    "equipment": "put in place by the supervisor before the first member starts: the snapshot as "
    "the work folder, secrets as variables and files in memory, data from the cache",
    "isolated": "in a sandbox made by bubblewrap: mount, process and IPC namespaces of its own, a "
    "private `/tmp` and `/dev/shm`, the devices of its place and no others; as root also a user of "
    "the tenant's own ([isolation.md](../guides/isolation.md))",
    "cap_milli": "`--cap` of `heddle run`, where there is one",
    "terminal_idle_s": "each member has a terminal, held by a process that belongs to the attempt "
    "([shells.md](../guides/shells.md)); `attach` connects to it, and when it is idle for so long "
    "it is reclaimed",
    "takes_input": "the first member reads a pipe, which `execute` fills ([run-on.md]"
    "(../guides/run-on.md#input)); without it, and for the others, there is nothing to read",
}
