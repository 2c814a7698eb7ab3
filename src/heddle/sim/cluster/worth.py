"""What the devices of a simulated cluster are worth, draw and cost: as said, or by the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from heddle.cluster.nodes import DeviceClass
from heddle.errors import UsageError
from heddle.metering.level0 import of_facts
from heddle.metering.models import facts_of
from heddle.metering.units import REFERENCE_UNITS, units
from heddle.model.catalogue import meanings


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """Of one device, by model or kind, where they are declared."""

    units: Mapping[str, int] = field(default_factory=dict)
    price: Mapping[str, int] = field(default_factory=dict)  #: an hour, thousandths of the currency
    watts: Mapping[str, int] = field(default_factory=dict)  #: at full load

    def __or__(self, other: ModelFigures) -> ModelFigures:
        return ModelFigures(
            {**self.units, **other.units},
            {**self.price, **other.price},
            {**self.watts, **other.watts},
        )


@dataclass(frozen=True, slots=True)
class ByModel:
    """One figure of devices; for unknown models the usual one counts."""

    usual: int
    known: Mapping[str, int]
    unknown: tuple[str, ...]

    def __call__(self, model: str) -> int:
        return self.known.get(model, self.usual)

    @property
    def text(self) -> str:
        parts = [", ".join(f"{model} {value}" for model, value in self.known.items())]
        if self.unknown:
            parts.append(f"{', '.join(self.unknown)} {self.usual}, as nothing is known")
        return "; ".join(filter(None, parts))

    def needed(self, option: str, table: str) -> None:
        """:raises UsageError: if a model is unknown, as the option decides by it"""
        if self.unknown:
            raise UsageError(
                f"{option} needs [{table}], which lacks {', '.join(self.unknown)}. A "
                "trace of your own may have it, by model or kind."
            )


NOTHING = ModelFigures()


def worth(classes: Iterable[DeviceClass], said: ModelFigures = NOTHING) -> ByModel:
    """In compute units."""
    return _figure(classes, said.units, lambda facts: units(of_facts(facts)).value, REFERENCE_UNITS)


def price(classes: Iterable[DeviceClass], said: ModelFigures = NOTHING) -> ByModel:
    """For an hour; no facts have one."""
    return _figure(classes, said.price, lambda facts: None, 0)


def watts(classes: Iterable[DeviceClass], said: ModelFigures = NOTHING) -> ByModel:
    """At full load."""
    return _figure(classes, said.watts, lambda facts: facts.get("watts"), 0)


#: As a cluster has them, and those that choosing among alternatives goes by.
FIGURES = {"worth": worth, "price": price, "watts": watts}
NEEDED = {"cheapest": "price", "least_energy": "watts"}


def _figure(
    classes: Iterable[DeviceClass],
    said: Mapping[str, int],
    fact: Callable[[Mapping[str, float]], float | None],
    usual: int,
) -> ByModel:
    """A name that stands for several models (V100) counts as the one with the least."""
    known: dict[str, int] = {}
    unknown: dict[str, None] = {}
    for device in sorted(set(classes), key=lambda each: (each.model, each.kind, each.vendor)):
        found = said.get(device.model, said.get(device.kind))
        if found is None and device.model:
            values = [
                fact(facts_of(f"{meaning.vendor}/{model}"))
                for meaning in meanings(device.model, device.vendor or None)
                for model in meaning.models
            ]
            found = min((round(value) for value in values if value is not None), default=None)
        if found is None:
            unknown[device.model or device.kind] = None
        else:
            known[device.model] = found
    return ByModel(usual, known, tuple(unknown))
