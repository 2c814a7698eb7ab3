"""Services: no replica is lost or there twice, and what serves goes on serving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from heddle.cluster.nodes import NodeRow
from heddle.control.parts import Part
from heddle.control.services.autoscale import CALM_MS
from heddle.control.services.book import KIND, ServiceRecord, kept_of
from heddle.control.services.controller import Services
from heddle.control.services.replicas import STEADY_MS
from heddle.control.services.status import Standing, standing
from heddle.control.services.traffic import (
    HEALTHY,
    STARTING,
    UNHEALTHY,
    TargetSeen,
    Traffic,
    TrafficReport,
    TrafficView,
)
from heddle.engine.base import AttemptStatus, Order
from heddle.errors import UsageError
from heddle.model.record import FINAL
from heddle.spec.job_text import normal
from tests.core_world import CoreWorld, read

KEY = "default:chat"


def chat(version: str = "1", **service: Any) -> dict[str, Any]:
    return {
        "id": "chat",
        "shape": "service",
        "devices": "cpu:1",
        "command": ["serve", version],
        "service": {"replicas": 2, **service},
    }


class World(CoreWorld):
    """With a front, too, that does as it is told; `bad` and `sick` are who does not answer."""

    def __init__(self, cores: int = 8) -> None:
        self.ports: dict[str, str] = {}
        self.bad: set[str] = set()  #: versions that never answer
        self.sick: set[str] = set()  #: jobs that do not answer any more
        self.busy: dict[str, int] = {}  #: requests in flight, by job
        self.held = 0
        self.load = 0.0
        self.last_ms = 0
        self.view: TrafficView | None = None
        super().__init__([NodeRow("one", 1000 * cores, 32768)])

    def parts(self) -> Sequence[Part]:
        self.services = Services(self.things, read)
        self.view = None
        return [self.services]

    def apply(self, spec: Mapping[str, Any]) -> None:
        job = read(spec)
        self.services.check([job])
        self.services.apply(self.core, job, normal(job), "ann", self.now_ms)

    def start(self, order: Order) -> None:
        port = order.environment["PORT"]
        taken = {self.ports[run] for run, seen in self.runs.items() if is_up(seen)}
        assert port not in taken, "two replicas have one port"
        self.ports[order.attempt] = port
        super().start(order)

    def front(self, *, told: bool = True) -> None:
        """One exchange; a front that is not `told` never hears the answer."""
        traffic = {}
        for shown in self.view.services if self.view else ():
            seen = {
                target.id: TargetSeen(self.health(target.job), self.busy.get(target.job, 0), "no")
                for target in shown.targets
            }
            traffic[shown.key] = Traffic(
                sum(self.busy.values()), self.held, self.load, last_ms=self.last_ms, targets=seen
            )
        version = self.view.version if self.view else -1
        used = self.view.ports_used if self.view else frozenset()
        ports = tuple(port for port in range(20_000, 20_016) if port not in used)[:4]
        view = self.services.exchange(
            self.core, TrafficReport(version, traffic, ports), self.now_ms
        )
        if told:
            self.view = view

    def health(self, job: str) -> str:
        if self.jobs[job].spec["command"][1] in self.bad:
            return STARTING
        return UNHEALTHY if job in self.sick else HEALTHY

    def run(self, ms: int = 2000, step: int = 100) -> None:
        """Time passes, and everybody does their part."""
        until = self.now_ms + ms
        while self.now_ms < until:
            self.now_ms += step
            self.front()
            self.settle()
            self.look()
        self.settle()

    @property
    def kept(self) -> ServiceRecord:
        return kept_of(self.things[KEY])

    @property
    def shown(self) -> Standing:
        live = self.services.get("default", "chat")
        assert live is not None
        return standing(self.core, live)

    def serving(self) -> list[str]:
        """Jobs to which the front sends requests."""
        found = []
        for shown in self.view.services if self.view else ():
            for target in shown.targets:
                if target.routed and target.was_healthy and self.health(target.job) == HEALTHY:
                    found.append(target.job)
        return found

    def versions(self) -> set[str]:
        return {self.jobs[job].spec["command"][1] for job in self.serving()}


def is_up(seen: AttemptStatus) -> bool:
    return seen.state == "running"


def test_it_has_as_many_replicas_as_it_wants_each_with_a_port_of_its_own() -> None:
    world = World()
    world.apply(chat())
    world.run()
    assert len(world.serving()) == 2
    assert (world.shown.state, world.shown.healthy) == ("running", 2)
    names = {world.jobs[job].name for job in world.serving()}
    assert names == {"chat-1", "chat-2"}
    world.services.scale(world.core, KEY, 5, 5, "ann", world.now_ms)
    world.run()
    assert len(set(world.ports.values())) == len(world.serving()) == 5
    world.services.scale(world.core, KEY, 1, 1, "ann", world.now_ms)
    world.run()
    assert len(world.serving()) == len(world.runs) == 1


def test_a_replica_that_ends_is_replaced_after_a_pause_that_grows() -> None:
    world = World()
    world.apply(chat(replicas=1))
    starts: list[int] = []
    for _ in range(6):
        world.run(1500 << len(starts))
        assert len(world.runs) == 1, "it is there again"
        (attempt,) = world.runs
        starts.append(world.now_ms)
        world.end(attempt, 3)
    world.run(300)
    assert world.shown.state == "stuck"
    assert world.shown.why.endswith("has ended: exit code 3")
    assert not world.runs
    world.run(120_000 + STEADY_MS)
    assert world.shown.state == "running"
    assert world.kept.failures == 0


def test_a_replica_that_does_not_answer_gets_nothing_and_is_replaced() -> None:
    world = World()
    world.apply(chat())
    world.run()
    sick, other = world.serving()
    world.sick.add(sick)
    world.front()
    assert world.serving() == [other]
    world.run(3000)
    assert sick not in world.serving()
    assert len(world.serving()) == 2
    assert world.jobs[sick].state == "cancelled"


def test_an_update_replaces_one_after_the_other_and_never_serves_with_fewer() -> None:
    world = World()
    world.apply(chat("1", replicas=3))
    world.run()
    world.apply(chat("2", replicas=3))
    seen = set()
    for _ in range(40):
        world.run(100)
        assert len(world.serving()) >= 3
        assert sum(map(is_up, world.runs.values())) <= 4
        seen |= {frozenset(world.versions())}
    assert world.versions() == {"2"}
    assert frozenset(("1", "2")) in seen
    assert (world.shown.state, world.shown.generation) == ("running", 2)


def test_with_less_an_old_one_goes_first_where_there_is_no_room() -> None:
    world = World(cores=2)
    world.apply(chat("1"))
    world.run()
    world.apply(chat("2"))
    world.run(5000)
    assert "1" in world.versions(), "there is no room for a third one"
    assert world.shown.state == "updating"
    assert "{more: 0, less: 1}" in world.shown.why
    world.apply(chat("2", update={"more": 0, "less": 1}))
    world.run(5000)
    assert world.versions() == {"2"}


def test_an_update_that_is_never_ready_leaves_the_old_ones_and_says_why() -> None:
    world = World()
    world.bad = {"2"}
    world.apply(chat("1", health={"start": "2s"}))
    world.run()
    world.apply(chat("2", health={"start": "2s"}))
    for _ in range(300):
        world.run(100)
        assert len(world.serving()) == 2
    assert world.versions() == {"1"}
    assert world.shown.state == "stuck"
    assert "was not ready within 2 s" in world.shown.why
    world.end(next(a for a in world.runs if a.startswith(world.serving()[0])), 1)
    world.run(5000)
    assert len(world.serving()) == 2, "one of the generation that is good takes its place"
    world.apply(chat("3", health={"start": "2s"}))
    world.run(5000)
    assert world.versions() == {"3"}
    assert world.shown.state == "running"


def test_what_changes_only_its_settings_restarts_nothing() -> None:
    world = World()
    world.apply(chat(port=8090))
    world.run()
    before = set(world.runs)
    world.apply(chat(port=8091, drain="5s", health={"path": "/h"}))
    world.run()
    assert set(world.runs) == before
    assert (world.kept.port, world.kept.generation) == (8091, 1)
    other = {**chat(port=8091), "id": "other"}
    with pytest.raises(UsageError, match="8091 is that of another service"):
        world.apply(other)


def test_requests_under_way_have_their_time_and_not_more() -> None:
    world = World()
    world.apply(chat(drain="10s"))
    world.run()
    for job in world.serving():
        world.busy[job] = 1
    world.services.scale(world.core, KEY, 1, 1, "ann", world.now_ms)
    world.run(5000)
    assert len(world.serving()) == 1
    assert len(world.runs) == 2, "somebody waits for it"
    (going,) = {run.partition(".")[0] for run in world.runs} - set(world.serving())
    world.busy.pop(going)
    world.run(500)
    assert len(world.runs) == 1
    world.services.delete(world.core, KEY, "ann", world.now_ms)
    world.run(9000)
    assert len(world.runs) == 1
    world.run(2000)
    assert not world.runs
    assert KEY not in world.things
    assert [event.what for event in world.events if event.kind == KIND][-1] == "gone"


def test_it_goes_to_zero_when_nobody_asks_and_comes_back() -> None:
    world = World()
    scale: dict[str, Any] = {
        "replicas": {"least": 0, "most": 4},
        "scale": {"requests": 2},
        "idle": "60s",
    }
    world.apply(chat(**scale))
    world.run()
    assert len(world.serving()) == 1, "what is wrong with it shows at once"
    world.run(61_000)
    assert not world.runs
    assert world.shown.state == "idle"
    world.held, world.load = 1, 1.0
    world.run(1000)
    world.held, world.load = 0, 7.0
    world.busy = {world.serving()[0]: 7}
    world.run(2000)
    assert len(world.serving()) == 4
    world.load, world.busy = 3.0, {world.serving()[0]: 3}
    world.run(CALM_MS - 5000)
    assert len(world.serving()) == 4
    world.run(6000)
    assert len(world.serving()) == 2
    with pytest.raises(UsageError, match="there is no service"):
        world.services.scale(world.core, "default:other", 1, 1, "ann", world.now_ms)


ON_DEMAND: dict[str, Any] = {
    "replicas": {"least": 0, "most": 2},
    "scale": {"requests": 2},
    "idle": "60s",
    "health": {"start": "2s"},
}


def asleep_with_a_broken_update() -> World:
    world = World()
    world.apply(chat("1", **ON_DEMAND))
    world.run()
    world.bad = {"2"}
    world.apply(chat("2", **ON_DEMAND))
    world.run(130_000)
    assert not world.runs
    return world


@pytest.mark.parametrize("restart", [False, True])
def test_a_broken_update_is_not_forgotten_when_nobody_asks(restart: bool) -> None:
    world = asleep_with_a_broken_update()
    if restart:
        world.settle(crash=True)
    assert world.shown.state == "stuck"
    assert "was not ready within 2 s" in world.shown.why
    assert world.shown.why.endswith("Generation 1 serves instead")
    world.front()
    assert world.view is not None
    assert world.view.services[0].holds, "the first request waits for the generation that is good"
    world.held, world.load = 1, 1.0
    world.run(1000)
    assert world.versions() == {"1"}
    world.bad = set()
    world.held, world.load, world.busy = 0, 1.0, {world.serving()[0]: 1}
    world.run(10 * 60_000, 500)
    assert world.versions() == {"2"}
    assert (world.shown.state, world.shown.why) == ("running", "")


def test_a_service_that_never_worked_says_so_to_who_asks_for_it() -> None:
    world = World()
    world.bad = {"1"}
    world.apply(chat("1", **ON_DEMAND))
    world.run(130_000)
    assert not world.runs
    assert world.shown.state == "stuck"
    world.front()
    assert world.view is not None
    (shown,) = world.view.services
    assert not shown.holds
    assert "was not ready within 2 s" in shown.why
    assert "Submit a corrected file" in shown.why
    world.services.scale(world.core, KEY, 0, 0, "ann", world.now_ms)
    world.run()
    assert world.shown.state == "idle"
    (shown,) = world.view.services
    assert "`heddle service scale chat 1`" in shown.why


def test_a_new_start_wakes_no_service_that_nobody_asks_for() -> None:
    world = World()
    world.apply(chat(**ON_DEMAND))
    world.run(65_000)
    assert world.shown.state == "idle"
    begun = set(world.begun)
    world.settle(crash=True)
    world.run(5000)
    assert world.begun == begun
    world.held, world.load = 1, 1.0
    world.run(1000)
    assert len(world.serving()) == 1
    world.held, world.load = 0, 0.0
    world.settle(crash=True)
    world.run(55_000)
    assert len(world.serving()) == 1, "one that runs has its time from the new start on"


class Life(RuleBasedStateMachine):
    """Anything may happen at any time, crashes above all."""

    @initialize()
    def begin(self) -> None:
        self.world = World(cores=5)
        self.version = 0

    @rule(replicas=st.integers(0, 3), more=st.integers(0, 1), is_new=st.booleans())
    def submit(self, replicas: int, more: int, is_new: bool) -> None:
        self.version += is_new
        update = {"more": more, "less": 1}
        self.world.apply(chat(str(self.version), replicas=replicas, update=update, drain="2s"))
        self.world.settle()

    @precondition(lambda self: KEY in self.world.things)
    @rule(least=st.integers(0, 3))
    def scale(self, least: int) -> None:
        if not self.world.kept.deleting:
            self.world.services.scale(self.world.core, KEY, least, least, "ann", self.world.now_ms)
            self.world.settle()

    @precondition(lambda self: KEY in self.world.things)
    @rule()
    def delete(self) -> None:
        if not self.world.kept.deleting:
            self.world.services.delete(self.world.core, KEY, "ann", self.world.now_ms)
            self.world.settle()

    @rule(crash=st.booleans())
    def turn(self, crash: bool) -> None:
        self.world.settle(crash=crash)

    @rule(told=st.booleans())
    def front(self, told: bool) -> None:
        self.world.front(told=told)
        self.world.settle()

    @rule()
    def look(self) -> None:
        self.world.look()

    @rule(ms=st.integers(1, 5000))
    def wait(self, ms: int) -> None:
        self.world.now_ms += ms

    @rule(ms=st.sampled_from([500, 2000]))
    def run(self, ms: int) -> None:
        self.world.run(ms, 250)

    @rule()
    def breaks(self) -> None:
        """What was submitted last never answers."""
        self.world.bad.add(str(self.version))

    @precondition(lambda self: self.world.runs)
    @rule(data=st.data(), code=st.sampled_from([0, 1, -9]))
    def end(self, data: st.DataObject, code: int) -> None:
        self.world.end(data.draw(st.sampled_from(sorted(self.world.runs))), code)

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        world = self.world
        alive = {job.id for job in world.jobs.values() if job.state not in FINAL}
        known = [each["job"] for value in world.things.values() for each in value["replicas"]]
        assert alive <= set(known), "a replica that nobody knows"
        assert len(known) == len(set(known))
        for value in world.things.values():
            kept = kept_of(value)
            stay = [each for each in kept.replicas if each.drain_ms is None]
            current = [each for each in stay if each.generation == kept.generation]
            assert len(current) <= max(3, kept.wanted)

    def teardown(self) -> None:
        """Left alone, it has what it wants, or nothing is left of it."""
        world = self.world
        world.bad.clear()
        for _ in range(8):
            world.now_ms += 60_000  # the longest of all pauses is over in the end
            world.run(2500, 250)
        if KEY in world.things:
            assert len(world.serving()) == world.kept.wanted == world.kept.least
            assert world.versions() <= {str(self.version)}
            assert world.shown.state in ("running", "idle")
        running = [run for run in world.runs.values() if is_up(run)]
        assert len(running) == (world.kept.wanted if KEY in world.things else 0)


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def test_nobody_gets_the_port_of_a_replica() -> None:
    """Should that one fail, its requests would come to somebody else."""
    world = World()
    world.apply(chat())
    world.run()
    port = world.kept.replicas[0].port
    with pytest.raises(UsageError, match=f"port {port} is that of another service, or of a"):
        world.apply({**chat(port=port), "id": "other"})
