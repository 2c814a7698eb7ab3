"""How raw values become scores, as data. Raise VERSION with every change of a figure."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 2

#: A score spans ten doublings, so one point is a factor of two whatever is scored.
SPAN = 2**10

#: "Prefer" (8 to 10) is only said with at least this much confidence.
PREFER_CONFIDENCE_MILLI = 500


@dataclass(frozen=True, slots=True)
class Rule:
    """One input of a category: 0 points at one end of low .. SPAN x low, 10 at the other."""

    input: str
    names: tuple[str, ...]  #: metrics that say it
    low: float
    unit: str
    weight: int
    more: bool = True  #: more is better
    busy: str | None = None  #: the percentage that others use of it now
    alone: bool = True  #: says enough to make a score by itself


@dataclass(frozen=True, slots=True)
class Category:
    """One score of level 1."""

    metric_type: str  #: in CATS
    weight: int  #: in the composed score
    rules: tuple[Rule, ...]
    alone: bool = False  #: says enough to make a composed score by itself
    optional: bool = False  #: not missed where nothing is known


_CORES, _MEMORY = "compute.utilisation", "memory.utilisation"

CATEGORIES = {
    "compute": Category(
        "computing_comb",
        4,
        (
            Rule("fp64", ("compute.fp64", "compute.fp64_tensor"), 0.2, "TFLOPS", 1, busy=_CORES),
            Rule("fp32", ("compute.fp32",), 0.2, "TFLOPS", 1, busy=_CORES),
            Rule("half", ("compute.bf16", "compute.fp16"), 5, "TFLOPS", 4, busy=_CORES),
            Rule("eight_bit", ("compute.fp8", "compute.int8"), 10, "TOPS", 2, busy=_CORES),
            Rule(
                "memory_bandwidth", ("memory.bandwidth",), 10, "GB/s", 3, busy=_CORES, alone=False
            ),
            Rule("memory_size", ("memory.size",), 1, "GiB", 1, busy=_MEMORY, alone=False),
        ),
        alone=True,
    ),
    "network": Category(
        "communication_comb",
        2,
        (
            Rule("link", ("link.bandwidth",), 1, "GB/s", 2),
            Rule("host", ("copy", "bus.bandwidth"), 0.25, "GB/s", 1),
            Rule("node", ("network.bandwidth",), 0.125, "GB/s", 1),
        ),
    ),
    "storage": Category(
        "storage_comb",
        1,
        (
            Rule("read", ("storage.read",), 0.05, "GB/s", 2),
            Rule("write", ("storage.write",), 0.05, "GB/s", 1),
        ),
    ),
    "delay": Category(
        "delay_comb",
        2,
        (
            Rule("launch", ("launch.latency",), 1, "us", 1, more=False),
            Rule("preempt", ("preemption",), 10, "us", 2, more=False),
            Rule("node_delay", ("network.latency",), 1, "us", 1, more=False),
        ),
    ),
    "service": Category(
        "service_comb",
        1,
        (
            Rule("requests", ("service.requests",), 1, "requests/s", 1),
            Rule("tokens", ("service.tokens",), 10, "tokens/s", 1),
        ),
        alone=True,
        optional=True,
    ),
}
