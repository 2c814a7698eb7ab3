"""What a claim was given of this driver's devices, from the claim's own words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from heddle.errors import UsageError
from heddle.kubernetes import DRIVER, MEMORY, SHARE
from heddle.model.job import WHOLE

_UNITS = {
    "n": Decimal("1e-9"), "u": Decimal("1e-6"), "m": Decimal("1e-3"), "": Decimal(1),
    **{letter: Decimal(1000) ** i for i, letter in enumerate("kMGTPE", 1)},
    **{f"{letter}i": Decimal(1024) ** i for i, letter in enumerate("KMGTPE", 1)},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GivenDevice:
    """One device of a claim, or a part of it."""

    request: str
    pool: str
    device: str  #: its name in the slice
    share_id: str  #: tells two parts of one device from each other; empty: it has none
    share_milli: int
    memory: int  #: bytes; 0: the device's memory is not divided


@dataclass(frozen=True, slots=True)
class GivenPod:
    """One that the claim is reserved for."""

    uid: str
    name: str


@dataclass(frozen=True, slots=True)
class GivenClaim:
    """What was given, and to which pods."""

    namespace: str
    name: str
    uid: str
    devices: tuple[GivenDevice, ...]
    pods: tuple[GivenPod, ...]


def read_claim(claim: Mapping[str, Any], uid: str, driver: str = DRIVER) -> GivenClaim:
    """:raises UsageError: if it is another claim of that name, or has nothing of ours"""
    metadata, status = claim["metadata"], claim.get("status") or {}
    place = f"claim {metadata['namespace']}/{metadata['name']}"
    if metadata["uid"] != uid:
        raise UsageError(f"{place} was made anew: its uid is {metadata['uid']}, not {uid}.")
    results = ((status.get("allocation") or {}).get("devices") or {}).get("results") or ()
    devices = tuple(_given(each) for each in results if each["driver"] == driver)
    if not devices:
        raise UsageError(f"{place} has no device of {driver}.")
    reserved = status.get("reservedFor") or ()
    pods = tuple(
        GivenPod(each["uid"], each["name"]) for each in reserved if each.get("resource") == "pods"
    )
    return GivenClaim(metadata["namespace"], metadata["name"], uid, devices, pods)


def _given(result: Mapping[str, Any]) -> GivenDevice:
    consumed = result.get("consumedCapacity") or {}
    return GivenDevice(
        request=result["request"],
        pool=result["pool"],
        device=result["device"],
        share_id=result.get("shareID") or "",
        share_milli=quantity(str(consumed.get(SHARE, WHOLE))),
        memory=quantity(str(consumed.get(MEMORY, 0))),
    )


def quantity(text: str) -> int:
    """A number as Kubernetes writes it: 300, 8Gi, 1e3; a part of one counts as one.

    :raises UsageError: if it is none
    """
    number = text.rstrip("KMGTPEinumk")
    unit = text[len(number) :]
    try:
        value = Decimal(number) * _UNITS[unit]
    except (InvalidOperation, KeyError):
        raise UsageError(f"{text!r} is not a quantity of Kubernetes.") from None
    return int(value.to_integral_value(rounding="ROUND_CEILING"))
