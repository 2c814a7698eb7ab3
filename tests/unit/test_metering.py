"""Scores of devices; docs/reference/metering.md is right."""

from __future__ import annotations

import json
import math
import random
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.measure import network, store
from heddle.measure.run import steps_of
from heddle.measure.ways.base import MeasureTarget
from heddle.metering.damping import Damped
from heddle.metering.inputs import TRUST, convert
from heddle.metering.level0 import (
    FACTS,
    PRECISIONS,
    level0,
    of_component,
    of_facts,
    of_measured,
    of_network,
    of_reading,
)
from heddle.metering.rules import CATEGORIES, VERSION
from heddle.metering.scores import EDITIONS, Score, Scores, band, scores
from heddle.metering.units import PROFILES, REFERENCE, units
from heddle.model.distance import pcie_mbytes_s
from heddle.model.hardware import Component, Link, Reading
from heddle.model.metric import Metric
from heddle.model.site import NetworkPath
from tests.metering import H200, MEASURED, said, table


def example() -> list[Metric]:
    return [
        Metric(name, float(value), unit, source)
        for name, value, unit, source in table("Metric | Value | Unit | Source")
    ]


def all_scores(found: Scores) -> dict[str, Score]:
    return {s.category: s for s in (*found.categories, found.composed, found.total)}


def test_the_document_has_the_rules_that_are_used() -> None:
    """Whoever reads the table knows the rules."""
    rows = table("Category | CATS")
    rules = [(name, c, rule) for name, c in CATEGORIES.items() for rule in c.rules]
    assert len(rows) == len(rules)
    for row, (name, category, rule) in zip(rows, rules, strict=True):
        text = rule.input + " (*)" * (not rule.alone) + ", less is better" * (not rule.more)
        assert row[:3] == [name, category.metric_type, text]
        assert row[3] == ", ".join(rule.names)
        assert (float(row[4]), row[5], int(row[6])) == (rule.low, rule.unit, rule.weight)
        assert row[7] == (rule.busy or "-")
    assert {n: int(w) for n, w in table("Category | Weight")} == {
        name: category.weight for name, category in CATEGORIES.items()
    }
    assert {row[0]: int(row[1]) for row in table("Source | Trust")} == TRUST
    for name, *weights in table("Profile | fp64"):
        order = ("fp64", "fp32", "half", "eight_bit", "memory_bandwidth")
        assert [PROFILES[name].get(each, 0) for each in order] == [int(w) for w in weights]
    assert {name: float(value) for name, value in table("Reference")} == REFERENCE


def test_the_example_of_the_document_is_what_the_rules_give() -> None:
    """Anybody can find the same scores again."""
    available, total = (all_scores(scores(example(), e)) for e in ("available", "total"))
    used = {u.input: u for s in scores(example()).categories for u in s.used}
    for name, value, points in table("Input | Value | Points"):
        given = used.pop(name)
        assert given.value == pytest.approx(float(value))
        assert given.milli == round(float(points) * 1000)
    assert not used
    for name, exact, published, confidence, in_total in table("Score | Exact"):
        score = available[name]
        if exact == "N/A":
            assert (score.value, total[name].value, score.confidence_milli) == (None, None, 0)
            continue
        assert score.milli == round(float(exact) * 1000)
        assert score.value == int(published)
        assert score.confidence_milli == int(confidence)
        assert total[name].milli == round(float(in_total) * 1000)
        assert score.rules == VERSION


#: One metric of each input, of any source, with a value from far below to far above the bounds.
INPUTS = [rule for category in CATEGORIES.values() for rule in category.rules]


@st.composite
def known_metrics(draw: st.DrawFn) -> list[Metric]:
    found = []
    for rule in INPUTS:
        if draw(st.booleans()):
            value = rule.low * 2.0 ** draw(st.floats(-3, 13))
            name = draw(st.sampled_from(rule.names)) + draw(st.sampled_from(("", ".library")))
            found.append(Metric(name, value, rule.unit, draw(st.sampled_from(sorted(TRUST)))))
    for name in ("compute.utilisation", "memory.utilisation"):
        if draw(st.booleans()):
            found.append(Metric(name, draw(st.floats(0, 100)), "%", MEASURED))
    return found


@given(known_metrics(), st.sampled_from(EDITIONS), st.randoms(use_true_random=False))
def test_scores_are_in_range_and_do_not_depend_on_order(
    metrics: list[Metric], edition: str, rng: random.Random
) -> None:
    """0 to 10 or unknown, the same for the same metrics however they come."""
    found = scores(metrics, edition)
    shuffled = rng.sample(metrics, len(metrics))
    assert scores(shuffled, edition) == found
    for score in all_scores(found).values():
        assert score.milli is None or 0 <= score.milli <= 10_000
        assert 0 <= score.confidence_milli <= 1000
        assert (score.milli is None) == (score.value is None)
        assert band(score.value) in ("avoid", "optional", "prefer", "unknown")


@given(known_metrics(), st.data())
def test_more_of_a_good_thing_never_lowers_a_score(
    metrics: list[Metric], data: st.DataObject
) -> None:
    """Nor does less of a bad one: a delay, or what others use."""
    if not metrics:
        return
    index = data.draw(st.integers(0, len(metrics) - 1))
    metric = metrics[index]
    bad = metric.name.endswith("utilisation") or metric.unit == "us"
    factor = data.draw(st.floats(1, 100))
    better = replace(metric, value=metric.value / factor if bad else metric.value * factor)
    before = all_scores(scores(metrics))
    after = all_scores(scores([*metrics[:index], better, *metrics[index + 1 :]]))
    for name, score in before.items():
        if score.milli is not None:
            milli = after[name].milli
            assert milli is not None
            assert milli >= score.milli


def test_one_point_is_a_factor_of_two() -> None:
    """Whatever is scored."""
    for name in ("compute.bf16", "compute.fp64"):
        once, twice = (
            scores([Metric(name, v, "TFLOPS", MEASURED)], "total").categories[0].milli
            for v in (40.0, 80.0)
        )
        assert once is not None
        assert twice == once + 1000


def test_what_is_missing_is_said_and_costs_confidence() -> None:
    """Nothing is guessed in silence."""
    full = scores(example()).categories[0]
    less = scores([m for m in example() if not m.name.startswith("compute.bf16")]).categories[0]
    assert full.missing == ()
    assert less.missing == ("half",)
    assert less.confidence_milli < full.confidence_milli
    unread = scores([m for m in example() if m.unit != "%"]).categories[0]
    assert unread.missing == ("compute.utilisation", "memory.utilisation")
    assert unread.confidence_milli < full.confidence_milli


def test_measured_counts_before_nominal_and_the_source_says_which() -> None:
    """The data sheet is for want of better."""
    nominal = Metric("compute.bf16", 989.4, "TFLOPS", "nominal")
    measured = Metric("compute.bf16.portable", 0.3, "PFLOPS", MEASURED)
    for metrics, source, value in (
        ([nominal], "nominal", 989.4),
        ([nominal, measured], MEASURED, 300),
    ):
        (used,) = scores(metrics, "total").categories[0].used
        assert used.source == source
        assert used.value == pytest.approx(value)


def test_nothing_is_preferred_that_nobody_measured() -> None:
    """Splendid data sheets end at optional."""
    splendid = {key: value * 5 for key, value in H200.items()} | {"link_gbs": 1000}
    found = scores(of_facts(splendid), "total")
    assert found.composed.value is not None
    assert found.composed.value >= 8
    assert found.total.value == 7
    assert "measured" in found.total.note


def test_memory_alone_makes_neither_score_nor_worth() -> None:
    """A large memory does not compute."""
    memory = of_facts({"memory_gib": 512, "memory_gbs": 8000})
    assert scores(memory).total.value is None
    assert units(memory).value is None
    assert scores([]).total.value is None


def test_raw_values_have_the_fields_of_the_draft() -> None:
    """Exactly these, and statistics only with a window."""
    component = Component(
        *("pci@0000:3b:00.0", "gpu", "nvidia", "H200"),
        memory_bytes=141 << 30,
        link=Link(2.5, 16, 32.0, 16),
    )
    reading = Reading(utilisation=30, memory_used_bytes=1 << 30, memory_total_bytes=4 << 30)
    records = level0(component, {"bf16": 989.4, "source": "text"}, reading, window_s=10)
    assert [(r.metric_type, r.value, r.statistics) for r in records] == [
        ("bus_bandwidth", pytest.approx(63.015, abs=0.001), None),
        ("compute_bf16", 989.4, None),
        ("compute_utilisation", 30, "cur"),
        ("memory_size", 141, None),
        ("memory_utilisation", 25, "cur"),
    ]
    assert records[2].fields() == {
        "Metric_Type": "compute_utilisation",
        "Level": "L0",
        "Format": "float",
        "Length": 4,
        "Unit": "%",
        "Source": MEASURED,
        "Statistics": "cur",
        "Measurement_Window": 10,
        "Value": 30,
    }
    assert scores(example()).total.record.fields() == {
        "Metric_Type": "norm_fi",
        "Level": "L2",
        "Format": "uint",
        "Length": 1,
        "Unit": None,
        "Source": "normalization",
        "Statistics": None,
        "Measurement_Window": None,
        "Value": 7,
    }
    linked = Component("pci@0", "gpu", "v", "m", link=Link(64.0, 16))
    (bus,) = of_component(linked)
    assert (bus.name, bus.value) == ("bus.bandwidth", 118.0)
    assert pcie_mbytes_s(Link(64.0, 16)) == 118_000
    assert of_component(replace(linked, link=Link())) == []


def test_stored_measurements_are_read_leniently() -> None:
    """Whatever else is in the file, what is right counts, and the machine's counts for all."""
    component = Component("soft@gpu", "gpu", "heddle", "soft", uuid="U1")
    good = {"name": "compute.fp32", "value": 2, "unit": "TFLOPS", "source": MEASURED, "new": 1}
    disk = {"name": "storage.read", "value": 3, "unit": "GB/s", "source": MEASURED}
    huge: Any = {**good, "value": 10**400}
    bad: list[Any] = [
        None,
        7,
        {},
        {"name": "x"},
        {**good, "value": "2"},
        {**good, "value": math.nan},
        {**good, "unit": 5},
        huge,
    ]
    stored: list[Any] = [None, {"U1": {"metrics": [*bad, good]}, "x": 1, "y": {"metrics": [disk]}}]
    assert [m.name for m in of_measured(component, stored)] == ["compute.fp32", "storage.read"]
    assert [m.name for m in of_measured(component, stored, node=False)] == ["compute.fp32"]


def test_units_are_only_converted_within_their_kind() -> None:
    """GB/s is no time."""
    assert convert(1.0, "Gbit/s", "GB/s") == 0.125
    assert convert(1.0, "ms", "us") == 1000
    assert convert(1.0, "ms", "GB/s") is None
    assert convert(1.0, "furlongs", "us") is None


def test_published_scores_are_damped() -> None:
    """Small changes and fast ones are not told; that a device is gone is."""
    first = Damped().offer(7400, 0)
    assert (first.value, first.at) == (7, 0)
    assert first.offer(7600, 100) is first  # rounds to 8, but is near
    assert first.offer(9000, 5) is first  # too soon
    second = first.offer(7800, 20)
    assert (second.value, second.at) == (8, 20)
    gone = second.offer(None, 21)
    assert gone.value is None
    assert gone.offer(9000, 22) is gone  # back so soon
    assert gone.offer(9000, 40).value == 9


@given(st.lists(st.tuples(st.integers(0, 10_000), st.floats(0, 30))))
def test_updates_are_never_closer_than_the_interval(offers: list[tuple[int, float]]) -> None:
    """However a score swings."""
    shown, now, told = Damped(), 0.0, []
    for milli, wait in offers:
        now += wait
        following = shown.offer(milli, now)
        if following is not shown:
            told.append(now)
        shown = following
    assert all(b - a >= shown.interval_s for a, b in pairwise(told))


def test_scores_on_the_command_line(own_state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A recorded machine with one H200, and its units."""
    folder = "/sys/devices/pci0000:00/0000:3b:00.0"
    files = {"vendor": "0x10de", "device": "0x2335", "class": "0x030200", "numa_node": "-1"}
    recorded = {
        "heddle_machine": 1,
        "files": {f"{folder}/{name}": text for name, text in files.items()},
        "links": {"/sys/bus/pci/devices/0000:3b:00.0": folder},
    }
    path = own_state / "machine.json"
    path.write_text(json.dumps(recorded))
    said_of = said(
        capsys, "device", "score", "--machine", str(path), "--units", "--profile", "training"
    )
    found = {each["model"]: each for each in said_of}
    h200 = found["nvidia/H200"]
    assert h200["L2"]["Metric_Type"] == "norm_fi"
    assert h200["edition"] == "total"
    assert [each["Metric_Type"] for each in h200["L1"]] == [
        *(category.metric_type for category in CATEGORIES.values()),
        "composed_comb",
    ]
    assert {each["Level"] for each in h200["L0"]} == {"L0"}
    assert h200["units"]["value"] == 2923
    for words in (["--level", "0"], ["--level", "1"], ["--level", "2"], ["--units"], []):
        assert cli.main(["device", "score", "--machine", str(path), *words]) == 0
    assert cli.main(["device", "score", "--machine", str(path), "--units", "--workload", "z"]) == 2
    assert cli.main(["device", "score", "--profile", "gaming"]) == 2


def test_every_input_of_a_score_is_something_that_heddle_finds() -> None:
    """By a step of `heddle device measure`, between nodes, of facts or of the hardware: a rule that
    is named otherwise never counts. Services alone are told from outside."""
    target = MeasureTarget("cuda@0", "k", "m", level=3)
    others = [
        MeasureTarget("cpu@0", "k", "m"),
        MeasureTarget("storage@/", "k", "m"),
        MeasureTarget("soft@a", "k", "m"),
    ]
    found = {step.name for each in (target, *others) for _, step in steps_of(each)}
    found |= {m.name for m in of_network([NetworkPath("n", 1.0, 1.0, "measured")])}
    found |= {m.name for m in of_facts(dict.fromkeys((*PRECISIONS, *FACTS), 1.0))}
    parts = Component("a", "gpu", "v", "m", memory_bytes=1, link=Link(8.0, 4))
    found |= {m.name for m in of_component(parts)}
    found |= {m.name for m in of_reading(Reading(5.0, 1, 2))}
    needed = {
        name: any(known == name or known.startswith(f"{name}.") for known in found)
        for category, rules in CATEGORIES.items()
        for rule in rules.rules
        for name in (*rule.names, *([rule.busy] if rule.busy else []))
        if category != "service"
    }
    assert [name for name, is_found in needed.items() if not is_found] == []


def test_what_was_measured_between_nodes_and_of_preemption_counts(
    own_state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the files that `heddle device measure` writes to the scores; the best way counts."""
    values = [("latency", "us", 20.0), ("bandwidth.to", "GB/s", 4.0), ("bandwidth.from", "GB/s", 2)]
    found = [Metric(f"network.{n}", v, unit, MEASURED, at=9.0) for n, unit, v in values]
    network.remember("n7", found)
    network.remember("n8", [replace(m, value=m.value * 2) for m in found])
    target = MeasureTarget("soft@gpu", "soft@gpu", "m")
    preemption = Metric("preemption.level2", 80.0, "us", MEASURED, "median")
    store.keep(target, store.begun(target).with_metrics([preemption], {}))
    listed = {each["device"]: each for each in said(capsys, "device", "score")}
    scored = {s["category"]: s for s in listed["soft@gpu"]["L1"]}
    used = {u["input"]: u for s in scored.values() for u in s["used"]}
    assert (used["node"]["value"], used["node"]["metric"]) == (4.0, "network.bandwidth.n8")
    assert (used["node_delay"]["value"], used["preempt"]["value"]) == (20.0, 80.0)


def test_storage_is_the_file_system_that_was_measured_last() -> None:
    """Whole, whatever the order of the file; memory that looks like a disk is none."""
    component = Component("soft@gpu", "gpu", "heddle", "soft")

    def record(model: str, value: float, at: float, *names: str) -> dict[str, Any]:
        whole = [Metric(f"storage.{n}", value, "GB/s", MEASURED, at=at) for n in names]
        return {"device": "storage@x", "model": model, "metrics": [asdict(m) for m in whole]}

    stored = {
        "storage@/new": record("xfs on /dev/b", 2.0, 20.0, "read"),
        "storage@/old": record("ext4 on /dev/a", 1.0, 10.0, "read", "write"),
        "storage@/run": record("tmpfs on tmpfs", 9.0, 30.0, "read", "write"),
    }
    assert [(m.name, m.value) for m in of_measured(component, [stored])] == [("storage.read", 2.0)]
