"""What the Ray engine does with each word of an order: the whole translation, in one table.

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

_REFUSED = "refused before anything starts"

RAY = {
    "attempt": "part of the name of a placement group; a folder, `STATE/engines/ray/attempts/ID/`, "
    "which all Ray nodes must see under the same path",
    "command": "one process for each place, executed as it is: no shell",
    "places": "one bundle of the placement group and one actor each: all of them or none",
    "places.node": "a label selector of the bundle, for exactly this node",
    "places.devices": "on a node that Heddle started, a part of the resource `heddle:DEVICE`; on "
    "others a part of `GPU`, where Ray decides which. The member is started on them as with the "
    "local engine",
    "places.cpu_milli": "`CPU` of the bundle; control groups of the node, where they can be made",
    "places.memory_mib": "`memory` of the bundle; control groups likewise",
    "places.device_mib": "`--mem` of `heddle run`, as with the local engine",
    "places.lender": _REFUSED,
    "environment": "as with the local engine, on top of a little of the environment of the Ray "
    "node; it is written to `order.json` in the attempt's folder, which only its user can read",
    "folder": "worked in; none: `work` in the attempt's folder, empty at first",
    "image": _REFUSED,
    "priority": "`--priority` of `heddle run`, where there is a device",
    "share_milli": "`--share` of `heddle run`, where it is a part of a device",
    "tenant": "`--tenant` of `heddle run`, where there is a device",
    "grace_s": "from SIGTERM to SIGKILL",
    "snapshot": SNAPSHOT,
    "secrets": SECRETS,
    "data": DATA,
    "equipment": EQUIPMENT,
    "terminal_idle_s": TERMINAL,
    "cap_milli": "`--cap` of `heddle run`, where there is one",
    "isolated": _REFUSED,
    "takes_input": INPUT,
}
