"""What devices draw, split between the programs that hold them. Pure.

A device says how many millijoules it has drawn. Between two readings the difference goes to the
programs that had queues on it: in proportion to their device time, or, where none of them computed,
in proportion to their shares. Parts are whole numbers and add up to the difference. What a device
drew while nobody held it is nobody's (docs/decisions/0047).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

WHOLE = 1000
NS = 1_000_000_000
GAP_NS = NS  #: that may be missing at the beginning of a program: the device was not read before
STALE_NS = 3 * NS  #: after a reading this old, nothing is known of now
MOST_ATTEMPTS = 10_000  #: that are remembered

Key = tuple[int, int]  #: of a program: its id, which may be given again, and when it was made


@dataclass(frozen=True, slots=True)
class ProgramUse:
    """A program and its devices, at one look."""

    key: Key
    used_ns: Mapping[str, int]  #: device time, by device that it has queues on
    share_milli: int = WHOLE
    attempt: str = ""  #: the folder of the attempt that it is of; empty: of none, or of several
    is_away: bool = False  #: its memory is on the host, and it does not run


@dataclass(slots=True)
class DeviceHold:
    """A program on a device."""

    seen_ns: int  #: device time at the last look; less than before if a queue has gone
    used_ns: int = 0  #: since the last reading
    share_milli: int = WHOLE
    is_away: bool = False  #: it only waits for it


@dataclass(slots=True)
class DeviceMeter:
    """One device, and who held it since the last reading."""

    counter: int
    at_ns: int
    since_ns: int  #: of the first reading
    power_mw: int | None = None  #: between the last two
    idle_mj: int = 0  #: while nobody held it
    holders: dict[Key, DeviceHold] = field(default_factory=dict)  #: since the last reading

    def split(self, millijoules: int) -> dict[Key, int]:
        """Exactly; nothing if nobody held it."""
        holders = sorted(self.holders.items())
        weights = [holder.used_ns for _, holder in holders]
        if not any(weights):
            holders = [each for each in holders if not each[1].is_away]
            weights = [holder.share_milli or WHOLE for _, holder in holders]
        total, until, before = sum(weights), 0, 0
        found: dict[Key, int] = {}
        for (key, _), weight in zip(holders, weights, strict=True):
            until += weight
            found[key] = millijoules * until // total - before
            before += found[key]
        return found


class Energy:
    """`look` often, `read` once a second. Programs from before `began_ns` held their devices before
    anybody looked."""

    def __init__(self, began_ns: int) -> None:
        self._began_ns = began_ns
        self.devices: dict[str, DeviceMeter] = {}
        self.drawn: dict[Key, int] = {}  #: millijoules, up to the last reading
        self._held: dict[Key, dict[str, int]] = {}  # devices, and since when
        self._attempts: dict[str, set[Key]] = {}  # the oldest first
        self._here: set[Key] = set()

    def look(self, now_ns: int, programs: Iterable[ProgramUse]) -> None:
        """All that there are now."""
        self._here = set()
        for program in programs:
            key = program.key
            self._here.add(key)
            if program.attempt and program.used_ns:
                self._attempts.setdefault(program.attempt, set()).add(key)
            since_ns = now_ns if key[1] >= self._began_ns else key[1]
            for device, ns in program.used_ns.items():
                self._held.setdefault(key, {}).setdefault(device, since_ns)
                if (meter := self.devices.get(device)) is not None:
                    first_ns = 0 if self._is_metered(key, device) else ns
                    holder = meter.holders.setdefault(key, DeviceHold(first_ns))
                    holder.used_ns += max(ns - holder.seen_ns, 0)
                    holder.seen_ns, holder.share_milli = ns, program.share_milli
                    holder.is_away = program.is_away
        while len(self._attempts) > MOST_ATTEMPTS:
            self.forget(next(iter(self._attempts)))

    def read(self, now_ns: int, counters: Mapping[str, int]) -> None:
        """By device, in millijoules; one that cannot say it now is left out."""
        for device, counter in counters.items():
            meter = self.devices.get(device)
            if meter is None:
                self.devices[device] = DeviceMeter(counter, now_ns, now_ns)
            elif counter < meter.counter:  # its driver was started anew
                self.devices[device] = DeviceMeter(counter, now_ns, now_ns, idle_mj=meter.idle_mj)
            elif now_ns > meter.at_ns:
                self._count(meter, counter, now_ns)
        known = {key for keys in self._attempts.values() for key in keys} | self._here
        self.drawn = {key: mj for key, mj in self.drawn.items() if key in known}
        self._held = {key: held for key, held in self._held.items() if key in known}

    def _count(self, meter: DeviceMeter, counter: int, now_ns: int) -> None:
        drew = counter - meter.counter
        parts = meter.split(drew)
        for key, part in parts.items():
            self.drawn[key] = self.drawn.get(key, 0) + part
        meter.idle_mj += 0 if parts else drew
        meter.power_mw = drew * NS // (now_ns - meter.at_ns)
        meter.counter, meter.at_ns = counter, now_ns
        meter.holders = {
            key: replace(holder, used_ns=0)
            for key, holder in meter.holders.items()
            if key in self._here
        }

    def of(self, attempt: str, now_ns: int) -> int | None:
        """What its programs have drawn, in millijoules; since the last reading, with the power of
        before. None: it is not known, or not all of it."""
        keys = self._attempts.get(attempt, set())
        if not keys or not all(self._is_metered(key, d) for key in keys for d in self._held[key]):
            return None
        total = sum(self.drawn.get(key, 0) for key in keys)
        measured = {key for key in keys if key in self.drawn}
        for meter in self.devices.values():
            if not keys & meter.holders.keys():
                continue
            if meter.power_mw is None or now_ns - meter.at_ns > STALE_NS:
                return None
            open_mj = meter.power_mw * max(now_ns - meter.at_ns, 0) // NS
            total += sum(mj for key, mj in meter.split(open_mj).items() if key in keys)
            measured |= keys & meter.holders.keys()
        return total if measured == keys else None

    def of_attempts(self, now_ns: int) -> dict[str, int]:
        """By the folder of each, of those of which all is known."""
        found = ((attempt, self.of(attempt, now_ns)) for attempt in self._attempts)
        return {attempt: mj for attempt, mj in found if mj is not None}

    def of_programs(self) -> dict[int, int]:
        """By id, of those that are here and of which all is known, up to the last reading."""
        return {
            key[0]: self.drawn[key]
            for key in self._here & self.drawn.keys()
            if all(self._is_metered(key, device) for device in self._held[key])
        }

    def forget(self, attempt: str) -> None:
        """Its end was noted."""
        self._attempts.pop(attempt, None)

    def _is_metered(self, key: Key, device: str) -> bool:
        """Since it holds the device, or nearly."""
        meter = self.devices.get(device)
        return meter is not None and self._held[key][device] >= meter.since_ns - GAP_NS
