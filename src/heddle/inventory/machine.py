"""The whole machine: every probe's components, in one canonical order, and what changed since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, TypeVar

from heddle.inventory.host import Host, LiveHost, Patient
from heddle.inventory.probes import probes
from heddle.inventory.probes.base import Probe
from heddle.inventory.sources import pci
from heddle.inventory.stack import stack
from heddle.inventory.system import attributes
from heddle.model.hardware import KINDS, Component, Machine, Software, Trouble, Value
from heddle.model.metric import is_number

Answer = TypeVar("Answer")


def look(host: Host | None = None) -> Machine:
    """What the host has. What cannot be read is in `troubles`, and the rest is still there."""
    patient = Patient(host or LiveHost())
    once = _Once(patient)
    functions = pci.functions(once)
    found: dict[str, Component] = {}
    troubles: list[Trouble] = []

    def spared(name: str, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        """One vendor's surprise must not hide the others' hardware."""
        try:
            return question()
        except Exception as error:
            troubles.append(Trouble(name, f"{type(error).__name__}: {error}"))
            return otherwise

    for probe in probes():
        name = type(probe).__module__.rpartition(".")[2]
        listed: list[Component] = spared(name, partial(_components, probe, once, functions), [])
        for component in listed:
            if is_sound(component):
                found.setdefault(component.id, component)
            else:
                troubles.append(Trouble(name, "the data of one device is invalid"))
    software: tuple[Software, ...] = spared("stack", partial(stack, once), ())
    about: dict[str, Value] = spared("system", partial(attributes, once), {})
    return Machine(
        name=once.text("/proc/sys/kernel/hostname") or "unknown",
        components=tuple(sorted(found.values(), key=lambda c: (KINDS.index(c.kind), c.id))),
        stack=tuple(filter(_is_software, software)),
        attributes={k: v for k, v in about.items() if isinstance(v, Value)},
        troubles=(*patient.troubles, *troubles),
    )


def _components(probe: Probe, host: Host, functions: list[pci.Function]) -> list[Component]:
    return list(probe.components(host, functions))


def is_sound(component: Component) -> bool:
    """Whether its values are of the kinds that they should be: libraries answer for it, and a
    record may come from any source."""
    c = component
    return (
        c.kind in KINDS
        and all(isinstance(text, str) for text in (c.id, c.vendor, c.model))
        and all(isinstance(text, str | None) for text in (c.uuid, c.device, c.parent, c.driver))
        and all(map(_is_count, (c.numa, c.memory_bytes)))
        and all(isinstance(value, Value) for value in c.attributes.values())
        and all(map(_is_software, c.stack))
        and all(isinstance(p.to, str) and isinstance(p.links, int) for p in c.peers)
        and all(_is_count(peer.mbytes_s) for peer in c.peers)
    )


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and is_number(value))


def _is_software(software: Software) -> bool:
    return isinstance(software.name, str) and isinstance(software.version, str | None)


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
class ComponentChange:
    """What happened to one component between two looks."""

    id: str
    what: str  #: appeared, gone, changed
    fields: tuple[str, ...] = ()  #: names of those that changed


def changes(before: Machine, after: Machine) -> list[ComponentChange]:
    """What was plugged in, lost or altered, in the order of ids."""
    old = {component.id: component for component in before.components}
    new = {component.id: component for component in after.components}
    found = []
    for identity in sorted(old.keys() | new.keys()):
        if identity not in old:
            found.append(ComponentChange(identity, "appeared"))
        elif identity not in new:
            found.append(ComponentChange(identity, "gone"))
        elif old[identity] != new[identity]:
            found.append(
                ComponentChange(identity, "changed", _differing(old[identity], new[identity]))
            )
    return found


def _differing(old: Component, new: Component) -> tuple[str, ...]:
    names = (field.name for field in fields(Component))
    return tuple(name for name in names if getattr(old, name) != getattr(new, name))
