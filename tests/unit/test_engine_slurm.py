"""What only the Slurm engine promises: jobs that Slurm sees as ours, ends that survive Slurm's
memory, and refusals that say what to do."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heddle.engine._elsewhere.order_file import described
from heddle.engine.base import Order
from heddle.engine.local.supervisor import free_port
from heddle.engine.slurm import submitted_job
from heddle.engine.slurm.client import SlurmClient, SlurmJob
from heddle.engine.slurm.engine import Slurm
from heddle.errors import HeddleError, UsageError
from heddle.model.record import Place
from tests.engines import FINAL, Followed, order, within, written
from tests.slurm import POLL_S, SAVE_S, SlurmServer
from tests.world import World

STAYS = ("sleep", "1000")


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


def test_a_node_that_is_down_is_still_a_node(slurm: SlurmServer, followed: Followed) -> None:
    """Else a job for it would be refused, as no node could ever run it."""
    first, *_ = [node.name for node in followed.engine.nodes() or ()]

    def downs() -> dict[str, str]:
        return {node.name: node.down for node in followed.engine.nodes() or ()}

    slurm.ask("scontrol", "update", f"nodename={first}", "state=down", "reason=test")
    try:
        assert within(lambda: downs()[first] == "Slurm has it as down")
    finally:
        slurm.ask("scontrol", "update", f"nodename={first}", "state=resume")
    assert within(lambda: not any(downs().values()))


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


def test_what_only_slurm_believes_to_run_is_lost(
    slurm: SlurmServer, followed: Followed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is cancelled in Slurm first, so that nothing of it can run on."""
    followed.engine.start(order("j1.1", *STAYS))
    state = tmp_path / "attempts" / "j1.1" / "0" / "state.json"
    assert within(state.exists)
    os.kill(json.loads(state.read_text())["supervisor"], signal.SIGSTOP)
    monkeypatch.setattr(submitted_job, "_SILENT_S", 3.0)
    end = followed.end("j1.1")
    assert (end.state, "nothing of it lived" in end.why) == ("lost", True)
    assert within(lambda: number(slurm, "j1.1") == "")


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
