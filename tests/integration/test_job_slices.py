"""Slices of a soft XPU in jobs: what was asked holds for all processes of each member."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from heddle import native
from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.model.record import Place
from tests.engines import Followed, written
from tests.plane import Plane
from tests.world import World

#: Takes memory in pieces of so many MiB, one after the other, and says the vendor's codes; a
#: process is started for those behind a colon, while the first has what it got.
TAKES = """
import ctypes, subprocess, sys
library = ctypes.CDLL(sys.argv[1])
assert library.sxInit(0) == 0
mine, _, other = sys.argv[2].partition(":")
codes = []
for mib in mine.split(","):
    pointer = ctypes.c_void_p()
    codes.append(library.sxMalloc(ctypes.byref(pointer), ctypes.c_size_t(int(mib) << 20)))
left, total = ctypes.c_size_t(), ctypes.c_size_t()
assert library.sxMemGetInfo(ctypes.byref(left), ctypes.byref(total)) == 0
print(*codes, left.value >> 20, total.value >> 20, flush=True)
if other:
    subprocess.run([*sys.orig_argv[:-1], other], check=True)
"""
FULL = 4  #: SX_ERROR_OUT_OF_MEMORY


def takes(pieces: str) -> tuple[str, ...]:
    return (sys.executable, "-c", TAKES, native.file("libsoftxpu.so.1"), pieces)


@pytest.fixture
def local(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Followed:
    world.environment["SOFTXPU_DEVICES"] = "gpu:memory_mib=1024,npu:memory_mib=1024"
    for name in ("HEDDLE_TABLE", "SOFTXPU_SEGMENT", "SOFTXPU_DEVICES"):
        monkeypatch.setenv(name, world.environment[name])
    return Followed(Local(str(tmp_path)))


def test_a_member_has_its_quota_and_no_more(local: Followed) -> None:
    """64 MiB are had, the next is not; a process that it starts has what it left; another member
    of the same job has its own; of several devices it has the quota of each."""
    slice_ = Place("here", (("soft@gpu", 250),), device_mib=(64,))
    both = Place("here", (("soft@gpu", 250), ("soft@npu", 250)), device_mib=(64, 32))
    local.engine.start(Order("j1.1", takes("65,64,1"), (slice_,)))
    local.engine.start(Order("j2.1", takes("40,24:24,1"), (slice_, slice_)))
    local.engine.start(Order("j3.1", takes("33,32"), (both,)))
    lower = {"HEDDLE_MEM": "8MiB"}
    higher = {"HEDDLE_MEM": "128MiB", "HEDDLE_CAP": "100%"}
    local.engine.start(Order("j4.1", takes("9,8"), (slice_,), lower, cap_milli=500))
    local.engine.start(Order("j5.1", takes("65,64"), (slice_,), higher, cap_milli=500))
    said = {
        "j1.1": [f"{FULL} 0 {FULL} 0 64\n"],
        "j2.1": [f"0 0 0 64\n{FULL} {FULL} 0 64\n"] * 2,
        "j3.1": [f"{FULL} 0 0 32\n"],
        "j4.1": [f"{FULL} 0 0 8\n"],
        "j5.1": [f"{FULL} 0 0 64\n"],
    }
    for attempt, texts in said.items():
        assert local.end(attempt).exit_code == 0, written(local.engine, attempt)
        assert [written(local.engine, attempt, i) for i in range(len(texts))] == texts
    local.engine.close()


def test_a_member_is_scheduled_with_its_share_and_cap(local: Followed) -> None:
    """As the scheduler's table has it."""
    show = "from heddle import native; p = native.get_asked(); "
    show += "print(p.rank, p.share_milli, p.cap_milli, p.memory_limit >> 20)"
    place = Place("here", (("soft@gpu", 250),), device_mib=(64,))
    whole = Place("here", (("soft@gpu", 1000),))
    command = (sys.executable, "-c", show)
    environment = {"PYTHONPATH": ":".join(sys.path)}
    local.engine.start(Order("j1.1", command, (place,), environment, priority=2, cap_milli=500))
    local.engine.start(Order("j2.1", command, (whole,), environment))
    for attempt, text in (("j1.1", "2 250 500 64\n"), ("j2.1", "0 0 0 0\n")):
        assert local.end(attempt).exit_code == 0, written(local.engine, attempt)
        assert written(local.engine, attempt) == text
    local.engine.close()


@pytest.mark.slow
def test_a_slice_from_the_command_line_to_the_device(plane: Plane, tmp_path: Path) -> None:
    """What is asked for is counted, enforced, shown, and refused with what would fit."""
    plane.world.environment["SOFTXPU_DEVICES"] = "gpu:memory_mib=256"
    plane.ok("up", "--port", "0")
    few = ("--devices", "soft@gpu", "--share", "25%", "--cap", "50%", "--mem", "200MiB")
    done = plane.heddle("submit", "--wait", *few, "--", *takes("201,200"))
    assert done.stdout == f"{FULL} 0 0 200\n", done.stderr
    sleeper = plane.submit(*few, "--", "sleep", "600")
    assert plane.is_(sleeper, "running")
    (attempt,) = plane.job(sleeper)["attempts"]
    assert attempt["places"][0]["device_mib"] == [200]
    assert "with 25 % and 200MiB of soft@gpu" in plane.ok("explain", sleeper)
    (node,) = plane.json("node", "ls")
    assert [(d["free_milli"], d["memory_free_mib"]) for d in node["devices"]] == [(750, 56)]
    # A share alone has its part of the memory, which is not free; less of it is.
    file = tmp_path / "job.json"
    asks = {"id": "half", "devices": "soft@gpu", "share": "50%", "command": [*takes("57,56")]}
    file.write_text(json.dumps(asks))
    half = plane.submit("-f", str(file))
    assert plane.is_(half, "waiting")
    told = plane.ok("explain", half)
    assert "asked for 128MiB (50%) of device memory" in told
    assert "the most that would fit now is 56MiB" in told
    assert "ask for less device memory" in told
    file.write_text(json.dumps({**asks, "device_memory": "56MiB"}))
    assert plane.heddle("submit", "--wait", "-f", str(file)).stdout == f"{FULL} 0 0 56\n"
    wrong = plane.heddle("submit", "--devices", "soft@gpu", "--mem", "8GB", "--", "true")
    assert wrong.returncode == 2
    assert "--mem: '8GB' is not an amount of device memory. Did you mean '8GiB'?" in wrong.stderr
