"""The whole machine: every probe's components, in one canonical order."""

from __future__ import annotations

from heddle.inventory import pci
from heddle.inventory.host import Host, Live, Patient
from heddle.inventory.probes import probes
from heddle.model.hardware import KINDS, Component, Machine, Trouble


def look(host: Host | None = None) -> Machine:
    """What the host has. What cannot be read is in `troubles`, and the rest is still there."""
    patient = Patient(host or Live())
    functions = pci.functions(patient)
    found: dict[str, Component] = {}
    troubles: list[Trouble] = []
    for probe in probes():
        try:
            for component in probe.components(patient, functions):
                found.setdefault(component.id, component)
        except Exception as error:  # one vendor's surprise must not hide the others' hardware
            name = type(probe).__module__.rpartition(".")[2]
            troubles.append(Trouble(name, f"{type(error).__name__}: {error}"))
    return Machine(
        name=patient.text("/proc/sys/kernel/hostname") or "unknown",
        components=tuple(sorted(found.values(), key=lambda c: (KINDS.index(c.kind), c.id))),
        troubles=(*patient.troubles, *troubles),
    )
