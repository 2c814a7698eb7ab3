"""NVIDIA's management library for programs without devices: they see what their servers may use.

On the fake NVML of two GPUs, and the fake CUDA driver, whose device is the first of them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.components import install
from tests.conftest import missing
from tests.integration import nvml_looker
from tests.integration.cuda_taker import MIB
from tests.integration.nvml_asker import WAYS
from tests.integration.takers import Taker
from tests.integration.test_remote_devices import Station
from tests.world import BUILT, ROOT, World

HERE = Path(__file__).parent
FAKE = BUILT / "fake" / "cuda"
LOOKER = str(HERE / "nvml_looker.py")
COMPILER = shutil.which("cc") or shutil.which("gcc")
TOTAL, FREE = 16 << 30, (16 << 30) - (256 << 20) - (1 << 30)  #: as in fake_nvml.c
INVALID, NOT_SUPPORTED, NOT_FOUND, TOO_SMALL = 2, 3, 6, 7
OUT_OF_MEMORY = 2  #: of CUDA
FIRST, SECOND = nvml_looker.UUIDS


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that it is in."""
    if COMPILER is None:
        missing("no C compiler", install("compiler"))
    assert COMPILER is not None
    folder = tmp_path_factory.mktemp("nvml")
    make = [COMPILER, "-shared", "-fPIC", "-Wl,-soname,libnvidia-ml.so.1"]
    made = str(folder / "libnvidia-ml.so.1")
    subprocess.run([*make, str(HERE / "fake_nvml.c"), "-o", made], check=True)
    return folder


@pytest.fixture
def nvidia(world: World, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Both libraries, with another program on each of the GPUs."""
    assert (FAKE / "libcuda.so.1").exists(), "the fake driver is not built; fix: make native"
    told = tmp_path / "says"
    told.write_text("process 0 1 999\nprocess 1 1 999\n")
    world.environment["FAKE_NVML"] = str(told)
    world.environment["LD_LIBRARY_PATH"] = f"{FAKE}:{library}"
    world.environment["PYTHONPATH"] = ":".join([*sys.path, str(ROOT)])
    world.environment.pop("CUDA_VISIBLE_DEVICES", None)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return world


def look(world: World, *options: str, **variables: Any) -> dict[str, Any]:
    words = ["run", "--proxied", *options, "--", sys.executable, LOOKER]
    done = world.heddle(*words, **variables)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("visible", "seen"),
    [
        (None, [0, 1]),
        ("0", [0]),
        ("1", [1]),
        ("1,0", [1, 0]),
        ("1,7,0", [1]),
        ("1,1", [1]),
        (SECOND, [1]),
        (f"{SECOND}, {FIRST[:-1]}", [1, 0]),
    ],
)
def test_only_what_the_servers_may_use_is_seen(
    visible: str | None, seen: list[int], nvidia: World
) -> None:
    """By any name; and it is counted from 0, in the order of the variable."""
    found = look(nvidia, **({} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}))
    assert found["count"] == [len(seen)] * 2
    assert found["beyond"] == INVALID
    assert [each["name"] for each in found["devices"]] == [f"Fake GPU {gpu}" for gpu in seen]
    assert [each["uuid"] for each in found["devices"]] == [nvml_looker.UUIDS[gpu] for gpu in seen]
    assert [each["index"] for each in found["devices"]] == list(range(len(seen)))
    names = [nvml_looker.UUIDS[gpu] for gpu in sorted(seen)]
    names += [nvml_looker.BUS_IDS[gpu] for gpu in sorted(seen)]
    assert found["found"] == names
    assert found["hidden"] == ([] if len(seen) == 2 else [NOT_FOUND])
    for gpu, each in zip(seen, found["devices"], strict=True):
        assert each["celsius"] == 40 + gpu
        assert each["memory"] == [TOTAL, FREE, TOTAL - FREE]
        assert each["linked"] == [0 if len(seen) == 2 else NOT_SUPPORTED] * 2  # to the other one
        assert each["processes"] == [0] * len(nvml_looker.LISTS)
        assert each["set"] == [NOT_SUPPORTED] * 3
    assert found["wrong"] == [-INVALID, TOO_SMALL]
    assert (found["early"], found["late"]) == ("Uninitialized", "Uninitialized")


def test_a_part_of_a_device_is_seen_as_one(nvidia: World) -> None:
    """And not the device that it is a part of."""
    found = look(nvidia, CUDA_VISIBLE_DEVICES="MIG-fa4e0000-0000-0000-0000-000000000002")
    assert found["count"] == [1, 1]
    assert found["devices"][0]["uuid"].startswith("MIG-")
    assert found["found"] == []


def test_where_no_device_is_for_it_none_is_seen(nvidia: World) -> None:
    found = look(nvidia, CUDA_VISIBLE_DEVICES="-1")
    assert (found["count"], found["devices"], found["found"]) == ([0, 0], [], [])


def test_its_own_choice_is_no_matter(nvidia: World) -> None:
    """As locally: frameworks look up by CUDA_VISIBLE_DEVICES what they ask NVML for."""
    code = f"CUDA_VISIBLE_DEVICES=0 {sys.executable} {LOOKER}"
    words = ["run", "--proxied", "--", "sh", "-c", code]
    found = json.loads(nvidia.heddle(*words, CUDA_VISIBLE_DEVICES="1,0").stdout)
    assert [each["name"] for each in found["devices"]] == ["Fake GPU 1", "Fake GPU 0"]


def test_a_child_begins_anew(nvidia: World) -> None:
    """The connection is its parent's, and so is what was found through it."""
    code = """
import ctypes, os
api, gpu, celsius = ctypes.CDLL("libnvidia-ml.so.1"), ctypes.c_void_p(), ctypes.c_uint()
def codes():
    asked = api.nvmlDeviceGetTemperature(gpu, 0, ctypes.byref(celsius))
    begun = api.nvmlInit()
    found = api.nvmlDeviceGetHandleByIndex(0, ctypes.byref(gpu))
    return asked, begun, found, api.nvmlDeviceGetTemperature(gpu, 0, ctypes.byref(celsius))
first = codes()
if os.fork() == 0:
    print(*codes(), flush=True)
    os._exit(0)
os.wait()
print(*first, *codes())
"""
    done = nvidia.heddle("run", "--proxied", "--", sys.executable, "-c", code)
    assert done.stdout == "1 0 0 0\n1 0 0 0 0 0 0 0\n", done.stderr


@pytest.fixture
def asker(nvidia: World) -> Iterator[Taker]:
    """A proxied program with a limit."""
    words = ["-m", "heddle", "run", "--proxied", "--mem", "8MiB", "--", sys.executable]
    script = str(HERE / "nvml_asker.py")
    made = Taker([sys.executable, *words, script], nvidia.environment, OUT_OF_MEMORY)
    yield made
    made.end()


def test_the_limit_is_shown(asker: Taker) -> None:
    """By the server's shim: with what the program's CUDA server has taken of it."""
    for way in WAYS:
        assert asker.tell("memory", way) == f"{8 * MIB} 0 {8 * MIB}"
    assert asker.take("linear", 3 * MIB) is not None
    assert asker.tell("memory") == f"{8 * MIB} {3 * MIB} {5 * MIB}"
    assert asker.tell("memory2") == f"{8 * MIB} {3 * MIB} {5 * MIB} 0"
    assert asker.tell("errors") == "2 2 25"


def test_without_the_library_there_is_no_driver(nvidia: World) -> None:
    nvidia.environment["LD_LIBRARY_PATH"] = str(FAKE)
    code = "import ctypes; print(ctypes.CDLL('libnvidia-ml.so.1').nvmlInit_v2())"
    done = nvidia.heddle("run", "--proxied", "--", sys.executable, "-c", code)
    assert done.stdout == "9\n", done.stderr


@pytest.mark.slow
def test_of_another_machine_the_device_that_was_asked_for_is_seen(
    nvidia: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LD_LIBRARY_PATH", "FAKE_NVML"):
        monkeypatch.setenv(name, nvidia.environment[name])
    station = Station()
    words = ["run", "--device", f"127.0.0.1:{station.port}/cuda@0", "--", sys.executable, LOOKER]
    own: dict[str, Any] = {"HEDDLE_DEVICE_TOKEN": station.token, "LD_LIBRARY_PATH": ""}
    try:
        done = station.here.heddle(*words, **own)
    finally:
        station.remove()
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [each["name"] for each in found["devices"]] == ["Fake GPU 0"]
    assert found["hidden"] == [NOT_FOUND]
