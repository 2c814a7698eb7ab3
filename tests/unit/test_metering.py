"""Scores, compute units and the throughput matrix; docs/reference/metering.md is right."""

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
from heddle.errors import UsageError
from heddle.measure import network, store
from heddle.measure.run import steps_of
from heddle.measure.ways.base import MeasureTarget
from heddle.metering import matrix as matrices
from heddle.metering.completion import fit
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
from heddle.metering.matrix import Matrix
from heddle.metering.models import facts_of, facts_of_part, model_name
from heddle.metering.observation import Observation
from heddle.metering.rules import CATEGORIES, VERSION
from heddle.metering.scores import EDITIONS, Score, Scores, band, scores
from heddle.metering.units import PROFILES, REFERENCE, REFERENCE_NAME, by_throughput, part, units
from heddle.model.distance import pcie_mbytes_s
from heddle.model.hardware import Component, Link, Reading
from heddle.model.metric import Metric
from heddle.model.site import NetworkPath

DOC = Path(__file__).resolve().parents[2] / "docs" / "reference" / "metering.md"
MEASURED = "directly measured"
#: Dense figures of data sheets, as in the document.
H200 = {"fp64": 34, "fp64_tensor": 67, "fp32": 67, "bf16": 989.4, "fp8": 1978.9, "memory_gbs": 4800}
A100 = {"fp64": 9.7, "fp64_tensor": 19.5, "fp32": 19.5, "bf16": 312, "int8": 624}
A100["memory_gbs"] = 2039
T4 = {"fp64": 0.25, "fp32": 8.1, "fp16": 65, "int8": 130, "memory_gbs": 320}


def table(head: str) -> list[list[str]]:
    """The rows of the document's table whose first line begins so."""
    lines = iter(DOC.read_text().splitlines())
    for line in lines:
        if line.startswith(f"| {head}"):
            break
    else:
        raise AssertionError(f"no table {head!r} in {DOC.name}")
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


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


def run(
    workload: str, device: str, rate: float, at: float = 0, seconds: float = 600
) -> Observation:
    return Observation(workload, device, rate, "steps/s", seconds, at)


def test_the_matrix_of_the_document() -> None:
    """A measured rate and a predicted one."""
    serve = Observation("serve", "nvidia/H200", 900, "requests/s", 600, 0)
    trained = [run("train", "nvidia/H200", rate) for rate in (39, 40, 41)]
    matrix = Matrix([*trained, run("train", "nvidia/T4", 3), serve])
    for workload, device, *numbers, source in table("Workload | Model"):
        found = matrix.rate(workload, device)
        assert found.value is not None
        assert found.low is not None
        assert found.high is not None
        shown = [f"{value:.2f}" for value in (found.value, found.low, found.high)]
        assert (shown, found.source) == (numbers, source)
    assert matrix.ratios("serve") == {"nvidia/H200": 1000, "nvidia/T4": 75}


@given(
    st.lists(
        st.tuples(st.sampled_from("uvw"), st.sampled_from("abc"), st.floats(0.1, 1e4)), max_size=25
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_runs_does_not_matter(
    runs: list[tuple[str, str, float]], rng: random.Random
) -> None:
    """The same runs give the same matrix, also through its file."""
    found = [run(w, d, rate, at=i) for i, (w, d, rate) in enumerate(runs)]
    one, other = Matrix(), Matrix()
    for each in found:
        one.add(each)
    for each in rng.sample(found, len(found)):
        other.add(each)
    copy = Matrix.from_json(json.loads(json.dumps(one.to_json())))
    for workload in "uvw":
        for device in "abc":
            rate = one.rate(workload, device)
            assert rate == other.rate(workload, device) == copy.rate(workload, device)
            if rate.value:
                assert rate.low is not None
                assert rate.high is not None
                assert rate.low <= rate.value <= rate.high
        assert one.ratios(workload) == other.ratios(workload)


def test_a_prediction_is_less_sure_than_what_it_is_from() -> None:
    """And one measured run is surer than any prediction."""
    matrix = Matrix([run("u", "a", 10), run("v", "a", 20), run("v", "b", 5)])
    predicted = matrix.rate("u", "b")
    assert predicted.value == pytest.approx(2.5)
    assert predicted.source == "estimation"
    assert predicted.count == 0
    assert predicted.confidence_milli < matrix.rate("u", "a").confidence_milli
    by_units = matrix.rate("u", "c", {"a": 1000, "c": 500})
    assert by_units.value == pytest.approx(5)
    assert "units" in by_units.reason
    unknown = matrix.rate("u", "c")
    assert (unknown.value, unknown.milli, unknown.confidence_milli) == (None, None, 0)
    assert "no workload joins" in unknown.reason
    assert "no run" in matrix.rate("z", "a").reason


@given(
    st.lists(st.floats(-3, 3), min_size=2, max_size=5),
    st.lists(st.floats(-3, 3), min_size=2, max_size=5),
)
def test_an_additive_world_is_completed_exactly(a: list[float], b: list[float]) -> None:
    """Where ratios are the same for all, the cell that is missing is found."""
    cells = {(f"w{i}", f"d{j}"): x + y for i, x in enumerate(a) for j, y in enumerate(b)}
    missing = cells.pop(("w0", "d0"))
    found = fit(cells).predict("w0", "d0")
    assert found is not None
    assert found[0] == pytest.approx(missing, abs=1e-6)


def test_what_nothing_joins_is_not_predicted() -> None:
    """Two islands of runs say nothing of each other."""
    found = fit({("u", "a"): 1.0, ("v", "b"): 2.0})
    assert found.predict("u", "b") is None
    assert found.predict("u", "zzz") is None


def test_outliers_do_not_count_and_old_runs_fade() -> None:
    """A neighbour's noise, and last year's driver."""
    steady = [run("u", "a", rate, at=i) for i, rate in enumerate((99, 100, 100, 101, 100, 100))]
    noisy = Matrix([*steady, run("u", "a", 10, at=9)]).rate("u", "a")
    assert noisy.value == pytest.approx(100)
    assert (noisy.outliers, noisy.count) == (1, 6)
    day = 86400.0
    matrix = Matrix([run("u", "a", 50, at=i) for i in range(3)])
    fresh, old = matrix.rate("u", "a", now=day), matrix.rate("u", "a", now=300 * day)
    assert old.value == fresh.value
    assert old.confidence_milli < fresh.confidence_milli / 2
    assert "300 days" in old.reason
    matrix.add(run("u", "a", 80, at=300 * day))
    assert matrix.rate("u", "a").value == pytest.approx(80)


def test_short_runs_count_less() -> None:
    """Most of them is start-up."""
    matrix = Matrix([run("u", "a", 10, seconds=5), run("u", "a", 11, seconds=5), run("u", "a", 50)])
    assert matrix.rate("u", "a").value == pytest.approx(50)


def test_runs_that_make_no_sense_are_refused() -> None:
    """With what is allowed."""
    matrix = Matrix([run("u", "a", 1)])
    with pytest.raises(UsageError, match="counted in steps/s"):
        matrix.add(replace(run("u", "b", 1), unit="tokens/s"))
    for wrong in (
        run("u", "a", 0),
        run("u", "a", math.nan),
        run("", "a", 1),
        run("u", "a", 1, 0, 0),
    ):
        with pytest.raises(UsageError):
            matrix.add(wrong)
    broken: list[Any] = [None, [], {"runs": 5}, {"runs": [1, {}, {"workload": "u"}]}]
    assert Matrix.from_json(*broken, matrix.to_json()).observations() == [run("u", "a", 1)]
    many = Matrix(run("u", "a", 1, at=at) for at in range(100))
    assert [o.at for o in many.observations()] == list(range(36, 100))


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


@pytest.fixture
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    return tmp_path


def test_runs_are_remembered_and_forgotten(own_state: Path) -> None:
    """By the functions that programs call."""
    matrices.record_run("u", "h200", units_of_work=6000, device_seconds=60)
    matrices.record_run("u", "acme/X1", units_of_work=600, device_seconds=60)
    matrix = matrices.remembered()
    assert matrix.rate("u", "nvidia/H200").value == pytest.approx(100)
    assert matrix.ratios("u") == {"acme/X1": 100, "nvidia/H200": 1000}
    with pytest.raises(UsageError, match="no rate"):
        matrices.record_run("u", "h200", 1, 0)
    assert matrices.forget(device="acme/X1") == 1
    assert matrices.remembered().devices() == ["nvidia/H200"]
    assert matrices.forget() == 1
    assert matrices.remembered().observations() == []


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> Any:
    assert cli.main([*words, "-o", "json"]) == code
    return json.loads(capsys.readouterr().out)


def test_the_matrix_on_the_command_line(
    own_state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told, shown, predicted, forgotten."""
    words = ("device", "matrix", "create", "--workload", "u", "--unit", "steps/s", "--rate", "50")
    (added,) = said(capsys, *words, "--device", "h200")
    assert (added["device"], added["milli"], added["count"]) == ("nvidia/H200", 50_000, 1)
    assert [cell["value"] for cell in said(capsys, "device", "matrix")] == pytest.approx([50])
    (cell,) = said(capsys, "device", "matrix", "predict", "--workload", "u", "--device", "acme/X1")
    assert (cell["value"], cell["count"]) == (None, 0)
    assert cli.main(["device", "matrix", "predict", "--workload", "z"]) == 2
    assert "Known workloads: u" in capsys.readouterr().err
    assert cli.main(["device", "matrix", "rm"]) == 2
    assert said(capsys, "device", "matrix", "rm", "--all") == {"forgotten": 1}
    assert cli.main(["device", "matrix"]) == 0


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


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--workload", "u", "--unit", "tokens/s"], "counted in steps/s"),
        (["--workload", "", "--unit", "steps/s"], "name"),
    ],
)
def test_a_run_that_could_not_be_remembered_is_not_begun(
    own_state: Path, words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may take hours."""
    matrices.record_run("u", "h200", units_of_work=6000, device_seconds=60)
    mark = own_state / "begun"
    assert cli.main(["device", "matrix", "run", *words, "--", "touch", str(mark)]) == 2
    assert why in capsys.readouterr().err
    assert not mark.exists()
