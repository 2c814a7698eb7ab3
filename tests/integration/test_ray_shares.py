"""Shares, memory limits and priorities in members of jobs on Ray, and in tasks of Ray's own users:
as on one machine. Nothing else may run beside these."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle import native
from heddle.engine.base import Order
from heddle.harness.report import quantile
from heddle.model.record import Place
from tests.engines import Followed, within, written
from tests.ray_cluster import SECOND, RayCluster

PROGRAM = Path(__file__).with_name("ray_program.py")
#: Says that it is ready, and works from the time on that is in the file when it is there.
MEMBER = """
import os, sys, time
folder, go, library, seconds = sys.argv[1:]
sys.path.insert(0, folder)
from ray_program import work
print("ready", flush=True)
while not os.path.exists(go):
    time.sleep(0.01)
print(*work(library, float(open(go).read()), float(seconds)), flush=True)
"""


def own_program(ray: RayCluster, seconds: float, *wanted: object) -> list[list[int]]:
    """What the tasks of tests/integration/ray_program.py answer."""
    options = [json.dumps(each) for each in wanted]
    program = str(Path(__file__).with_name("ray_program.py"))
    library = native.file("libsoftxpu.so.1")
    done = subprocess.run(
        [sys.executable, program, ray.address, library, str(seconds), *options],
        env=ray.environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture
def agent(ray: RayCluster) -> Iterator[None]:
    """On the machine that both nodes are on."""
    ray.world.environment |= {"SOFTXPU_DEVICES": ray.environment["SOFTXPU_DEVICES"]}
    process = ray.world.start_agent()
    yield
    process.terminate()
    process.wait(20)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.usefixtures("agent")
def test_shares_and_memory_are_enforced_in_tasks_of_others(ray: RayCluster) -> None:
    """Of programs of Ray's own users, by the plugin: as they say, or as `num_gpus` says."""
    said = [{"share": 0.3, "mem": "3MiB"}, {"share": "70%", "mem": "5MiB"}]
    small, large = own_program(ray, 4, *({"runtime_env": {"heddle": each}} for each in said))
    assert (small[1], large[1]) == (3, 5), "MiB"
    assert small[0] / (small[0] + large[0]) == pytest.approx(0.3, abs=0.02)

    ray.join("n3", gpus=1, devices="gpu:memory_mib=40")
    try:
        parts = [{"num_gpus": part, "runtime_env": {"heddle": {}}} for part in (0.3, 0.7)]
        small, large = own_program(ray, 4, *parts)
    finally:
        ray.cut("n3")
    assert (small[1], large[1]) == (12, 28), "of 40 MiB"
    assert small[0] / (small[0] + large[0]) == pytest.approx(0.3, abs=0.02)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.usefixtures("agent")
def test_shares_and_memory_are_enforced_in_members(ray: RayCluster, tmp_path: Path) -> None:
    followed = Followed(ray.engine(tmp_path / "engine"))
    go = tmp_path / "go"
    library = native.file("libsoftxpu.so.1")
    words = (str(PROGRAM.parent), str(go), str(library), "4")
    for name, milli, mib in (("j1.1", 300, 3), ("j2.1", 700, 5)):
        place = Place(SECOND, (("soft@b", milli),), device_mib=(mib,))
        command = (sys.executable, "-c", MEMBER, *words)
        assert followed.engine.start(Order(name, command, (place,), share_milli=milli)) is None

    def said(name: str) -> list[str]:
        return written(followed.engine, name).split()

    assert within(lambda: all(said(name)[:1] == ["ready"] for name in ("j1.1", "j2.1")), 60)
    (tmp_path / "new").write_text(str(time.time() + 1))
    (tmp_path / "new").rename(go)
    for name in ("j1.1", "j2.1"):
        assert followed.end(name).exit_code == 0, written(followed.engine, name)
    small, large = ([int(word) for word in said(name)[1:]] for name in ("j1.1", "j2.1"))
    assert (small[1], large[1]) == (3, 5), "MiB"
    assert small[0] / (small[0] + large[0]) == pytest.approx(0.3, abs=0.02)
    followed.engine.close()


def p99_ms(lines: str) -> float:
    """Of requests, from the second that they were due to their end."""
    took = [int(end) - int(due) for due, end in map(str.split, lines.splitlines())]
    return quantile([each / 1e6 for each in took], 0.99)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.usefixtures("agent")
def test_an_urgent_member_is_as_quick_as_a_program_here(ray: RayCluster, tmp_path: Path) -> None:
    """Beside one that keeps the device busy. Generous: `heddle bench preempt` has the figures."""
    followed = Followed(ray.engine(tmp_path))
    load = str(native.file("soft-load"))
    busy, urgent = (
        (load, "requests", "4", "5000", "0", "4"),
        (load, "requests", "1", "500", "20000", "1"),
    )

    # 1. As members.
    half = Place(SECOND, (("soft@b", 500),))
    low = Order("j1.1", (*busy, "600"), (half,), priority=-100, share_milli=500)
    assert followed.engine.start(low) is None
    followed.until("j1.1", "running")
    high = Order("j2.1", (*urgent, "4"), (half,), priority=100, share_milli=500)
    assert followed.engine.start(high) is None
    assert followed.end("j2.1").exit_code == 0
    there = p99_ms(written(followed.engine, "j2.1"))
    followed.engine.stop("j1.1", "enough")
    followed.end("j1.1")
    followed.engine.close()

    # 2. As programs on this machine.
    run = (sys.executable, "-m", "heddle", "run", "--device", "soft@b", "--share", "50%")
    background = ray.world.start(*run, "--priority", "-100", "--", *busy, "600")
    time.sleep(1)
    done = ray.world.heddle(*run[3:], "--priority", "100", "--", *urgent, "4")
    background.terminate()
    assert done.returncode == 0, done.stderr
    here = p99_ms(done.stdout)
    assert there <= 1.5 * here + 2, f"{there:.1f} ms in Ray, {here:.1f} ms here"


@pytest.mark.slow
def test_a_wrong_word_for_the_plugin_is_refused(ray: RayCluster) -> None:
    with pytest.raises(AssertionError, match="say what `heddle run` is to enforce"):
        own_program(ray, 1, {"runtime_env": {"heddle": {"shares": 0.3}}})
