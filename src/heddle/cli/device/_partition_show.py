"""Partitions as people and programs are shown them."""

from __future__ import annotations

from heddle.cli._output import print_json, print_table
from heddle.cli.device import _partition
from heddle.model.memory import memory_text
from heddle.model.partition import Partition, amounts
from heddle.records import ProgramState
from heddle.virt import registry, slot, survey
from heddle.virt.place import DevicePlace


def partitions(output: str) -> None:
    """The book, the programs in each partition, and partitions made by others."""
    there, programs = survey.places(), slot.programs()
    found = [(each, slot.find(each, programs)) for each in registry.load()]
    if output == "json":
        print_json(
            {
                "partitions": [_told(each, now, there) for each, now in found],
                "foreign": [
                    {
                        "device": place.device,
                        "kind": claim.kind,
                        "name": claim.name,
                        "owner": claim.owner,
                        "takes": dict(claim.takes),
                        "alone": claim.alone,
                    }
                    for place in there
                    for claim in place.claims
                    if claim.foreign
                ],
            }
        )
        return
    rows = [_row(each, now, there) for each, now in found]
    rows += [
        (
            claim.name,
            place.device,
            claim.kind,
            "all" if claim.alone else amounts(claim.takes),
            "-",
            "-",
            claim.owner or "-",
            "foreign",
        )
        for place in there
        for claim in place.claims
        if claim.foreign
    ]
    if not rows:
        print(
            "no partitions. Example: heddle device partition create train --device cuda@0 "
            "--share 30%"
        )
        return
    print_table(("NAME", "DEVICE", "KIND", "TAKES", "CAP", "PROGRAM", "OWNER", "STATE"), rows)


def _row(each: Partition, now: ProgramState | None, there: list[DevicePlace]) -> tuple[object, ...]:
    return (
        each.name,
        _device(each, there),
        each.kind,
        "all" if each.alone else amounts(each.takes),
        f"{each.cap / 10:g} %" if each.cap else "-",
        now.id if now else "-",
        _owner(each),
        _state(each, now, there),
    )


def _told(each: Partition, now: ProgramState | None, there: list[DevicePlace]) -> dict[str, object]:
    return _partition.as_json(
        each,
        device=_device(each, there),
        owner_name=_owner(each),
        state=_state(each, now, there),
        program=now.id if now else None,
        processes=[inside.pid for inside in slot.inhabitants(each, now)],
        memory_used_bytes=sum(now.memory.values()) if now else 0,
        memory=memory_text(each.memory_mib << 20) if each.memory_mib else None,
    )


def _device(each: Partition, there: list[DevicePlace]) -> str:
    """As it is called now: devices are renumbered, and keep their UUID."""
    place = survey.of(each, there)
    return place.device if place else each.device


def _state(each: Partition, now: ProgramState | None, there: list[DevicePlace]) -> str:
    """gone: the device or the hardware instance is not here. Else empty, or what its program is."""
    place = survey.of(each, there)
    if place is None or _instance_gone(each, place):
        return "gone"
    if now is None or not slot.inhabitants(each, now):
        return "empty"
    return now.state


def _instance_gone(each: Partition, place: DevicePlace) -> bool:
    if each.kind == "mig":
        if place.cut is None:
            return True
        present = place.cut.present
        return present is not None and not any(
            each.found.get("uuid") in instance.devices for instance in present
        )
    return each.kind == "function" and each.found.get("pci") not in place.functions


def _owner(each: Partition) -> str:
    import pwd

    try:
        user = pwd.getpwuid(each.owner).pw_name
    except (KeyError, OverflowError):
        user = str(each.owner)
    return f"{user}/{each.tenant}" if each.tenant else user
