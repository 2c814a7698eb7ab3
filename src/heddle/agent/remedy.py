"""Remedies for processes that break the rules: the choice is pure, the rest is not.

A gate does not hold a process that bypasses it, and one stopped with SIGSTOP keeps its memory,
its running command, and on some devices the device. So a remedy is either a report or the end.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from heddle.agent.look import SECOND, Breach
from heddle.errors import NoSuchDeviceError, UsageError, nearest

REPORT, STOP, END = "report", "stop", "end"
#: Word: what it means, for people.
REMEDIES = {
    REPORT: "reported only",
    STOP: "killed at once (SIGKILL)",
    END: "asked to end (SIGTERM), and killed 3 s later",
}
GRACE_NS = 3 * SECOND


@dataclass(frozen=True, slots=True)
class Remedies:
    """The remedy, by device; `strict`: a process that escapes from its program is killed."""

    otherwise: str = REPORT
    devices: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False

    @staticmethod
    def parse(
        words: Iterable[str], strict: bool = False, known: Callable[[], Sequence[str]] = tuple
    ) -> Remedies:
        """Of `stop` or `soft@gpu=end`, the later ones first. `known`: the devices there are, asked
        if one is named.

        :raises UsageError: if there is no such remedy
        :raises NoSuchDeviceError: if there is no such device, and others of its api are known
        """
        otherwise, devices = REPORT, dict[str, str]()
        for word in words:
            device, equals, remedy = word.rpartition("=")
            if remedy not in REMEDIES or bool(equals) != bool(device):
                raise UsageError(
                    f"no remedy {word!r}. Give {', '.join(REMEDIES)}, or one for a device: "
                    "soft@gpu=stop."
                )
            if device:
                devices[device] = remedy
            else:
                otherwise = remedy
        if devices:
            _check_devices(devices, known())
        return Remedies(otherwise, devices, strict)

    def of(self, breach: Breach, spared: frozenset[int], is_strict: bool) -> str:
        """For this breach. Spared users stay so unless a program of the table did it: a program
        started with `heddle run` has agreed to the rules."""
        if not breach.pid or (breach.uid in spared and not breach.program):
            return REPORT
        if breach.program and (is_strict or self.strict):
            return STOP
        if self.strict and breach.uid not in spared:
            return STOP
        return self.devices.get(breach.device, self.otherwise)


def _check_devices(named: Iterable[str], known: Sequence[str]) -> None:
    """Where none of an api is known, its driver may only be late."""
    for device in named:
        api = device.partition("@")[0]
        if device not in known and any(each.startswith(f"{api}@") for each in known):
            raise NoSuchDeviceError(device, list(known), nearest(device, known, 0.5))


#: Sends a signal to the process of a breach; says why not, if it cannot be.
Send = Callable[[Breach, signal.Signals], str]


class Ending:
    """Processes that were asked to end, until they have."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._due: dict[Breach, int] = {}

    def begin(self, breach: Breach, remedy: str, now_ns: int) -> str:
        """What was done, in words that follow "process N"."""
        number = signal.SIGTERM if remedy == END else signal.SIGKILL
        if why_not := self._send(breach, number):
            return f"is not stopped: {why_not}"
        if remedy == END:
            self._due[breach] = now_ns + GRACE_NS
            return f"is asked to end for that (SIGTERM), and has {GRACE_NS // SECOND} s"
        return "is stopped for that (SIGKILL)"

    def look(self, now_ns: int) -> list[tuple[Breach, str]]:
        """What was done about those whose time is up."""
        done = []
        for breach in [breach for breach, due in self._due.items() if due <= now_ns]:
            del self._due[breach]
            if not self._send(breach, signal.SIGKILL):
                done.append((breach, "has not ended, and is stopped for that (SIGKILL)"))
        return done
