"""What is remembered of programs' kernels."""

from __future__ import annotations

import dataclasses
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.model.plan import Plan
from heddle.records import ProgramState, QueueState
from heddle.system import state
from heddle.system.process import command_of
from heddle.virt.mps import kernels
from heddle.virt.mps.kernels import KernelLog
from tests.world import eventually


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def sleeping() -> Iterator[int]:
    process = subprocess.Popen(["sleep", "60"])
    assert eventually(lambda: bool(command_of(process.pid))), "it has none while it is executed"
    yield process.pid
    process.kill()
    process.wait()


def program(pid: int, *queues: tuple[str, int, int], **more: Any) -> ProgramState:
    """With streams: device, kernels done, time of one in microseconds."""
    values: dict[str, Any] = {
        field.name: 0
        for field in dataclasses.fields(ProgramState)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    streams = tuple(QueueState(d, 2, done, done, 0, us * 1000, 0) for d, done, us in queues)
    return ProgramState(
        **{**values, "id": 1, "pid": pid, "asked": Plan(), "queues": streams, **more}
    )


def test_a_program_is_called_by_its_file_and_its_script(tmp_path: Path) -> None:
    (tmp_path / "serve.py").touch()
    (tmp_path / "link").symlink_to("serve.py")
    folder = os.path.realpath(tmp_path)
    assert kernels.name(["python", "link", "--port", "1"], folder) == f"python {folder}/serve.py"
    assert kernels.name(["./serve.py", "--port"], folder) == f"{folder}/serve.py"
    assert kernels.name([f"{folder}/link", "8080"], "/") == f"{folder}/serve.py 8080"


def test_what_ended_is_remembered_by_its_longest_kernel(sleeping: int) -> None:
    log = KernelLog()
    log.look([program(sleeping, ("cuda@0", 500, 40), ("cuda@0", 200, 90))])
    log.look([program(sleeping, ("cuda@0", 900, 40), ("cuda@0", 300, 120), ("cuda@0", 7, 9000))])
    assert kernels.known_ns(["sleep", "60"]) == 0, "it still runs"
    log.look([])
    assert kernels.known_ns(["sleep", "60"]) == 120_000
    assert kernels.why_not(["sleep", "60"]) == ""
    assert "nothing is known" in kernels.why_not(["sleep", "61"])


def test_a_new_version_counts_in_a_few_runs(sleeping: int) -> None:
    seen = []
    for us in (4000, 100, 100, 100, 100, 100, 100):
        log = KernelLog()
        log.look([program(sleeping, ("cuda@0", 500, us))])
        log.look([])
        seen.append(kernels.known_ns(["sleep", "60"]) // 1000)
    assert seen == [4000, 2000, 1000, 500, 250, 125, 100]


@pytest.mark.parametrize(
    ("queues", "more"),
    [
        ([("soft@gpu", 500, 40)], {}),
        ([("cuda@0", 20, 40)], {}),
        ([("cuda@0", 500, 40)], {"is_guest": True}),
        ([("cuda@0", 500, 40)], {"pid": 1 << 22}),
    ],
    ids=["another vendor", "too little", "another user", "gone already"],
)
def test_nothing_is_learned_from(
    sleeping: int, queues: list[tuple[str, int, int]], more: dict[str, Any]
) -> None:
    log = KernelLog()
    log.look([program(more.pop("pid", sleeping), *queues, **more)])
    log.look([])
    assert state.own(kernels.FILE) is None


def test_a_broken_file_is_nothing_known() -> None:
    state.write(kernels.FILE, {kernels.name(["sleep"], os.getcwd()): {"ns": "much"}})
    assert kernels.known_ns(["sleep"]) == 0
    state.write(kernels.FILE, ["a list"])
    assert kernels.known_ns(["sleep"]) == 0
