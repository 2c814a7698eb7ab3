"""OpenCL whose device another process has: pyopencl programs, which bring their own loader; what is
not forwarded; and how it ends."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.same import compare, natively
from tests.conformance.test_proxied_results import OPENCL
from tests.conftest import missing
from tests.integration.test_remote_devices import Station, assert_runs
from tests.soak import count
from tests.world import World, eventually

PROGRAM = str(Path(__file__).with_name("opencl_program.py"))
PROXIED = ("--proxied", "--device", OPENCL.device)
WAYS = (
    *("kernels", "maps", "events", "arrays", "threads", "profile", "devices"),
    *("rows", "crossed", "large", "host", "questions", "programs", "mistakes"),
)
LARGE = ("crowded", "tall")  # the same messages to another machine, and slowly
LOST = "-2"  # CL_DEVICE_NOT_AVAILABLE: sticky
#: Uses the device until that fails, and says how.
USER = """
import ctypes
cl = ctypes.CDLL("libOpenCL.so.1")
for made in (cl.clCreateContext, cl.clCreateCommandQueue, cl.clCreateBuffer):
    made.restype = ctypes.c_void_p
device, platform, place = ctypes.c_void_p(), ctypes.c_void_p(), (ctypes.c_char * 4096)()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
assert cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), None) == 0
context = ctypes.c_void_p(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None))
queue = ctypes.c_void_p(cl.clCreateCommandQueue(context, device, ctypes.c_uint64(0), None))
size, none = ctypes.c_size_t(4096), ctypes.c_size_t(0)
buffer = ctypes.c_void_p(cl.clCreateBuffer(context, ctypes.c_uint64(1), size, None, None))
read = lambda: cl.clEnqueueReadBuffer(queue, buffer, 1, none, size, place, 0, None, None)
assert read() == 0
print("runs", flush=True)
while not (result := read()):
    pass
print(result, cl.clFinish(queue), flush=True)
"""


@pytest.fixture
def opencl(world: World) -> World:
    OPENCL.enter(world)
    if importlib.util.find_spec("pyopencl") is None:
        missing("pyopencl is not installed", "make dev")
    return world


@pytest.fixture(scope="module")
def station() -> Iterator[Station]:
    made = Station("--serve-opencl", **OPENCL.environment)
    OPENCL.enter(made.there)
    yield made
    made.remove()


@pytest.mark.parametrize("way", [*WAYS, *LARGE])
def test_results_are_the_same_proxied(way: str, opencl: World) -> None:
    """Held and released at random; numpy has the last word."""
    program = Path(sys.executable)
    said = compare(opencl, program, (PROGRAM, way), [2], "opencl", options=PROXIED)
    assert "WRONG" not in said


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_results_are_the_same_from_another_machine(way: str, station: Station) -> None:
    code, expected, _ = natively(station.there, Path(sys.executable), (PROGRAM, way), 60)
    words = station.words(sys.executable, PROGRAM, way, device=OPENCL.device)
    done = station.here.heddle(*words, HEDDLE_DEVICE_TOKEN=station.token)
    assert (done.returncode, done.stdout) == (code, expected), done.stderr


def test_what_is_not_forwarded_is_not_there(opencl: World) -> None:
    """Images and shared memory are refused as by a device that has none, the log names each, and
    buffers are as before."""
    done = opencl.heddle(
        "run", *PROXIED, "--", sys.executable, PROGRAM, "memory", HEDDLE_REMOTE_LOG="1"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "buffer: 100, then nothing",
        "flat image: 0, then -59",
        "deep image: 0, then -59",
        "shared: 0, then -5",
        "buffer: 100, then nothing",
    ]
    for name in ("clCreateImage", "clSVMAlloc"):
        assert f"heddle: {name} is not forwarded" in done.stderr


@pytest.mark.slow
@pytest.mark.soak
def test_more_is_read_than_is_sent_in_one_piece(opencl: World) -> None:
    """The program need not wait. In a long run, it is more than a server returns at once, for which
    4 GiB of memory are needed."""
    words = ("--", sys.executable, PROGRAM, "huge", str(count(200, 1100)))
    done = opencl.heddle("run", *PROXIED, *words, POCL_MEMORY_LIMIT="8", timeout=200)
    assert (done.returncode, done.stdout) == (0, "True True\n"), done.stderr


def test_what_has_yet_to_be_read_is_not_written(opencl: World) -> None:
    """A program that does not wait is told so, instead of what was in its memory before."""
    words = ("--", sys.executable, PROGRAM, "early")
    done = opencl.heddle("run", *PROXIED, *words, HEDDLE_REMOTE_LOG="1")
    assert done.returncode == 0, done.stderr
    first, *others = done.stdout.splitlines()
    assert first == "-6"
    assert [line.split()[-1] for line in others] == ["right", "right"]
    assert "heddle: a write of what a read has yet to bring is not forwarded" in done.stderr


def test_a_large_copy_that_is_refused_does_nothing(opencl: World) -> None:
    """There is no room for it while the program has an event to set, or it is wrong."""
    done = opencl.heddle("run", *PROXIED, "--", sys.executable, PROGRAM, "whole")
    assert done.returncode == 0, done.stderr
    said = [line.split()[-1] for line in done.stdout.splitlines()]
    assert said == ["-6", "right", "-30", "right"]


def test_opencl_is_not_lent_unasked(opencl: World) -> None:
    """A compiler includes the files of the agent's user, and shows them."""
    station = Station(**OPENCL.environment)
    OPENCL.enter(station.there)
    try:
        words = station.words("true", device=OPENCL.device)
        done = station.here.heddle(*words, HEDDLE_DEVICE_TOKEN=station.token)
        assert done.returncode != 0
        assert "--serve-opencl" in done.stderr
    finally:
        station.remove()


def test_a_memory_limit_counts_where_the_device_is(opencl: World) -> None:
    """The program is refused what its server is."""
    words = ("--mem", "8MiB", "--", str(OPENCL.folder / "room"), str(1 << 20), "100")
    done = opencl.heddle("run", *PROXIED, *words)
    assert f"took 8, then {OPENCL.out_of_memory}" in done.stdout, done.stderr


def test_nothing_is_read_of_memory_that_is_not_there(opencl: World) -> None:
    """A copy of more than the buffer has is refused before the program's memory is looked at."""
    code = USER.partition("print")[0] + (
        "far = ctypes.c_size_t(1 << 44)\n"
        "write = lambda n: cl.clEnqueueWriteBuffer(\n"
        "    queue, buffer, 1, none, n, place, 0, None, None)\n"
        "print(write(far), write(size))\n"
    )
    done = opencl.heddle("run", *PROXIED, "--", sys.executable, "-c", code)
    assert (done.returncode, done.stdout) == (0, "-30 0\n"), done.stderr


def begin(station: Station) -> subprocess.Popen[str]:
    words = station.words(sys.executable, "-c", USER, device=OPENCL.device)
    run = (sys.executable, "-m", "heddle", *words)
    process = station.here.start(*run, HEDDLE_DEVICE_TOKEN=station.token)
    assert_runs(process)
    return process


def is_free(station: Station) -> bool:
    return not station.processes("opencl-server") and not station.processes("pool.session")


@pytest.mark.alone
@pytest.mark.slow
def test_server_killed(station: Station) -> None:
    """The program is told by a sticky error within 1 s, and nothing stays."""
    process = begin(station)
    begun = time.monotonic()
    for pid in station.processes("opencl-server"):
        os.kill(pid, signal.SIGKILL)
    output, complaints = process.communicate(timeout=20)
    assert output.split() == [LOST, LOST], complaints
    assert time.monotonic() - begun < 1.5  # the program's own end is in it
    assert eventually(lambda: is_free(station), 2)


@pytest.mark.alone
@pytest.mark.slow
def test_client_killed(station: Station) -> None:
    """All that it had is freed where the device is, within 2 s."""
    process = begin(station)
    process.kill()
    assert eventually(lambda: is_free(station), 2)
