"""The seam between `heddle device measure` and one way to measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from heddle.model.device import Device
from heddle.model.hardware import Value
from heddle.model.metric import Metric


class LeftOut(Exception):
    """This cannot be measured here; the text says why."""


@dataclass(frozen=True, slots=True)
class MeasureTarget:
    """What is measured. Plain data: it goes to a worker as JSON."""

    id: str  #: api@name, as people type it
    key: str  #: under which the results are remembered: the UUID where there is one
    model: str
    words: tuple[str, ...] = ()  #: other names that mean it
    address: str = ""  #: on the PCI bus
    level: int = 0  #: the highest that Heddle has on it
    models: tuple[str, ...] = ()  #: how the hardware names itself, for heddle.inventory.facts
    versions: Mapping[str, str] = field(default_factory=dict)  #: what the values hold for
    variables: Mapping[str, str] = field(default_factory=dict)  #: of the worker's environment
    is_usual: bool = True  #: measured even if it is not named


@dataclass(frozen=True, slots=True)
class MeasureStep:
    """One measurement: it gives the metric of its name."""

    name: str
    seconds: float  #: that it takes without a time limit
    is_usual: bool = True  #: done even if it is not named


class MeasureSession(Protocol):
    """A device that is open for measuring; lives in a worker."""

    facts: dict[str, Value]  #: what the device and its libraries say of themselves

    def measure(self, name: str, seconds: float) -> Metric:
        """One step, within about that time.

        :raises LeftOut: if it cannot be done here
        """
        ...

    def close(self) -> None: ...


class Way(Protocol):
    """One way to measure: what it finds here, what it can measure on it, and how."""

    start_s: float  #: that a worker needs before the first step

    def targets(self) -> list[MeasureTarget]:
        """What there is on this machine to measure so. Cheap, and in no need of a driver's state.

        :raises HeddleError: if a driver is broken
        """
        ...

    def named(self, word: str) -> MeasureTarget | None:
        """What this word means, if anything."""
        ...

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        """What this way can measure on it, in the order of work; nothing if it is not for it."""
        ...

    def open(self, target: MeasureTarget) -> MeasureSession:
        """Called in a worker.

        :raises LeftOut: if nothing can be measured
        """
        ...


def by_word(targets: list[MeasureTarget], word: str) -> MeasureTarget | None:
    """The one of these that is called so."""
    return next((t for t in targets if word in (t.id, t.key, *t.words)), None)


def of_device(
    device: Device,
    versions: Mapping[str, str],
    variables: Mapping[str, str],
    address: str = "",
    models: tuple[str, ...] = (),
) -> MeasureTarget:
    """A device that Heddle schedules."""
    return MeasureTarget(
        id=device.id,
        key=device.uuid or device.id,
        model=device.model,
        words=(f"{device.api}@{device.index}",),
        address=address,
        level=device.level,
        models=models,
        versions=versions,
        variables=variables,
    )
