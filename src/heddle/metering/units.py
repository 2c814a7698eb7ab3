"""Normalised compute units: one currency for quota, price and fair share.

A device is worth the weighted geometric mean of how many times faster than the reference it is. The
geometric mean is the one whose ratio of two devices does not depend on the reference, and for which
it does not matter whether an input is said in TFLOPS or GFLOPS.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from heddle.errors import UsageError
from heddle.metering.inputs import choose
from heddle.metering.rules import CATEGORIES
from heddle.model.metric import Metric

VERSION = 1

#: One of these is worth 1000 units. Its dense figures, from NVIDIA's data sheet of the A100 80GB
#: SXM (2021): FP64 and FP32 19.5 TFLOPS, BF16 312 TFLOPS, INT8 624 TOPS, memory 2039 GB/s.
REFERENCE_NAME = "nvidia/A100-80GB"
REFERENCE = {
    "fp64": 19.5,
    "fp32": 19.5,
    "half": 312.0,
    "eight_bit": 624.0,
    "memory_bandwidth": 2039.0,
}
REFERENCE_UNITS = 1000

#: What a program reaches of a nominal figure, as a rule of thumb. A measured figure is compared
#: with this part of the reference's nominal one, so that no device loses worth by being measured.
REACH = {"memory_bandwidth": 0.85}
REACH_OTHERS = 0.8

#: Weights by kind of work. What has no weight does not count.
PROFILES: dict[str, dict[str, int]] = {
    "default": {"half": 4, "eight_bit": 1, "fp32": 1, "memory_bandwidth": 4},
    "training": {"half": 6, "fp32": 1, "memory_bandwidth": 3},
    "inference": {"half": 2, "eight_bit": 2, "memory_bandwidth": 6},
    "hpc": {"fp64": 6, "memory_bandwidth": 4},
}

#: Work in a precision that nothing is known of runs in the next one here, at that one's speed.
INSTEAD = {"eight_bit": ("half", "fp32"), "half": ("fp32",)}

_RULES = {rule.input: rule for rule in CATEGORIES["compute"].rules}


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times the reference a device is in one input."""

    input: str
    metric: str
    source: str
    ratio: float
    weight: int
    trust_milli: int


@dataclass(frozen=True, slots=True)
class Units:
    """What a device is worth for one kind of work."""

    value: int | None  #: None: nothing of it is known
    profile: str
    confidence_milli: int
    used: tuple[Ratio, ...] = ()
    missing: tuple[str, ...] = ()  #: unknown, or known only of what runs instead
    note: str = ""
    reference: str = REFERENCE_NAME
    rules: int = VERSION


def profile(name: str) -> dict[str, int]:
    """:raises UsageError: if there is none of this name"""
    if name not in PROFILES:
        raise UsageError(f"no profile {name!r}. Profiles: {', '.join(PROFILES)}.")
    return PROFILES[name]


def units(metrics: Iterable[Metric], profile_name: str = "default") -> Units:
    """The worth of a whole device, measured figures before nominal ones.

    An input of which nothing is known is left out, listed, and lowers the confidence; one that is
    known to be 0 makes the device worth nothing for this kind of work. Memory alone computes
    nothing: without any other input the worth is unknown.

    :raises UsageError: if there is no such profile
    """
    weights = profile(profile_name)
    known = list(metrics)
    used = [ratio for name in weights if (ratio := _ratio(name, weights[name], known))]
    missing = tuple(n for n in weights if not choose(known, _RULES[n].names, _RULES[n].unit))
    if not any(_RULES[u.input].alone for u in used):
        return Units(None, profile_name, 0, (), missing)
    value = 0
    if all(u.ratio for u in used):
        logs = math.fsum(u.weight * math.log(u.ratio) for u in used)
        value = from_ratio(math.exp(logs / sum(u.weight for u in used)))
    trusted = sum(u.weight * u.trust_milli for u in used)
    return Units(value, profile_name, trusted // sum(weights.values()), tuple(used), missing)


def _ratio(name: str, weight: int, metrics: list[Metric]) -> Ratio | None:
    """By what is known of this input, or else of what runs instead, which is trusted half."""
    for each in (name, *INSTEAD.get(name, ())):
        rule = _RULES[each]
        if given := choose(metrics, rule.names, rule.unit):
            source = given.metric.source
            trust = given.trust_milli if each == name else given.trust_milli // 2
            ratio = given.value / _reference(name, source)
            return Ratio(name, given.metric.name, source, ratio, weight, trust)
    return None


def _reference(name: str, source: str) -> float:
    return REFERENCE[name] * (1.0 if source == "nominal" else REACH.get(name, REACH_OTHERS))


def from_ratio(ratio: float) -> int:
    """Units of what is so many times the reference, halves up; nothing that works is free."""
    return max(1, math.floor(round(REFERENCE_UNITS * ratio, 6) + 0.5))


def part(whole: int, share_milli: int) -> int:
    """Units of a partition. Rounded down, so that parts never add up to more than the whole."""
    return whole * share_milli // 1000


def by_throughput(rates: Mapping[str, float], worth: Mapping[str, int]) -> dict[str, int]:
    """Units of devices for one workload whose rates were measured on them.

    They are in proportion to the rates. The reference, if it is among them, keeps its 1000;
    otherwise the geometric mean of their worth stays what the profile says, so that measuring a
    workload moves worth between devices but makes none.
    """
    known = {d: r for d, r in sorted(rates.items()) if r > 0 and (worth.get(d) or 0) > 0}
    if not known:
        return {}
    if REFERENCE_NAME in known:
        scale = math.log(REFERENCE_UNITS / known[REFERENCE_NAME])
    else:
        scale = math.fsum(math.log(worth[d] / r) for d, r in known.items()) / len(known)
    return {d: from_ratio(math.exp(scale) * r / REFERENCE_UNITS) for d, r in known.items()}
