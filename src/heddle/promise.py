"""Shares as promises: what is promised of a device to which program, and which gets less.

A share is the least that a program gets of its devices, beside any others. So the shares of one
device add up to at most the device, and a request for more is refused with the names of holders.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from heddle.errors import HeddleError, UsageError
from heddle.records import ProgramState
from heddle.table import Table

WHOLE = 1000
#: Below this, what was measured says little: thousandths of the time, and that time.
TOLERANCE_MILLI, LEAST_NS = 20, 1_000_000_000


def admit(milli: int, device: str | None = None, program: int = 0) -> None:
    """May this share be promised: on the device, to one that is about to start, or to a program
    that is there?

    :raises UsageError: if what others have of its devices leaves too little
    """
    try:
        with Table() as table:
            programs, known = table.programs(), [each.id for each in table.devices()]
    except HeddleError:  # there is no table yet, so nothing is promised
        return
    own = next((each for each in programs if each.id == program), None)
    if own is not None and own.devices:
        for each in own.devices:
            check(milli, [each], programs, known, program)
        return
    if device is not None and device not in known:
        from heddle.inventory import apis
        from heddle.model.device import find_device

        device = find_device(device, apis.devices(lambda _: None)).id
    wanted = [device] if device is not None else known or ["the device"]
    check(milli, wanted, programs, known, program)


def holders(
    device: str, programs: Iterable[ProgramState], devices: Collection[str]
) -> list[ProgramState]:
    """Programs with a promised share of it. One that has not begun may begin there, if it is the
    only one of `devices`, which the table knows."""
    is_only = not set(devices) - {device}
    return [
        each
        for each in programs
        if each.asked.share_milli
        and (device in each.devices or (is_only and not each.devices and not each.is_kept))
    ]


def check(
    milli: int,
    wanted: Collection[str],
    programs: Iterable[ProgramState],
    devices: Collection[str],
    own: int = 0,
) -> None:
    """May one more share be promised, on one of the devices that are wanted? `own` is the program
    that asks, if it is there already.

    :raises UsageError: if the others leave too little
    """
    others = [each for each in programs if each.id != own]
    left: dict[str, tuple[int, list[ProgramState]]] = {}
    for device in wanted:
        found = holders(device, others, devices)
        left[device] = WHOLE - sum(each.asked.share_milli for each in found), found
        if milli <= left[device][0]:
            return
    device, (rest, found) = max(left.items(), key=lambda item: item[1][0])
    raise UsageError(
        f"a share of {_part(milli)} of {device} cannot be promised: "
        f"{', '.join(map(_holder, found))} {'has' if len(found) == 1 else 'have'} "
        f"{_part(WHOLE - rest)}. "
        + (f"Ask for {_part(rest)} or less, " if rest > 0 else "")
        + ("or have" if rest > 0 else "Have")
        + " one of them reduced: `heddle program resize PROGRAM --share PART`. Without "
        "--share it runs in "
        "what they leave."
    )


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Why a program has had less than was promised to it."""

    promised_milli: int
    charged_milli: int  #: of the time in which it wanted its devices
    code: str  #: cap, overbooked, outranked or other
    culprits: tuple[str, ...]

    def __str__(self) -> str:
        why = {
            "cap": "its own cap is lower",
            "overbooked": "more is promised than there is",
            "outranked": "others go first",
            "other": "what others have running cannot be taken off in time",
        }[self.code]
        who = f": {', '.join(self.culprits)}" if self.culprits else ""
        return (
            f"it has had {_part(self.charged_milli)} where {_part(self.promised_milli)} was "
            f"promised; {why}{who}"
        )


def charged_milli(program: ProgramState) -> int | None:
    """Of the time in which it wanted its devices; None: it is too early to tell."""
    if program.wanted_ns < LEAST_NS:
        return None
    return min(WHOLE, round(program.charged_ns * WHOLE / program.wanted_ns))


def shortfall(program: ProgramState, programs: Iterable[ProgramState]) -> Shortfall | None:
    """None: it gets what was promised, or it is too early to tell."""
    charged = charged_milli(program)
    if not program.share_milli or charged is None:
        return None
    if charged >= program.share_milli - TOLERANCE_MILLI:
        return None
    beside = [
        each
        for each in programs
        if each.id != program.id and set(each.devices) & set(program.devices)
    ]
    promised = [each for each in beside if each.share_milli]
    above = [each for each in beside if each.priority > program.priority]
    code, culprits = "other", beside
    if 0 < program.cap_milli < program.share_milli:
        code, culprits = "cap", []
    elif sum(each.share_milli for each in promised) + program.share_milli > WHOLE:
        code, culprits = "overbooked", promised
    elif above:
        code, culprits = "outranked", above
    return Shortfall(program.share_milli, charged, code, tuple(map(_holder, culprits)))


def _holder(program: ProgramState) -> str:
    share = f", {_part(program.asked.share_milli)}" if program.asked.share_milli else ""
    return f"program {program.id} ({program.name}{share})"


def _part(milli: int) -> str:
    return f"{milli / 10:g} %"
