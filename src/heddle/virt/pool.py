"""The devices of this machine as one pool: how much there is, is free, and is of use."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heddle.inventory import cordon
from heddle.inventory.jobs import job_of
from heddle.model.partition import (
    COMPUTE,
    COMPUTE_SLICES,
    MEMORY,
    Claim,
    Counters,
    folded,
    mode,
)
from heddle.model.pool import Tally, tally, together
from heddle.records import ProgramState
from heddle.virt import registry, slot, survey
from heddle.virt.kinds import mig
from heddle.virt.mig.layouts import Card, Instance, is_legal, stranded
from heddle.virt.place import DevicePlace

MIB = 1 << 20
NO_CLAIMS: Mapping[str, Sequence[Claim]] = {}


@dataclass(frozen=True, slots=True)
class PoolDevice:
    """One device of the pool."""

    device: str
    uuid: str
    model: str
    mode: str  #: pooled, exclusive or foreign
    cordoned: bool
    memory_factor_milli: int
    counters: Mapping[str, Tally]
    claims: Sequence[Claim]


@dataclass(frozen=True, slots=True)
class PoolModel:
    """All devices of one model together."""

    model: str
    devices: int
    counters: Mapping[str, Tally]


def pool(
    held: Mapping[str, Sequence[Claim]] = NO_CLAIMS,
) -> tuple[list[PoolDevice], list[PoolModel]]:
    """Every device that can be cut, and the sums by model. `held`: what jobs have, by device."""
    programs = slot.programs()
    ours = {each.program for each in registry.load() if slot.find(each, programs)}
    others = [each for each in programs if each.id not in ours]
    cordons, now = cordon.load(), time.time()
    devices = [
        _device(place, others, held.get(place.device, ()), cordons, now)
        for place in survey.places()
    ]
    models = [
        PoolModel(
            name,
            sum(each.model == name for each in devices),
            together(each.counters for each in devices if each.model == name),
        )
        for name in dict.fromkeys(each.model for each in devices)
    ]
    return devices, models


def _device(
    place: DevicePlace,
    programs: Sequence[ProgramState],
    held: Sequence[Claim],
    cordons: Sequence[cordon.Cordon],
    now: float,
) -> PoolDevice:
    # A program of a job is in what the job was given. So is one whose job is not visible.
    of_jobs = [each for each in programs if held and job_of(each) != ""]
    own = [each for each in programs if not held or job_of(each) == ""]
    jobs = [folded(each.takes) for each in held] if place.cut is None else []
    used = unbooked(place, of_jobs)
    closed = any(each.holds(now) and _means(each, place) for each in cordons)
    counters = tally(
        place.offer,
        place.claims,
        capacity=folded(place.capacity),
        unbooked=unbooked(place, own),
        jobs={
            name: max(sum(each.get(name, 0) for each in jobs), used.get(name, 0) if jobs else 0)
            for name in folded(place.offer.has)
        },
        cordoned=closed,
        stranded=None if place.cut is None else lost(place),
    )
    return PoolDevice(
        place.device,
        place.uuid,
        place.model,
        mode(place.claims),
        closed,
        place.offer.factor,
        counters,
        place.claims,
    )


def _means(each: cordon.Cordon, place: DevicePlace) -> bool:
    if each.uuid:
        return each.uuid == place.uuid
    return place.device in (each.id, each.device)


def unbooked(place: DevicePlace, programs: Sequence[ProgramState]) -> dict[str, int]:
    """What programs outside of partitions were given of a device: their share, and their memory
    limit, or what they use if that is more, less what is on the host; of a card in MIG mode,
    instances they are in."""
    if place.cut is not None:
        used = [mig.taken(each) for each in mig.used_outside(place)]
        return folded({name: sum(each.get(name, 0) for each in used) for name in place.offer.has})
    here = [each for each in programs if place.device in each.devices]
    memory = sum(_given(each, place.device) for each in here)
    found = {COMPUTE: sum(each.share_milli for each in here), MEMORY: -(-memory // MIB)}
    return {name: value for name, value in found.items() if name in place.offer.has}


def _given(program: ProgramState, device: str) -> int:
    used = program.memory.get(device, 0)
    return max(program.memory_limit, used) - (used - slot.occupied(program, device))


def lost(place: DevicePlace) -> Counters:
    """Free slices of a card in MIG mode that nothing fits over any more."""
    assert place.cut is not None
    if place.cut.present is None:
        return {}
    card, there = place.cut.card, mig.held(place)
    left = card.compute_slices - sum(each.profile.compute for each in there)
    return {
        "memory_slices": stranded(card, there),
        COMPUTE_SLICES: max(0, left - _reachable(card, there)),
    }


def _reachable(card: Card, there: Sequence[Instance]) -> int:
    """The most compute slices that further instances can have together."""

    def best(layout: tuple[Instance, ...], start: int) -> int:
        found = 0
        for profile in card.profiles:
            for at in profile.starts:
                if at < start:  # in order of their places, so that no layout is tried twice
                    continue
                added = Instance(at, profile)
                if is_legal(card, (*layout, added)):
                    rest = best((*layout, added), at + profile.memory)
                    found = max(found, profile.compute + rest)
        return found

    return best(tuple(there), 0)
