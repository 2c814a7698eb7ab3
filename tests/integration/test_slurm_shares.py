"""Jobs of the control plane that share a GPU of a Slurm node: shares, memory and urgency hold there
as on this machine."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.engine.base import Order
from heddle.harness.report import quantile
from heddle.harness.workload import requests_in
from heddle.model.record import Place
from tests.engines import Followed, written
from tests.integration.test_guest_memory import MIB
from tests.slurm import SlurmServer, SlurmSite
from tests.users import LOAD, ps
from tests.world import World, eventually

pytestmark = [pytest.mark.slurm, pytest.mark.slow, pytest.mark.alone]
SHARDS = 10
URGENT = ("requests", "20", "100", "20000", "1", "3")  # 2 ms of work every 20 ms
BACKGROUND = ("requests", "10", "100", "0", "20", "60")


def site(folder: Path) -> SlurmSite:
    node = f"NodeName=n1 CPUs=32 RealMemory=8000 Gres=gpu:1,shard:{SHARDS}"
    gres = [f"NodeName=n1 Name=gpu File={folder}/gpu0"]
    gres.append(f"NodeName=n1 Name=shard Count={SHARDS} File={folder}/gpu0")
    return SlurmSite(f"GresTypes=gpu,shard\n{node}", "\n".join(gres) + "\n")


@pytest.fixture
def followed(world: World, tmp_path: Path) -> Iterator[Followed]:
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    world.start_agent()
    world.heddle("device", "ls")  # makes the soft XPU
    server = SlurmServer(site)
    names = ("HEDDLE_TABLE", "HEDDLE_STATE", "SOFTXPU_DEVICES")
    own = {name: world.environment[name] for name in names}
    made = Followed(server.engine(tmp_path, SOFTXPU_SEGMENT=world.segment.name, **own))
    yield made
    for seen in made.engine.seen():
        made.engine.stop(seen.attempt, "the test is over")
    made.engine.close()
    server.stop()


def start(
    followed: Followed,
    attempt: str,
    command: tuple[str, ...],
    milli: int,
    *,
    mib: int = 0,
    priority: int = 0,
) -> None:
    place = Place("n1", (("gpu@0", milli),), device_mib=(mib,))
    order = Order(attempt, command, (place,), share_milli=milli, grace_s=1.0, priority=priority)
    assert followed.engine.start(order) is None


def completed(world: World) -> dict[int, int]:
    """By share."""
    programs: list[dict[str, Any]] = [dict(each) for each in ps(world) if each["devices"]]
    return {
        each["share_milli"]: sum(queue["completed"] for queue in each["queues"])
        for each in programs
    }


def test_two_jobs_share_a_gpu_within_two_points(world: World, followed: Followed) -> None:
    busy = (str(LOAD), "requests", "100", "100", "0", "3", "60")
    start(followed, "j1.1", busy, 300)
    start(followed, "j2.1", busy, 700)
    assert eventually(lambda: completed(world).keys() == {300, 700}), ps(world)
    time.sleep(1)
    begin = completed(world)
    time.sleep(4)
    end = completed(world)
    few, many = (end[milli] - begin[milli] for milli in (300, 700))
    assert 0.28 < few / (few + many) < 0.32, (few, many)


def test_the_memory_limit_of_a_job_is_exact(followed: Followed) -> None:
    taker = Path(__file__).with_name("taker.py")
    program = shlex.join([sys.executable, str(taker), native.file("libsoftxpu.so.1")])
    asks = f"info\ntake {5 * MIB + 1}\ntake {5 * MIB}\ntake 1\n"
    start(followed, "j1.1", ("sh", "-c", f"printf {shlex.quote(asks)} | {program}"), 300, mib=5)
    assert followed.end("j1.1").exit_code == 0
    info, *codes = written(followed.engine, "j1.1").splitlines()
    assert info == f"{5 * MIB} {5 * MIB}"
    assert [code == "0" for code in codes] == [False, True, False]


def p99_ms(text: str) -> float:
    """Of the requests after the first second."""
    found = requests_in(text)
    late = [each for each in found if each.begin_ns - found[0].begin_ns > 1e9]
    return quantile([(each.end_ns - each.begin_ns) / 1e6 for each in late], 0.99)


def test_an_urgent_job_is_as_fast_as_an_urgent_program_here(
    world: World, followed: Followed
) -> None:
    """The guard is wide: how fast the machine wakes processes is not what is tested."""
    run = (sys.executable, "-m", "heddle", "run", "--share", "0.5", "--priority")
    background = world.start(*run, "low", "--", str(LOAD), *BACKGROUND)
    assert eventually(lambda: any(each["devices"] for each in ps(world)))
    urgent = world.start(*run, "high", "--", str(LOAD), *URGENT)
    here = p99_ms(urgent.communicate(timeout=60)[0])
    background.kill()
    background.wait()
    assert eventually(lambda: ps(world) == [])
    start(followed, "j1.1", (str(LOAD), *BACKGROUND), 500, priority=-100)
    assert eventually(lambda: any(each["devices"] for each in ps(world)))
    start(followed, "j2.1", (str(LOAD), *URGENT), 500, priority=100)
    assert followed.end("j2.1").exit_code == 0
    there = p99_ms(written(followed.engine, "j2.1"))
    print(f"p99: {here:.1f} ms here, {there:.1f} ms on Slurm")
    assert there < 2 * here + 20
