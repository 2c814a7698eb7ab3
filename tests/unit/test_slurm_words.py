"""What the words of Slurm mean for an attempt, without a Slurm."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle.engine._elsewhere.given_devices import on_given
from heddle.engine._elsewhere.order_file import described, ordered
from heddle.engine.base import Order
from heddle.engine.slurm.batch import end_of
from heddle.engine.slurm.client import SlurmClient, SlurmJob, SlurmNode, refusal
from heddle.engine.slurm.repair import Repair
from heddle.engine.slurm.submission import gpus, names, options, shards
from heddle.engine.slurm.submitted_job import JobNumbers
from heddle.engine.slurm.task import tasks_of
from heddle.engine.slurm.verdict import Evidence, is_forgotten, judge
from heddle.errors import HeddleError
from heddle.model.device import Device
from heddle.model.record import Place

RUNS = {"state": "running", "started_ms": 5}


def evidence(job: SlurmJob | None, batch: dict[str, Any] | None = None, **more: Any) -> Evidence:
    known = {"is_known": True, "is_settled": True, "now_ms": 9, "stop": None}
    return Evidence("j1.1", batch, job=job, **(known | more))


@pytest.mark.parametrize(
    ("state", "batch", "expected"),
    [
        ("PENDING", None, ("starting", None, "")),
        ("RUNNING", None, ("starting", None, "")),
        ("RUNNING", RUNS, ("running", None, "")),
        ("COMPLETING", RUNS, ("running", None, "")),
        ("TIMEOUT", RUNS, ("ended", -9, "timeout")),
        ("OUT_OF_MEMORY", RUNS, ("ended", -9, "out of memory")),
        ("CANCELLED", RUNS, ("ended", -9, "somebody cancelled it")),
        ("CANCELLED", None, ("ended", -15, "somebody cancelled it")),
        ("NODE_FAIL", RUNS, ("lost", None, "a node of it failed")),
        ("PREEMPTED", RUNS, ("lost", None, "Slurm preempted it")),
        ("FAILED", RUNS, ("lost", None, "its batch script noted no end (in Slurm: FAILED")),
        ("FAILED", None, ("lost", None, "its batch script noted no end")),
    ],
)
def test_what_slurm_says_where_the_batch_script_noted_no_end(
    state: str, batch: dict[str, Any] | None, expected: tuple[str, int | None, str]
) -> None:
    seen = judge(evidence(SlurmJob("1", state, nodes="n1"), batch))
    assert (seen.state, seen.exit_code) == expected[:2]
    assert seen.why.startswith(expected[2])
    assert seen.unready == (state == "FAILED" and batch is None)


def test_slurm_is_given_time_for_files_and_for_the_job_to_be_seen() -> None:
    over = SlurmJob("1", "FAILED", nodes="n1")
    assert judge(evidence(over, RUNS, is_settled=False)).state == "running"
    assert judge(evidence(None, None, is_known=False)).state == "starting"
    assert judge(evidence(None, RUNS)).state == "lost"


def test_what_slurm_queues_again_is_lost_once_nothing_of_it_lives() -> None:
    """A slurmctld that was killed has jobs that run for jobs that wait."""
    waits = SlurmJob("1", "PENDING", reason="Resources")
    assert judge(evidence(waits, RUNS, is_settled=False)).state == "running"
    seen = judge(evidence(waits, RUNS, beat_ms=8, began_ms=6))
    assert (seen.state, seen.started_ms, seen.ended_ms, seen.unready) == ("lost", 6, 9, False)
    assert "queued it again" in seen.why
    held = SlurmJob("1", "PENDING", reason="launch failed requeued held")
    seen = judge(evidence(held))
    assert (seen.state, seen.unready, "launch failed" in seen.why) == ("lost", True, True)
    assert judge(evidence(held, is_settled=False)).state == "starting"
    ended = {**RUNS, "state": "ended", "exit_code": -15, "ended_ms": 7, "is_terminated": True}
    assert judge(evidence(SlurmJob("1", "COMPLETED", nodes="n1"), ended)).state == "lost"


def test_what_was_lost_is_charged_until_its_last_sign_of_life() -> None:
    failed = SlurmJob("1", "FAILED", nodes="n1")
    seen = judge(evidence(failed, {**RUNS, "started_ms": 1000}, beat_ms=5000, now_ms=60_000))
    assert (seen.started_ms, seen.ended_ms) == (1000, 5500)


def test_only_what_never_began_is_submitted_again() -> None:
    assert is_forgotten(evidence(None))
    assert not is_forgotten(evidence(None, RUNS))
    assert not is_forgotten(evidence(None, stop="cancelled"))
    assert not is_forgotten(evidence(None, is_settled=False))
    assert not is_forgotten(evidence(SlurmJob("1", "PENDING")))


def test_a_number_that_was_given_out_twice_says_nothing_about_the_second(tmp_path: Path) -> None:
    """The nodes tell of the first one's end when slurmctld, which forgot it, is back."""
    ended = SlurmJob("1", "CANCELLED")
    assert judge(evidence(ended)).state == "ended"
    assert not is_forgotten(evidence(ended))
    assert is_forgotten(evidence(ended, is_reused=True))
    assert judge(evidence(ended, RUNS, is_reused=True)).state == "lost"
    assert judge(evidence(ended, RUNS, is_reused=True, stop="cancelled")).state == "ended"
    numbers = JobNumbers(str(tmp_path / "numbers.json"))
    assert [numbers.is_reused(each) for each in ("7", "8", "9_0")] == [False] * 3
    numbers = JobNumbers(str(tmp_path / "numbers.json"))
    assert [numbers.is_reused(each) for each in ("8", "9", "10", "1", "2")] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_jobs_of_ours_that_nobody_wants_are_ended_after_a_while() -> None:
    """Not those of others, nor members of an array that is being submitted."""
    jobs = [
        SlurmJob("1", "RUNNING", "k a"), SlurmJob("2", "RUNNING", "k b"),
        SlurmJob("3_1", "PENDING", "k c 1"), SlurmJob("4", "RUNNING", "other a"),
        SlurmJob("5", "COMPLETED", "k d"), SlurmJob("6", "COMPLETING", "k e"),
    ]  # fmt: skip
    looked = {job.comment: job for job in jobs}
    repair = Repair(SlurmClient({}), "k", 0.05)
    assert not repair.is_idle, "somebody has to look first"
    assert repair.due(looked, {"k b", "k c"}) == []
    time.sleep(0.06)
    assert [job.id for job in repair.due(looked, {"k b", "k c"})] == ["1"]
    assert repair.due(looked, {"k b", "k c"}) == [], "it is given time"
    assert not repair.is_idle
    assert repair.due({}, ()) == []
    assert repair.is_idle


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("TIMEOUT", ("ended", "timeout")),
        ("NODE_FAIL", ("lost", "a node")),
        ("", ("ended", "Slurm ended it")),
    ],
)
def test_a_batch_script_that_slurm_ended_waits_for_slurms_word(
    state: str, expected: tuple[str, str]
) -> None:
    batch = {**RUNS, "state": "ended", "exit_code": -15, "ended_ms": 7, "is_terminated": True}
    assert judge(evidence(SlurmJob("1", "COMPLETING", nodes="n1"), batch)).state == "running"
    job = SlurmJob("1", state, nodes="n1") if state else None
    seen = judge(evidence(job, batch, now_ms=100_000))
    assert (seen.state, seen.why.startswith(expected[1])) == (expected[0], True)
    if job is None:
        assert judge(evidence(None, batch)).state == "lost", "Slurm would still know it"
    stopped = judge(evidence(None, batch, is_known=False, stop="cancelled"))
    assert (stopped.state, stopped.why) == ("ended", "cancelled")


def test_the_first_member_that_failed_is_the_end() -> None:
    done = {"state": "ended", "exit_code": 0, "ended_ms": 1}
    bad = {"state": "ended", "exit_code": 3, "ended_ms": 2}
    then = {"state": "ended", "exit_code": -15, "ended_ms": 3}
    assert end_of([done, done], 0, "", is_asked=False)["exit_code"] == 0
    end = end_of([then, bad, done], 3, "", is_asked=False)
    assert (end["exit_code"], end["why"]) == (
        3, "member 1 ended with exit code 3, so the others were ended",
    )  # fmt: skip
    assert end_of([done, RUNS], 137, "", is_asked=False)["exit_code"] == -9
    unready = end_of([None], 1, "no step", is_asked=False)
    assert (unready["state"], unready["why"]) == ("lost", "srun could not start it: no step")


def test_an_order_is_the_same_behind_the_file() -> None:
    place = Place("n1", (("cuda@0", 500),), 1500, 1000, (512,))
    asked = Order("j1.1", ("a", "b"), (place, place), {"A": "b"}, "/w", grace_s=3.0, cap_milli=200)
    assert ordered(json.loads(json.dumps(described(asked, "n", {})))) == asked


def test_an_order_in_the_options_of_sbatch() -> None:
    known = {"n1": SlurmNode("n1", 8, 1 << 14, "gpu:a100:4(S:0)")}
    place = Place("n1", (("gpu@0", 500),), 1500, 1001)
    found = options(Order("j1.1", ("a",), (place, place)), known)
    assert {"--requeue", "--ntasks=2", "--nodelist=n1", "--nodes=1"} <= {*found}
    assert {"--cpus-per-task=2", "--mem-per-cpu=501M", "--gpus-per-task=1"} <= {*found}
    shared = {"n1": SlurmNode("n1", 8, 1 << 14, "gpu:a100:4(S:0),shard:a100:40(S:0)")}
    assert "--gres=shard:4" in options(
        Order("j1.1", ("a",), (Place("n1", (("gpu@0", 333),)),)), shared
    )
    for devices in ((("gpu@0", 1000),), (("gpu@0", 500), ("gpu@1", 500))):
        found = options(Order("j1.1", ("a",), (Place("n1", devices),)), shared)
        assert f"--gpus-per-task={len(devices)}" in found
    alone = Order("j1.1", ("a",), (Place("here"),))
    found = options(alone, known)
    assert not [word for word in found if "node" in word or "gpu" in word or "mem" in word]
    assert "--job-name=j1.1" in names([alone], "/f")
    members = [replace(alone, attempt=f"j1[{i}].1") for i in range(3)]
    assert {"--job-name=j1", "--array=0-2"} <= {*names(members, "/f")}


def test_the_lists_of_slurm_are_read() -> None:
    assert tasks_of("2(x3),1") == [2, 2, 2, 1]
    assert gpus("npu:2,gpu:a100:2(S:0-1),gpu:1") == ["a100", "a100", ""]
    assert gpus("(null)") == []
    assert [shards(each) for each in ("gpu:2,shard:20", "gpu:a:1,shard:a:8(S:0)", "gpu:2")] == [
        10, 8, 0,
    ]  # fmt: skip


def test_devices_are_those_that_slurm_gave() -> None:
    """Of the API of the hardware: others know the same devices."""
    asked = Order("j1.1", ("a",), (Place("n1", (("gpu@0", 500),)),))
    here = [device(api, i) for api in ("opencl", "cuda", "soft") for i in range(2)]
    told = ("Slurm", "Compare gres.conf")
    assert on_given(asked, 0, "1", here, *told).places[0].devices == (("cuda@1", 500),)
    for given in ("", "7"):
        with pytest.raises(HeddleError, match=r"gres\.conf"):
            on_given(asked, 0, given, here, *told)


def device(api: str, index: int) -> Device:
    return Device(api, str(index), index, "v", "m", "gpu", f"{api}-{index}", 0, (), 1, "")


@pytest.mark.parametrize(
    ("said", "is_down", "is_final", "remedy"),
    [
        ("Unable to contact slurm controller (connect failure)", True, False, "scontrol ping"),
        ("Invalid account or account/partition combination", False, False, "SBATCH_ACCOUNT"),
        ("Access/permission denied", False, False, "access"),
        ("Unable to process configuration file", False, False, "Set SLURM_CONF"),
        ("Could not establish a configuration source", False, False, "Set SLURM_CONF"),
        ("Protocol authentication error", True, False, "scontrol ping"),
        ("User's group not permitted to use this partition", False, False, "access"),
        ("Invalid generic resource (gres) specification", False, True, "sinfo -N"),
    ],
)
def test_a_refusal_has_a_remedy(said: str, is_down: bool, is_final: bool, remedy: str) -> None:
    error = refusal(f"sbatch: error: Batch job submission failed: {said}\n")
    assert (error.is_down, error.is_final) == (is_down, is_final)
    assert said in str(error)
    assert remedy in str(error)
