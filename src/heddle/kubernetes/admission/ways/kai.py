"""KAI's: the annotations gpu-fraction or gpu-memory (MiB), with gpu-fraction-num-devices and
gpu-fraction-container-name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from heddle.errors import UsageError
from heddle.kubernetes.admission import MOST_DEVICES
from heddle.kubernetes.admission.ask import (
    ContainerAsk,
    DeniedError,
    PartAsk,
    Pod,
    container,
    pod_annotations,
)
from heddle.kubernetes.admission.take import is_left
from heddle.model.job import DeviceAsk
from heddle.model.part import parse_part

FRACTION, MEMORY, COUNT = "gpu-fraction", "gpu-memory", "gpu-fraction-num-devices"
CONTAINER = "gpu-fraction-container-name"
MARK = f"{FRACTION} or {MEMORY}"
CONDITION = (
    "has(object.metadata.annotations) && object.metadata.annotations"
    f".exists(k, k in ['{FRACTION}', '{MEMORY}', '{COUNT}'])"
)


def asks(pod: Pod) -> list[ContainerAsk]:
    """:raises DeniedError: if a value is invalid, or two contradict each other"""
    said = pod_annotations(pod)
    if is_left(pod) or not any(key in said for key in (FRACTION, MEMORY, COUNT)):
        return []
    if FRACTION in said and MEMORY in said:
        raise DeniedError(
            f"annotations {FRACTION} and {MEMORY} contradict each other. Leave one out."
        )
    if FRACTION not in said and MEMORY not in said:
        raise DeniedError(
            f'annotation {COUNT} says no part: add {FRACTION}: "0.5", or {MEMORY}: "8192".'
        )
    device = DeviceAsk(_whole(said, COUNT, MOST_DEVICES) if COUNT in said else 1, "gpu")
    if FRACTION in said:
        part = PartAsk(replace(device, share_milli=_fraction(said[FRACTION])))
    else:
        mib = _whole(said, MEMORY, 1 << 30)
        part = PartAsk(replace(device, share_milli=0), memory_mib=mib)
    return [ContainerAsk(container(pod, said.get(CONTAINER), CONTAINER), ((part,),))]


def _fraction(text: str) -> int:
    try:
        found = parse_part(text, "fraction")
    except UsageError:
        found = 0
    if not found:
        raise DeniedError(
            f'annotation {FRACTION}: "{text}": a fraction is above 0 and up to 1, as in "0.5".'
        )
    return found


def _whole(said: Mapping[str, str], key: str, most: int) -> int:
    text = said[key]
    if text.isascii() and text.isdecimal() and 1 <= int(text[:12]) <= most:
        return int(text)
    raise DeniedError(f'annotation {key}: "{text}": give a whole number, from 1 to {most}.')
