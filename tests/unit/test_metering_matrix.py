"""The throughput matrix; docs/reference/metering.md is right."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.errors import UsageError
from heddle.metering import matrix as matrices
from heddle.metering.completion import fit
from heddle.metering.matrix import Matrix
from heddle.metering.observation import Observation
from tests.metering import said, table


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
