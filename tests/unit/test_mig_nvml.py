"""MIG on cards that are not there: read and changed through a simulated NVML, and the verb.

The simulated library is told what the facts say of a model and keeps the rules of placement itself.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from heddle import cli
from heddle._gen.mig import CARDS
from heddle.errors import NoPermissionError, UsageError, VendorError
from heddle.inventory.sources import nvml
from heddle.virt.mig import abi, apply
from heddle.virt.mig.layouts import Instance, card
from heddle.virt.mig.nvml import drivers
from heddle.virt.mig.plan import Wish, plan
from tests.mig_cards import MigCards, build_nvml, one_h200


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    options: dict[str, list[str]] = {"new": [], "old": ["-DOLD"]}
    return {name: build_nvml(tmp_path_factory.mktemp(name), *options[name]) for name in options}


@pytest.fixture
def world(built: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MigCards:
    return one_h200(built["new"], tmp_path, monkeypatch)


def test_structures_are_as_the_compiler_lays_them_out(built: dict[str, str]) -> None:
    kinds = ("InstancePlacement", "GpuProfile", "GpuProfile2", "GpuInstance", "ComputeProfile")
    library = ctypes.CDLL(built["new"])
    for number, name in enumerate(kinds):
        assert ctypes.sizeof(getattr(abi, name)) == library.fake_size(number), name


@pytest.mark.parametrize("model", CARDS)
def test_a_card_is_read_as_the_facts_say(world: MigCards, model: str) -> None:
    world.has(model)
    with drivers() as (driver,):
        assert driver.card is not None
        assert set(driver.card.profiles) == set(card(model).profiles)
        assert (driver.card.name, driver.card.memory_slices) == (model, 8)
        assert driver.mode() == (True, True)
        assert driver.present() == []


def test_live_figures_go_before_the_facts(world: MigCards) -> None:
    text = world.cards.read_text()
    world.cards.write_text(text.replace(" 16384 ", " 16000 ").replace("card 2335", "card ffff"))
    with drivers() as (driver,):
        assert driver.card is not None
        assert driver.card.profile("1g.18gb").memory_mib == 16000
        assert driver.card.name == "H200"  # by its title: no fact has its number


def test_without_names_or_permission_the_facts_fill_in(
    built: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_h200(built["old"], tmp_path, monkeypatch)
    monkeypatch.setenv("FAKE_MIG_USER", "1")
    with drivers() as (driver,):
        assert driver.card is not None
        assert set(driver.card.profiles) == set(card("H200").profiles)
        with pytest.raises(NoPermissionError, match="capabilities/mig/config"):
            driver.present()


def heddle(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any, str]:
    """The verb with -o json: exit code, what it printed, and what it complained of."""
    code = cli.main(["device", "mig", *words, "-o", "json"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else None, err


def shape(instances: list[dict[str, Any]]) -> list[tuple[str, int, tuple[int, ...]]]:
    return [(each["profile"], each["start"], tuple(each["computes"])) for each in instances]


@pytest.mark.parametrize("model", ["H200", "A100-40GB"])
def test_plan_apply_ls(world: MigCards, model: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is planned is made, is listed as Heddle's own, and is met when asked for again."""
    world.has(model)
    of = card(model)
    wishes = (f"{of.profiles[4].name}:1c+2c", f"2x{of.profiles[0].name}", "1sm")
    code, planned, _ = heddle(capsys, "plan", *wishes)
    assert code == 0
    assert world.lines == []
    code, applied, _ = heddle(capsys, "apply", "--yes", *wishes)
    assert code == 0
    assert applied["applied"] is True
    assert applied["cards"] == planned["cards"]
    assert [each["verb"] for each in applied["done"]] == ["made"] * 4
    _, (listed,), _ = heddle(capsys, "ls")
    assert shape(listed["instances"]) == shape(planned["cards"][0]["made"])
    assert not any(each["foreign"] or each["busy"] for each in listed["instances"])
    assert listed["used_slices"] == 7
    code, again, _ = heddle(capsys, "apply", "--yes", *wishes)
    assert (code, again["done"]) == (0, [])


def test_two_compute_instances_share_one_gpu_instance(
    world: MigCards, capsys: pytest.CaptureFixture[str]
) -> None:
    assert heddle(capsys, "apply", "--yes", "3g.71gb:2c+1c")[0] == 0
    assert world.lines == ["ci 0 1 0 2 0", "ci 0 1 1 1 2", "gi 0 1 9 4"]
    _, (listed,), _ = heddle(capsys, "ls")
    (instance,) = listed["instances"]
    assert shape([instance]) == [("3g.71gb", 4, (1, 2))]
    assert instance["devices"] == ["MIG-0-1-0", "MIG-0-1-1"]


def test_what_is_busy_is_never_ended(world: MigCards, capsys: pytest.CaptureFixture[str]) -> None:
    heddle(capsys, "apply", "--yes", "3g.71gb")
    world.add("pid 0 1 0 4711")
    before = world.lines
    code, out, err = heddle(capsys, "apply", "--yes", "7g.141gb")
    assert (code, out) == (2, None)
    assert "busy 3g.71gb at 4 stays" in err
    assert "would fit if 3g.71gb at 4 were idle" in err
    assert world.lines == before
    _, (listed,), _ = heddle(capsys, "ls")
    assert listed["instances"][0]["processes"] == [4711]


def test_who_works_cannot_be_told_so_it_counts_as_busy(
    world: MigCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.add("gi 0 1 9 0", "ci 0 1 0 3 0", "gi 0 2 19 6")
    monkeypatch.setenv("FAKE_MIG_FAIL", "nvmlDeviceGetComputeRunningProcesses_v2:1:4+")
    with drivers() as (driver,):
        cut, empty = driver.present()
        assert (cut.processes, cut.busy) == (None, True)
        assert (empty.processes, empty.busy) == ((), False)  # nobody can work there


def test_one_of_two_compute_instances_works(world: MigCards) -> None:
    """The GPU instance is busy, and all of it is as it was after the driver refused to end it."""
    world.add("gi 0 1 9 0", "ci 0 1 0 2 0", "ci 0 1 1 1 2", "pid 0 1 1 4711")
    with drivers() as (driver,):
        (present,) = driver.present()
        assert present.busy
        assert present.processes == (4711,)
        with pytest.raises(VendorError, match="in use"):
            driver.end(present)
        assert driver.present() == [present]  # the compute instance that was ended is back


def test_who_begins_to_work_after_the_plan_is_not_disturbed(world: MigCards) -> None:
    with drivers() as (driver,):
        assert driver.card is not None
        driver.make(Instance(0, driver.card.profile("3g.71gb")))
        there = apply.situation(driver, driver.present(), take=True)
        change = apply.CardChange(driver, there, plan(driver.card, there, [Wish("7g.141gb")]))
        world.add("pid 0 1 0 4711")
        before = world.lines
        with pytest.raises(UsageError, match="no longer as it was planned for"):
            apply.apply([change], take=True)
        assert world.lines == before


def test_what_others_made_is_left_alone(
    world: MigCards, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until somebody says --take; from then on it is Heddle's."""
    world.add("gi 0 1 19 0", "ci 0 1 0 1 0")
    _, (listed,), _ = heddle(capsys, "ls")
    assert listed["instances"][0]["foreign"] is True
    code, _, err = heddle(capsys, "apply", "--yes", "7g.141gb")
    assert code == 2
    assert "foreign 1g.18gb at 0 stays" in err
    code, made, _ = heddle(capsys, "apply", "--yes", "1g.18gb")
    assert code == 0
    assert shape(made["cards"][0]["made"])[0][0] == "1g.18gb"
    assert "gi 0 1 19 0" in world.lines
    code, _, _ = heddle(capsys, "apply", "--yes", "--take", "2x1g.18gb")
    assert code == 0
    _, (listed,), _ = heddle(capsys, "ls")
    assert [each["foreign"] for each in listed["instances"]] == [False, False]


def test_an_id_that_others_use_again_is_foreign(
    world: MigCards, capsys: pytest.CaptureFixture[str]
) -> None:
    heddle(capsys, "apply", "--yes", "1g.18gb")
    world.holds("mode 0 1", "gi 0 1 14 0", "ci 0 1 0 2 0")
    _, (listed,), _ = heddle(capsys, "ls")
    assert listed["instances"][0]["foreign"] is True


@pytest.mark.parametrize(
    "fails",
    [
        "nvmlDeviceCreateGpuInstanceWithPlacement:1:23",
        "nvmlDeviceCreateGpuInstanceWithPlacement:2:23",
        "nvmlGpuInstanceCreateComputeInstance:1:999",
        "nvmlGpuInstanceCreateComputeInstance:2:999",
        "nvmlGpuInstanceCreateComputeInstance:3:999",
        "nvmlComputeInstanceDestroy:2:19",
        "nvmlGpuInstanceDestroy:1:19",
        "nvmlGpuInstanceDestroy:2:19",
    ],
)
def test_a_failure_half_way_is_said_and_undone(
    world: MigCards, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    heddle(capsys, "apply", "--yes", "2x1g.18gb", "2g.35gb")
    _, (before,), _ = heddle(capsys, "ls")
    ctypes.CDLL(world.library).fake_reset()
    monkeypatch.setenv("FAKE_MIG_FAIL", fails)
    code, told, err = heddle(capsys, "apply", "--yes", "3g.71gb:1c+2c", "4g.71gb")
    assert code == 118
    assert told["applied"] is False
    assert told["left"] == []
    assert len(told["undone"]) == len(told["done"])
    assert "The cards are as they were." in err
    monkeypatch.delenv("FAKE_MIG_FAIL")
    _, (after,), _ = heddle(capsys, "ls")
    keys = ("profile", "start", "computes", "foreign")
    told_of = [
        [[each[key] for key in keys] for each in one["instances"]] for one in (before, after)
    ]
    assert told_of[0] == told_of[1]


CALLS = (
    "nvmlDeviceCreateGpuInstanceWithPlacement",
    "nvmlGpuInstanceCreateComputeInstance",
    "nvmlGpuInstanceDestroy",
    "nvmlComputeInstanceDestroy",
    "nvmlGpuInstanceGetInfo",
    "nvmlDeviceGetGpuInstances",
)


@pytest.mark.parametrize("seed", range(40))
def test_all_or_nothing(
    world: MigCards,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    """Whatever is there, asked for and refused once: the card is as planned, or as it was, and what
    is busy or foreign is always as it was."""
    chance = random.Random(seed)
    sizes = [each.name for each in card("H200").profiles[:5]]
    heddle(capsys, "apply", "--yes", *chance.choices(sizes[:3], k=chance.randint(1, 3)))
    world.add(*chance.choice([[], ["pid 0 1 0 4711"]]))
    with suppress(VendorError), drivers() as (driver,):
        assert driver.card is not None
        driver.make(Instance(6, driver.card.profile("1g.18gb")))
    before = now(capsys)
    wishes = chance.choices(sizes, k=chance.randint(1, 3))
    ctypes.CDLL(world.library).fake_reset()
    monkeypatch.setenv("FAKE_MIG_FAIL", f"{chance.choice(CALLS)}:{chance.randint(1, 12)}:999")
    code, told, err = heddle(capsys, "apply", "--yes", *wishes)
    monkeypatch.delenv("FAKE_MIG_FAIL")
    after = now(capsys)
    stays = [each for each in before if each[3] or each[4]]
    assert [each for each in after if each in stays] == stays
    if code == 0:
        (one,) = told["cards"]
        assert sorted(each[:3] for each in after) == sorted(shape(one["kept"] + one["made"]))
    else:
        assert code in (2, 118)
        assert after == before, err


def now(capsys: pytest.CaptureFixture[str]) -> list[tuple[str, int, tuple[int, ...], bool, bool]]:
    _, (listed,), _ = heddle(capsys, "ls")
    pairs = zip(shape(listed["instances"]), listed["instances"], strict=True)
    return [(*what, each["busy"], each["foreign"]) for what, each in pairs]


def test_what_cannot_be_undone_is_said(
    world: MigCards, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heddle(capsys, "apply", "--yes", "2g.35gb")
    ctypes.CDLL(world.library).fake_reset()
    monkeypatch.setenv("FAKE_MIG_FAIL", "nvmlDeviceCreateGpuInstanceWithPlacement:1:999+")
    code, told, err = heddle(capsys, "apply", "--yes", "7g.141gb")
    assert code == 118
    assert [each["verb"] for each in told["done"]] == ["ended"]
    assert told["undone"] == []
    assert len(told["left"]) == 1
    assert "NOT undone: ended 2g.35gb at" in err


def test_an_interruption_half_way_is_undone(
    world: MigCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    with drivers() as (driver,):
        assert driver.card is not None
        wanted = plan(driver.card, [], [Wish("1g.18gb"), Wish("2g.35gb")])
        make = driver.make

        def interrupted(instance: Instance) -> int:
            if instance.profile.name == "2g.35gb":
                raise KeyboardInterrupt
            return make(instance)

        monkeypatch.setattr(driver, "make", interrupted)
        with pytest.raises(apply.HalfwayError, match="interrupted"):
            apply.apply([apply.CardChange(driver, (), wanted)])
    assert world.lines == []


def test_mig_mode_is_never_switched(world: MigCards, capsys: pytest.CaptureFixture[str]) -> None:
    world.holds("mode 0 0")
    code, _, err = heddle(capsys, "apply", "--yes", "1g.18gb")
    assert code == 118
    assert "sudo nvidia-smi -i 0 -mig 1" in err
    assert heddle(capsys, "plan", "1g.18gb")[0] == 0
    world.holds("mode 0 2")
    code, _, err = heddle(capsys, "apply", "--yes", "1g.18gb")
    assert code == 118
    assert "waits for a reset" in err
    assert "mode 0 2" in world.state.read_text()


def test_nobody_to_ask(
    world: MigCards, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = heddle(capsys, "apply", "1g.18gb")
    assert code == 2
    assert "--yes" in err
    monkeypatch.setattr(sys, "stdin", _Terminal("n\n"))
    assert heddle(capsys, "apply", "1g.18gb")[0] == 1
    assert world.lines == []
    assert heddle(capsys, "apply", "--dry-run", "1g.18gb")[0] == 0
    assert world.lines == []
    monkeypatch.setattr(sys, "stdin", _Terminal("y\n"))
    assert heddle(capsys, "apply", "1g.18gb")[0] == 0
    assert len(world.lines) == 2


class _Terminal:
    def __init__(self, answer: str) -> None:
        self._answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self._answer


def test_several_cards(world: MigCards, capsys: pytest.CaptureFixture[str]) -> None:
    """A wish goes to the card that can give it; one without MIG, or with it off, is left out."""
    world.has("H200", "K80", "A100-40GB", "H200")
    world.holds("mode 0 1", "mode 2 1", "mode 3 0")
    code, told, _ = heddle(capsys, "apply", "--yes", "7g.40gb", "3g.71gb", "60GiB")
    assert code == 0
    assert [each["card"] for each in told["wishes"]] == ["cuda@2", "cuda@0", "cuda@0"]
    code, _, err = heddle(capsys, "apply", "--yes", "--device", "cuda@1", "1g.18gb")
    assert code == 118
    assert "has no MIG" in err
    code, _, err = heddle(capsys, "plan", "--device", "cuda@7", "1g.18gb")
    assert code == 110
    code, listed, _ = heddle(capsys, "ls", "--device", "GPU-0")
    assert [each["device"] for each in listed] == ["cuda@0"]


def test_an_instance_without_compute_instances_is_filled(
    world: MigCards, capsys: pytest.CaptureFixture[str]
) -> None:
    world.add("gi 0 1 19 0")
    code, told, _ = heddle(capsys, "apply", "--yes", "--take", "1g.18gb")
    assert code == 0
    assert [each["verb"] for each in told["done"]] == ["filled"]
    assert world.lines == ["ci 0 1 0 1 0", "gi 0 1 19 0"]


def test_other_processes_see_it(world: MigCards, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole verb in a process of its own, with the library found as the system finds it."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(Path(world.library).parent)}
    command = [sys.executable, "-m", "heddle", "device", "mig", "apply", "--yes", "1g.18gb"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "made 1g.18gb at" in done.stdout
    _, (listed,), _ = heddle(capsys, "ls")
    assert [each["foreign"] for each in listed["instances"]] == [False]


def test_tables_are_for_people(world: MigCards, capsys: pytest.CaptureFixture[str]) -> None:
    world.add("gi 0 1 9 0", "ci 0 1 0 3 0", "pid 0 1 0 4711")
    assert cli.main(["device", "mig", "ls"]) == 0
    out = capsys.readouterr().out
    assert "cuda@0 (NVIDIA H200): MIG on" in out
    assert "4 of 8 memory slices used, 0 stranded" in out
    assert "busy, foreign" in out
    assert cli.main(["device", "mig", "plan", "3g.71gb"]) == 0
    out = capsys.readouterr().out
    assert "keep  3g.71gb at 0" in out
    assert "make  3g.71gb at 4" in out


def test_who_may_not_see_is_told(
    world: MigCards, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MIG_USER", "1")
    code, (listed,), err = heddle(capsys, "ls")
    assert code == 0
    assert listed["instances"] is None
    assert listed["profiles"]
    assert "no permission" in err
    assert heddle(capsys, "apply", "--yes", "1g.18gb")[0] == 111


def test_without_the_library(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nvml, "LIBRARY", "libnot-there.so.1")
    assert heddle(capsys, "ls")[:2] == (0, [])
    assert heddle(capsys, "apply", "--yes", "1g.18gb")[0] == 118
    assert heddle(capsys, "plan", "--model", "h200", "1g.18gb")[0] == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["plan", "--model", "H200", "nothing"], "is not an instance"),
        (["plan", "--model", "H200", "0x1g.18gb"], "asks for no instance"),
        (["plan", "--model", "H200", "9999x1g.18gb"], "more than 1024"),
        (["plan", "--model", "H200", "3g.71gb:4c"], "no 4c"),
        (["plan", "--model", "H200", "3g.71gb:two"], "written like 1c+2c"),
        (["plan", "--model", "H200", "30GB"], "Did you mean"),
        (["plan", "--model", "H200", "200GiB"], "the largest"),
        (["plan", "--model", "K80", "1g.18gb"], "Known: A100-40GB"),
        (["plan", "--there", "1g.18gb@0", "1g.18gb"], "add --model"),
        (["plan", "--model", "H200", "--device", "cuda@0", "1sm"], "give one"),
        (["plan", "--model", "H200", "--there", "1g.18gb", "1sm"], "PROFILE@START"),
        (["plan", "--model", "H200", "--there", "3g.71gb@1", "1sm"], "begins at 0, 4 only"),
        (["plan", "--model", "H200", "--there", "3g.71gb@0:9c", "1sm"], "no 9c"),
    ],
)
def test_what_makes_no_sense_is_said(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = heddle(capsys, *words)
    assert (code, out) == (2, None)
    assert why in err
