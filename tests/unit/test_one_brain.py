"""What decides in a simulation decides in a control plane: on a virtual clock, both start and
preempt the same jobs at the same moments, on the same devices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Rules
from heddle.cluster.expected import Expected
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.running import Cluster
from heddle.control.nodes.pool import names_of
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival
from tests.core_world import CoreWorld, read

T4 = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
H100 = DeviceClass("gpu", "H100", "nvidia", 81920, 3)
ROWS = [
    NodeRow("a", 8000, 32768, (T4,) * 4),
    NodeRow("b", 16000, 65536, (T4,) * 2),
    NodeRow("c", 8000, 32768, (H100,) * 2),
]
Start = tuple[int, str, tuple[Any, ...]]  #: when, which job, and where


@dataclass(frozen=True)
class Coming:
    """A job as a person would submit it."""

    at_s: int
    seconds: int
    spec: dict[str, Any]


@st.composite
def coming(draw: st.DrawFn) -> list[Coming]:
    found = []
    at_s = 0
    for number in range(1, draw(st.integers(1, 14)) + 1):
        at_s += draw(st.integers(0, 20))
        devices = draw(st.sampled_from(["gpu:1", "gpu:2", "t4:4", "h100:1", "h100:1 | t4:2"]))
        spec: dict[str, Any] = {"id": f"n{number}", "command": ["true"], "devices": devices}
        if devices == "gpu:1" and draw(st.booleans()):
            spec["share"] = draw(st.sampled_from(["25%", "50%", "70%"]))
        if draw(st.booleans()):
            spec |= {"shape": "gang", "members": draw(st.integers(2, 3))}
        spec["cpu"] = draw(st.sampled_from([0.5, 1, 3]))
        spec["priority"] = draw(st.sampled_from([0, 0, 0, 1]))
        spec["tenant"] = draw(st.sampled_from(["x", "y"]))
        seconds = draw(st.integers(1, 60))
        if draw(st.booleans()):
            spec["expected"] = f"{draw(st.sampled_from([seconds, 30]))}s"
        found.append(Coming(at_s, seconds, spec))
    return found


def simulated(jobs: list[Coming]) -> list[Start]:
    nodes, expected = Nodes.from_rows(ROWS), Expected()
    cluster = Cluster(Placer(nodes.copy(), expected.policy(nodes)), nodes, expected=expected)
    arrivals = [
        Arrival(replace(read(each.spec), id=f"j{number}", submitted_s=each.at_s), each.seconds)
        for number, each in enumerate(jobs, 1)
    ]
    found: list[Start] = []

    class Watched(Simulation):
        def _carry_out(self, decision: Any, now: float) -> None:
            for running in decision.starts:
                places = tuple((nodes.names[p.node], p.devices) for p in running.placements)
                found.append((int(now), running.job.id, places))
            super()._carry_out(decision, now)

    Watched(cluster, arrivals, (), Rules(resize=False), restart_s=0).run()
    return found


def controlled(jobs: list[Coming]) -> list[Start]:
    world = CoreWorld(ROWS)
    world.now_ms = 0
    left = {f"j{number}": float(each.seconds) for number, each in enumerate(jobs, 1)}
    since: dict[str, int] = {}  # when attempts that run began
    found: list[Start] = []
    slots = {row.name: {name: i for i, name in enumerate(names_of(row))} for row in ROWS}
    rest = list(jobs)

    def job_of(attempt: str) -> str:
        return attempt.rpartition(".")[0]

    def look(now_s: int) -> None:
        """Until nothing happens any more at this moment."""
        for _ in range(20):
            before = dict(world.runs)
            world.until_quiet()
            running = {each for each, seen in world.runs.items() if seen.state == "running"}
            for attempt in since.keys() - running:
                left[job_of(attempt)] -= now_s - since.pop(attempt)
            new = running - since.keys()
            for attempt in sorted(new, key=list(world.attempts).index):
                since[attempt] = now_s
                places = world.attempts[attempt].places
                where = tuple(
                    (p.node, tuple((slots[p.node][name], milli) for name, milli in p.devices))
                    for p in places
                )
                found.append((now_s, job_of(attempt), where))
            if world.runs == before:
                return

    while rest or since:
        ends = {attempt: at + left[job_of(attempt)] for attempt, at in since.items()}
        now_s = int(min([*ends.values(), *(each.at_s for each in rest[:1])]))
        world.now_ms = now_s * 1000
        for attempt, end_s in ends.items():
            if end_s <= now_s:
                world.end(attempt, 0)
        world.look()
        while rest and rest[0].at_s == now_s:
            world.submit(rest.pop(0).spec)
        look(now_s)
    return found


@settings(max_examples=150, deadline=None)
@given(coming())
def test_a_simulation_and_a_control_plane_decide_alike(jobs: list[Coming]) -> None:
    assert sorted(controlled(jobs)) == sorted(simulated(jobs))
