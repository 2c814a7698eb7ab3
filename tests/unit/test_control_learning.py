"""A control plane learns how fast workloads are on which devices, keeps it, and chooses by it."""

from __future__ import annotations

from typing import Any

import pytest

from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.control.learning import read
from heddle.engine.base import AttemptStatus
from tests.core_world import CoreWorld

T4 = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
H100 = DeviceClass("gpu", "H100", "nvidia", 81920, 3)
ROWS = [NodeRow("a", 8000, 32768, (T4, T4)), NodeRow("b", 8000, 32768, (H100, H100))]


def train(number: int, devices: str = "t4:1 | h100:1", **more: Any) -> dict[str, Any]:
    return {
        "id": f"n{number}", "workload": "train", "devices": devices, "command": ["true"], **more,
    }  # fmt: skip


class LearningWorld(CoreWorld):
    """On which a job takes as long as is said."""

    def __init__(self) -> None:
        super().__init__(ROWS)

    def begin(self, spec: dict[str, Any]) -> str:
        """Gives the node on which it began."""
        (self.job,) = self.submit(spec)
        self.until_quiet()
        return self.attempts[f"{self.job}.1"].places[0].node

    def run(self, spec: dict[str, Any], seconds: float, code: int = 0) -> str:
        node = self.begin(spec)
        self.now_ms += int(1000 * seconds)
        self.end(f"{self.job}.1", code)
        self.look()
        self.until_quiet()
        return node


def test_jobs_go_where_their_workload_was_faster() -> None:
    world = LearningWorld()
    assert world.run(train(1), 300) == "a"
    world.run(train(2, "h100:1"), 100)
    assert world.begin(train(3)) == "b"
    assert world.begin(train(4, workload="other")) == "a"


def test_a_declared_rate_is_believed_until_runs_say_otherwise() -> None:
    """It counts as three runs."""
    world = LearningWorld()
    declared: dict[str, Any] = train(0)
    del declared["devices"]
    declared["alternatives"] = [{"devices": "t4:1"}, {"devices": "h100:1", "rate": 2}]
    for number in range(6):
        assert world.run({**declared, "id": f"d{number}"}, 150) == "b"
        world.run(train(100 + number, "t4:1"), 100)
    assert world.begin({**declared, "id": "last"}) == "a"


def test_what_was_learned_is_the_same_after_a_restart() -> None:
    world = LearningWorld()
    for number in range(80):
        world.run(train(number, "h100:1"), 100 + number % 7)
        world.run(train(100 + number, "t4:1"), 300 + number % 5)
    asked = world.core._read(train(1))
    before = world.core.rates.speeds(asked)
    assert len(world.learned) == 2 * 64
    world.core = world.new_core()
    assert world.core.rates.speeds(asked) == before
    assert before[1].runs == 64
    assert world.begin(train(1000)) == "b"


def test_only_whole_runs_that_ended_well_tell_something() -> None:
    world = LearningWorld()
    world.run(train(1), 10, code=1)
    world.begin(train(2))
    world.now_ms += 5000
    world.core.cancel(world.job, "ann", world.now_ms)
    world.until_quiet()
    world.run(train(3, retries=1), 10, code=1)
    world.now_ms += 60_000
    world.until_quiet()
    world.now_ms += 10_000
    world.end(f"{world.job}.2", 0)
    world.look()
    world.until_quiet()
    assert world.jobs[world.job].state == "done"
    assert world.learned == {}


def test_preempted_jobs_tell_nothing() -> None:
    """A later attempt may go on from what was saved."""
    world = LearningWorld()
    world.begin(train(1, "t4:2"))
    first = world.job
    world.now_ms += 5000
    world.run(train(2, "t4:2", priority=9), 100)
    assert [run.partition(".")[0] for run in world.learned] == [world.job]
    world.now_ms += 5000
    world.end(f"{first}.2", 0)
    world.look()
    world.until_quiet()
    assert world.jobs[first].state == "done"
    assert len(world.learned) == 1


def test_an_attempt_that_says_its_steps_tells_them_though_it_went_on() -> None:
    world = LearningWorld()
    node = world.begin(train(1, retries=1))
    world.now_ms += 5000
    world.end(f"{world.job}.1", 1)
    world.look()
    world.now_ms += 60_000
    world.until_quiet()
    world.now_ms += 10_000
    world.runs[f"{world.job}.2"] = AttemptStatus(f"{world.job}.2", "ended", 0, steps=500.0)
    world.look()
    world.until_quiet()
    (run,) = world.learned.values()
    assert (run["unit"], node) == ("steps/s", "a")
    assert run["rate"] == pytest.approx(50)


def test_members_of_an_array_share_a_workload() -> None:
    world = LearningWorld()
    world.submit(train(1, shape="array", members=4))
    world.until_quiet()
    world.now_ms += 100_000
    for attempt in list(world.runs):
        world.end(attempt, 0)
    world.look()
    world.until_quiet()
    assert len(world.learned) == 4
    assert {value["workload"] for value in world.learned.values()} == {"train"}


def test_a_run_that_cannot_be_read_is_left_out() -> None:
    """As of a version to come."""
    world = LearningWorld()
    world.run(train(1), 300)
    (good,) = world.learned.values()
    kept = {"j1.1": good, "j2.1": {"tenant": "x"}, "j3.1": {**good, "devices": [["x"]]}}
    assert read(kept).tenants() == ["default"]
