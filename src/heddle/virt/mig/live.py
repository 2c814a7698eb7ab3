"""What a card that is here can be cut into, as NVIDIA's management library tells it.

What the library says of a profile goes before the facts; the facts fill what it does not say to
this user, and are all there is where it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from ctypes import byref, c_uint, c_void_p
from typing import Any

from heddle._gen.mig import CARDS
from heddle.inventory.sources import nvml_abi
from heddle.virt.mig import abi as abi
from heddle.virt.mig.layouts import Card, MigProfile, card

Call = Callable[..., int]


def live_card(call: Call, handle: c_void_p, title: str) -> Card | None:
    """None if it is a card that has no MIG, as far as is known."""
    known = _known(call, handle)
    by_id = {each.id: each for each in known.profiles} if known else {}
    profiles = [each for each in _profiles(call, handle, by_id) if each.starts]
    if not profiles:
        return known
    largest = max(profiles, key=lambda each: (each.memory, each.compute))
    return Card(
        name=known.name if known else title.removeprefix("NVIDIA "),
        memory_slices=max(start + each.memory for each in profiles for start in each.starts),
        compute_slices=largest.compute,
        sms=largest.sms,
        profiles=tuple(sorted(profiles, key=lambda each: (each.compute, each.memory, each.name))),
    )


def _known(call: Call, handle: c_void_p) -> Card | None:
    found = nvml_abi.PciInfo()
    if call("nvmlDeviceGetPciInfo_v3", handle, byref(found)):
        return None
    numbers = f"pci:{found.numbers & 0xFFFF:04x}:{found.numbers >> 16:04x}"
    return next((card(name) for name, facts in CARDS.items() if numbers in facts["match"]), None)


def _profiles(
    call: Call, handle: c_void_p, known: Mapping[int, MigProfile]
) -> Iterator[MigProfile]:
    for number in range(abi.MOST_PROFILES):
        info: Any = abi.GpuProfile2(nvml_abi.version(abi.GpuProfile2, 2))
        name = "nvmlDeviceGetGpuInstanceProfileInfoV"
        status = call(name, handle, number, byref(info))
        if status == nvml_abi.FUNCTION_NOT_FOUND:
            info = abi.GpuProfile()
            status = call("nvmlDeviceGetGpuInstanceProfileInfo", handle, number, byref(info))
        if status == nvml_abi.INVALID_ARGUMENT:
            return
        if status:
            continue
        fact = known.get(info.id)
        starts, size = _starts(call, handle, info.id)
        told = getattr(info, "name", b"").decode(errors="replace").removeprefix("MIG ")
        yield MigProfile(
            name=told or (fact.name if fact else _name(info)),
            id=info.id,
            compute=info.slices,
            memory=size or (fact.memory if fact else 0),
            starts=starts or (fact.starts if fact else ()),
            most=info.most,
            sms=info.multiprocessors,
            memory_mib=info.memory_mib,
            engines=(info.copy_engines, info.decoders, info.jpegs, info.ofas),
        )


def _name(info: Any) -> str:
    """For one of an old library that no fact is known of; two may be of one size."""
    return f"{info.slices}g.{info.memory_mib >> 10}gb.id{info.id}"


def _starts(call: Call, handle: c_void_p, profile: int) -> tuple[tuple[int, ...], int]:
    """Where it may begin and how many slices it takes; nothing if this user is not told."""
    found, count = (abi.InstancePlacement * abi.MOST_INSTANCES)(), c_uint(abi.MOST_INSTANCES)
    name = "nvmlDeviceGetGpuInstancePossiblePlacements_v2"
    if call(name, handle, profile, found, byref(count)) or not count.value:
        return (), 0
    places = found[: count.value]
    return tuple(sorted(each.start for each in places)), places[0].size
