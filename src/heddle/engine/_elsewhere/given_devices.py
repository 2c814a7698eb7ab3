"""Devices that another scheduler gave: it counts GPUs, and cannot be asked for a particular one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from heddle.errors import HeddleError
from heddle.model.device import Device

if TYPE_CHECKING:  # a prolog of Slurm imports this, and each job waits for it
    from heddle.engine.base import Order

#: APIs that know devices of others, too, or devices that are no hardware.
_LAST = {"opencl": 1, "soft": 2}


def devices_of(given: str, here: Sequence[Device]) -> list[Device]:
    """`given` are their numbers, with commas between: those of the API of the hardware that has
    them all. None: no API has."""
    indices = [word for word in given.split(",") if word]
    for of_api in _by_api(here):
        own = {str(index): device for index, device in of_api.items()}
        if indices and own.keys() >= {*indices}:
            return [own[index] for index in indices]
    return []


def on_given(
    order: Order, number: int, given: str, here: Sequence[Device], giver: str, remedy: str
) -> Order:
    """With those devices for a member instead of the ones that the control plane chose. `given`
    are their indices.

    :raises HeddleError: if the node has no such devices
    """
    place, chosen = order.places[number], devices_of(given, here)
    if len(chosen) >= len(place.devices):
        pairs = zip(chosen, place.devices, strict=False)
        places = list(order.places)
        places[number] = replace(place, devices=tuple((has.id, milli) for has, (_, milli) in pairs))
        return replace(order, places=tuple(places))
    raise HeddleError(
        f"{giver} gave the GPUs {given or '(none)'}, and {os.uname().nodename} has no such devices "
        f"(`heddle device ls`). {remedy}"
    )


def gpu_bytes(here: Sequence[Device]) -> dict[int, int]:
    """The memory of each GPU that another scheduler counts, by index."""
    found = next((each for each in _by_api(here) if each), {})
    return {index: device.memory_bytes for index, device in found.items()}


def _by_api(here: Sequence[Device]) -> list[dict[int, Device]]:
    """Devices by index: first those of APIs of the hardware itself."""
    apis = sorted({device.api for device in here}, key=lambda api: (_LAST.get(api, 0), api))
    return [
        {each.index: each for each in here if each.api == api and each.kind != "cpu"}
        for api in apis
    ]
