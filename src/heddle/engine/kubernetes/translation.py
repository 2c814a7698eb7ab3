"""What the Kubernetes engine does with each word of an order: the whole translation, in one table.

docs/internals/engines.md shows the same rows; a test holds them together.
"""

from __future__ import annotations

_REFUSED = "refused before anything starts"

KUBERNETES = {
    "attempt": "part of the name of each pod, and an annotation of it; a folder, "
    "`STATE/engines/kubernetes/attempts/ID/`, which no node needs to see",
    "command": "`command` of the container, executed as it is: no shell, nothing expanded; none: "
    "what the image says",
    "places": "one pod each; none leaves its scheduling gate before all are made",
    "places.node": "a required node affinity",
    "places.devices": "a ResourceClaim with a request for each device, which selects it by API and "
    "UUID, with its `share`",
    "places.cpu_milli": "request and limit of the container",
    "places.memory_mib": "request and limit of the container",
    "places.device_mib": "`memory` of the request; where it is unknown, as much of the device's "
    "memory as of its time",
    "places.lender": _REFUSED,
    "environment": "variables of the container, on top of those of the image",
    "folder": "`workingDir`, in the image; none: `/work`, a volume of the pod, empty at first",
    "image": "the container's; none: that of `HEDDLE_KUBERNETES_IMAGE`, and without it refused "
    "before anything starts",
    "priority": "nothing: the cluster's own priority classes decide among pods",
    "share_milli": "`share` of the claim, where it is less than that of the device",
    "tenant": "the namespace that `HEDDLE_KUBERNETES_NAMESPACES` names for it",
    "grace_s": "`terminationGracePeriodSeconds`, in whole seconds, rounded up",
    "snapshot": "nothing: it is in `equipment`, looked up right before the start",
    "secrets": "nothing: they are in `equipment`, looked up right before the start",
    "data": _REFUSED,
    "equipment": "secrets as a Secret that the pods own: variables, and files below "
    "`/run/heddle/secrets`. The snapshot likewise, up to 5600 KiB; an init container with the "
    "image of the job, which must have `sh` and `tar`, unpacks it into `/work`",
    "terminal_idle_s": _REFUSED,
    "cap_milli": "refused before anything starts, unless it is 0",
    "isolated": "every pod has namespaces of its own and no account of the API server; an isolated "
    "one also has no privileges to gain, no capabilities and the default seccomp profile",
    "takes_input": _REFUSED,
}
