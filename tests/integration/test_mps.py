"""`heddle device mps` and `heddle run --mps`: the fake CUDA driver, and a stand-in for MPS's
daemon."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from heddle.system.process import command_of
from tests.integration.fake_mps import path_with_fake
from tests.world import BUILT, World, eventually

SHOW = "import os, json; print(json.dumps(dict(os.environ)))"


@pytest.fixture
def mps(world: World) -> Iterator[World]:
    world.folder.mkdir(exist_ok=True)
    world.environment |= {
        "LD_LIBRARY_PATH": str(BUILT / "fake" / "cuda"),
        "PATH": path_with_fake(world.folder / "bin"),
        "HEDDLE_STATE": str(world.folder / "state"),
        "CUDA_MPS_CLIENT_PRIORITY": "1",
    }
    yield world
    world.heddle("device", "mps", "stop", "--force")


def variables(world: World, *options: str) -> dict[str, str]:
    done = world.heddle("run", *options, "--", sys.executable, "-c", SHOW)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def listed(world: World) -> list[dict[str, Any]]:
    return list(json.loads(world.heddle("device", "mps", "ls", "-o", "json").stdout))


def test_a_run_starts_the_service_and_the_next_one_uses_it(mps: World) -> None:
    had = variables(mps, "--mps", "30%", "--mem", "512MiB")
    assert had["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"] == "30"
    assert had["CUDA_MPS_PINNED_DEVICE_MEM_LIMIT"] == "0=1536M"
    assert had["CUDA_VISIBLE_DEVICES"].startswith("GPU-")
    assert had["HEDDLE_PROGRAM"]  # scheduled as any other
    assert "CUDA_MPS_CLIENT_PRIORITY" not in had  # not asked for
    (first,) = listed(mps)
    variables(mps, "--mps", "0.8", "--device", "cuda@0")
    assert listed(mps) == [first]
    done = mps.heddle("device", "mps", "stop")
    assert done.returncode == 0, done.stderr
    assert listed(mps) == []
    assert not (Path(mps.environment["HEDDLE_STATE"]) / "mps").exists()


def test_programs_are_named_and_their_service_stays(mps: World) -> None:
    run = [sys.executable, "-m", "heddle", "run", "--mps", "60%", "--", "sleep", "60"]
    programs = [mps.start(*run, FAKE_MPS_CLIENT="1") for _ in range(2)]

    def commands() -> list[str]:
        return [each["command"] for service in listed(mps) for each in service["clients"]]

    assert eventually(lambda: commands() == ["sleep", "sleep"])
    table = mps.heddle("device", "mps", "ls").stdout
    assert "120 %" in table  # caps may meet
    done = mps.heddle("device", "mps", "stop")
    assert done.returncode == 2
    assert all(str(program.pid) in done.stderr for program in programs)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--mps", "30.5%"], "30 % would fit"),
        (["--mps", "0"], "1 % would fit"),
        (["--mps", "30%", "--device", "soft@gpu"], "needs an NVIDIA card"),
        (["--mps", "GPU-1/Dx"], "does not run"),
    ],
)
def test_what_mps_cannot_do_starts_nothing(options: list[str], says: str, mps: World) -> None:
    done = mps.heddle("run", *options, "--", "true")
    assert done.returncode == 2
    assert says in done.stderr
    assert listed(mps) == []


def test_static_partitions_are_made_used_and_removed(mps: World) -> None:
    assert mps.heddle("device", "mps", "start", "--static").returncode == 0
    made = json.loads(mps.heddle("device", "mps", "create", "4", "-o", "json").stdout)["partition"]
    had = variables(mps, "--mps", made)
    assert had["CUDA_MPS_SM_PARTITION"] == made
    assert "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE" not in had
    assert "percentages" in mps.heddle("run", "--mps", "30%", "--", "true").stderr
    assert mps.heddle("device", "mps", "rm", made).returncode == 0
    (service,) = listed(mps)
    assert (service["partitions"], service["free_chunks"]) == ([], 16)


def test_a_daemon_without_partitions_says_what_fits(mps: World) -> None:
    done = mps.heddle("device", "mps", "start", "--static", FAKE_MPS="old")
    assert done.returncode == 118
    assert "13.1" in done.stderr
    assert "heddle run --mps 30%" in done.stderr
    assert listed(mps) == []


LOAD = Path(__file__).with_name("cuda_several.py")


def run_until_learned(mps: World, command_us: int) -> None:
    """One run of a program on the fake under the agent, until its kernels are remembered."""
    notes = Path(mps.environment["HEDDLE_STATE"]) / "kernels.json"
    words = [sys.executable, str(LOAD), str(mps.folder / "log"), "0", "0", str(command_us)]
    program = mps.start(sys.executable, "-m", "heddle", "run", "--", *words)

    def commands() -> int:
        found = json.loads(mps.heddle("ps", "-o", "json").stdout)
        return max((q["completed"] for p in found for q in p["queues"]), default=0)

    assert eventually(lambda: commands() > 200)
    time.sleep(1.5)  # a look of the agent, which takes little of a busy machine
    program.kill()
    program.wait()
    assert eventually(
        lambda: (
            notes.exists()
            and any(
                each["ns"] > command_us * 500 for each in json.loads(notes.read_text()).values()
            )
        )
    )


def automatic(mps: World) -> tuple[bool, str]:
    """Whether the program is started under MPS now, and what is said."""
    words = [sys.executable, str(LOAD), str(mps.folder / "log"), "0", "0", "50"]
    program = mps.start(
        sys.executable, "-m", "heddle", "run", "--mps", "auto", "--", *words, FAKE_MPS_CLIENT="1"
    )
    assert eventually(lambda: command_of(program.pid)[1:2] == [str(LOAD)])
    environment = Path(f"/proc/{program.pid}/environ").read_bytes().split(b"\0")
    program.kill()
    said = program.communicate()[1]
    under = any(each.startswith(b"CUDA_MPS_PIPE_DIRECTORY=") for each in environment)
    assert under == (b"HEDDLE_GATE_US=100" in environment)
    return under, said


def test_mps_is_chosen_for_kernels_that_are_known_to_be_short(mps: World) -> None:
    mps.start_agent()
    under, said = automatic(mps)
    assert not under
    assert "nothing is known of the kernels" in said
    run_until_learned(mps, 50)
    assert automatic(mps) == (True, ANY)
    run_until_learned(mps, 3000)
    under, said = automatic(mps)
    assert not under
    assert re.search(r"cuda_several.py takes \d.* ms, and a switch of context 0.19 ms", said), said
