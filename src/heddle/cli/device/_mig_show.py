"""What `heddle device mig` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from heddle.cli._output import bytes_text, clean, print_json, print_table
from heddle.virt.mig.layouts import Card, Instance, MigProfile, room, stranded

if TYPE_CHECKING:
    from heddle.cli.device._mig_cards import CardState, Planned
    from heddle.virt.mig.apply import CardStep, HalfwayError

MIB = 1 << 20


def cards(seen: Sequence[CardState], output: str) -> None:
    if output == "json":
        print_json([_card(each) for each in seen])
        return
    if not seen:
        print(
            "no card with MIG is here (`heddle device mig ls --model H200` shows what one could do)"
        )
    for number, each in enumerate(seen):
        if number:
            print()
        _show(each)


def plan(planned: Planned, output: str) -> None:
    if output == "json":
        print_json(_plan(planned))
        return
    for seen, found in zip(planned.cards, planned.spread.plans, strict=True):
        if len(planned.cards) > 1 and not found.changes and not found.kept:
            continue
        off = f" {_mode(seen)}" if seen.mode and seen.mode != (True, True) else ""
        print(clean(f"{_head(seen)}:{off}"))
        states = {each.instance: _state(each.busy, each.foreign) for each in seen.there or ()}
        rows = [("  keep", str(each), states.get(each, "")) for each in found.kept]
        rows += [("  end", str(each), states.get(each, "")) for each in found.ended]
        rows += [("  make", str(each), _has(each.profile)) for each in found.made]
        for row in rows:
            print(clean(f"{row[0]:<7} {row[1]:<26} {row[2]}").rstrip())
        print(f"  then: {_left(seen.card, found.layout)}")
    if not any(each.changes for each in planned.spread.plans):
        print("All wishes are met already.")
    if not planned.spread.exact:
        print("There are more ways than were looked at; another may end or make less.")


def done(planned: Planned, steps: Sequence[CardStep], output: str) -> None:
    if output == "json":
        print_json({**_plan(planned), "applied": True, "done": list(steps)})
        return
    for each in steps:
        print(clean(str(each)))


def halfway(planned: Planned, error: HalfwayError) -> None:
    told = {"error": error.why, "done": error.done, "undone": error.undone, "left": error.left}
    print_json({**_plan(planned), "applied": False, **told})


def _show(seen: CardState) -> None:
    print(clean(f"{_head(seen)}: {_mode(seen)}"))
    if seen.there is None:
        print("what it is cut into is shown to root only")
    elif seen.there:
        layout = [each.instance for each in seen.there]
        print(_left(seen.card, layout))
        rows = [
            (
                each.instance.profile.name,
                each.instance.start,
                "+".join(f"{n}c" for n in each.instance.computes) or "whole",
                bytes_text(each.instance.profile.memory_mib * MIB),
                each.instance.profile.sms,
                _state(each.busy, each.foreign),
                _pids(seen, at),
            )
            for at, each in enumerate(seen.there)
        ]
        print_table(("INSTANCE", "AT", "COMPUTE", "MEMORY", "SMS", "STATE", "PROCESSES"), rows)
    left = room(seen.card, [each.instance for each in seen.there or ()])
    profiles = [
        (
            each.name,
            each.id,
            f"{each.compute}/{seen.card.compute_slices}",
            f"{each.memory}/{seen.card.memory_slices}",
            bytes_text(each.memory_mib * MIB),
            each.sms,
            ",".join(map(str, each.starts)),
            each.most,
            "N/A" if seen.there is None else left[each.name],
        )
        for each in seen.card.profiles
    ]
    heads = ("PROFILE", "ID", "COMPUTE", "SLICES", "MEMORY", "SMS", "STARTS", "MOST", "ROOM")
    print_table(heads, profiles)


def _head(seen: CardState) -> str:
    return f"{seen.name} ({seen.driver.title})" if seen.driver else seen.name


def _mode(seen: CardState) -> str:
    if seen.driver is None:
        return "the facts of this model"
    if not seen.mode:
        return "MIG mode unknown"
    now, later = seen.mode
    return ("MIG on" if now else "MIG off") + ("" if now == later else ", changes after a reset")


def _left(card: Card, layout: Sequence[Instance]) -> str:
    used = sum(each.profile.memory for each in layout)
    lost = stranded(card, layout)
    text = f"{used} of {card.memory_slices} memory slices used, {lost} stranded"
    more = ", ".join(f"{n} x {name}" for name, n in room(card, layout).items() if n)
    return f"{text}; room for {more or 'nothing more'}" + (" (each on its own)" if more else "")


def _has(profile: MigProfile) -> str:
    return f"{bytes_text(profile.memory_mib * MIB)}, {profile.sms} SMs"


def _state(busy: bool, foreign: bool) -> str:
    return ("busy" if busy else "idle") + (", foreign" if foreign else "")


def _pids(seen: CardState, at: int) -> str:
    if not seen.present:
        return "N/A"
    found = seen.present[at].processes
    return "N/A" if found is None else " ".join(map(str, found)) or "none"


def _card(seen: CardState) -> dict[str, Any]:
    layout = [each.instance for each in seen.there or ()]
    left = room(seen.card, layout)
    told = seen.there is not None
    return {
        "device": seen.name if seen.driver else None,
        "model": seen.card.name,
        "uuid": seen.driver.uuid if seen.driver else None,
        "pci": seen.driver.pci if seen.driver else None,
        "mig": seen.mode[0] if seen.mode else None,
        "mig_after_reset": seen.mode[1] if seen.mode else None,
        "memory_slices": seen.card.memory_slices,
        "compute_slices": seen.card.compute_slices,
        "used_slices": sum(each.profile.memory for each in layout) if told else None,
        "stranded_slices": stranded(seen.card, layout) if told else None,
        "instances": _instances(seen) if told else None,
        "profiles": [
            {**_profile(each), "room": left[each.name] if told else None}
            for each in seen.card.profiles
        ],
    }


def _instances(seen: CardState) -> list[dict[str, Any]]:
    found = []
    for at, each in enumerate(seen.there or ()):
        present = seen.present[at] if seen.present else None
        found.append(
            {
                **_instance(each.instance),
                "busy": each.busy,
                "foreign": each.foreign,
                "id": present.id if present else None,
                "is_cut": present.is_cut if present else None,
                "processes": present.processes if present else None,
                "devices": present.devices if present else None,
            }
        )
    return found


def _profile(of: MigProfile) -> dict[str, Any]:
    names = ("copy_engines", "decoders", "jpegs", "ofas")
    return {
        "name": of.name,
        "id": of.id,
        "compute_slices": of.compute,
        "memory_slices": of.memory,
        "starts": of.starts,
        "most": of.most,
        "sms": of.sms,
        "memory_mib": of.memory_mib,
        **dict(zip(names, of.engines, strict=True)),
    }


def _instance(of: Instance) -> dict[str, Any]:
    """`computes` are the slices of each compute instance."""
    sizes = of.computes or (of.profile.compute,)
    return {"profile": of.profile.name, "start": of.start, "computes": sizes}


def _plan(planned: Planned) -> dict[str, Any]:
    names = [seen.name for seen in planned.cards]
    pairs = zip(planned.cards, planned.spread.plans, strict=True)
    where = zip(planned.wishes, planned.spread.where, strict=True)
    return {
        "cards": [
            {
                "device": seen.name if seen.driver else None,
                "model": seen.card.name,
                "mig": seen.mode[0] if seen.mode else None,
                "kept": [_instance(each) for each in found.kept],
                "ended": [_instance(each) for each in found.ended],
                "made": [_instance(each) for each in found.made],
                "stranded_slices": found.stranded,
                "room": room(seen.card, found.layout),
            }
            for seen, found in pairs
        ],
        "wishes": [{"wish": str(wish), "card": names[at]} for wish, at in where],
        "exact": planned.spread.exact,
    }
