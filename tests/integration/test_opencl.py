"""OpenCL on real runtimes: pyopencl programs, which bring their own loader, on PoCL and others.

What every vendor must do is tested in tests/conformance; here is what only OpenCL has.
"""

from __future__ import annotations

import importlib.util
import json
import platform
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from heddle import native
from heddle.table import Table
from tests.components import install
from tests.conformance.same import add_rival, compare, difference, harass, natively, program_of
from tests.conftest import missing
from tests.world import World, eventually

PROGRAM = str(Path(__file__).with_name("opencl_program.py"))
POCL = Path("/etc/OpenCL/vendors/pocl.icd")
OCLGRIND = Path("/usr/lib/oclgrind/liboclgrind-rt-icd.so")
INTEL = Path(sys.prefix) / "lib" / "libintelocl.so"
LAYER = native.file("libheddle-opencl.so")
WAYS = ("kernels", "maps", "events", "arrays", "svm", "threads", "profile")


@pytest.fixture
def pocl(world: World) -> World:
    """A world whose only OpenCL platform is PoCL, with one worker for each program."""
    if importlib.util.find_spec("pyopencl") is None:
        missing("pyopencl is not installed", "make dev")
    if not POCL.exists():
        missing("PoCL is not installed", install("pocl"))
    world.environment |= {"OCL_ICD_VENDORS": str(POCL), "POCL_MAX_PTHREAD_COUNT": "1"}
    return world


def ask(world: World, *options: str) -> list[str]:
    """The lines of the program that is run under Heddle with these options and words."""
    done = world.heddle("run", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("way", WAYS)
def test_results_are_the_same_by_preload(way: str, pocl: World) -> None:
    """Held and released at random, at each level; numpy has the last word."""
    said = compare(pocl, Path(sys.executable), (PROGRAM, way), [1, 2], "opencl")
    assert "WRONG" not in said


@pytest.mark.parametrize("way", WAYS)
def test_results_are_the_same_as_a_layer(way: str, pocl: World) -> None:
    """Likewise where the loader loads us, and nothing is preloaded."""
    code, expected, _ = natively(pocl, Path(sys.executable), (PROGRAM, way), 60)
    add_rival(pocl, "opencl")
    for level in (1, 2):
        process = pocl.start(
            sys.executable, PROGRAM, way, OPENCL_LAYERS=LAYER, HEDDLE_LEVEL=str(level)
        )
        assert harass(pocl, process, level, 60) > 0
        output, complaints = process.communicate(timeout=60)
        assert process.returncode == code, f"level {level}: {complaints}"
        assert output == expected, f"level {level}: {difference(expected, output)}"


def lines_of(process: subprocess.Popen[str]) -> Callable[[], int]:
    """How many lines it has written so far."""
    seen: list[str] = []
    assert process.stdout is not None
    output = process.stdout
    threading.Thread(target=lambda: seen.extend(iter(output.readline, "")), daemon=True).start()
    return lambda: len(seen)


@pytest.mark.parametrize("how", ["preload", "layer"])
def test_a_held_program_stops_and_goes_on(how: str, pocl: World) -> None:
    if how == "layer":
        process = pocl.start(sys.executable, PROGRAM, "long", OPENCL_LAYERS=LAYER)
    else:
        run = ["-m", "heddle", "run", "--", sys.executable, PROGRAM, "long"]
        process = pocl.start(sys.executable, *run)
    lines = lines_of(process)
    assert eventually(lambda: lines() > 2), "it does not work"
    found = program_of(pocl, process.pid)
    assert found is not None
    native.hold(found, True)

    def stands_still() -> bool:
        before = lines()
        return not eventually(lambda: lines() > before, 1)

    assert eventually(stands_still), "it runs on"
    native.hold(found, False)
    before = lines()
    assert eventually(lambda: lines() > before), "it does not go on"


def test_nobody_sees_that_queues_are_profiled(pocl: World) -> None:
    """We profile every queue, and show what the program asked for: the error, or its times."""
    words = ["--", sys.executable, PROGRAM, "profile"]
    code, expected, _ = natively(pocl, Path(sys.executable), (PROGRAM, "profile"), 60)
    assert code == 0
    assert "no times -7" in expected  # CL_PROFILING_INFO_NOT_AVAILABLE
    assert ask(pocl, *words) == expected.splitlines()


@pytest.mark.parametrize("level", ["1", "2"])
def test_every_way_to_allocate_is_counted(level: str, pocl: World) -> None:
    """A quota of 8 MiB is eight pieces of one, each way, again and again; then OpenCL's own codes:
    CL_MEM_OBJECT_ALLOCATION_FAILURE, and for shared memory what pyopencl makes of none."""
    said = ask(pocl, "--mem", "8MiB", "--level", level, "--", sys.executable, PROGRAM, "memory")
    assert said == [
        "buffer: 8, then -4",
        "flat image: 8, then -4",
        "deep image: 8, then -4",
        "shared: 8, then -5",
        "buffer: 8, then -4",
    ]


class TestTwoDevices:
    """PoCL as two devices of one platform."""

    @pytest.fixture
    def two(self, pocl: World) -> World:
        pocl.environment["POCL_DEVICES"] = "pthread pthread"
        return pocl

    def test_both_are_listed(self, two: World) -> None:
        listed = json.loads(two.heddle("device", "ls", "-o", "json").stdout)
        found = [device for device in listed if device["api"] == "opencl"]
        assert [device["id"] for device in found] == ["opencl@0", "opencl@1"]
        assert len({device["uuid"] for device in found}) == 2
        assert {device["kind"] for device in found} == {"cpu"}

    def test_a_program_finds_the_one_that_it_asked_for(self, two: World) -> None:
        words = ["--", sys.executable, PROGRAM, "devices"]
        assert ask(two, *words) == ["2 2 True"]
        assert ask(two, "--device", "opencl@1", *words) == ["1 1 True"]

    def test_they_are_held_apart(self, two: World) -> None:
        """Each program's queue is on its own device in the table."""
        run = ["-m", "heddle", "run", "--device", "opencl@1", "--"]
        process = two.start(sys.executable, *run, sys.executable, PROGRAM, "long")
        assert eventually(lambda: program_of(two, process.pid) is not None)

        def devices() -> set[str]:
            with Table(str(two.table)) as table:
                return {queue.device for program in table.programs() for queue in program.queues}

        assert eventually(lambda: devices() == {"opencl@1"})


# -- other runtimes


def runtime(world: World, folder: Path, library: Path) -> World:
    """A world whose only platform is this driver."""
    (folder / "driver.icd").write_text(f"{library}\n")
    world.environment["OCL_ICD_VENDORS"] = str(folder / "driver.icd")
    return world


@pytest.fixture
def oclgrind(pocl: World, tmp_path: Path) -> World:
    if not OCLGRIND.exists():
        missing("oclgrind is not installed", install("oclgrind"))
    return runtime(pocl, tmp_path, OCLGRIND)


@pytest.fixture
def intel(pocl: World, tmp_path: Path) -> World:
    if platform.machine() != "x86_64":
        pytest.skip("Intel's CPU runtime is made for x86_64 only")
    if not INTEL.exists():
        pytest.skip("Intel's CPU runtime is not installed; fix: pip install intel-opencl-rt")
    pocl.environment["LD_LIBRARY_PATH"] = str(INTEL.parent)
    return runtime(pocl, tmp_path, INTEL)


@pytest.mark.parametrize("way", ["kernels", "maps", "arrays"])
def test_oclgrind_gives_the_same(way: str, oclgrind: World) -> None:
    """The ways that oclgrind can do by itself; it runs commands in the thread that flushes."""
    compare(oclgrind, Path(sys.executable), (PROGRAM, way), [1, 2], "opencl")


@pytest.mark.parametrize("way", WAYS)
def test_intel_gives_the_same(way: str, intel: World) -> None:
    compare(intel, Path(sys.executable), (PROGRAM, way), [1, 2], "opencl")
