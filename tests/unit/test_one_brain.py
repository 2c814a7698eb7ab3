"""What decides in a simulation decides in a control plane: on a virtual clock, both start, preempt
and move the same jobs at the same moments, on the same devices. Both learn how fast workloads are
on which devices, and choose by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Rules
from heddle.cluster.expected import Expected
from heddle.cluster.migration.budget import NO_MOVES, MoveBudget
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.running import Cluster, Running
from heddle.control.nodes.pool import names_of
from heddle.metering.models import units_of
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival, SteadyTruth
from tests.core_world import ENGINE, CoreWorld, read

T4 = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
H100 = DeviceClass("gpu", "H100", "nvidia", 81920, 3)
ROWS = [
    NodeRow("a", 8000, 32768, (T4,) * 4),
    NodeRow("b", 16000, 65536, (T4,) * 2),
    NodeRow("c", 8000, 32768, (H100,) * 2),
]
RULES = Rules(bands_s=(10, 25), settled_s=5, moves=NO_MOVES)
#: One that is often spent, and one that moves whatever it can.
BUDGETS = [NO_MOVES, MoveBudget(1, 2, 5, 30), MoveBudget(3, 100, 0, 0)]
Start = tuple[float, str, tuple[Any, ...]]  #: when in ms, which job, and where
#: How fast they really are, which nobody says; exact in halves, so that both clocks agree.
SPEEDS = {"T4": 1.0, "H100": 2.0}
CHOICES = ["gpu:1", "gpu:2", "t4:4", "h100:1", "h100:1 | t4:2", "t4:1 | h100:1", "t4:2 | h100:2"]


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
        devices = draw(st.sampled_from(CHOICES))
        spec: dict[str, Any] = {"id": f"n{number}", "command": ["true"], "devices": devices}
        if "|" in devices and draw(st.booleans()):
            first, second = devices.split(" | ")
            spec["alternatives"] = [{"devices": first}, {"devices": second, "rate": 0.5}]
            del spec["devices"]
        spec["workload"] = draw(st.sampled_from(["train", "tune", f"n{number}"]))
        if devices == "gpu:1" and draw(st.booleans()):
            spec["share"] = draw(st.sampled_from(["25%", "50%", "70%"]))
        if draw(st.booleans()):
            spec |= draw(
                st.sampled_from(
                    [
                        {"shape": "gang", "members": 2},
                        {"shape": "gang", "members": 3},
                        {"shape": "elastic", "least": 1, "most": 2},
                    ]
                )
            )
        spec["cpu"] = draw(st.sampled_from([0.5, 1, 3]))
        spec["priority"] = draw(st.sampled_from([0, 0, 0, 1]))
        spec["resumes"] = draw(st.booleans())
        spec["tenant"] = draw(st.sampled_from(["x", "y"]))
        seconds = draw(st.integers(1, 60))
        if draw(st.booleans()):
            spec["expected"] = f"{draw(st.sampled_from([seconds, 30]))}s"
        found.append(Coming(at_s, seconds, spec))
    return found


@st.composite
def crumbling(draw: st.DrawFn) -> list[Coming]:
    """Small jobs that resume fill the nodes and end one by one; larger ones come between."""
    found = []
    at_s = 0
    for number in range(1, draw(st.integers(8, 16)) + 1):
        at_s += draw(st.integers(0, 3))
        small = number <= 6 or draw(st.booleans())
        devices = draw(st.sampled_from(["t4:1", "gpu:1"] if small else ["gpu:2", "t4:2", "t4:3"]))
        spec = {"id": f"n{number}", "command": ["true"], "devices": devices, "cpu": 0.5}
        spec["resumes"] = small and draw(st.sampled_from([True, True, False]))
        found.append(Coming(at_s, draw(st.integers(1, 60)), spec))
    return found


def simulated(jobs: list[Coming], rules: Rules) -> tuple[list[Start], LearnedRates]:
    nodes, expected = Nodes.from_rows(ROWS), Expected()
    placer = Placer(nodes.copy(), expected.policy(nodes))
    cluster = Cluster(placer, nodes, worth=units_of, expected=expected)

    def speed(running: Running) -> float:
        slowest = min(
            SPEEDS[nodes.classes[nodes.device_class[placement.node][slot]].model]
            for placement in running.placements
            for slot, _ in placement.devices
        )
        return slowest * running.members / running.job.members

    arrivals = [
        Arrival(
            replace(read(each.spec), id=f"j{number}", submitted_s=each.at_s),
            each.seconds,
            SteadyTruth(each.seconds, speed),
        )
        for number, each in enumerate(jobs, 1)
    ]
    found: list[Start] = []

    class Watched(Simulation):
        def _carry_out(self, decision: Any, now: float) -> None:
            for job in decision.preempts:  # what began at this very moment is nowhere seen to run
                found[:] = [each for each in found if each[:2] != (1000 * now, job)]
            super()._carry_out(decision, now)

        def _begin(self, running: Running, now: float, lost_s: float) -> None:
            places = tuple((nodes.names[p.node], p.devices) for p in running.placements)
            found.append((1000 * now, running.job.id, places))
            super()._begin(running, now, lost_s)

    rates = LearnedRates()
    Watched(cluster, arrivals, (), rules, restart_s=0, rates=rates).run()
    return found, rates


def controlled(jobs: list[Coming], rules: Rules) -> tuple[list[Start], LearnedRates]:
    world = CoreWorld(ROWS, rules)
    world.now_ms = 0
    left = {f"j{number}": float(each.seconds) for number, each in enumerate(jobs, 1)}
    most = {f"j{number}": int(each.spec.get("most", 0)) for number, each in enumerate(jobs, 1)}
    since: dict[str, float] = {}  # when attempts that run began
    found: list[Start] = []
    slots = {row.name: {name: i for i, name in enumerate(names_of(row))} for row in ROWS}
    models = {row.name: row.devices[0].model for row in ROWS}
    rest = list(jobs)

    def speed(attempt: str) -> float:
        """An elastic job is half as fast with half of its members."""
        places, all_ = world.attempts[attempt].places, most[job_of(attempt)]
        slowest = min(SPEEDS[models[place.node]] for place in places)
        return slowest * len(places) / all_ if all_ else slowest

    def job_of(attempt: str) -> str:
        return attempt.rpartition(".")[0]

    def look(now_ms: float) -> None:
        """Until nothing happens any more at this moment."""
        for _ in range(20):
            before = dict(world.runs)
            world.until_quiet()
            running = {each for each, seen in world.runs.items() if seen.state == "running"}
            for attempt in since.keys() - running:
                left[job_of(attempt)] -= (now_ms - since.pop(attempt)) / 1000 * speed(attempt)
            new = running - since.keys()
            for attempt in sorted(new, key=list(world.attempts).index):
                since[attempt] = now_ms
                places = world.attempts[attempt].places
                where = tuple(
                    (p.node, tuple((slots[p.node][name], milli) for name, milli in p.devices))
                    for p in places
                )
                found.append((now_ms, job_of(attempt), where))
            if world.runs == before:
                return

    while rest or since:
        ends = {
            attempt: at + 1000 * left[job_of(attempt)] / speed(attempt)
            for attempt, at in since.items()
        }
        due_ms = world.core.due_ms()
        due = [] if due_ms is None else [max(due_ms, world.now_ms)]
        now_ms = min([*ends.values(), *due, *(1000 * each.at_s for each in rest[:1])])
        world.now_ms = now_ms  # type: ignore[assignment]  # also between two milliseconds
        over = [attempt for attempt, end_ms in ends.items() if end_ms <= world.now_ms]
        for attempt in sorted(over, key=job_of):  # as the simulator: placing knows what came first
            world.end(attempt, 0)
            world.core.saw(ENGINE, world.runs[attempt], world.now_ms)
        while rest and 1000 * rest[0].at_s == world.now_ms:
            world.submit(rest.pop(0).spec)
        look(world.now_ms)
    return found, world.core.rates


@settings(max_examples=150, deadline=None)
@given(coming(), st.sampled_from(BUDGETS))
def test_a_simulation_and_a_control_plane_decide_alike(
    jobs: list[Coming], moves: MoveBudget
) -> None:
    alike(jobs, replace(RULES, moves=moves))


@settings(max_examples=100, deadline=None)
@given(crumbling(), st.sampled_from(BUDGETS[1:]), st.booleans())
def test_both_move_the_same_jobs_where_nodes_are_fragmented(
    jobs: list[Coming], moves: MoveBudget, bands: bool
) -> None:
    alike(jobs, replace(RULES, bands_s=RULES.bands_s if bands else (), moves=moves))


def alike(jobs: list[Coming], rules: Rules) -> None:
    starts, rates = controlled(jobs, rules)
    simulated_starts, simulated_rates = simulated(jobs, rules)
    # of one that is resized or moved as it starts, the control plane shows only the latter
    real, imagined = (
        {(at_ms, job): where for at_ms, job, where in found} for found in (starts, simulated_starts)
    )
    assert real == imagined
    for each in jobs:
        job = read(each.spec)
        assert rates.speeds(job) == simulated_rates.speeds(job)
