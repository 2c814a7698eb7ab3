"""What only the local engine promises: processes, what they see, and that none is left."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.engine.local.files import output, reclamation
from heddle.engine.local.forkserver import ForkServer
from heddle.engine.local.member_spec import check_id
from heddle.engine.local.sandbox import cgroup, cgroup_trees
from heddle.errors import LogGoneError, UsageError
from heddle.model.record import Place
from heddle.system import pidfd
from tests.engines import FINAL, Followed, order, processes, within, written
from tests.world import World

#: Members whose grandchildren hide in sessions of their own, one of them deaf.
HIDING = (
    "setsid sleep 1000 & setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' & "
    "(setsid sleep 1000 &) ; echo up; wait"
)


@pytest.fixture(params=["groups", "no groups"])
def trees(request: pytest.FixtureRequest) -> tuple[cgroup_trees.CgroupTree, ...]:
    if request.param == "no groups":
        return ()
    if not (found := cgroup_trees.trees()):
        pytest.skip("no control group can be made here; fix: run as root")
    return found


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Followed]:
    followed = Followed(Local(str(tmp_path)))
    yield followed
    finish(followed)


def finish(followed: Followed) -> None:
    for seen in followed.engine.seen():
        followed.engine.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in followed.engine.seen()))
    followed.engine.close()


def supervisor(folder: Path, attempt: str) -> int:
    return int(json.loads((folder / "attempts" / attempt / "state.json").read_text())["supervisor"])


def groups(folder: Path, attempt: str) -> list[str]:
    state = json.loads((folder / "attempts" / attempt / "state.json").read_text())
    return [path for path in state.get("groups", ()) if os.path.exists(path)]


def test_members_have_ranks_and_one_port(local: Followed) -> None:
    names = "$RANK/$WORLD_SIZE $LOCAL_RANK/$LOCAL_WORLD_SIZE $HEDDLE_ATTEMPT $HEDDLE_JOB"
    text = f"echo {names} $HEDDLE_MEMBER $HEDDLE_INDEX $MASTER_ADDR:$MASTER_PORT"
    local.engine.start(order("j7[3].2", "sh", "-c", text, members=3))
    local.end("j7[3].2")
    lines = [written(local.engine, "j7[3].2", member).split() for member in range(3)]
    assert [line[:6] for line in lines] == [
        [f"{rank}/3", f"{rank}/3", "j7[3].2", "j7[3]", str(rank), "3"] for rank in range(3)
    ]
    assert len({line[6] for line in lines}) == 1
    address, _, port = lines[0][6].partition(":")
    assert address == "127.0.0.1"
    assert 20_000 <= int(port) < 32_000


@pytest.mark.parametrize(
    ("writes", "steps"),
    [
        ("echo 250", 250.0),
        ("echo 1.5e3", 1500.0),
        ("echo many", None),
        ("echo -3", None),
        ("echo inf", None),
        ("true", None),
    ],
)
def test_a_program_can_say_how_many_steps_it_did(
    local: Followed, writes: str, steps: float | None
) -> None:
    local.engine.start(order("j1.1", "sh", "-c", f"{writes} > $HEDDLE_STEPS"))
    assert local.end("j1.1").steps == steps


@pytest.mark.parametrize("trick", ["ln -s /etc/hostname", "mkfifo", "mkdir"])
def test_what_is_no_file_says_nothing(local: Followed, trick: str) -> None:
    """Nobody waits for it, and no link is followed."""
    local.engine.start(order("j1.1", "sh", "-c", f"{trick} $HEDDLE_STEPS"))
    assert local.end("j1.1").steps is None


def test_a_member_that_ends_well_leaves_the_others(local: Followed) -> None:
    text = "[ $RANK = 0 ] && exit 0; sleep 0.3; echo late"
    local.engine.start(order("j1.1", "sh", "-c", text, members=2))
    assert local.end("j1.1").exit_code == 0
    assert written(local.engine, "j1.1", 1) == "late\n"


def test_a_killed_member_is_its_signal(local: Followed, tmp_path: Path) -> None:
    local.engine.start(order("j1.1", "sleep", "1000"))
    local.until("j1.1", "running")
    assert within(lambda: len(processes(tmp_path, "j1.1")) == 1)
    os.kill(processes(tmp_path, "j1.1")[0], signal.SIGKILL)
    assert local.end("j1.1").exit_code == -9


def test_stop_reaches_all_and_grace_ends(
    trees: tuple[cgroup_trees.CgroupTree, ...], tmp_path: Path
) -> None:
    local = Followed(Local(str(tmp_path), trees=trees))
    local.engine.start(order("j1.1", "sh", "-c", HIDING, grace_s=0.4))
    assert within(lambda: written(local.engine, "j1.1") == "up\n")
    assert within(lambda: len(processes(tmp_path, "j1.1")) >= 5)
    began = time.monotonic()
    local.engine.stop("j1.1", "cancelled")
    assert local.end("j1.1").why == "cancelled"
    assert time.monotonic() - began >= 0.4, "the deaf one has its grace"
    assert processes(tmp_path, "j1.1") == []
    assert groups(tmp_path, "j1.1") == []
    local.engine.close()


def test_stop_is_heard_by_one_that_was_stopped(local: Followed, tmp_path: Path) -> None:
    local.engine.start(order("j1.1", "sleep", "1000"))
    assert within(lambda: len(processes(tmp_path, "j1.1")) == 1)
    os.kill(processes(tmp_path, "j1.1")[0], signal.SIGSTOP)
    local.engine.stop("j1.1", "cancelled")
    assert local.end("j1.1").exit_code == -15


def test_what_members_leave_behind_is_ended(
    trees: tuple[cgroup_trees.CgroupTree, ...], tmp_path: Path
) -> None:
    local = Followed(Local(str(tmp_path), trees=trees))
    local.engine.start(order("j1.1", "sh", "-c", "(setsid sleep 1000 &); setsid sleep 1000 &"))
    assert local.end("j1.1").exit_code == 0
    assert processes(tmp_path, "j1.1") == []
    local.engine.close()


def test_the_environment_of_the_server_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "swordfish")
    monkeypatch.setenv("HEDDLE_TOKEN", "swordfish")
    monkeypatch.setenv("LC_TIME", "C")
    local = Followed(Local(str(tmp_path)))
    given = Order("j1.1", ("env",), (Place("here"),), {"LANG": "tlh", "MINE": "trout"})
    local.engine.start(given)
    local.end("j1.1")
    text = written(local.engine, "j1.1")
    assert "swordfish" not in text
    assert {"LC_TIME=C", "LANG=tlh", "MINE=trout"} <= set(text.split("\n"))
    assert {"CUDA_VISIBLE_DEVICES=", "SOFTXPU_VISIBLE_DEVICES="} <= set(text.split("\n"))
    (tmp_path / "attempts" / "j1.1" / "0.000000000000.log").unlink()
    kept = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert b"trout" not in b"".join(kept), "an environment can hold secrets"
    local.engine.close()


@pytest.mark.slow
def test_devices_are_given_as_heddle_run_does(world: World, tmp_path: Path) -> None:
    local = Followed(Local(str(tmp_path)))
    show = "import os; e = os.environ; print(e['HEDDLE_PROGRAM'].isdigit(), e['HEDDLE_PRIORITY'], "
    show += "e['SOFTXPU_VISIBLE_DEVICES'] + '/' + e['CUDA_VISIBLE_DEVICES'], e['LOCAL_RANK'])"
    places = (
        Place("here", (("soft@npu", 250),)),
        Place("here", (("soft@gpu", 1000), ("soft@edge", 1000))),
    )
    command = (sys.executable, "-c", show)
    local.engine.start(Order("j1.1", command, places, {"CUDA_VISIBLE_DEVICES": ""}, priority=-7))
    assert local.end("j1.1").exit_code == 0, written(local.engine, "j1.1")
    assert written(local.engine, "j1.1", 0) == "True -7 1/ 0\n"
    assert written(local.engine, "j1.1", 1) == "True -7 0,2/ 0\n"
    for names in (("soft@gpx",), ("soft@gpu", "soft@gpx")):
        place = Place("here", tuple((name, 1000) for name in names))
        local.engine.start(Order(f"j2.{len(names)}", ("true",), (place,)))
        assert local.end(f"j2.{len(names)}").exit_code == 110
        assert "soft@gpx" in written(local.engine, f"j2.{len(names)}")
    local.engine.close()


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("/no/such/program", 127, "execute /no/such/program: No such file"),
        ("no-such-program", 127, "execute no-such-program: No such file"),
        ("/etc/passwd", 126, "execute /etc/passwd: Permission denied"),
    ],
)
def test_what_cannot_start_says_why(local: Followed, command: str, code: int, words: str) -> None:
    local.engine.start(Order("j1.1", (command,), (Place("here"),)))
    assert local.end("j1.1").exit_code == code
    assert words in written(local.engine, "j1.1")


def test_a_folder_that_is_gone_is_said_and_nothing_runs(local: Followed) -> None:
    local.engine.start(Order("j1.1", ("true",), (Place("here"),), folder="/no/such/folder"))
    end = local.end("j1.1")
    assert (end.state, end.unready) == ("lost", True)
    assert end.why == "the folder to work in, /no/such/folder, is not there"


def test_what_it_can_never_run_is_refused(local: Followed) -> None:
    for bad in ("", ".", "..", "../x", "a/b", "a\0", "x" * 101, "-x"):
        with pytest.raises(UsageError, match="not allowed"):
            local.engine.start(order(bad, "true"))
    assert check_id("j7[3].1") == "j7[3].1"
    with pytest.raises(UsageError, match="no command or no place"):
        local.engine.start(Order("j1.1", (), (Place("here"),)))
    with pytest.raises(UsageError, match="the whole path"):
        local.engine.start(Order("j1.1", ("true",), (Place("here"),), folder="here"))


def test_a_start_that_was_refused_does_not_happen_later(
    local: Followed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(ForkServer, "send", refuse)
        refusal = local.engine.start(order("j1.1", "true"))
        assert refusal is not None
        assert "temporarily unavailable" in refusal.text
    local.engine.start(order("j2.1", "true"))
    local.end("j2.1")
    assert local.seen("j1.1") is None
    assert local.engine.start(order("j1.1", "true")) is None
    assert local.end("j1.1").exit_code == 0


def test_an_attempt_whose_folder_was_removed_is_lost(local: Followed, tmp_path: Path) -> None:
    local.engine.start(order("j1.1", "sleep", "1000"))
    local.until("j1.1", "running")
    pid = supervisor(tmp_path, "j1.1")
    made = groups(tmp_path, "j1.1")
    shutil.rmtree(tmp_path / "attempts" / "j1.1")
    os.kill(pid, signal.SIGKILL)
    end = local.end("j1.1")
    assert (end.state, end.why) == ("lost", "its folder was removed")
    assert not any(map(os.path.exists, made))
    assert processes(tmp_path, "j1.1") == []


def test_a_limit_of_memory_holds(local: Followed) -> None:
    if not {limit.name: limit for limit in Local.limits(local.engine)}["memory"].enforced:  # type: ignore[arg-type]
        pytest.skip("no control group with memory here; fix: run as root")
    hungry = (sys.executable, "-c", "print(len(bytearray(200 << 20)))")
    local.engine.start(Order("j1.1", hungry, (Place("here", memory_mib=64),)))
    end = local.end("j1.1")
    assert (end.exit_code, end.why) == (
        -9,
        "out of memory: member 0 needed more than its 64 MiB",
    )
    local.engine.start(Order("j2.1", hungry, (Place("here", memory_mib=512),)))
    assert local.end("j2.1").exit_code == 0


def test_a_limit_of_processor_time_holds(local: Followed) -> None:
    if not {limit.name: limit for limit in Local.limits(local.engine)}["cpu"].enforced:  # type: ignore[arg-type]
        pytest.skip("no control group with cpu here; fix: run as root")
    spin = "import time\nend = time.monotonic() + 0.6\nwhile time.monotonic() < end: pass\n"
    busy = (sys.executable, "-c", spin + "print(time.process_time())")
    local.engine.start(Order("j1.1", busy, (Place("here", cpu_milli=200),)))
    local.end("j1.1")
    assert float(written(local.engine, "j1.1")) < 0.3


def test_what_is_not_enforced_is_said_with_the_remedy(tmp_path: Path) -> None:
    local = Local(str(tmp_path), trees=())
    *groups, isolation = local.limits()
    assert [limit.name for limit in groups] == ["memory", "cpu", "processes"]
    assert not any(limit.enforced for limit in groups)
    assert all("Delegate=yes" in limit.text for limit in groups)
    assert isolation.enforced == local.isolates_tenants
    assert "bubblewrap" in isolation.text
    local.close()


def test_groups_of_version_2_are_found_and_limited(tmp_path: Path) -> None:
    """On a folder that looks like one: what the kernel would be told."""
    own = tmp_path / "app.slice"
    own.mkdir()
    for name in ("cgroup.controllers", "cgroup.subtree_control"):
        (own / name).write_text("cpu memory pids")
    (own / "cgroup.procs").write_text("")
    mounts = f"31 23 0:28 / {tmp_path} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate"
    found = cgroup_trees.trees(mounts, "0::/app.slice\n")
    assert found == (cgroup_trees.CgroupTree(str(own), 2, ("memory", "cpu")),)
    wanted = {"memory": 512, "cpu": 1500}
    (group,) = cgroup_trees.folders(found, "heddle-x", wanted)
    os.mkdir(group)
    for name in ("memory.max", "memory.oom.group", "cpu.max"):
        (Path(group) / name).touch()
    assert cgroup.make([group], wanted) == []
    assert (Path(group) / "memory.max").read_text() == str(512 << 20)
    assert (Path(group) / "cpu.max").read_text() == "150000 100000"
    (Path(group) / "memory.events").write_text("oom 1\noom_kill 1\n")
    assert cgroup.out_of_memory([group])
    assert cgroup_trees.trees("", "") == ()


@pytest.mark.parametrize("kind", ["domain", "threaded", "domain invalid", None])
def test_a_group_that_no_process_can_enter_is_not_used(kind: str | None, tmp_path: Path) -> None:
    """As below a threaded group of version 2; version 1 has no such kinds."""
    if kind is not None:
        (tmp_path / "cgroup.type").write_text(f"{kind}\n")
    assert cgroup_trees.takes_processes(str(tmp_path)) == (kind != "domain invalid")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.binary(max_size=50), max_size=30), st.integers(1, 30), st.integers(1, 5))
def test_the_last_pieces_of_a_log_are_kept(
    tmp_path_factory: pytest.TempPathFactory, texts: list[bytes], size: int, pieces: int
) -> None:
    folder = str(tmp_path_factory.mktemp("log"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output, "PIECE_BYTES", size)
        patch.setattr(output, "PIECES", pieces)
        writer = output.Writer(folder, 1)
        for text in texts:
            writer.write(text)
        writer.close()
        whole, at = b"".join(texts), 0
        try:
            output.read(folder, 1, 0, 1)
        except LogGoneError as error:
            at = error.oldest
        assert len(whole) - at >= min(len(whole), size * (pieces - 1))
        assert len(whole) - at <= size * pieces
        found = b""
        while data := output.read(folder, 1, at + len(found), 7):
            found += data
        assert found == whole[at:]


def test_a_full_disk_costs_output_only(tmp_path: Path) -> None:
    writer = output.Writer(str(tmp_path / "none"), 0)
    writer.write(b"lost")
    (tmp_path / "none").mkdir()
    writer.write(b"kept")
    writer.close()
    assert writer.dropped == 4
    assert output.read(str(tmp_path / "none"), 0, 0, 100) == b"kept"


def test_a_lot_of_output_arrives_whole(local: Followed) -> None:
    local.engine.start(order("j1.1", "sh", "-c", "seq 1 200000"))
    local.end("j1.1")
    data = b""
    while more := local.engine.logs("j1.1", 0, len(data), 100_000):
        data += more
    assert data == "".join(f"{number}\n" for number in range(1, 200_001)).encode()


def test_old_logs_go(tmp_path: Path) -> None:
    local = Followed(Local(str(tmp_path), keep_s=0))
    for attempt in ("j1.1", "j2.1"):
        local.engine.start(order(attempt, "echo", "hello"))
        local.end(attempt)
        local.engine.forget(attempt)
        time.sleep(0.01)
    assert within(lambda: local.engine.logs("j1.1", 0, 0, 100) == b"")
    local.engine.close()


def test_the_oldest_go_when_the_disk_fills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until there is room, and never those of the last hour."""
    for hours in range(10):
        folder = tmp_path / f"j{hours}.1"
        folder.mkdir()
        then = time.time() - 3600 * hours - 60
        os.utime(folder, (then, then))

    def is_short(folder: str, fraction: float) -> bool:
        return len(os.listdir(folder)) > room - 10 * fraction

    monkeypatch.setattr(reclamation, "is_short", is_short)
    reclaim = reclamation.Reclaim(str(tmp_path), keep_s=86_400)
    room = 99
    reclaim.remove(short=False)
    assert len(os.listdir(tmp_path)) == 10, "none is old"
    room = 6
    reclaim.look()
    assert within(lambda: sorted(os.listdir(tmp_path)) == [f"j{n}.1" for n in range(5)])
    room = 0
    reclaim.remove(short=True)
    assert os.listdir(tmp_path) == ["j0.1"]


def test_room_is_seen() -> None:
    assert reclamation.is_short("/", 2.0)
    assert not reclamation.is_short("/", 0.0)


def test_an_end_is_told_soon_and_waiting_costs_nothing(local: Followed) -> None:
    for number in range(20):
        local.engine.start(order(f"j{number}.1", "sleep", "1000"))
    for number in range(20):
        local.until(f"j{number}.1", "running")
    delays = []
    for number in range(20, 26):
        local.engine.start(order(f"j{number}.1", "true"))
        end = local.end(f"j{number}.1")
        told = next(when for when, seen in local.told if seen is end)
        delays.append(told - (end.ended_ms or 0) / 1000)
    assert min(delays) < 0.05
    began = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - began < 0.05


def test_without_pidfd_it_looks_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int) -> int:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(pidfd, "open_pid", refuse)
    local = Followed(Local(str(tmp_path)))
    local.engine.start(order("j1.1", "sleep", "0.2"))
    assert local.end("j1.1").exit_code == 0
    local.engine.start(order("j2.1", "sleep", "1000"))
    local.until("j2.1", "running")
    local.engine.stop("j2.1", "cancelled")
    assert local.end("j2.1").exit_code == -15
    local.engine.close()
