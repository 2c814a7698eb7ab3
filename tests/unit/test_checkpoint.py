"""Taking processes off their devices together, whatever fails on the way."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import UsageError, VendorError
from heddle.model.device import Device
from heddle.virt.checkpoint import (
    MARGIN,
    CheckpointProcess,
    GoneError,
    Moves,
    State,
    bring_back,
    evict,
)
from heddle.virt.checkpoints import checkpointers, host_room
from heddle.virt.checkpoints.cuda import CudaCheckpointer, complete

GIB = 1 << 30
ROOM = 1000 * GIB


class Fake:
    """A driver with its processes, which fails or loses one when it is told to."""

    api = "fake"

    def __init__(self, *pids: int) -> None:
        self.states = dict.fromkeys(pids, State.RUNNING)
        self.calls: list[tuple[str, int]] = []
        self.moves: Moves = ()
        self.fails: Callable[[str, int], bool] = lambda _verb, _pid: False
        self.dies: Callable[[str, int], bool] = lambda _verb, _pid: False

    def state(self, pid: int) -> State:
        if pid not in self.states:
            raise GoneError(f"process {pid} has ended.")
        return self.states[pid]

    def lock(self, pid: int, timeout_ms: int) -> None:
        self._step("lock", pid, State.RUNNING, State.LOCKED)

    def checkpoint(self, pid: int) -> None:
        self._step("checkpoint", pid, State.LOCKED, State.CHECKPOINTED)

    def restore(self, pid: int, moves: Moves) -> None:
        self.moves = moves
        self._step("restore", pid, State.CHECKPOINTED, State.LOCKED)

    def unlock(self, pid: int) -> None:
        self._step("unlock", pid, State.LOCKED, State.RUNNING)

    def _step(self, verb: str, pid: int, before: State, after: State) -> None:
        self.calls.append((verb, pid))
        if self.dies(verb, pid):
            self.states.pop(pid, None)
        assert self.state(pid) is before, f"{verb} of a process that is {self.state(pid)}"
        if self.fails(verb, pid):
            raise VendorError(f"{verb} of {pid} failed.")
        self.states[pid] = after


def processes(count: int, bytes_: int = GIB) -> list[CheckpointProcess]:
    return [CheckpointProcess(pid, "fake", bytes_) for pid in range(1, count + 1)]


def world(count: int) -> tuple[Fake, list[CheckpointProcess]]:
    some = processes(count)
    return Fake(*(process.pid for process in some)), some


def test_all_go_and_come_back() -> None:
    fake, some = world(3)
    assert evict(some, {"fake": fake}, ROOM) == some
    assert set(fake.states.values()) == {State.CHECKPOINTED}
    assert [verb for verb, _ in fake.calls] == ["lock"] * 3 + ["checkpoint"] * 3
    assert evict(some, {"fake": fake}, ROOM) == []
    fake.calls.clear()
    assert bring_back(some, {"fake": fake}) == some
    assert [verb for verb, _ in fake.calls] == ["restore"] * 3 + ["unlock"] * 3
    assert bring_back(some, {"fake": fake}) == []
    assert set(fake.states.values()) == {State.RUNNING}


@given(count=st.integers(1, 5), verb=st.sampled_from(["lock", "checkpoint"]), at=st.integers(1, 5))
def test_a_failed_eviction_leaves_everybody_running(count: int, verb: str, at: int) -> None:
    fake, some = world(count)
    fake.fails = lambda v, pid: (v, pid) == (verb, at)
    if at > count:
        assert evict(some, {"fake": fake}, ROOM) == some
        return
    with pytest.raises(VendorError, match=rf"{verb} of {at} failed\. All of them run as before"):
        evict(some, {"fake": fake}, ROOM)
    assert set(fake.states.values()) == {State.RUNNING}
    undone = [call for call in fake.calls if call[0] in ("restore", "unlock")]
    done = [call for call in fake.calls if call[0] in ("checkpoint", "lock") and call != (verb, at)]
    reverse = {"checkpoint": "restore", "lock": "unlock"}
    assert undone == [(reverse[v], pid) for v, pid in reversed(done)]


@given(st.data())
def test_what_cannot_be_undone_is_named(data: st.DataObject) -> None:
    """Any step may fail, those of undoing too, and any process may end at any call."""
    count = data.draw(st.integers(1, 4))
    fake, some = world(count)
    verbs = st.sampled_from(["lock", "checkpoint", "restore", "unlock"])
    steps = st.sets(st.tuples(verbs, st.integers(1, count)), max_size=4)
    failing, dying = data.draw(steps), data.draw(steps)
    fake.fails = lambda v, pid: (v, pid) in failing
    fake.dies = lambda v, pid: (v, pid) in dying
    message = ""
    try:
        evicted = evict(some, {"fake": fake}, ROOM)
    except VendorError as error:
        message = str(error)
    if message:
        stuck = {pid for pid, state in fake.states.items() if state is not State.RUNNING}
        assert bool(stuck) == ("heddle program release" in message)
        assert all(f"process {pid}" in message for pid in stuck)
    else:
        assert {process.pid for process in evicted} == set(fake.states)
        assert set(fake.states.values()) <= {State.CHECKPOINTED}
    fake.fails = fake.dies = lambda _verb, _pid: False
    bring_back(some, {"fake": fake})
    assert set(fake.states.values()) <= {State.RUNNING}


@given(count=st.integers(1, 5), at=st.integers(1, 5))
def test_a_failed_return_leaves_everybody_off(count: int, at: int) -> None:
    fake, some = world(count)
    evict(some, {"fake": fake}, ROOM)
    fake.fails = lambda verb, pid: (verb, pid) == ("restore", at)
    if at > count:
        assert bring_back(some, {"fake": fake}) == some
        return
    with pytest.raises(VendorError, match="stay off their devices"):
        bring_back(some, {"fake": fake})
    assert set(fake.states.values()) == {State.CHECKPOINTED}


def test_an_interruption_is_undone() -> None:
    fake, some = world(2)

    def interrupt(verb: str, pid: int) -> bool:
        if (verb, pid) == ("checkpoint", 2):
            raise KeyboardInterrupt
        return False

    fake.fails = interrupt
    with pytest.raises(KeyboardInterrupt):
        evict(some, {"fake": fake}, ROOM)
    assert set(fake.states.values()) == {State.RUNNING}


def test_somebody_elses_lock_and_a_failure_are_respected() -> None:
    fake, some = world(2)
    fake.states[2] = State.LOCKED
    with pytest.raises(VendorError, match="process 2 is locked by another checkpoint"):
        evict(some, {"fake": fake}, ROOM)
    fake.states[2] = State.FAILED
    with pytest.raises(VendorError, match="process 2 failed"):
        evict(some, {"fake": fake}, ROOM)
    assert fake.states[1] is State.RUNNING
    assert not fake.calls


def test_the_host_must_have_room() -> None:
    fake, some = world(3)
    assert evict(some, {"fake": fake}, 3 * GIB + MARGIN) == some
    bring_back(some, {"fake": fake})
    fake.calls.clear()
    with pytest.raises(VendorError, match=r"3GiB of device .* 2GiB left; 1GiB fits"):
        evict(some, {"fake": fake}, 2 * GIB)
    assert not fake.calls
    with pytest.raises(VendorError, match="; 0 fits"):
        evict(some, {"fake": fake}, MARGIN // 2)


def test_the_room_of_the_host(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    (tmp_path / "meminfo").write_text("MemTotal: 9000 kB\nMemAvailable: 8000 kB\n")
    (tmp_path / "7" / "cgroup").write_text("0::/box/inner\n")
    inner = tmp_path / "groups" / "box" / "inner"
    inner.mkdir(parents=True)
    room = [str(tmp_path), str(tmp_path / "groups")]
    assert host_room([7], *room) == 8000 * 1024
    (inner / "memory.max").write_text("max\n")
    (inner.parent / "memory.max").write_text("5000000\n")
    (inner.parent / "memory.current").write_text("2000000\n")
    assert host_room([7], *room) == 3000000
    assert host_room([8], *room) == 8000 * 1024
    assert host_room() > 0


# -- moves ----------------------------------------------------------------------------------------

A = Device("fake", "0", 0, "x", "m", "gpu", "GPU-a", GIB, (), 1, "")
B = replace(A, name="1", index=1, uuid="GPU-b")


def test_moves_reach_the_vendor_that_they_are_for() -> None:
    fake, other = Fake(1), Fake(2)
    some = [CheckpointProcess(1, "fake", 1), CheckpointProcess(2, "other", 1)]
    by = {"fake": fake, "other": other}
    evict(some, by, ROOM)
    bring_back(some, by, onto=[(A, B)])
    assert (list(fake.moves), list(other.moves)) == ([(A, B)], [])


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([(A, replace(B, api="soft"))], "another vendor"),
        ([(A, replace(B, memory_bytes=1))], "one has 1GiB, the other 1B"),
        ([(A, B), (A, A)], "fake@0 is named twice"),
        ([(A, B), (B, B)], "fake@1 is named twice"),
    ],
)
def test_moves_that_make_no_sense(moves: Moves, why: str) -> None:
    fake, some = world(1)
    evict(some, {"fake": fake}, ROOM)
    with pytest.raises(UsageError, match=why):
        bring_back(some, {"fake": fake}, onto=moves)
    assert fake.states[1] is State.CHECKPOINTED


@given(st.permutations(range(6)), st.integers(0, 6))
def test_every_gpu_goes_somewhere_else_or_nowhere(order: list[int], count: int) -> None:
    every = [str(number) for number in range(6)]
    moves = [(every[i], every[order[i]]) for i in range(count)]
    whole = dict(complete(moves, every))
    assert set(whole) == set(whole.values()) == set(every)
    assert all(whole[old] == new for old, new in moves)
    untouched = set(every) - {gpu for move in moves for gpu in move}
    assert all(whole[gpu] == gpu for gpu in untouched)


# -- CUDA -----------------------------------------------------------------------------------------

UUIDS = ["00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"]


class Driver:
    """libcuda as far as we call it."""

    def __init__(self, version: int = 13000, status: int = 0) -> None:
        self.version, self.status = version, status
        self.seen: list[Any] = []

    def cuInit(self, flags: int) -> int:
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:
        version._obj.value = self.version
        return 0

    def cuDeviceGetCount(self, count: Any) -> int:
        count._obj.value = len(UUIDS)
        return 0

    def cuDeviceGetUuid_v2(self, raw: Any, ordinal: int) -> int:
        import uuid

        raw.raw = uuid.UUID(UUIDS[ordinal]).bytes
        return 0

    def cuGetErrorName(self, status: int, name: Any) -> int:
        name._obj.value = b"CUDA_ERROR_NOT_READY"
        return 0

    def cuCheckpointProcessGetState(self, pid: Any, state: Any) -> int:
        state._obj.value = 2
        return self.status

    def cuCheckpointProcessLock(self, pid: Any, arguments: Any) -> int:
        self.seen.append((pid.value, bytes(arguments._obj)))
        return self.status

    def cuCheckpointProcessRestore(self, pid: Any, arguments: Any) -> int:
        given = arguments and arguments._obj
        pairs = given and [
            (bytes(given.pairs[i].old)[-1], bytes(given.pairs[i].new)[-1])
            for i in range(given.count)
        ]
        self.seen.append((pid.value, pairs))
        return self.status


def test_cuda_is_called_as_its_header_says() -> None:
    driver = Driver()
    cuda = CudaCheckpointer(lambda _name: driver)
    assert cuda.state(5) is State.CHECKPOINTED
    cuda.lock(5, 0x01020304)
    cuda.restore(5, ())
    old = replace(A, api="cuda", uuid=f"GPU-{UUIDS[0]}")
    cuda.restore(5, [(old, replace(old, uuid=f"GPU-{UUIDS[1]}"))])
    assert driver.seen == [
        (5, bytes(ctypes.c_uint(0x01020304)) + bytes(60)),
        (5, None),
        (5, [(10, 11), (11, 10)]),
    ]


def test_cuda_says_what_it_cannot() -> None:
    with pytest.raises(VendorError, match=r"12\.4\) cannot checkpoint.*12\.8, driver 570"):
        CudaCheckpointer(lambda _name: Driver(12040)).lock(1, 1)
    with pytest.raises(VendorError, match=r"12\.8\) restores a process onto its own GPU"):
        CudaCheckpointer(lambda _name: Driver(12080)).restore(1, [(A, B)])
    with pytest.raises(VendorError, match=r"CUDA_ERROR_NOT_READY\. Its work did not come to rest"):
        CudaCheckpointer(lambda _name: Driver(status=600)).lock(1, 1)
    with pytest.raises(GoneError):
        CudaCheckpointer(lambda _name: Driver(status=1)).lock(1 << 30, 1)


def test_each_file_is_a_vendor() -> None:
    assert set(checkpointers()) == {"cuda", "soft"}
