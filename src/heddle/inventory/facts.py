"""What is publicly known of a model, by how the hardware names itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heddle._gen.hardware import MODELS


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """One model of a vendor."""

    vendor: str
    name: str  #: what people ask for: H200
    title: str
    kind: str
    source: str  #: where the figures are from
    architecture: str | None = None
    memory_gib: float | None = None
    watts: float | None = None
    #: Dense TFLOPS (TOPS) by precision, and memory_gbs, link_gbs.
    nominal: Mapping[str, float] = field(default_factory=dict)


def find(*names: str) -> ModelFacts | None:
    """The model of the first name that is known: pci:10de:2335, usb:18d1:9302, of:nvidia,ga10b."""
    return next((ModelFacts(**MODELS[name]) for name in names if name in MODELS), None)


def named(vendor: str, name: str) -> ModelFacts | None:
    """The model that a vendor calls so."""
    for facts in MODELS.values():
        if facts["vendor"] == vendor and facts["name"] == name:
            return ModelFacts(**facts)
    return None
