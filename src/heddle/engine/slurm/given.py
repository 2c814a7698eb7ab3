"""Which devices Slurm's GPU numbers mean."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.model.device import Device

#: APIs that know devices of others, too, or devices that are no hardware.
_LAST = {"opencl": 1, "soft": 2}


def devices_of(given: str, here: Sequence[Device]) -> list[Device]:
    """`given` are their numbers, with commas between: those of the API of the hardware that has
    them all. None: no API has."""
    indices = [word for word in given.split(",") if word]
    for api in sorted({device.api for device in here}, key=lambda api: (_LAST.get(api, 0), api)):
        own = {str(each.index): each for each in here if each.api == api and each.kind != "cpu"}
        if indices and own.keys() >= {*indices}:
            return [own[index] for index in indices]
    return []
