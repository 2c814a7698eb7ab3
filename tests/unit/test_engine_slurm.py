"""What only the Slurm engine promises: jobs that Slurm sees as ours, ends that survive Slurm's
memory, and refusals that say what to do."""

from __future__ import annotations

import itertools
import json
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heddle.engine._elsewhere.given_devices import on_given
from heddle.engine._elsewhere.order_file import described, ordered
from heddle.engine.base import Order
from heddle.engine.local.supervisor import free_port
from heddle.engine.slurm.batch import end_of
from heddle.engine.slurm.client import SlurmClient, SlurmJob, SlurmNode, refusal
from heddle.engine.slurm.engine import Slurm
from heddle.engine.slurm.repair import Repair
from heddle.engine.slurm.submission import gpus, names, options, shards
from heddle.engine.slurm.submitted_job import JobNumbers
from heddle.engine.slurm.task import tasks_of
from heddle.engine.slurm.verdict import Evidence, is_forgotten, judge
from heddle.errors import HeddleError, UsageError
from heddle.model.device import Device
from heddle.model.record import Place
from tests.engines import FINAL, Followed, order, within, written
from tests.slurm import POLL_S, SAVE_S, SlurmServer
from tests.world import World

STAYS = ("sleep", "1000")
RUNS = {"state": "running", "started_ms": 5}


def finish(followed: Followed) -> None:
    for seen in followed.engine.seen():
        followed.engine.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in followed.engine.seen()))
    followed.engine.close()


@pytest.fixture
def followed(slurm: SlurmServer, tmp_path: Path) -> Iterator[Followed]:
    make = partial(slurm.engine, tmp_path)
    made = Followed(make(), make)
    yield made
    finish(made)


def _says(followed: Followed, attempt: str, text: str) -> bool:
    return written(followed.engine, attempt) == text


def number(slurm: SlurmServer, attempt: str) -> str:
    return slurm.ask("squeue", "-h", "-o", "%i", f"--name={attempt}").strip()


def test_a_replica_has_a_port_that_is_free_on_its_node(followed: Followed) -> None:
    """The one that it was given, unless another program has that."""
    shows = ("sh", "-c", "echo $PORT; exec sleep 1000")
    with socket.socket() as taken:
        taken.bind(("", 0))
        given = {"j1.1": taken.getsockname()[1], "j2.1": free_port()}
        for attempt, port in given.items():
            environment = {"HEDDLE_SERVICE": "chat", "PORT": str(port)}
            assert not followed.engine.start(
                replace(order(attempt, *shows), environment=environment)
            )
        ports = {attempt: followed.until(attempt, "running").port for attempt in given}
    assert ports["j1.1"] not in (0, given["j1.1"])
    assert ports["j2.1"] == given["j2.1"]
    for attempt, port in ports.items():
        assert within(partial(_says, followed, attempt, f"{port}\n"))


def test_members_have_ranks_one_port_and_what_slurm_says(followed: Followed) -> None:
    """Two nodes: each member is told how many are with it on its node."""
    names = "$RANK/$WORLD_SIZE $LOCAL_RANK/$LOCAL_WORLD_SIZE $SLURMD_NODENAME $HEDDLE_JOB $MINE"
    text = f"echo $MASTER_ADDR:$MASTER_PORT {names} $SLURM_PROCID $(pwd)"
    places = (Place("n1"), Place("n2"), Place("n1"), Place("n2"))
    asked = Order("j7[3].2", ("sh", "-c", text), places, {"MINE": "yes"})
    assert followed.engine.start(asked) is None
    assert followed.end("j7[3].2").exit_code == 0
    lines = [written(followed.engine, "j7[3].2", member).split() for member in range(4)]
    work = followed.engine.work("j7[3].2")
    assert [line[1:] for line in lines] == [
        [f"{rank}/4", f"{rank % 2}/2", f"n{1 + rank // 2}", "j7[3]", "yes", str(rank), work]
        for rank in range(4)
    ]
    assert len({line[0] for line in lines}) == 1


def test_what_waits_in_slurm_says_why_and_can_be_stopped(
    slurm: SlurmServer, followed: Followed
) -> None:
    everything = (Place("n1", cpu_milli=32_000),)
    followed.engine.start(Order("j1.1", STAYS, everything))
    followed.until("j1.1", "running")
    followed.engine.start(Order("j2.1", STAYS, everything))

    def waits() -> bool:
        seen = followed.seen("j2.1")
        return seen is not None and "it waits in Slurm: " in seen.why

    assert within(waits)
    followed.engine.stop("j2.1", "cancelled")
    end = followed.end("j2.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -15, "cancelled")
    assert end.started_ms == end.ended_ms, "it costs nothing"
    assert number(slurm, "j2.1") == ""


def test_a_job_that_somebody_cancels_ends_and_says_so(
    slurm: SlurmServer, followed: Followed
) -> None:
    for attempt in ("j1.1", "j2.1"):
        followed.engine.start(order(attempt, "sh", "-c", "echo up; exec sleep 1000"))
        assert within(lambda a=attempt: written(followed.engine, a) == "up\n")  # type: ignore[misc]
    slurm.ask("scancel", number(slurm, "j1.1"))
    end = followed.end("j1.1")
    assert (end.state, end.exit_code) == ("ended", -15)
    assert "somebody cancelled it in Slurm" in end.why
    assert followed.seen("j2.1") is not None
    assert len(followed.of("j2.1")) == 1, "the other one runs on"


@pytest.mark.slow
def test_an_end_survives_the_memory_of_slurm(slurm: SlurmServer, followed: Followed) -> None:
    """The control plane is away while the job ends, and Slurm forgets it (MinJobAge)."""
    followed.engine.start(order("j1.1", "sh", "-c", "echo up; sleep 1; exit 4"))
    assert within(lambda: written(followed.engine, "j1.1") == "up\n")
    mine = number(slurm, "j1.1")
    followed.engine.close()
    assert within(
        lambda: mine not in slurm.ask("squeue", "-h", "-t", "all", "-o", "%i").split(), 60
    )
    followed.engine = followed.make()
    new = Followed(followed.engine)
    assert new.end("j1.1").exit_code == 4
    assert written(new.engine, "j1.1") == "up\n"


def test_an_engine_that_died_before_it_noted_the_job_finds_it(
    slurm: SlurmServer, followed: Followed, tmp_path: Path
) -> None:
    """And one that died before it submitted has started nothing."""
    followed.engine.start(order("j1.1", *STAYS))
    followed.until("j1.1", "running")
    followed.engine.close()
    (tmp_path / "attempts" / "j1.1" / "job.json").unlink()
    unsent = tmp_path / "attempts" / "j2.1"
    unsent.mkdir()
    told = described(order("j2.1", *STAYS), "abc", {})
    (unsent / "order.json").write_text(json.dumps(told))
    followed.engine = followed.make()
    new = Followed(followed.engine)
    assert [(seen.attempt, seen.state) for seen in new.engine.seen()] == [("j1.1", "running")]
    assert not unsent.exists()
    assert new.engine.start(order("j1.1", *STAYS)) is None
    assert len(slurm.ask("squeue", "-h", "--name=j1.1").splitlines()) == 1
    new.engine.stop("j1.1", "cancelled")
    assert new.end("j1.1").why == "cancelled"


@pytest.mark.slow
def test_a_controller_that_is_down_is_a_reason_and_costs_no_job(
    slurm: SlurmServer, followed: Followed
) -> None:
    followed.engine.start(order("j1.1", *STAYS))
    followed.engine.start(order("j2.1", "sh", "-c", "echo up; sleep 7; exit 5"))
    assert within(lambda: written(followed.engine, "j2.1") == "up\n")
    followed.until("j1.1", "running")
    slurm.halt()
    try:
        refused = followed.engine.start(order("j3.1", *STAYS))
        assert refused is not None
        assert refused.code == "engine"
        assert "slurmctld does not answer" in refused.why
        with pytest.raises(HeddleError, match="slurmctld does not answer"):
            followed.engine.seen()
        followed.engine.stop("j1.1", "cancelled")  # it is told when the controller is back
    finally:
        slurm.resume()
    assert followed.end("j2.1").exit_code == 5
    assert followed.end("j1.1").why == "cancelled"
    assert followed.seen("j3.1") is None

    def starts() -> bool:  # for some seconds it is not asked again
        return followed.engine.start(order("j3.1", "true")) is None

    assert within(starts)
    assert followed.end("j3.1").exit_code == 0


@pytest.mark.slow
def test_what_a_killed_controller_forgot_runs_all_the_same(
    slurm: SlurmServer, followed: Followed
) -> None:
    """It saves its state every five seconds: what it accepted since is submitted again, what ran
    is lost once it is dead, and nothing stays behind in Slurm."""
    followed.engine.start(Order("j1.1", STAYS, (Place("n1", cpu_milli=32_000),)))
    followed.until("j1.1", "running")
    time.sleep(SAVE_S)
    followed.engine.start(Order("j2.1", ("true",), (Place("n1", cpu_milli=32_000),)))
    followed.engine.start(Order("j3.1", STAYS, (Place("n2"),)))
    followed.until("j3.1", "running")
    slurm.kill("slurmctld")
    slurm.restart("slurmctld")
    assert followed.end("j3.1").state == "lost"
    assert [seen.state for seen in followed.of("j2.1")] == []
    followed.engine.stop("j1.1", "make room")
    assert followed.end("j1.1").why == "make room"
    end = followed.end("j2.1")
    assert (end.state, end.exit_code) == ("ended", 0)
    assert within(lambda: slurm.ask("squeue", "-h").strip() == "")
    assert slurm.is_ready(), slurm.ask("sinfo", "-R")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"SBATCH_PARTITION": "nowhere"}, "invalid partition specified: nowhere.*SBATCH_PARTITION"),
        ({"SBATCH_RESERVATION": "none"}, "Requested reservation is invalid"),
        ({"SLURM_CONF": "/nonexistent/slurm.conf"}, "is not there. Name the file of the cluster"),
        ({"SLURM_CONF": "wrong port"}, "slurmctld does not answer.*Is SLURM_CONF that of"),
    ],
)
def test_what_would_let_all_jobs_wait_for_ever_is_said_at_the_start(
    slurm: SlurmServer, tmp_path: Path, change: dict[str, str], says: str
) -> None:
    """In one sentence with the remedy; afterwards the folder is free for one that is right."""
    if change.get("SLURM_CONF") == "wrong port":
        conf = Path(slurm.environment["SLURM_CONF"]).read_text()
        (tmp_path / "slurm.conf").write_text(re.sub(r"SlurmctldPort=\d+", "SlurmctldPort=1", conf))
        change = {"SLURM_CONF": str(tmp_path / "slurm.conf")}
    folder = tmp_path / "engine"
    with pytest.raises(UsageError, match=f"the engine slurm does not start: .*{says}"):
        slurm.engine(folder, **change)
    slurm.engine(folder).close()


def test_a_partition_that_is_gone_is_a_reason(slurm: SlurmServer, tmp_path: Path) -> None:
    """Nothing is left of the attempt, and it is said what to set."""
    slurm.ask("scontrol", "create", "PartitionName=brief", "Nodes=ALL")
    engine = slurm.engine(tmp_path, SBATCH_PARTITION="brief")
    slurm.ask("scontrol", "delete", "PartitionName=brief")
    refused = engine.start(order("j1.1", *STAYS))
    assert refused is not None
    assert refused.code == "engine"
    assert "invalid partition specified: brief" in refused.why
    assert "SBATCH_PARTITION" in refused.why
    assert engine.seen() == []
    assert list((tmp_path / "attempts").iterdir()) == []
    engine.close()


def test_gpus_of_slurm_are_given_to_members(
    slurm: SlurmServer, tmp_path: Path, world: World
) -> None:
    """Slurm counts them and says which; the control plane's choice of one gives way."""
    own = {name: world.environment[name] for name in ("HEDDLE_TABLE", "HEDDLE_STATE")}
    own["SOFTXPU_SEGMENT"] = world.segment.name
    engine = slurm.engine(tmp_path, SOFTXPU_DEVICES="a=gpu,b=gpu,c=gpu,d=gpu", **own)
    followed = Followed(engine)
    show = ("sh", "-c", "echo $SOFTXPU_VISIBLE_DEVICES; exec sleep 1000")
    two = tuple(Place("n1", ((name, 1000),)) for name in ("gpu@0", "gpu@1"))
    for attempt in ("j1.1", "j2.1"):
        assert engine.start(Order(attempt, show, two)) is None
    assert engine.start(Order("j3.1", show, two)) is None, "it waits until there are free ones"

    def given() -> list[str]:
        pairs = [(attempt, member) for attempt in ("j1.1", "j2.1") for member in (0, 1)]
        return sorted(written(engine, *pair).strip() for pair in pairs)

    assert within(lambda: given() == ["0", "1", "2", "3"]), given()
    seen = followed.seen("j3.1")
    assert seen is not None
    assert seen.state == "starting"
    finish(followed)


def test_one_squeue_at_a_time_serves_all(
    followed: Followed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many attempts there are, and however often it is asked."""
    asked: list[float] = []
    ask = SlurmClient.jobs

    def counted(client: SlurmClient) -> dict[str, SlurmJob]:
        asked.append(time.monotonic())
        return ask(client)

    monkeypatch.setattr(SlurmClient, "jobs", counted)
    for number in range(3):
        followed.engine.start(order(f"j{number}.1", *STAYS))
    until = time.monotonic() + 1
    while time.monotonic() < until:
        assert len(followed.engine.seen()) == 3
    pauses = [later - earlier for earlier, later in itertools.pairwise(asked)]
    assert len(pauses) > 2
    assert min(pauses) >= 0.9 * POLL_S


def test_members_of_an_array_are_an_array_of_slurm(slurm: SlurmServer, followed: Followed) -> None:
    """One sbatch for those that go to the same nodes; each ends, is stopped and found by itself."""
    assert isinstance(followed.engine, Slurm)
    ends = "[ $HEDDLE_INDEX != 2 ] || exit 5; sleep 1000"
    command = ("sh", "-c", f"echo $HEDDLE_INDEX of $SLURM_ARRAY_TASK_COUNT; {ends}")
    orders = [Order(f"j7[{i}].1", command, (Place("n1" if i < 4 else "n2"),)) for i in range(5)]
    image = replace(orders[0], attempt="j7[9].1", image="debian")
    *started, refused = followed.engine.start_all([*orders, image])
    assert started == [None] * 5
    assert refused is not None
    assert refused.code == "impossible"
    assert followed.engine.start_all(orders) == [None] * 5, "they are known"

    def said() -> list[str]:
        return [written(followed.engine, order.attempt).strip() for order in orders]

    assert within(lambda: said() == [*(f"{i} of 4" for i in range(4)), "4 of"]), said()
    assert followed.end("j7[2].1").exit_code == 5
    show = ("squeue", "-h", "-r", "-t", "RUNNING", "-o", "%j")
    assert within(lambda: sorted(slurm.ask(*show).split()) == [*["j7"] * 3, "j7[4].1"])
    followed.engine.close()
    followed.engine = followed.make()
    again = Followed(followed.engine)
    again.engine.stop("j7[1].1", "cancelled")
    assert again.end("j7[1].1").why == "cancelled"
    alive = {seen.attempt for seen in again.engine.seen() if seen.state == "running"}
    assert alive == {"j7[0].1", "j7[3].1", "j7[4].1"}


def test_its_nodes_are_those_of_slurm(followed: Followed) -> None:
    nodes = followed.engine.nodes()
    assert nodes is not None
    assert [(row.name, row.cpu_milli, row.memory_mib, len(row.devices)) for row in nodes] == [
        (name, 32_000, 8000, 4) for name in ("n1", "n2")
    ]
    assert nodes[0].called == tuple((f"gpu@{number}",) for number in range(4))


def test_devices_that_slurm_does_not_have_are_refused(followed: Followed) -> None:
    for place, word in (
        (Place("elsewhere", (("gpu@0", 1000),)), "not a Slurm node"),
        (Place("n1", tuple((f"gpu@{i}", 1000) for i in range(9))), "Slurm refuses it"),
        (Place("n1", memory_mib=1 << 30), "Slurm refuses it"),
    ):
        refused = followed.engine.start(Order("j1.1", STAYS, (place,)))
        assert refused is not None
        assert (refused.code, word in refused.why) == ("impossible", True), refused
        assert followed.engine.seen() == []


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"image": "docker.io/library/debian"}, "`image`"),
        ({"isolated": True}, "`isolated`"),
    ],
)
def test_what_it_cannot_do_is_refused_before_anything_is_submitted(
    followed: Followed, changes: dict[str, Any], word: str
) -> None:
    refused = followed.engine.start(replace(order("j1.1", *STAYS), **changes))
    assert refused is not None
    assert refused.code == "impossible"
    assert word in refused.why
    assert "heddle up --engine local" in refused.why
    assert followed.engine.seen() == []
    with pytest.raises(UsageError, match="reached through its node"):
        followed.engine.execute("j1.1")


def test_without_the_commands_of_slurm_it_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="apt-get install slurm-client"):
        Slurm(str(tmp_path), environment={"PATH": str(tmp_path)})


# Without a Slurm: what its words mean.


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
    assert repair.due(looked, {"k b", "k c"}) == ["1"]
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
