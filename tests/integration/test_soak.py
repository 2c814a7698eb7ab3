"""Random life: programs come, go, are killed, held and hinted; policies change; the agent dies."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle import native, policy
from tests.soak import count
from tests.world import World

LOAD = native.file("soft-load")
SECONDS = count(15, 1800)
SEED = int(os.environ.get("HEDDLE_SOAK_SEED", "2026"))
MOST = 6


class Life:
    """A node on which something happens all the time."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.chance = world, random.Random(seed)
        self.programs: list[subprocess.Popen[str]] = []
        self.lengths: dict[int, int] = {}  #: pid: microseconds of a command
        self.agent: subprocess.Popen[str] | None = None
        self.done: dict[str, int] = {}

    # -- what may happen --------------------------------------------------------------------------

    def start(self) -> None:
        if len(self.programs) >= MOST:
            return
        chance = self.chance
        options = ["--priority", str(chance.choice([-100, 0, 0, 0, 100]))]
        options += chance.choice([[], ["--share", "0.3"], ["--cap", "0.2"], ["--level", "1"]])
        length = chance.choice([20, 100, 1000, 10_000])
        every = chance.choice([0, 0, 3000])
        words = [
            LOAD,
            "requests",
            str(max(1, 1000 // length)),
            str(length),
            str(every),
            "4",
            "3600",
        ]
        run = [sys.executable, "-m", "heddle", "run", *options, "--", *words]
        # Some can only read the table, as other users' programs.
        guest = chance.choice([{}, {"HEDDLE_AS_GUEST": "1"}])
        self.programs.append(self._quiet(run, **guest))
        self.lengths[self.programs[-1].pid] = length
        if guest:
            self._await_guest(self.programs[-1])

    def kill(self) -> None:
        if self.programs:
            victim = self.programs.pop(self.chance.randrange(len(self.programs)))
            if self.chance.random() < 0.5:
                victim.terminate()  # it ends when its work is done, which may be held
                time.sleep(0.05)
            victim.kill()
            victim.wait(timeout=20)

    def hint(self) -> None:
        changes = self.chance.choice(
            [
                ["--priority", str(self.chance.randint(-255, 255))],
                ["--share", self.chance.choice(["0", "0.5"])],
                ["--cap", self.chance.choice(["0", "0.1"])],
                ["--deadline-ms", "5"],
                ["--quantum-ms", self.chance.choice(["0", "5"])],
            ]
        )
        self._some("program", "set", *changes)

    def hold(self) -> None:
        self._some("program", "hold")

    def release(self) -> None:
        for program in self.listed():
            self.world.heddle("program", "release", str(program["id"]))

    def change_policy(self) -> None:
        self.world.heddle("node", "policy", "set", self.chance.choice(policy.names()))

    def stop_agent_for_a_while(self) -> None:
        if self.agent and self.agent.poll() is None:
            self.agent.send_signal(signal.SIGSTOP)
            time.sleep(0.3)
            self.agent.send_signal(signal.SIGCONT)

    def restart_agent(self) -> None:
        if self.agent:
            self.agent.send_signal(self.chance.choice([signal.SIGKILL, signal.SIGTERM]))
            self.agent.wait(timeout=20)
        words = ["--tenants", "--tenant-priority", "100", "--quiet"]
        self.agent = self._quiet([sys.executable, "-m", "heddle", "node", "agent", *words])
        end = time.monotonic() + 20
        while self.world.heddle("node", "policy").returncode and time.monotonic() < end:
            time.sleep(0.1)  # who starts without an agent as a guest runs unscheduled

    # -- helpers ----------------------------------------------------------------------------------

    def _quiet(self, command: list[str], **variables: str) -> subprocess.Popen[str]:
        environment = {**self.world.environment, **variables}
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, text=True)

    def _await_guest(self, program: subprocess.Popen[str]) -> None:
        """If the agent dies just now, it runs unscheduled, as it says."""
        for _ in range(20):
            if any(p["pid"] == program.pid and p["devices"] for p in self.listed()):
                return
            time.sleep(0.1)
        self.programs.remove(program)
        program.kill()
        program.wait(timeout=20)

    def _some(self, verb: str, *words: str) -> None:
        if listed := self.listed():
            self.world.heddle(verb, str(self.chance.choice(listed)["id"]), *words)

    def listed(self) -> list[dict[str, object]]:
        return list(json.loads(self.world.heddle("ps", "-o", "json").stdout or "[]"))

    def completed(self) -> dict[object, int]:
        return {
            p["id"]: sum(queue["completed"] for queue in p["queues"])  # type: ignore[attr-defined]
            for p in self.listed()
        }

    def live(self, seconds: float) -> None:
        often = [self.start] * 5 + [self.kill] * 3 + [self.hint] * 4 + [self.hold, self.release] * 2
        rare = [self.change_policy] * 2 + [self.stop_agent_for_a_while, self.restart_agent]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            happens = self.chance.choice(often + rare)
            happens()
            self.done[happens.__name__] = self.done.get(happens.__name__, 0) + 1

    def settle(self) -> None:
        """Nobody asks for anything any more."""
        while len(self.programs) < 3:
            self.start()
        time.sleep(1)
        self.world.heddle("node", "policy", "set", "priority")
        for program in self.listed():
            nothing = ["--priority", "0", "--share", "0", "--cap", "0", "--deadline-ms", "0"]
            nothing += ["--quantum-ms", "0"]
            done = self.world.heddle("program", "set", str(program["id"]), *nothing)
            assert done.returncode == 0, done.stderr
        self.release()

    def part_of(self, program: dict[str, object], seconds: float) -> float:
        """Of the device, by what it completes."""
        number, pid = program["id"], program["pid"]
        assert isinstance(pid, int)
        before, begin = self.completed()[number], time.monotonic()
        time.sleep(seconds)
        done = self.completed()[number] - before
        commands = max(1, 1000 // self.lengths[pid])
        seconds_each = commands * self.lengths[pid] / 1e6 / (commands + 1)  # and an event
        return done * seconds_each / (time.monotonic() - begin)

    def end(self) -> None:
        for process in [*self.programs, *([self.agent] if self.agent else [])]:
            process.kill()
            process.wait()


def memory_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.alone
@pytest.mark.timeout(SECONDS + 200)
def test_whatever_happens_nobody_gets_stuck(world: World) -> None:
    """Afterwards every program makes progress, and the table has forgotten the dead."""
    world.environment["SOFTXPU_DEVICES"] = "gpu"
    life = Life(world, SEED)
    try:
        life.restart_agent()
        life.live(SECONDS)
        life.settle()
        assert life.agent is not None
        before, rss = life.completed(), memory_kib(life.agent.pid)
        alive = {process.pid for process in life.programs}
        assert {p["pid"] for p in life.listed()} == alive, "the table knows exactly the living"
        stuck = set(before)
        deadline = time.monotonic() + 30
        while stuck and time.monotonic() < deadline:
            time.sleep(0.5)
            now = life.completed()
            stuck = {program for program in stuck if now[program] == before[program]}
        told = {program: world.heddle("explain", str(program)).stdout for program in stuck}
        assert not stuck, f"after {life.done}: {told}"
        capped = life.chance.choice(life.listed())
        assert world.heddle("program", "set", str(capped["id"]), "--cap", "0.1").returncode == 0
        time.sleep(1)
        part = life.part_of(capped, 5)
        assert part < 0.13, f"{part} with a cap of 0.1: {capped} beside {life.listed()}"
        assert memory_kib(life.agent.pid) < rss + 4096
        assert rss < 100_000
    finally:
        life.end()
