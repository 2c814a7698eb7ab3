"""MPS services: started once, adopted, ended with nothing left; on a stand-in for the daemon."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import HeddleError, NoPermissionError, UsageError, VendorError
from heddle.virt.mps import daemon, folders, partitions, server
from heddle.virt.mps.service import VARIABLES, MpsService
from tests.integration.fake_mps import FAKE, path_with_fake
from tests.users import AS_ROOT
from tests.world import eventually

CARD = "GPU-1a2b3c4d-0000-1111-2222-333344445555"


@pytest.fixture
def folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Where the service of CARD is kept, with the stand-in in PATH; short, for its sockets."""
    place = tmp_path_factory.mktemp("s")
    monkeypatch.setenv("PATH", path_with_fake(place / "bin"))
    monkeypatch.setenv("HEDDLE_STATE", str(place / "state"))
    for name in [*VARIABLES, "FAKE_MPS"]:
        monkeypatch.delenv(name, raising=False)
    yield folders.folder_of(CARD)
    monkeypatch.setattr(daemon, "START_S", 1.0)
    for service in [*server.services(), MpsService(folders.folder_of(CARD), CARD)]:
        daemon.end(service, force=True)


@pytest.fixture
def program() -> Iterator[list[subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def begin(
    service: MpsService,
    started: list[subprocess.Popen[bytes]],
    *,
    connected: bool = True,
    cap: int = 30,
) -> int:
    """A program of the service; the stand-in counts it as a client if it is `connected`."""
    more = {"FAKE_MPS_CLIENT": "1"} if connected else {}
    variables = {**os.environ, **server.client_environment(service, cap, 512), **more}
    started.append(subprocess.Popen(["sleep", "60"], env=variables))
    return started[-1].pid


def nothing_is_left(folder: str) -> bool:
    state = Path(folder).parents[1]
    left = [entry.name for entry in state.iterdir() if not entry.name.endswith(".lock")]
    return not left and not daemon.processes(MpsService(folder, CARD))


def test_started_once_and_ended_without_a_trace(folder: str) -> None:
    service = server.ensure(CARD, folder)
    first = daemon.pid(service)
    assert first
    assert server.ensure(CARD, folder) == service
    assert daemon.pid(service) == first
    assert server.services() == [service]
    assert daemon.version(service) == "13.1"
    server.stop(service)
    assert nothing_is_left(folder)
    with pytest.raises(UsageError, match="It runs: none"):
        server.stop(service)


def test_many_at_once_come_to_one_daemon(folder: str) -> None:
    """The lock is a file's: as good between threads, each with a handle of its own, as between
    processes."""
    with ThreadPoolExecutor(4) as pool:
        pids = set(pool.map(lambda _: daemon.pid(server.ensure(CARD, folder)), range(4)))
    assert len(pids) == 1


def test_a_dead_daemon_is_noticed_and_started_anew(folder: str) -> None:
    service = server.ensure(CARD, folder)
    first = daemon.pid(service)
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: not server.alive(service))
    assert server.services() == [service]
    assert daemon.pid(server.ensure(CARD, folder)) not in (0, first)


def test_a_starter_that_was_killed_left_its_daemon_to_the_next(folder: str) -> None:
    """It wrote down what it was about to do."""
    service = MpsService(folder, CARD)
    folders.remember({folder: service})
    daemon.start(service)
    first = daemon.pid(service)
    assert daemon.pid(server.ensure(CARD, folder)) == first


def test_not_stopped_while_programs_use_it(
    folder: str, program: list[subprocess.Popen[bytes]]
) -> None:
    service = server.ensure(CARD, folder)
    client, late = begin(service, program), begin(service, program, connected=False, cap=0)
    found = server.clients(service)
    assert [(each.pid, each.percent, each.memory_mib, each.connected) for each in found] == sorted(
        [(client, 30, 512, True), (late, None, 512, False)]
    )
    assert found[0].command == "sleep"
    with pytest.raises(UsageError, match=rf"{client} \(sleep\).*--force"):
        server.stop(service)
    assert server.alive(service)
    server.stop(service, force=True)
    assert nothing_is_left(folder)


def test_a_server_that_outlived_its_daemon_is_not_taken_from_its_programs(
    folder: str, program: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = server.ensure(CARD, folder)
    client = begin(service, program)
    server.clients(service)  # the stand-in starts its server
    os.kill(daemon.pid(service), signal.SIGKILL)
    assert eventually(lambda: not server.alive(service))
    for again in (lambda: server.ensure(CARD, folder), lambda: server.stop(service)):
        with pytest.raises(UsageError, match=f"has died.*{client}"):
            again()
    monkeypatch.setattr(daemon, "START_S", 0.2)
    server.stop(service, force=True)
    assert nothing_is_left(folder)


def test_one_that_does_not_quit_is_killed_only_if_forced(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MPS", "stubborn")
    service = server.ensure(CARD, folder)
    monkeypatch.setattr(daemon, "START_S", 0.2)
    with pytest.raises(VendorError, match=r"did not.*--force"):
        server.stop(service)
    server.stop(service, force=True)
    assert nothing_is_left(folder)


@pytest.mark.parametrize("mode", ["mute", "deaf"])
def test_one_that_does_not_answer_is_no_service(
    mode: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MPS", mode)
    monkeypatch.setattr(daemon, "START_S", 0.5)
    monkeypatch.setattr(daemon, "ANSWER_S", 0.3)
    monkeypatch.setattr(daemon, "QUIT_S", 0.3)
    with pytest.raises(VendorError, match="did not start"):
        server.ensure(CARD, folder)
    assert nothing_is_left(folder)


def test_what_is_not_ours_is_left_alone(folder: str) -> None:
    """A daemon that somebody else started, the default folder, files that are there."""
    service = MpsService(folder, CARD)
    daemon.start(service)
    with pytest.raises(UsageError, match=f"did not start.*{daemon.pid(service)}"):
        server.ensure(CARD, folder)
    assert server.alive(service)
    daemon.end(service)
    with pytest.raises(UsageError, match="it has files that"):
        server.ensure(CARD, folder)
    with pytest.raises(UsageError, match="other users'"):
        server.ensure(CARD, "/tmp/nvidia-mps")


@AS_ROOT
def test_the_refusals_name_what_would_do(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"107 is the maximum.*\d+ bytes shorter"):
        server.ensure(CARD, f"{folder}/{'x' * 80}")
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    Path(folder).mkdir(parents=True)
    with pytest.raises(NoPermissionError, match="and you are 4711"):
        server.ensure(CARD, folder)
    monkeypatch.undo()
    monkeypatch.setenv("HEDDLE_STATE", str(Path(folder).parents[1]))
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(VendorError, match=r"not in PATH.*heddle run --cap"):
        server.ensure(CARD, folder)
    assert not server.services()


def test_another_kind_of_service_is_not_adopted(folder: str) -> None:
    server.ensure(CARD, folder)
    with pytest.raises(UsageError, match=r"static partitions of .* percentages of .*mps stop"):
        server.ensure(CARD, folder, static=True)


def test_static_partitions(folder: str, program: list[subprocess.Popen[bytes]]) -> None:
    service = server.ensure(CARD, folder, static=True)
    before = partitions.split(service)
    assert (before.parts, before.free_chunks, before.free_multiprocessors) == ((), 16, 128)
    made = partitions.add_partition(service, 4)
    (part,) = partitions.split(service).parts
    assert (part.id, part.chunks, part.multiprocessors, part.used) == (made, 4, 32, False)
    with pytest.raises(UsageError, match=r"13 chunks.*12 or fewer would fit"):
        partitions.add_partition(service, 13)
    variables = {
        **os.environ,
        **server.client_environment(service, 0, partition=made),
        "FAKE_MPS_CLIENT": "1",
    }
    program.append(subprocess.Popen(["sleep", "60"], env=variables))
    with pytest.raises(UsageError, match=f"programs run in it: {program[0].pid}"):
        partitions.remove_partition(service, made)
    program[0].kill()
    program[0].wait()
    partitions.remove_partition(service, made)
    with pytest.raises(UsageError, match="There are: none"):
        partitions.remove_partition(service, made)
    server.stop(service)
    assert nothing_is_left(folder)


def test_a_daemon_without_partitions_is_not_left_running(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MPS", "old")
    with pytest.raises(VendorError, match=r"13\.1.*--mps 30%.*mig ls"):
        server.ensure(CARD, folder, static=True)
    assert nothing_is_left(folder)


def test_the_daemon_is_not_steered_by_what_its_starter_has(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A nested `heddle run` must not put its shims, or its own cap, into everybody's server."""
    monkeypatch.setenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "10")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "7")
    service = server.ensure(CARD, folder)
    had = daemon.environment_of(daemon.pid(service))
    assert f"CUDA_VISIBLE_DEVICES={CARD}".encode() in had
    assert not [entry for entry in had if entry.startswith(b"CUDA_MPS_ACTIVE")]


@given(st.integers(-5, 120), st.integers(-2, 1 << 18), st.sampled_from(["", f"{CARD}/Dx"]))
def test_what_a_client_is_given(percent: int, mib: int, partition: str) -> None:
    service = MpsService("/run/mps", CARD, static=bool(partition))
    try:
        found = server.client_environment(service, percent, mib, partition)
    except HeddleError:
        assert not 0 <= percent <= 100 or mib < 0 or (partition and percent)
        return
    assert found["CUDA_VISIBLE_DEVICES"] == CARD
    assert found.get("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE") == (str(percent) if percent else None)
    limit = f"0={mib + server.DRIVER_MIB}M" if mib else None
    assert found.get("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT") == limit
    assert found.get("CUDA_MPS_SM_PARTITION", "") == partition


def test_lines_that_mean_nothing_are_passed_over() -> None:
    table = (
        f"GPU Partition free\n\nGPU-1a2b3c4d - 2 14 20 112 -\n{CARD} {CARD}/Ab= - 14 - 112 Yes\n"
    )
    found = partitions.read_split(CARD, table)
    assert (found.free_chunks, found.free_multiprocessors) == (2, 20)
    assert found.parts == (partitions.MpsPartition(f"{CARD}/Ab=", 14, 112, True),)
    assert partitions.read_split(CARD, "Unknown command") == partitions.Split((), 0, 0)


def test_the_stand_in_is_as_the_manual_says() -> None:
    """Without a daemon, one line and exit code 1."""
    done = subprocess.run(
        [sys.executable, str(FAKE)],
        env={**os.environ, "CUDA_MPS_PIPE_DIRECTORY": "/nonexistent"},
        input="ps\n",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "Cannot find MPS control daemon process\n")
