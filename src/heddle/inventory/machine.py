"""The whole machine: every probe's components, in one canonical order, and what changed since."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from heddle.errors import UsageError
from heddle.inventory import pci
from heddle.inventory.host import Host, Live, Patient
from heddle.inventory.probes import probes
from heddle.inventory.stack import stack
from heddle.inventory.system import attributes
from heddle.model.hardware import KINDS, Component, Machine, Trouble


def look(host: Host | None = None) -> Machine:
    """What the host has. What cannot be read is in `troubles`, and the rest is still there.

    :raises UsageError: for this machine, if it does not run Linux
    """
    if host is None and sys.platform != "linux":
        raise UsageError(
            f"Heddle looks at the hardware of Linux only, not of {sys.platform!r}. On Windows use "
            "WSL2, which is Linux; a Mac can show a machine that was recorded elsewhere."
        )
    patient = Patient(host or Live())
    once = _Once(patient)
    functions = pci.functions(once)
    found: dict[str, Component] = {}
    troubles: list[Trouble] = []
    for probe in probes():
        try:
            for component in probe.components(once, functions):
                found.setdefault(component.id, component)
        except Exception as error:  # one vendor's surprise must not hide the others' hardware
            name = type(probe).__module__.rpartition(".")[2]
            troubles.append(Trouble(name, f"{type(error).__name__}: {error}"))
    return Machine(
        name=once.text("/proc/sys/kernel/hostname") or "unknown",
        components=tuple(sorted(found.values(), key=lambda c: (KINDS.index(c.kind), c.id))),
        stack=stack(once),
        attributes=attributes(once),
        troubles=(*patient.troubles, *troubles),
    )


class _Once:
    """Another Host, whose management libraries are asked once, however many probes want to know."""

    def __init__(self, host: Host) -> None:
        self._answers: dict[str, Any] = {}
        self._host = host
        self.text, self.names, self.resolve = host.text, host.names, host.resolve

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        if name not in self._answers:
            self._answers[name] = self._host.management(name, ask)
        return self._answers[name]


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one component between two looks."""

    id: str
    what: str  #: appeared, gone, changed
    fields: tuple[str, ...] = ()  #: names of those that changed


def changes(before: Machine, after: Machine) -> list[Change]:
    """What was plugged in, lost or altered, in the order of ids."""
    old = {component.id: component for component in before.components}
    new = {component.id: component for component in after.components}
    found = []
    for identity in sorted(old.keys() | new.keys()):
        if identity not in old:
            found.append(Change(identity, "appeared"))
        elif identity not in new:
            found.append(Change(identity, "gone"))
        elif old[identity] != new[identity]:
            found.append(Change(identity, "changed", _differing(old[identity], new[identity])))
    return found


def _differing(old: Component, new: Component) -> tuple[str, ...]:
    names = (field.name for field in fields(Component))
    return tuple(name for name in names if getattr(old, name) != getattr(new, name))
