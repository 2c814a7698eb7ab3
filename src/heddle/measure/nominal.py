"""What the vendor promises, beside what was measured."""

from __future__ import annotations

from heddle.inventory import facts
from heddle.measure.ways.base import MeasureTarget
from heddle.model.metric import Metric


def of(target: MeasureTarget) -> dict[str, float]:
    """The nominal figures of a model that is known; nothing of others."""
    found = facts.find(*target.models)
    return dict(found.nominal) if found else of_model(target.model)


def of_model(name: str) -> dict[str, float]:
    """By what the driver calls it: NVIDIA H200."""
    vendor, _, rest = name.partition(" ")
    found = facts.named(vendor.lower(), rest)
    return dict(found.nominal) if found else {}


def key(name: str, known: dict[str, float]) -> str:
    """The nominal figure to compare a metric with; empty if there is none."""
    match name.split("."):
        case ["compute", "fp64", "library"] if "fp64_tensor" in known:
            return "fp64_tensor"  # which the library uses
        case ["compute", precision, _]:
            return precision
        case ["memory", *_]:
            return "memory_gbs"
    return ""


def part(metric: Metric, known: dict[str, float]) -> str:
    """In percent; N/A where there is no nominal figure."""
    promised = known.get(key(metric.name, known))
    return f"{100 * metric.value / promised:.0f} %" if promised else "N/A"
