"""Cards and services for `heddle device mps` and `heddle run --mps`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from heddle.cli._output import complain
from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.model.device import Device, find_device
from heddle.model.part import parse_part
from heddle.virt.mps import folders, kernels, partitions, server
from heddle.virt.mps.service import VARIABLES, MpsService


def card(wanted: str | None) -> Device:
    """The card that is meant; it need not be named where there is one.

    :raises HeddleError: if there is none, several, or it is not NVIDIA's
    """
    devices = apis.devices(complain)
    cards = [device for device in devices if device.api == "cuda"]
    have = ", ".join(device.id for device in cards)
    if wanted is not None:
        chosen = find_device(wanted, devices)
        if chosen in cards:
            return chosen
        raise UsageError(
            f"MPS needs an NVIDIA card, and {chosen.id} is none; NVIDIA cards here: "
            f"{have or 'none'}. On any device `heddle run --cap` limits a program by time."
        )
    if not cards:
        raise UsageError(
            "MPS needs an NVIDIA card, and there is none here. On any device `heddle run --cap` "
            "limits a program by time."
        )
    if len(cards) > 1:
        raise UsageError(f"MPS runs on one card, and there are {have}: choose one with --device.")
    return cards[0]


def why_none() -> str:
    """Why no service is listed."""
    if any(device.api == "cuda" for device in apis.devices(complain)):
        return "no MPS service runs; `heddle device mps start` or `heddle run --mps` starts one."
    return "here is no NVIDIA card, so there is no MPS."


def to_stop(wanted: str | None) -> MpsService:
    """The service that is meant. Where there is one, no driver is asked: it may be broken."""
    known = server.services()
    if wanted is None and len(known) == 1:
        return known[0]
    uuid = card(wanted).uuid
    return MpsService(folders.folder_of(uuid), uuid)


def client(
    text: str, device: Device, memory: int, note: Callable[[str], None]
) -> dict[str, str | None]:
    """What changes in the environment of a program that runs under MPS; None is removed.

    `text` is a percentage, or the id of a static partition; `memory` is in bytes.

    :raises HeddleError: if MPS cannot do that
    """
    mib = -(-memory >> 20)
    if "/" in text:
        service = static(device, f"partition {text}")
        _check_partition(text, service)
        found = server.client_environment(service, 0, mib, text)
    else:
        milli = parse_part(text, "MPS percentage")
        MpsService("", device.uuid).client(cap=milli)  # before anything is started for it
        found = server.client_environment(_started(device, note), milli // 10, mib)
    return {**dict.fromkeys(VARIABLES), **found}


def chosen(
    command: Sequence[str], device: Device, memory: int, note: Callable[[str], None]
) -> dict[str, str | None] | None:
    """`--mps auto`: as client(), if MPS is best for what is known of the kernels; None: it is not.

    Gates are then so close that an urgent program waits no longer than for a switch of context.

    :raises HeddleError: if MPS cannot do that
    """
    if not command:
        return None  # which is refused right after
    if why := kernels.why_not(command):
        note(f"without MPS: {why}")
        return None
    changes = client("100%", device, memory, note)
    if "HEDDLE_GATE_US" not in os.environ:
        changes["HEDDLE_GATE_US"] = str(kernels.GATE_US)
    return changes


def static(device: Device, what: str) -> MpsService:
    """The card's service that has static partitions.

    :raises UsageError: if it does not run, or has none; `what` was asked for
    """
    service = server.living(folders.folder_of(device.uuid))
    if service is not None and service.static:
        return service
    have = "hands out percentages" if service else "does not run"
    before = f"heddle device mps stop --device {device.id}` and `" if service else ""
    raise UsageError(
        f"{what} was asked for, and the MPS service of {device.id} {have}. `{before}heddle "
        "device mps "
        f"start --static --device {device.id}` starts one with partitions; `heddle run --mps 30%` "
        "needs none."
    )


def _started(device: Device, note: Callable[[str], None]) -> MpsService:
    folder = folders.folder_of(device.uuid)
    was_there = server.living(folder) is not None
    service = server.ensure(device.uuid, folder)
    if not was_there:
        note(f"an MPS service of {device.id} was started; `heddle device mps stop` ends it")
    return service


def _check_partition(wanted: str, service: MpsService) -> None:
    parts = [part.id for part in partitions.split(service).parts]
    if wanted not in parts:
        have = ", ".join(parts) or "none"
        raise UsageError(
            f"partition {wanted} was asked for, and {service.card} has: {have}. `heddle "
            "device mps create` "
            "makes one."
        )
