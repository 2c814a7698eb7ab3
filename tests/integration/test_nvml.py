"""The memory limit as NVML tells it, and what programs occupy beyond it.

On a fake NVML of two GPUs, and the fake CUDA driver, whose device is the first of them.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import heddle
from heddle.launch.run import preload
from heddle.table import Table
from tests.components import install
from tests.conftest import missing
from tests.integration.cuda_taker import MIB
from tests.integration.nvml_asker import WAYS
from tests.integration.takers import Taker
from tests.world import BUILT, ROOT, World

HERE = Path(__file__).parent
FAKE = BUILT / "fake" / "cuda"
SCRIPT = str(HERE / "nvml_asker.py")
COMPILER = shutil.which("cc") or shutil.which("gcc")
TOTAL, RESERVED = 16 << 30, 256 << 20  #: as in fake_nvml.c
FREE = TOTAL - RESERVED - (1 << 30)
WHOLE = f"{TOTAL} {TOTAL - FREE} {FREE}"
OUT_OF_MEMORY, FUNCTION_NOT_FOUND = 2, 13


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders with the library, and a program that is linked to it."""
    if COMPILER is None:
        missing("no C compiler", install("compiler"))
    assert COMPILER is not None
    found = {}
    for name, options in (("new", []), ("old", ["-DOLD"])):
        found[name] = tmp_path_factory.mktemp(name)
        library = str(found[name] / "libnvidia-ml.so.1")
        make = [COMPILER, "-shared", "-fPIC", "-Wl,-soname,libnvidia-ml.so.1", *options]
        subprocess.run([*make, str(HERE / "fake_nvml.c"), "-o", library], check=True)
    found["linked"] = found["new"] / "linked"
    make = [COMPILER, str(HERE / "nvml_linked.c"), str(found["new"] / "libnvidia-ml.so.1"), "-ldl"]
    subprocess.run([*make, "-o", str(found["linked"])], check=True)
    return found


class Machine:
    """Both libraries, and what the management library is to say."""

    def __init__(self, world: World, built: dict[str, Path], path: Path) -> None:
        self.world, self.built, self.path = world, built, path
        self.started: list[Taker] = []
        world.environment["FAKE_NVML"] = str(path)
        world.environment["PYTHONPATH"] = ":".join([*sys.path, str(ROOT)])
        self.use("new")

    def use(self, version: str) -> None:
        self.world.environment["LD_LIBRARY_PATH"] = f"{FAKE}:{self.built[version]}"

    def says(self, *lines: str) -> None:
        self.path.write_text("".join(f"{line}\n" for line in lines))

    def start(self, mem: str = "", beside: int = 0) -> Taker:
        command, variables = [sys.executable, SCRIPT], self.world.environment
        if beside:
            shims = {"LD_PRELOAD": preload(["cuda"]), "HEDDLE_PROGRAM": str(beside)}
            variables = {**variables, **shims}
        else:
            limit = ["--mem", mem] if mem else []
            command = [sys.executable, "-m", "heddle", "run", *limit, "--", *command]
        self.started.append(Taker(command, variables, OUT_OF_MEMORY))
        return self.started[-1]


@pytest.fixture
def machine(world: World, built: dict[str, Path], tmp_path: Path) -> Iterator[Machine]:
    assert (FAKE / "libcuda.so.1").exists(), "the fake driver is not built; fix: make native"
    made = Machine(world, built, tmp_path / "nvml")
    yield made
    for taker in made.started:
        taker.end()


def joined() -> tuple[int, ...]:
    """The processes that are in the table."""
    with Table() as table:
        return tuple(process.pid for process in table.processes())


@pytest.mark.parametrize("way", WAYS)
def test_the_quota_is_shown_however_the_gpu_was_found(way: str, machine: Machine) -> None:
    asker = machine.start("8MiB")
    taken = asker.take("linear", 3 * MIB + 5)
    used, left = 3 * MIB + 5, 5 * MIB - 5
    assert asker.tell("memory", way) == f"{8 * MIB} {used} {left}"
    assert asker.tell("memory2", way) == f"{8 * MIB} {used} {left} 0"
    assert asker.info() == (left, 8 * MIB)
    asker.free(taken)
    assert asker.tell("memory", way) == f"{8 * MIB} 0 {8 * MIB}"


def test_the_quota_is_shown_before_the_driver_is_used(machine: Machine) -> None:
    asker = machine.start("8MiB")
    assert asker.tell("memory") == f"{8 * MIB} 0 {8 * MIB}"
    assert asker.tell("memory2", "UUID", 1) == f"{8 * MIB} 0 {8 * MIB} 0"
    (program,) = heddle.programs()
    assert program.devices == ()
    assert program.memory == {}
    assert asker.take("linear", 8 * MIB) is not None
    assert asker.tell("memory") == f"{8 * MIB} {8 * MIB} 0"
    assert asker.tell("memory", "Index", 1) == f"{8 * MIB} 0 {8 * MIB}"


def test_it_is_shown_by_each_way_to_look_up_the_function(machine: Machine) -> None:
    program = str(machine.built["linked"])
    done = machine.world.heddle("run", "--mem", "8MiB", "--", program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{8 * MIB} 0 {8 * MIB}"] * 6
    done = machine.world.heddle("run", "--", program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [WHOLE] * 6


def test_processes_of_a_program_are_shown_together(machine: Machine) -> None:
    first = machine.start("8MiB")
    assert first.take("linear", 3 * MIB) is not None
    (program,) = heddle.programs()
    second = machine.start(beside=program.id)
    assert second.take("async", 4 * MIB) is not None
    shown = f"{8 * MIB} {7 * MIB} {MIB}"
    assert first.tell("memory") == shown
    assert second.tell("memory") == shown
    second.end()
    assert first.tell("memory") == f"{8 * MIB} {3 * MIB} {5 * MIB}"


def test_a_resize_shows_at_once(machine: Machine) -> None:
    asker = machine.start("8MiB")
    assert asker.take("linear", 6 * MIB) is not None
    (program,) = heddle.programs()
    done = machine.world.heddle("program", "resize", str(program.id), "--mem", "32MiB")
    assert done.returncode == 0, done.stderr
    assert asker.tell("memory") == f"{32 * MIB} {6 * MIB} {26 * MIB}"
    # Below what is used: nobody who subtracts gets below 0.
    heddle.hint(program=program.id, memory=4 * MIB)
    assert asker.tell("memory") == f"{4 * MIB} {4 * MIB} 0"
    heddle.hint(program=program.id, memory=0)
    assert asker.tell("memory") == WHOLE


def test_never_more_than_the_device_has(machine: Machine) -> None:
    machine.says(f"free 0 {2 * MIB}")
    asker = machine.start("8MiB")
    assert asker.tell("memory") == f"{8 * MIB} 0 {2 * MIB}"
    (program,) = heddle.programs()
    heddle.hint(program=program.id, memory=2 * TOTAL)
    assert asker.tell("memory2") == f"{TOTAL} 0 {2 * MIB} 0"


def test_without_a_limit_nothing_changes_and_nobody_joins(machine: Machine) -> None:
    asker = machine.start()
    assert asker.tell("memory") == WHOLE
    assert asker.tell("memory2") == f"{TOTAL} {TOTAL - RESERVED - FREE} {FREE} {RESERVED}"
    assert joined() == ()
    assert asker.take("linear", MIB) is not None
    assert asker.tell("memory") == WHOLE
    assert joined() == (asker.process.pid,)


def test_a_mig_device_has_its_own_size(machine: Machine) -> None:
    assert machine.start("8MiB").tell("mig") == WHOLE


def test_what_an_old_library_lacks_is_not_there(machine: Machine) -> None:
    machine.use("old")
    asker = machine.start("8MiB")
    assert asker.tell("memory2") == str(FUNCTION_NOT_FOUND)
    assert asker.tell("memory") == f"{8 * MIB} 0 {8 * MIB}"


def test_what_is_wrong_the_library_says(machine: Machine) -> None:
    assert machine.start("8MiB").tell("errors") == "2 2 25"
    assert machine.start().tell("errors") == "2 2 25"


def test_a_guest_is_shown_its_quota(machine: Machine) -> None:
    machine.world.start_agent("--tenants")
    machine.world.environment["HEDDLE_AS_GUEST"] = "1"
    asker = machine.start("8MiB")
    assert asker.tell("memory") == f"{8 * MIB} 0 {8 * MIB}"
    assert asker.take("linear", 3 * MIB) is not None
    assert asker.tell("memory2") == f"{8 * MIB} {3 * MIB} {5 * MIB} 0"
    assert machine.start().tell("memory") == WHOLE


@pytest.mark.parametrize("table", ["/proc/none/table", "/dev/null"])
def test_without_a_table_all_is_as_ever(machine: Machine, table: str) -> None:
    preloaded = {"LD_PRELOAD": preload(["cuda"]), "HEDDLE_TABLE": table, "HEDDLE_MEM": "8MiB"}
    variables = {**machine.world.environment, **preloaded}
    run = [str(machine.built["linked"])]
    done = subprocess.run(run, env=variables, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [WHOLE] * 6


def test_a_program_of_its_own_has_its_limit(machine: Machine) -> None:
    """One that `heddle run` has not started, in a container: it joins by itself."""
    preloaded = {"LD_PRELOAD": preload(["cuda"]), "HEDDLE_MEM": "8MiB"}
    variables = {**machine.world.environment, **preloaded}
    run = [str(machine.built["linked"])]
    done = subprocess.run(run, env=variables, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{8 * MIB} 0 {8 * MIB}"] * 6


# -- what a program occupies beyond what it asked for ----------------------------------------------


def listed(machine: Machine) -> list[dict[str, object]]:
    done = machine.world.heddle("ps", "-o", "json")
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_overhead_is_listed_apart(machine: Machine) -> None:
    first = machine.start("64MiB")
    assert first.take("linear", 10 * MIB) is not None
    (program,) = listed(machine)
    assert program["overhead_bytes"] == {"cuda@0": None}  # nobody tells
    second = machine.start(beside=int(str(program["id"])))
    assert second.take("linear", 20 * MIB) is not None
    machine.says(
        f"process 0 {first.process.pid} {510 * MIB}",
        f"process 0 {second.process.pid} {320 * MIB}",
        f"process 1 {second.process.pid} {7 * MIB}",
        f"process 0 1 {999 * MIB}",
    )
    (program,) = listed(machine)
    assert program["memory"] == {"cuda@0": 30 * MIB}
    assert program["overhead_bytes"] == {"cuda@0": 800 * MIB, "cuda@1": 7 * MIB}
    shown = machine.world.heddle("ps", "-o", "wide").stdout
    assert "OVERHEAD" in shown
    assert "cuda@0 800MiB,cuda@1 7MiB" in shown
    assert first.tell("memory") == f"{64 * MIB} {30 * MIB} {34 * MIB}"  # it is not charged


def test_overhead_that_nobody_tells_is_not_shown_as_none(machine: Machine) -> None:
    asker = machine.start("64MiB")
    assert asker.take("linear", 10 * MIB) is not None
    machine.says(f"process 0 {asker.process.pid} {(1 << 64) - 1}")  # NVML_VALUE_NOT_AVAILABLE
    (program,) = listed(machine)
    assert program["overhead_bytes"] == {"cuda@0": None}
    assert "cuda@0 N/A" in machine.world.heddle("ps", "-o", "wide").stdout
    machine.says(f"process 0 {asker.process.pid} {2 * MIB}")  # the rest is elsewhere just now
    (program,) = listed(machine)
    assert program["overhead_bytes"] == {"cuda@0": 0}


def test_the_agent_measures_it(machine: Machine) -> None:
    asker = machine.start("64MiB")
    assert asker.take("linear", 10 * MIB) is not None
    machine.says(f"process 0 {asker.process.pid} {410 * MIB}")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = str(found.getsockname()[1])
    machine.world.start_agent("--metrics-port", port)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    (line,) = [one for one in lines if one.startswith("heddle_memory_overhead_bytes")]
    assert 'device="cuda@0"' in line
    assert line.endswith(f" {400 * MIB}")
    assert "# TYPE heddle_memory_overhead_bytes gauge" in lines
