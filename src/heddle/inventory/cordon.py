"""Cordons: devices that take no new programs, until they are lifted or the time is over.

Running programs continue. root's cordons apply to all users of the machine, a user's to that user.
Remembered by UUID where there is one, so that a cordon stays with the device when numbers change.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from heddle.errors import CordonedError, UsageError
from heddle.model.device import Device
from heddle.model.metric import is_number
from heddle.system import state

TYPE_CHECKING = False  # `heddle run` comes here, and needs no hardware

if TYPE_CHECKING:
    from heddle.model.hardware import Component

FILE = "cordons"
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
LONGEST_S = 10 * 365 * 86400  #: for longer, a cordon has no end


@dataclass(frozen=True, slots=True)
class Cordon:
    """One cordon: its device, author, reason and end."""

    id: str  #: the component's or device's
    uuid: str | None
    device: str | None  #: api@name when it was cordoned
    reason: str
    by: str
    since: float  #: seconds since 1970
    until: float | None = None  #: None: until it is lifted

    def holds(self, now: float) -> bool:
        return self.until is None or now < self.until

    def means(self, thing: Component | Device) -> bool:
        """By UUID where both have one, else by name."""
        if self.uuid and thing.uuid:
            return self.uuid == thing.uuid
        device = thing.id if isinstance(thing, Device) else thing.device
        return self.id == thing.id or (device is not None and device in (self.id, self.device))


def cordoned(
    thing: Component | Device, now: float, cordons: Iterable[Cordon] | None = None
) -> Cordon | None:
    """The cordon that holds for it; of several the one that ends last."""
    known = load() if cordons is None else cordons
    holding = [cordon for cordon in known if cordon.means(thing) and cordon.holds(now)]
    return max(holding, key=lambda cordon: cordon.until or float("inf"), default=None)


def refuse_if_cordoned(device: Device, now: float | None = None) -> None:
    """:raises CordonedError: if the device takes no new programs"""
    now = time.time() if now is None else now
    if (cordon := cordoned(device, now)) is not None:
        since, ends = ago(now - cordon.since), cordon.until and ago(cordon.until - now)
        raise CordonedError(device.id, cordon.reason, f"by {cordon.by} {since} ago", ends or "")


def load() -> list[Cordon]:
    """All cordons, the machine's first; unreadable entries are left out and reported."""
    found = state.read(FILE)
    if not all(isinstance(held, list) and len(_parse(held)) == len(held) for held in found):
        state.warn(
            f"a part of {FILE}.json in {' or '.join(state.folders())} is invalid: a device "
            "may be cordoned that is not listed. Fix or remove the file."
        )
    return [cordon for held in found for cordon in _parse(held)]


def put(thing: Component | Device, reason: str, seconds: float | None, now: float) -> Cordon:
    """Cordons it, in place of what this user said before.

    :raises HeddleError: if it cannot be remembered
    """
    device = thing.id if isinstance(thing, Device) else thing.device
    cordon = Cordon(
        *(thing.id, thing.uuid or None, device, reason, _who(), now),
        None if seconds is None else now + seconds,
    )
    _update(lambda own: [each for each in own if not each.means(thing)] + [cordon], now)
    return cordon


def lift(name: str, thing: Component | Device | None, now: float) -> bool:
    """Lifts this user's cordons of it; the device may be gone meanwhile. False if there were none.

    :raises UsageError: if only root can
    """

    def meant(cordon: Cordon) -> bool:
        names = (cordon.id, cordon.uuid, cordon.device)
        return cordon.means(thing) if thing is not None else name in names

    lifted = [cordon for cordon in _parse(state.own(FILE)) if meant(cordon) and cordon.holds(now)]
    if lifted:
        _update(lambda own: [cordon for cordon in own if not meant(cordon)], now)
    if others := [each for each in load() if each.holds(now) and meant(each)]:
        raise UsageError(
            f"{name} is also cordoned for the whole machine, by {others[0].by}. "
            f"Lift that with `sudo heddle device uncordon {name}`."
        )
    return bool(lifted)


def seconds_of(text: str) -> float:
    """How long "90s", "30m", "2h", "1d12h" is.

    :raises UsageError: if it is none of these
    """
    parts = re.findall(r"(\d+(?:\.\d+)?)([smhd])", text)
    total = sum(float(number) * _UNITS[unit] for number, unit in parts)
    if "".join(number + unit for number, unit in parts) != text or total <= 0:
        raise UsageError(f"{text!r} is not a time. Write it like 90s, 30m, 2h or 1d12h.")
    if total > LONGEST_S:
        raise UsageError("that is more than ten years. Leave out the time: it then has no end.")
    return total


def ago(seconds: float) -> str:
    """A time as people say it: the largest unit, rounded."""
    for unit, size in reversed(_UNITS.items()):
        if round(seconds) >= size:
            return f"{round(seconds / size)} {unit}"
    return "0 s"


def _update(change: Callable[[list[Cordon]], list[Cordon]], now: float) -> None:
    """Changes this user's cordons; expired ones are removed, unreadable entries stay."""

    def changed(found: Any) -> list[Any]:
        if found is not None and not isinstance(found, list):
            state.put_aside(FILE)
            found = []
        holding = [cordon for cordon in _parse(found) if cordon.holds(now)]
        strange = [entry for entry in found or () if _cordon(entry) is None]
        return [asdict(cordon) for cordon in change(holding)] + strange

    state.update(FILE, changed)


def _parse(found: Any) -> list[Cordon]:
    entries = found if isinstance(found, list) else ()
    return [cordon for entry in entries if (cordon := _cordon(entry)) is not None]


def _cordon(entry: Any) -> Cordon | None:
    """Without what a newer Heddle may have added; None if it is not one."""
    if not isinstance(entry, Mapping):
        return None
    try:
        cordon = Cordon(**{name: entry[name] for name in Cordon.__slots__ if name in entry})
    except TypeError:
        return None
    words = (cordon.id, cordon.reason, cordon.by, cordon.uuid or "", cordon.device or "")
    times = (cordon.since, 0 if cordon.until is None else cordon.until)
    good = all(isinstance(word, str) for word in words) and all(map(is_number, times))
    return cordon if good else None


def _who() -> str:
    import pwd

    try:
        return os.environ.get("SUDO_USER") or pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container without this user
        return str(os.getuid())
