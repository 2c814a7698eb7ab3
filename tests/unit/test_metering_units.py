"""Compute units, and what is known of models; docs/reference/metering.md is right."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import UsageError
from heddle.metering.level0 import (
    of_facts,
)
from heddle.metering.models import facts_of, facts_of_part, model_name
from heddle.metering.units import PROFILES, REFERENCE_NAME, by_throughput, part, units
from heddle.model.hardware import Component
from heddle.model.metric import Metric
from tests.metering import H200, MEASURED, table

A100 = {"fp64": 9.7, "fp64_tensor": 19.5, "fp32": 19.5, "bf16": 312, "int8": 624}
A100["memory_gbs"] = 2039
T4 = {"fp64": 0.25, "fp32": 8.1, "fp16": 65, "int8": 130, "memory_gbs": 320}


def test_the_units_of_the_document() -> None:
    """H200 before A100 before T4, by every profile."""
    order = list(PROFILES)
    for name, *values in table("Model | default"):
        facts = of_facts({"H200": H200, "A100": A100, "T4": T4}[name])
        assert [units(facts, each).value for each in order] == [int(value) for value in values]
    for each in PROFILES:
        h200, a100, t4 = (units(of_facts(f), each).value for f in (H200, A100, T4))
        assert h200
        assert a100
        assert t4
        assert h200 > a100 > t4
        assert units(of_facts(facts_of(REFERENCE_NAME)), each).value == 1000
    with pytest.raises(UsageError, match="default, training"):
        units([], "gaming")


@given(
    st.floats(0.1, 50),
    st.sampled_from(sorted(PROFILES)),
    st.lists(st.floats(0.5, 5000), min_size=5, max_size=5),
    st.sampled_from(["nominal", MEASURED]),
)
def test_k_times_the_speed_is_k_times_the_worth(
    k: float, profile: str, values: list[float], source: str
) -> None:
    """Up to the rounding of two integers."""
    facts = dict(zip(("fp64", "fp32", "bf16", "int8", "memory_gbs"), values, strict=True))

    def worth(factor: float) -> int:
        metrics = of_facts({key: value * factor for key, value in facts.items()})
        found = units([replace(m, source=source) for m in metrics], profile)
        assert found == units([replace(m, source=source) for m in reversed(metrics)], profile)
        return found.value or 0

    assert worth(k) == pytest.approx(k * worth(1), abs=1 + k)


@given(st.integers(0, 100_000), st.lists(st.integers(1, 1000), max_size=8))
def test_parts_never_exceed_the_whole(whole: int, shares: list[int]) -> None:
    """A partition has its share, rounded down."""
    assert part(whole, 1000) == whole
    while sum(shares) > 1000:
        shares.pop()
    assert sum(part(whole, share) for share in shares) <= whole
    assert all(0 <= whole * share - 1000 * part(whole, share) < 1000 for share in shares)


def test_being_measured_costs_no_worth() -> None:
    """A measured A100 that reaches what programs reach is worth what the data sheet says."""
    reached = [
        Metric("compute.bf16", 312 * 0.8, "TFLOPS", MEASURED),
        Metric("compute.fp32", 19.5 * 0.8, "TFLOPS", MEASURED),
        Metric("memory.bandwidth", 2039 * 0.85, "GB/s", MEASURED),
    ]
    found = units([*of_facts(A100), *reached], "training")
    assert (found.value, found.confidence_milli) == (1000, 1000)


def test_missing_and_impossible_precisions() -> None:
    """Wider arithmetic stands in for narrower; a known 0 is worth nothing to who needs it."""
    int8_only = units(of_facts({"int8": 4}), "inference")
    assert int8_only.missing == ("half", "memory_bandwidth")
    fp32_only = units(of_facts({"fp32": 19.5, "memory_gbs": 2039}), "inference")
    assert fp32_only.value is not None
    assert fp32_only.value < 1000
    assert fp32_only.missing == ("half", "eight_bit")
    assert units(of_facts({"fp64": 0, "memory_gbs": 900}), "hpc").value == 0


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(1, 1e6), min_size=1),
    st.floats(0.01, 100),
)
def test_a_measured_workload_moves_worth_and_makes_none(rates: dict[str, float], k: float) -> None:
    """Its own scale does not matter, and the mean worth stays."""
    worth = dict.fromkeys("abcdef", 500_000)
    found = by_throughput(rates, worth)
    assert found == pytest.approx(by_throughput({d: r * k for d, r in rates.items()}, worth), abs=1)
    if min(found.values()) > 1000:  # where rounding does not show
        mean = math.exp(sum(map(math.log, found.values())) / len(found))
        assert mean == pytest.approx(500_000, rel=1e-3)


def test_models_have_one_name() -> None:
    """However people write them."""
    for text in ("h200", "H200", "nvidia/h200", "NVIDIA/NVIDIA H200", " H200 "):
        assert model_name(text) == "nvidia/H200"
    assert model_name("acme/X1") == "acme/X1"
    assert facts_of("nvidia/H200")["bf16"] == 989.4
    assert facts_of("acme/X1") == {}


def test_a_hardware_partition_has_its_part_of_the_figures() -> None:
    """A seventh of a GPU is not scored as a whole one."""
    whole = Component(
        *("pci@0", "gpu", "nvidia", "H200"),
        memory_bytes=128 << 30,
        attributes={"multiprocessors": 132},
    )
    part_ = replace(whole, id="mig@1", memory_bytes=16 << 30, attributes={"multiprocessors": 33})
    facts = {**H200, "link_gbs": 450, "watts": 700}
    assert facts_of_part(facts, part_, whole) == {
        key: value * (1 / 8 if key == "memory_gbs" else 1 / 4) for key, value in H200.items()
    }
    unknown = replace(part_, attributes={}, memory_bytes=None)
    assert facts_of_part(facts, unknown, whole) == {}
