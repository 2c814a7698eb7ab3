"""Partitions on the soft XPU: made, entered, resized, removed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import heddle
from heddle import native
from heddle.model.partition import Partition
from heddle.records import ProgramState
from heddle.table import Table
from heddle.virt import registry, slot
from tests.integration.takers import Taker
from tests.world import World, eventually

MIB = 1 << 20
SCRIPT = str(Path(__file__).with_name("taker.py"))
OUT_OF_MEMORY = 4  #: SX_ERROR_OUT_OF_MEMORY
LOAD = os.path.join(native.DIRECTORY, "soft-load")


class Bench:
    """A machine with one soft GPU of 64 MiB, and a book of its own."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.takers: list[Taker] = []

    def do(self, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = self.world.heddle(*words)
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done

    def create(self, name: str, *words: str, code: int = 0) -> str:
        done = self.do(
            "device", "partition", "create", name, "--device", "soft@gpu", *words, code=code
        )
        return done.stderr

    def booked(self, name: str, memory_mib: int = 16, **more: Any) -> None:
        """As `create` leaves it."""
        takes = {"compute": more.get("share", 0), "memory": memory_mib}
        owner = os.getuid()
        registry.put(
            Partition(
                name,
                "soft@gpu",
                "soft-gpu",
                "share",
                takes,
                memory_mib=memory_mib,
                owner=owner,
                **more,
            )
        )

    def json(self, *words: str) -> Any:
        return json.loads(self.do(*words, "-o", "json").stdout)

    def taker(self, *run: str, **variables: str) -> Taker:
        command = [sys.executable, "-m", "heddle", "run", *run, "--", sys.executable, SCRIPT]
        command.append(native.file("libsoftxpu.so.1"))
        made = Taker(command, {**self.world.environment, **variables}, OUT_OF_MEMORY)
        self.takers.append(made)
        return made

    def programs(self) -> list[ProgramState]:
        return heddle.programs()


@pytest.fixture
def bench(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    for name, value in (
        ("HEDDLE_STATE", str(tmp_path)),
        ("SOFTXPU_DEVICES", "gpu:memory_mib=64,npu:memory_mib=32"),
    ):
        world.environment[name] = value
        monkeypatch.setenv(name, value)
    made = Bench(world)
    yield made
    for taker in made.takers:
        taker.end()


def test_programs_of_a_partition_share_one_quota(bench: Bench) -> None:
    """Two programs, one limit; when both are gone the partition and its slot are still there."""
    bench.create("a", "--share", "25%", "--mem", "8MiB", "--tenant", "acme")
    one, two = bench.taker("--partition", "a"), bench.taker(HEDDLE_PARTITION="a")
    assert one.info() == (8 * MIB, 8 * MIB)
    assert one.take(5 * MIB) is not None
    assert two.take(4 * MIB) is None
    assert two.take(3 * MIB) is not None
    assert two.info() == (0, 8 * MIB)
    (program,) = bench.programs()
    assert (program.name, program.tenant, program.is_kept) == ("a", "acme", True)
    assert (program.share_milli, len(program.processes)) == (250, 2)
    for each in (one, two):
        each.end()
    (left,) = bench.programs()
    assert (left.id, left.processes) == (program.id, ())
    listed = bench.do("ps").stdout.splitlines()
    assert listed[1].split()[:3] == [str(program.id), "-", "a"]
    third = bench.taker("--partition", "a")
    assert third.info() == (8 * MIB, 8 * MIB)  # what the dead had is back
    assert [each.id for each in bench.programs()] == [program.id]


def test_all_who_enter_at_once_meet_in_one_program(bench: Bench) -> None:
    bench.booked("a", 8)
    takers = [bench.taker("--partition", "a") for _ in range(6)]
    assert [each.info()[1] for each in takers] == [8 * MIB] * 6
    (program,) = bench.programs()
    assert len(program.processes) == 6


def test_a_run_inside_stays_inside(bench: Bench) -> None:
    bench.booked("a", 8)
    inner = [sys.executable, "-m", "heddle", "run", "--", "printenv", "HEDDLE_PROGRAM"]
    outer = bench.do("run", "--partition", "a", "--", *inner)
    (program,) = bench.programs()
    assert outer.stdout.strip() == str(program.id)
    said = bench.do("run", "--partition", "a", "--mem", "16MiB", "--", "true", code=2).stderr
    assert "--mem is for programs outside of partitions" in said


def test_resize_changes_the_book_and_who_runs(bench: Bench) -> None:
    bench.booked("a", 8, share=250)
    bench.booked("b", 16, share=500)
    taker = bench.taker("--partition", "a")
    assert taker.info() == (8 * MIB, 8 * MIB)
    (program,) = bench.programs()
    bench.do("program", "resize", "a", "--mem", "12MiB")
    assert taker.info() == (12 * MIB, 12 * MIB)
    bench.do("program", "resize", str(program.id), "--mem", "14MiB", "--share", "40%")
    said = bench.do("device", "partition", "resize", "a", "--mem", "49MiB", code=2).stderr
    assert "48MiB is free; 48MiB or less would fit, or remove partition b" in said
    assert taker.info() == (14 * MIB, 14 * MIB)
    (a, _) = bench.json("device", "partition", "ls")["partitions"]
    assert (a["name"], a["share"], a["memory_mib"], a["state"]) == ("a", 400, 14, "idle")


def test_a_partition_in_use_is_not_removed(bench: Bench) -> None:
    bench.booked("a", 8)
    taker = bench.taker("--partition", "a")
    assert taker.take(6 * MIB) is not None
    said = bench.do("device", "partition", "rm", "a", code=2).stderr
    assert f"(process {taker.process.pid})" in said
    told = bench.json("device", "partition", "rm", "a", "--force")
    assert told == {"removed": "a", "still_running": [taker.process.pid]}
    assert taker.take(3 * MIB) is None  # its limit stays
    bench.create("a", "--mem", "60MiB")  # and nothing is kept for it
    taker.end()
    assert eventually(lambda: bench.programs() == [])


def test_a_program_of_another_table_is_not_in_the_partition(bench: Bench) -> None:
    """Its partition has the same name, and its program the same number."""
    bench.booked("a", 8)
    bench.do("run", "--partition", "a", "--", "true")
    (slot,) = bench.programs()
    words = {"HEDDLE_PARTITION": "a", "HEDDLE_PROGRAM": str(slot.id), "HEDDLE_TABLE": "/no/table"}
    stranger = subprocess.Popen(["sleep", "60"], env={**bench.world.environment, **words})
    try:
        assert bench.json("device", "partition", "rm", "a")["still_running"] == []
    finally:
        stranger.kill()
        stranger.wait()


def test_removing_gives_back_what_it_had(bench: Bench) -> None:
    bench.booked("a", 38, share=600)
    said = bench.create("b", "--share", "60%", code=2)
    assert "40 %, 26MiB or less would fit, or remove partition a (60 %, 38MiB)" in said
    bench.do("run", "--partition", "a", "--", "true")
    assert [each.name for each in bench.programs()] == ["a"]
    bench.do("device", "partition", "rm", "a")
    assert bench.programs() == []
    bench.create("b", "--share", "60%")


def test_a_slot_that_is_gone_is_made_again(bench: Bench) -> None:
    """The table ends with the machine, the book does not. Numbers begin anew then."""
    bench.booked("a", 8)
    bench.do("run", "--partition", "a", "--", "true")
    first = registry.find("a").program
    bench.world.table.unlink()
    other = bench.taker("--mem", "4MiB")
    assert other.info()[1] == 4 * MIB
    assert [each.id for each in bench.programs()] == [first]
    taker = bench.taker("--partition", "a")
    assert taker.info()[1] == 8 * MIB
    assert registry.find("a").program != first
    assert slot.find(registry.find("a"), slot.programs()) is not None


def test_a_cap_holds_for_all_programs_together(bench: Bench) -> None:
    """Counted in what they got done: requests of 1 ms, for 2 s."""
    bench.booked("a", share=300, cap=300)
    words = ("run", "--partition", "a", "--", LOAD, "requests", "1", "1000", "0", "8", "2")
    started = [bench.world.start(sys.executable, "-m", "heddle", *words) for _ in range(3)]
    spans = [line.split() for each in started for line in each.communicate()[0].splitlines()]
    began, ended = min(int(a) for a, _ in spans), max(int(b) for _, b in spans)
    assert 0.15 < len(spans) * 1_000_000 / (ended - began) < 0.37


def test_an_exclusive_device_is_left_alone(bench: Bench) -> None:
    bench.create("big", "--kind", "whole")
    said = bench.do("run", "--device", "soft@gpu", "--", "true", code=2).stderr
    assert "partition big's alone" in said
    done = bench.do("run", "--", "printenv", "SOFTXPU_VISIBLE_DEVICES")
    assert done.stdout.strip() == "1"
    assert "soft@gpu is a partition's alone and is hidden" in done.stderr
    taker = bench.taker("--partition", "big")
    assert taker.info() == (64 * MIB, 64 * MIB)


def test_a_program_outside_hears_what_does_not_fit(bench: Bench) -> None:
    bench.booked("a", share=700)
    said = bench.do("run", "--device", "soft@gpu", "--share", "50%", "--", "true", code=2).stderr
    assert "30 % is free" in said
    done = bench.do("run", "--device", "soft@gpu", "--cap", "50%", "--", "true")
    assert "30 % is free" in done.stderr
    assert "It runs all the same" in done.stderr


def test_the_pool_counts_programs_outside_of_partitions(bench: Bench) -> None:
    bench.booked("a", share=250)
    taker = bench.taker("--device", "soft@gpu", "--share", "50%", "--mem", "32MiB")
    assert taker.take(MIB) is not None

    def counted() -> dict[str, dict[str, int]]:
        told = bench.json("device", "pool", "show")["devices"]
        (found,) = (each["counters"] for each in told if each["device"] == "soft@gpu")
        return dict(found)

    now = counted()
    assert now["compute"]["booked"] == 250
    assert now["memory"]["booked"] == 16
    if now["compute"]["unbooked"]:  # from its first queue on
        assert now["compute"] | {"free": 250, "unbooked": 500} == now["compute"]
    (listed,) = (e for e in bench.json("device", "pool") if e["device"] == "soft@gpu")
    assert (listed["mode"], listed["is_local"], listed["round_trip_us"]) == ("partitioned", True, 0)
    assert listed["free_milli"] == now["compute"]["free"]
    shown = bench.do("device", "pool", "show", "-o", "wide").stdout
    assert "MODEL" in shown
    assert "unbooked" in shown


def test_refusals_are_data_too(bench: Bench) -> None:
    bench.booked("a", 40, share=700)
    done = bench.do(
        "device",
        "partition",
        "create",
        "b",
        "--device",
        "soft@gpu",
        "--share",
        "50%",
        "-o",
        "json",
        code=2,
    )
    told = json.loads(done.stdout)
    assert (told["fits"], told["remove"], told["would_fit"]["compute"]) == (False, ["a"], 300)
    assert {each["counter"] for each in told["reasons"]} == {"compute", "memory"}
    dry = ("partition", "create", "b", "--device", "soft@gpu", "--share", "30%", "--dry-run")
    assert bench.json(*dry)["created"] is False
    assert len(registry.load()) == 1


def test_more_memory_than_there_is_only_if_it_is_said(bench: Bench) -> None:
    bench.booked("a", 48)
    bench.create("b", "--mem", "48MiB", code=2)
    bench.create("b", "--mem", "48MiB", "--oversubscribe-memory", "1.5")
    said = bench.do("device", "partition", "promise", "--device", "soft@gpu", "1", code=2).stderr
    assert "96MiB is promised already; 1.5 or more would do" in said


def test_nobody_is_charged_while_nobody_is_in_it(bench: Bench) -> None:
    """Who comes an hour later must not pay for that hour: a cap would hold it for three."""
    bench.booked("a", share=300, cap=300)
    words = ("run", "--partition", "a", "--", LOAD, "requests", "1", "1000", "0", "8", "0.5")
    bench.do(*words)
    bench.programs()  # frees what the dead have left
    with Table() as table:
        (record,) = table._ready("program").values()
    assert (record["attached"], record["turn_started_ns"]) == (0, 0)
