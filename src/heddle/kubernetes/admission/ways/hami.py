"""HAMi's: the limits nvidia.com/gpu, gpucores, gpumem and gpumem-percentage of a container.

A plain nvidia.com/gpu is NVIDIA's own plugin's, and is taken only of pods that say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heddle.errors import UsageError
from heddle.kubernetes.admission import MOST_DEVICES
from heddle.kubernetes.admission.ask import (
    ContainerAsk,
    DeniedError,
    PartAsk,
    Pod,
    PodContainer,
    containers,
    pod_annotations,
)
from heddle.kubernetes.admission.take import TAKE, is_left, is_taken
from heddle.kubernetes.claims import quantity
from heddle.model.job import WHOLE, DeviceAsk

COUNT, CORES, MEMORY = "nvidia.com/gpu", "nvidia.com/gpucores", "nvidia.com/gpumem"
PERCENTAGE, PRIORITY = "nvidia.com/gpumem-percentage", "nvidia.com/priority"
PARTS = (CORES, MEMORY, PERCENTAGE)
RESOURCES = (COUNT, *PARTS, PRIORITY)  #: what a container loses for the claim
#: Which device it may be; a claim that passed over them could be given a wrong one.
CHOICES = tuple(
    f"nvidia.com/{each}"
    for each in ("use-gputype", "nouse-gputype", "use-gpuuuid", "nouse-gpuuuid", "vgpu-mode")
)
_HAS = (
    "has(c.resources) && has(c.resources.limits) && "
    f"c.resources.limits.exists(k, k in [{', '.join(map(repr, PARTS))}])"
)
MARK = "limits of nvidia.com"
CONDITION = (
    f"object.spec.containers.exists(c, {_HAS}) || (has(object.spec.initContainers) && "
    f"object.spec.initContainers.exists(c, {_HAS})) || (has(object.metadata.annotations) && "
    f"'{TAKE}' in object.metadata.annotations)"
)


def asks(pod: Pod) -> list[ContainerAsk]:
    """:raises DeniedError: if an amount is none, or two contradict each other"""
    if is_left(pod):
        return []
    taken = is_taken(pod)
    found = []
    for each in containers(pod):
        amounts = each.limits
        if any(name in amounts for name in PARTS) or (taken and COUNT in amounts):
            found.append(ContainerAsk(each, ((_part(each, amounts),),)))
    chosen = [name for name in CHOICES if name in pod_annotations(pod)]
    if found and chosen:
        raise DeniedError(
            f"annotation {chosen[0]} is not understood. Name the model in place of the limits, as "
            'in heddle.io/xpu: "h200:0.3,mem=8Gi".'
        )
    return found


def _part(container: PodContainer, amounts: Mapping[str, Any]) -> PartAsk:
    count = _number(container, amounts, COUNT, 1, MOST_DEVICES)
    cores = _number(container, amounts, CORES, 0, 100)
    mib = _number(container, amounts, MEMORY, 1, 1 << 30)
    percent = _number(container, amounts, PERCENTAGE, 1, 100)
    if mib and percent:
        raise DeniedError(
            f"container {container.name!r}: {MEMORY} and {PERCENTAGE} contradict each other. "
            "Leave one out."
        )
    part = (percent or (0 if mib else 100)) * WHOLE // 100
    share = (cores or 0) * WHOLE // 100
    if not share and part == WHOLE:
        share = WHOLE  # nothing is said, or all of the memory
    device = DeviceAsk(count or 1, "gpu", "nvidia", share_milli=share)
    return PartAsk(device, memory_mib=mib or 0, memory_milli=part)


def _number(
    container: PodContainer, amounts: Mapping[str, Any], name: str, least: int, most: int
) -> int | None:
    """None: it is not said."""
    if name not in amounts:
        return None
    try:
        found = quantity(str(amounts[name]))
    except UsageError:
        found = -1
    if not least <= found <= most:
        raise DeniedError(
            f"container {container.name!r}: {name} is {amounts[name]!r}, and can be from {least} "
            f"to {most}."
        )
    return found
