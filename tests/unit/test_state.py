"""What is remembered between runs survives crashes, other users and hands that edit it."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.errors import HeddleError, NoPermissionError
from heddle.inventory import cordon
from heddle.model.metric import is_number, metric_of
from heddle.system import state
from tests.users import AS_ROOT

DEEP = "[" * 100_000
HUGE = "1" + "0" * 400
METRIC = '{"name": "compute.fp32", "value": %s, "unit": "TFLOPS", "source": "directly measured"}'
GOOD = '{"device": "cpu@0", "model": "m", "versions": {}, "metrics": []}'
RECORD = '{"k": ' + GOOD + ', "g": {"device": %s, "model": "m", "versions": {}, "metrics": [%s]}}'
CORDON = '[{"id": "soft@gpu", "uuid": null, "device": "soft@gpu", "reason": "", "by": "x", %s}]'
RUN = '{"workload": "w", "device": "d", "rate": %s, "unit": "u", "seconds": 60, "at": 1}'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    monkeypatch.setattr(state, "_WARNED", set())
    return tmp_path


def leftovers(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.endswith(".lock")}


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("cordons", CORDON % '"since": "5"', ["cordon"]),
        ("cordons", CORDON % '"since": 5, "until": "99999999999"', ["health"]),
        ("cordons", CORDON % f'"since": {HUGE}', ["cordon"]),
        ("cordons", DEEP, ["cordon"]),
        ("measured", RECORD % ('"soft@gpu"', METRIC % '"abc"'), ["measure", "--show"]),
        ("measured", RECORD % ("5", METRIC % "1"), ["measure", "--show"]),
        ("measured", RECORD % ('"soft@gpu"', METRIC % HUGE), ["measure", "--show"]),
        ("measured", RECORD % ('"soft@gpu"', METRIC % HUGE), ["score"]),
        ("matrix", '{"runs": [%s]}' % (RUN % HUGE), ["matrix"]),
        ("network", '{"n2": {"bandwidth_mbytes_s": NaN, "latency_us": 3}}', ["topology"]),
        ("network", '{"n2": {"bandwidth_mbytes_s": 1e999, "latency_us": 3}}', ["topology"]),
        ("registration", '{"code": 5}', ["id"]),
    ],
)
def test_a_file_that_a_hand_damaged_never_ends_a_verb(
    folder: Path, file: str, text: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong does not count, and what is printed is JSON by its standard."""
    (folder / f"{file}.json").write_text(text)

    def refuse(word: str) -> Any:
        raise AssertionError(f"{word} is no JSON")

    assert cli.main([*words, "-o", "json"]) == 0
    json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert cli.main(words) == 0


@pytest.mark.parametrize("text", ["{", DEEP, "\x00", "7", '{"a": 1}'])
def test_a_broken_file_of_cordons_is_said_and_kept(
    folder: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody must believe that nothing is cordoned; the next cordon does not destroy what was."""
    (folder / "cordons.json").write_text(text)
    assert cordon.load() == []
    assert "cordons.json" in capsys.readouterr().err
    assert cli.main(["device", "cordon", "soft@gpu"]) == 0
    assert [each.id for each in cordon.load()] == ["soft@gpu"]
    assert (folder / "cordons.json.broken").read_text() == text


def test_an_entry_that_nobody_can_read_is_said_and_stays(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be a newer Heddle's, or a slip that its owner mends."""
    strange = {"id": "soft@gpu", "since": "5"}
    (folder / "cordons.json").write_text(json.dumps([strange]))
    assert cordon.load() == []
    assert "is invalid" in capsys.readouterr().err
    assert cli.main(["device", "cordon", "soft@npu"]) == 0
    assert strange in json.loads((folder / "cordons.json").read_text())


@AS_ROOT
def test_root_makes_a_folder_that_all_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its umask; a user's own stays as private as the user wants."""
    monkeypatch.delenv("HEDDLE_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(state, "MACHINE", str(tmp_path / "machine"))
    before = os.umask(0o077)
    try:
        for user, place in ((0, "machine"), (1000, "user/heddle")):
            monkeypatch.setattr("os.geteuid", lambda user=user: user)
            state.write("cordons", [1])
            mode = stat.S_IMODE((tmp_path / place).stat().st_mode)
            assert mode == (0o755 if user == 0 else 0o700)
            assert stat.S_IMODE((tmp_path / place / "cordons.json").stat().st_mode) == 0o644
    finally:
        os.umask(before)


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is not called a lack of permission."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fchmod", full)
    with pytest.raises(HeddleError, match="No space left") as caught:
        state.write("a", {"b": 1})
    assert not isinstance(caught.value, NoPermissionError)
    assert leftovers(folder) == set()


def test_a_lock_that_is_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    """In a folder that others can write to, it could lead anywhere."""
    victim = tmp_path / "victim"
    (folder / ".a.lock").symlink_to(victim)
    with pytest.raises(HeddleError):
        state.write("a", {"b": 1})
    assert not victim.exists()


def test_what_is_no_permission_is_not_called_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file where the folder should be is another mistake, with another remedy."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "file" / "state"))
    with pytest.raises(HeddleError, match="HEDDLE_STATE") as caught:
        state.write("a", {"b": 1})
    assert not isinstance(caught.value, NoPermissionError)


def test_no_file_ever_holds_what_json_cannot_say(folder: Path) -> None:
    """A mistake of ours is an error at once, and not a file that others cannot read."""
    with pytest.raises(ValueError, match="JSON"):
        state.write("a", {"b": float("inf")})
    assert leftovers(folder) == set()


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)  # fmt: skip


@given(plain.filter(bool))
def test_what_was_written_is_read(value: Any) -> None:
    """Whatever it is; nothing else is in the folder."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEDDLE_STATE", folder)
        state.write("a", value)
        assert state.own("a") == value
        assert leftovers(Path(folder)) == {"a.json"}


@given(plain | st.floats())
def test_numbers_are_finite_and_no_truths(value: Any) -> None:
    """What passes can be converted, compared and written."""
    if is_number(value):
        assert json.dumps(float(value), allow_nan=False)
    assert not is_number(True)
    assert not is_number(10**400)


@given(st.dictionaries(st.sampled_from(["name", "value", "unit", "source", "at", "new"]), plain))
def test_a_metric_is_one_or_none(found: dict[str, Any]) -> None:
    """Of plain data that may be anything."""
    metric = metric_of(found)
    assert metric is None or (is_number(metric.value) and isinstance(metric.unit, str))
