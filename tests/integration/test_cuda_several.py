"""Several GPUs in one process, on the fake CUDA driver with four of them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from heddle._gen import table as layout
from tests.conftest import missing
from tests.world import BUILT, World, eventually

PROGRAM = Path(__file__).with_name("cuda_several.py")
DEVICES = "a=gpu,b=gpu,c=gpu,d=gpu"
ALL = "0,1,2,3"
STANDARD_US = 2000  # of the soft XPU's gpu
SHORT_US, LONG_US = layout.SLICE_US["short"], layout.SLICE_US["long"]
#: What the hardware holds, asked past Heddle: one line for each context.
ASK_SLICES = """
import json
from heddle.inventory.apis.soft import contexts
print(json.dumps([[each.pid, each.device.decode(), each.timeslice_us] for each in contexts()]))
"""


class Several:
    """A machine with four GPUs, and programs on them."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world, self.folder = world, folder
        world.environment |= {
            "LD_LIBRARY_PATH": str(BUILT / "fake" / "cuda"),
            "SOFTXPU_DEVICES": DEVICES,
            "FAKE_CUDA_DEVICES": "4",
            "FAKE_CUDA_RESOURCE_MANAGER": "1",
        }

    def start(
        self, name: str, devices: str, *options: str, worked: str = "", command_us: int = 500
    ) -> Running:
        log = self.folder / name
        program = [str(PROGRAM), str(log), devices, worked or devices, str(command_us)]
        run = [sys.executable, "-m", "heddle", "run", *options, "--"]
        process = self.world.start(*run, sys.executable, *program)
        running = Running(self, log, process)
        assert eventually(lambda: log.exists() or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        return running


class Running:
    """One of them."""

    def __init__(self, several: Several, log: Path, process: subprocess.Popen[str]) -> None:
        self.several, self.log, self.process = several, log, process

    @property
    def seen(self) -> dict[str, Any]:
        """As `heddle ps` shows it; `heddle run` has become the program."""
        found = json.loads(self.several.world.heddle("ps", "-o", "json").stdout)
        (own,) = (program for program in found if self.process.pid in program["processes"])
        return dict(own)

    def done(self, seconds: float) -> Counter[str]:
        """Requests on each device within that time, from now on."""
        begin = time.monotonic_ns()
        time.sleep(seconds)
        end = time.monotonic_ns()
        lines = [line.split() for line in self.log.read_text().splitlines()]
        ends = [(line[0], int(line[1])) for line in lines if len(line) == 2]
        return Counter(device for device, at_ns in ends if begin < at_ns <= end)

    def parts(self, seconds: float, command_us: int) -> dict[str, float]:
        """What part of each device it has."""
        counts = self.done(seconds)
        return {d: counts[d] * 10 * command_us / 1e6 / seconds for d in ALL.split(",")}

    def slices_us(self) -> dict[str, int]:
        done = subprocess.run(
            [sys.executable, "-c", ASK_SLICES],
            env=self.several.world.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        told = json.loads(done.stdout)
        return {device: us for pid, device, us in told if pid == self.process.pid}

    def end(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def several(world: World, tmp_path: Path) -> Several:
    return Several(world, tmp_path)


def test_the_streams_on_each_gpu_are_listed(several: Several) -> None:
    """One process, four devices, a stream on each; each is scheduled at the level of its device."""
    wide = several.start("wide", ALL)
    assert eventually(lambda: len(wide.seen["queues"]) == 4)
    seen = wide.seen
    assert seen["devices"] == [f"cuda@{i}" for i in range(4)]
    assert sorted(queue["device"] for queue in seen["queues"]) == seen["devices"]
    assert all(wide.done(1)[device] for device in ALL.split(","))
    assert wide.seen["device_time_ns"] > seen["device_time_ns"]


def test_the_slice_of_each_gpu_is_set_for_itself(several: Several) -> None:
    """Who leads on one GPU and follows on another holds a long slice here and a short one there,
    and elsewhere the driver's own."""
    wide = several.start("wide", ALL)
    if {queue["level"] for queue in wide.seen["queues"]} != {3}:
        missing("system calls are not handed over here", "allow seccomp its notifications")
    higher = several.start("higher", "1", "--priority", "high", worked="1")
    lower = several.start("lower", "2", "--priority", "low", worked="2")
    expected = {"a": STANDARD_US, "b": SHORT_US, "c": LONG_US, "d": STANDARD_US}
    assert eventually(lambda: wide.slices_us() == expected), wide.slices_us()
    assert eventually(lambda: higher.slices_us() == {"b": LONG_US}), higher.slices_us()
    assert eventually(lambda: lower.slices_us() == {"c": SHORT_US}), lower.slices_us()
    assert wide.seen["timeslices_us"] == {"cuda@1": SHORT_US, "cuda@2": LONG_US}
    higher.end()
    lower.end()
    assert eventually(lambda: set(wide.slices_us().values()) == {STANDARD_US}), wide.slices_us()


def test_an_urgent_program_on_one_gpu_holds_the_whole_of_another(several: Several) -> None:
    """Its streams on the other GPUs may wait for each other in ways that nobody sees: it is held on
    all of them, and goes on on all of them."""
    wide = several.start("wide", ALL)
    urgent = several.start("urgent", "0", "--priority", "high")
    assert eventually(lambda: wide.seen["state"] == "held")
    assert "cuda@0" in wide.seen["reason"]
    time.sleep(0.5)
    assert wide.done(1).total() <= 4, "at most what it had submitted before"
    assert urgent.done(1)["0"] > 10
    urgent.end()
    assert eventually(lambda: set(wide.done(0.5)) == set(ALL.split(",")))


def test_who_has_no_work_on_that_gpu_is_not_held(several: Several) -> None:
    """A stream there is not yet a wish to run there."""
    wide = several.start("wide", ALL, worked="1,2,3")
    urgent = several.start("urgent", "0", "--priority", "high")
    assert eventually(lambda: urgent.done(0.5)["0"] > 5)
    counts = wide.done(1)
    assert set(counts) == {"1", "2", "3"}
    assert min(counts.values()) > 10, counts


@pytest.mark.alone
def test_a_cap_holds_on_each_gpu(several: Several) -> None:
    """A part of every device, not of one of them or of their sum."""
    wide = several.start("wide", ALL, "--cap", "30%")
    time.sleep(1)
    parts = wide.parts(3, 500)
    assert all(0.2 < part < 0.4 for part in parts.values()), parts


@pytest.mark.alone
def test_a_share_holds_on_the_gpu_that_is_shared(several: Several) -> None:
    """Half of one GPU is another program's. Its equal has half of that, and as much of the others:
    it is held as a whole."""
    wide = several.start("wide", ALL, "--share", "50%")
    narrow = several.start("narrow", "1", "--share", "50%")
    time.sleep(2)
    begin = time.monotonic()
    parts = wide.parts(3, 500)
    assert time.monotonic() - begin < 4
    own = narrow.parts(3, 500)["1"]
    assert 0.35 < own < 0.6, (own, parts)
    assert all(0.35 < part < 0.6 for part in parts.values()), (own, parts)
