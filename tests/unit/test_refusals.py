"""What people may type wrongly: each refusal says what would be right."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.agent.remedy import Remedies
from heddle.cli import _jobs, main
from heddle.cli.device import _partition
from heddle.errors import NoSuchDeviceError, UsageError
from heddle.inventory import apis
from heddle.model.memory import parse_memory
from heddle.model.part import check_cap, parse_part
from heddle.model.partition import MEMORY, Partition, amount
from heddle.model.quantity import MEMORY as AMOUNT
from heddle.virt import registry, slot


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("HEDDLE_TABLE", str(tmp_path / "table"))


@given(st.integers(1, 1 << 24))
def test_amounts_of_memory_can_be_typed(mib: int) -> None:
    assert parse_memory(amount(MEMORY, mib)) == mib << 20


def test_amounts_are_not_rounded() -> None:
    assert [amount(MEMORY, mib) for mib in (13108, 8192, 0)] == ["13108MiB", "8GiB", "0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("30", "did you mean 30%"),
        ("150%", "the maximum is 100%"),
        ("1000", "the maximum is 100%"),
        ("0.01%", "too fine: 0.1% is the least"),
        ("-1", "0.25 or 25%"),
        ("nan", "0.25 or 25%"),
        ("30%x", "0.25 or 25%"),
    ],
)
def test_parts(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_part(text, "share")


def test_a_cap_below_the_share() -> None:
    check_cap(300, 0)
    check_cap(300, 300)
    with pytest.raises(UsageError, match="a cap of 20 % is below the share of 30 %"):
        check_cap(300, 200)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--share", "30%", "--cap", "20%"), "below the share"),
        (("--deadline-ms", "-5"), "--deadline-ms -5 is not allowed"),
        (("--deadline-ms", "inf"), "is not allowed"),
        (("--partition=",), "needs a name"),
    ],
)
def test_run(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    assert main(["run", *words, "--", "true"]) == 2
    assert said in capsys.readouterr().err


def test_swap_is_not_for_a_partition(capsys: pytest.CaptureFixture[str]) -> None:
    registry.put(Partition("a", "soft@gpu", "u", "share", {MEMORY: 8}))
    assert main(["run", "--swap", "--partition", "a", "--", "true"]) == 2
    assert "heddle device partition promise --device soft@gpu 1.5" in capsys.readouterr().err


def test_every_refusal_of_a_partition_is_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["device", "partition", "resize", "nobody", "--mem", "8MiB", "-o", "json"]) == 2
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["fits"] is False
    assert "no partition 'nobody'" in told["message"]
    assert told["message"] in said.err


def test_a_unit_that_is_none_is_not_taken_for_another() -> None:
    with pytest.raises(UsageError) as error:
        AMOUNT.parse("100KiB")
    assert "Did you mean" not in str(error.value)
    with pytest.raises(UsageError, match="Did you mean '100GiB'"):
        AMOUNT.parse("100GB")


def test_a_limit_below_the_use(capsys: pytest.CaptureFixture[str]) -> None:
    uses = {"soft@a": 1000 << 20}
    _partition.tell_if_over(uses, 100 << 20)
    assert "uses 1000MiB; new allocations fail until 900MiB are freed" in capsys.readouterr().err
    for limit in (0, 1000 << 20):
        _partition.tell_if_over(uses, limit)
    _partition.tell_if_over({}, 1)
    assert capsys.readouterr().err == ""


def test_a_partition_is_held_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="nor a partition"):
        _jobs.program_or_job("a")
    registry.put(Partition("a", "soft@gpu", "u", "share", {MEMORY: 8}))
    with pytest.raises(argparse.ArgumentTypeError, match="no program has run in partition a"):
        _jobs.program_or_job("a")

    class Seven:
        id = 7

    monkeypatch.setattr(slot, "find", lambda *_: Seven())
    assert _jobs.program_or_job("a") == 7
    assert _jobs.program_or_job("j17") == "j17"


def test_without_a_card_there_is_no_mps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apis, "devices", lambda *_: [])
    assert main(["device", "mps", "ls"]) == 0
    assert "no NVIDIA card" in capsys.readouterr().err


def test_a_remedy_for_a_device_that_is_not_there() -> None:
    known = ["soft@gpu", "soft@npu"]
    with pytest.raises(NoSuchDeviceError, match="soft@gpu"):
        Remedies.parse(["soft@gpo=stop"], known=lambda: known)
    assert Remedies.parse(["soft@gpu=stop"], known=lambda: known).devices
    assert Remedies.parse(["cuda@0=stop"], known=lambda: known).devices  # its driver may be late
