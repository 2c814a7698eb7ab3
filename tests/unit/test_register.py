"""Registered nodes: who is there, late, lost, returned; against a model of what people expect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from heddle.cluster.row import Booked, DeviceClass, NodeRow
from heddle.cluster.row_json import plain_row, read_row
from heddle.control.nodes.heartbeats import RETRY_MS
from heddle.control.nodes.join_tokens import Invitation, Invitations, make
from heddle.control.nodes.node import LATE, LEFT, LOST, READY, Node, NodeReport
from heddle.control.nodes.register import HEARTBEAT_MS, LEFT_MS, NameTakenError, Register
from heddle.errors import UsageError
from heddle.store.base import Change, Event, Gone, Thing

GPU = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
ROW = NodeRow("a", 8000, 32768, (GPU, GPU), called=(("cuda@0",), ("cuda@1",)))
NAMES = st.sampled_from("abcd")
LIMIT_MS = HEARTBEAT_MS * 3 // 2


class Kept:
    """A core that only keeps: what the store would have."""

    def __init__(self) -> None:
        self.things: dict[tuple[str, str], Any] = {}
        self.events: list[Event] = []

    def keep(self, *changes: Change) -> None:
        for each in changes:
            if isinstance(each, Thing):
                self.things[each.kind, each.id] = each.value
            elif isinstance(each, Gone):
                self.things.pop((each.kind, each.id), None)
            elif isinstance(each, Event):
                self.events.append(each)

    def of(self, kind: str) -> dict[str, Any]:
        return {name: value for (each, name), value in self.things.items() if each == kind}

    def said(self, name: str) -> list[str]:
        return [event.what for event in self.events if event.subject == name]


def node(name: str, generation: str = "g1") -> Node:
    return Node(name, "edge", "lab", "0.1", replace(ROW, name=name), generation)


def told(text: str = "x") -> NodeReport:
    return NodeReport(ROW, {"inventory": {"said": text}}, {"row": "1", "inventory": text})


class World:
    def __init__(self, now_ms: int = 1_000_000) -> None:
        self.core = Kept()
        self.now_ms = now_ms
        self.register = Register({}, Invitations({}), now_ms)

    def join(self, name: str, **more: Any) -> Node:
        return self.register.join(self.core, node(name), told(), "ann", self.now_ms, **more)

    def later(self, ms: int) -> None:
        """In the steps in which the loop would turn."""
        end = self.now_ms + ms
        while (due := self.register.due_ms()) is not None and due <= end:
            self.now_ms = max(self.now_ms, due)
            self.register.turn(self.core, self.now_ms)
        self.now_ms = end
        self.register.turn(self.core, end)

    def state(self, name: str) -> str:
        return self.register.shown(self.now_ms, [name])[0].state


def test_a_node_is_late_then_lost_within_two_heartbeats_and_returns() -> None:
    world = World()
    world.join("a")
    world.join("b")
    for _ in range(5):
        world.later(HEARTBEAT_MS)
        world.register.called("b", world.now_ms)
        if world.state("a") != LOST:
            world.register.called("a", world.now_ms)
    last_ms = world.now_ms
    for _ in range(2):
        world.later(HEARTBEAT_MS * 13 // 10)
        world.register.called("b", world.now_ms)
    assert world.state("a") == LOST
    (lost,) = [event for event in world.core.events if event.what == "lost"]
    assert last_ms + LIMIT_MS <= lost.at_ms < last_ms + 2 * HEARTBEAT_MS
    assert world.register.shown(world.now_ms, ["a"])[0].beat_ms == last_ms
    assert world.state("b") == READY
    assert world.register.told(world.core, "a", "g1", NodeReport(), world.now_ms) is not None
    assert world.state("a") == READY
    assert world.core.said("a") == ["joined", "lost", "returned"]
    world.later(HEARTBEAT_MS * 13 // 10)
    assert world.state("a") == LATE


def test_losses_at_once_are_few_turns_and_beats_are_never_written() -> None:
    world = World()
    for number in range(500):
        world.join(f"n{number}")
    written = len(world.core.things)
    for number in range(500):
        world.register.called(f"n{number}", world.now_ms + number * 20)
    assert len(world.core.things) == written
    turns = 0
    while (due := world.register.due_ms()) is not None:
        turns += 1
        world.register.turn(world.core, due)
        if not world.register.devices:
            break
    assert turns <= 25
    assert sum(event.what == "lost" for event in world.core.events) == 500


def test_after_a_new_start_everybody_gets_the_longest_back_off() -> None:
    world = World()
    world.join("a")
    things = world.core.of("node")
    again = Register(things, Invitations({}), world.now_ms + 500)
    assert again.nodes == world.register.nodes
    core = Kept()
    again.turn(core, world.now_ms + RETRY_MS + HEARTBEAT_MS)
    assert again.nodes["a"].state == READY
    again.turn(core, world.now_ms + 500 + RETRY_MS + LIMIT_MS + 500)
    assert again.nodes["a"].state == LOST


def test_who_slept_does_not_call_others_lost() -> None:
    world = World()
    world.join("a")
    world.register.turn(world.core, world.now_ms)
    hour = world.now_ms + 3_600_000
    world.register.turn(world.core, hour)
    assert world.register.nodes["a"].state == READY
    world.now_ms = hour
    world.later(2 * HEARTBEAT_MS)
    assert world.state("a") == LOST


def test_a_clock_that_is_set_back_does_not_hide_losses() -> None:
    world = World(10_000_000)
    world.join("a")
    world.join("b")
    world.register.turn(world.core, world.now_ms)
    world.now_ms -= 3_600_000
    world.register.called("b", world.now_ms)
    world.later(LIMIT_MS + 1000)
    assert (world.state("a"), world.state("b")) == (LOST, LOST)


def test_a_name_is_taken_while_its_node_is_there() -> None:
    world = World()
    first = world.join("a")
    with pytest.raises(NameTakenError, match="--name"):
        world.join("a")
    assert world.join("a", proven=True).revision > first.revision
    world.later(3 * HEARTBEAT_MS)
    world.join("a")
    world.register.leave(world.core, "a", world.now_ms)
    assert world.register.nodes["a"].generation == ""
    assert world.state("a") == LEFT
    world.join("a")
    assert world.state("a") == READY


def test_one_that_left_is_forgotten_after_a_day() -> None:
    world = World()
    world.join("a")
    world.register.leave(world.core, "a", world.now_ms)
    assert world.register.told(world.core, "a", "", NodeReport(), world.now_ms) is None
    world.later(LEFT_MS + HEARTBEAT_MS)
    assert world.register.nodes == {}
    assert world.core.things == {}


def test_what_is_new_is_kept_and_nothing_else() -> None:
    world = World()
    world.join("a")
    row = replace(ROW, devices=(GPU,), called=(("cuda@0",),))
    new = NodeReport(row, {"scores": {"cuda@0": 9}}, {"row": "2", "scores": "s"})
    found = world.register.told(world.core, "a", "g1", new, world.now_ms)
    assert found is not None
    assert found.parts == {"row": "2", "inventory": "x", "scores": "s"}
    assert (found.row.devices, found.row.name, found.row.site) == ((GPU,), "a", ROW.site)
    assert world.register.devices == {("gpu", "T4", "nvidia"): 1}
    assert world.core.of("node-inventory") == {"a": {"said": "x"}}
    assert world.core.of("node-scores") == {"a": {"cuda@0": 9}}
    assert world.core.said("a")[-1] == "changed"
    assert world.register.told(world.core, "a", "other", new, world.now_ms) is None


def test_a_removed_node_is_told_to_leave_until_it_joins_again() -> None:
    world = World()
    world.join("a")
    world.register.drain(world.core, "a", True, "ann", world.now_ms)
    world.register.forget(world.core, "a", "ann", world.now_ms)
    assert world.core.things == {}
    assert "a" in world.register.gone
    assert not world.join("a").drained
    assert world.register.gone == {}


def test_join_tokens_count_as_often_and_long_as_they_say() -> None:
    text, thing = make(Invitation("i1", 0, "ann", 1000, uses=2))
    assert text.split("_", 2)[2] not in str(thing)
    known = Invitations({thing.id: thing.value})
    for wrong in ("", "hj", "hj__", "hj_i1_", f"hd_{text[3:]}", text[:-1], f"{text}0", "hj_i1_x_y"):
        assert known.check(wrong, 0) is None
    assert known.check(f"{text}_{'ab' * 32}", 0) is not None  # with a pin behind it
    assert known.check(text, 1000) is None
    spent = known.spend("i1")
    assert isinstance(spent, Thing)
    assert known.check(text, 999) is not None
    assert isinstance(known.spend("i1"), Gone)
    assert known.check(text, 0) is None
    known.add(thing)
    assert known.expired(999) == []
    assert known.expired(1000) == [Gone("join-token", "i1")]


words = st.text(st.characters(exclude_categories=["C"]), max_size=20)
numbers = st.integers(0, 2**40)


@st.composite
def rows(draw: st.DrawFn) -> NodeRow:
    count = draw(st.integers(0, 4))
    devices = [
        DeviceClass(draw(words) + "x", draw(words), "v", draw(numbers)) for _ in range(count)
    ]
    names = draw(st.lists(words, min_size=count, max_size=count, unique=True))
    groups = {"nvlink": tuple(draw(st.integers(-1, 3)) for _ in range(count))}
    return NodeRow(
        "n", draw(numbers), draw(numbers), tuple(devices), draw(words), (draw(words),),
        draw(st.booleans()), groups, tuple((name,) for name in names),
        tuple(Booked(draw(st.integers(0, 1000)), draw(numbers), draw(words), draw(words))
              for _ in devices) if draw(st.booleans()) else (),
    )  # fmt: skip


@given(rows())
def test_a_row_comes_back_as_it_was(row: NodeRow) -> None:
    assert read_row(plain_row(row)) == row


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(NodeRow.__slots__), junk) | junk)
def test_a_row_that_is_none_is_refused_with_its_field(value: object) -> None:
    said = "row"
    try:
        read_row(value)
    except UsageError as error:
        said = str(error)
    assert said.startswith("row")


class Machine(RuleBasedStateMachine):
    """Random joins, beats, silences and removals; a dictionary says who must be what."""

    @initialize()
    def begin(self) -> None:
        self.world = World()
        self.beats: dict[str, int] = {}
        self.lost: set[str] = set()

    @rule(name=NAMES)
    def join(self, name: str) -> None:
        if name in self.beats:
            with pytest.raises(NameTakenError):
                self.world.join(name)
            return
        self.world.join(name)
        self.lost.discard(name)
        self.beats[name] = self.world.now_ms

    @rule(name=NAMES)
    def beat(self, name: str) -> None:
        if name in self.lost:
            assert self.world.register.told(
                self.world.core, name, "g1", NodeReport(), self.world.now_ms
            )
            self.lost.discard(name)
        elif name in self.beats:
            self.world.register.called(name, self.world.now_ms)
        else:
            return
        self.beats[name] = self.world.now_ms

    @rule(ms=st.integers(0, 3 * HEARTBEAT_MS))
    def later(self, ms: int) -> None:
        self.world.later(ms)
        grid = HEARTBEAT_MS // 20
        for name, beat_ms in list(self.beats.items()):
            if self.world.now_ms >= -(-(beat_ms + LIMIT_MS) // grid) * grid:
                del self.beats[name]
                self.lost.add(name)

    @rule(name=NAMES, leaves=st.booleans())
    def end(self, name: str, leaves: bool) -> None:
        if name not in self.world.register.nodes:
            return
        if leaves:
            self.world.register.leave(self.world.core, name, self.world.now_ms)
        else:
            self.world.register.forget(self.world.core, name, "ann", self.world.now_ms)
        self.beats.pop(name, None)
        self.lost.discard(name)

    @precondition(lambda self: self.world.register.nodes)
    @rule(name=NAMES, drained=st.booleans())
    def drain(self, name: str, drained: bool) -> None:
        if name in self.world.register.nodes:
            self.world.register.drain(self.world.core, name, drained, "ann", self.world.now_ms)

    @invariant()
    def all_is_as_it_must_be(self) -> None:
        register = self.world.register
        shown = {each.node.name: each.state for each in register.shown(self.world.now_ms)}
        there = {name for name, state in shown.items() if state in (READY, LATE)}
        assert there == set(self.beats)
        assert {name for name, state in shown.items() if state == LOST} == self.lost
        assert sum(register.devices.values()) == 2 * len(there)
        assert register.due_ms() is not None or not there

    @invariant()
    def a_new_start_knows_the_same(self) -> None:
        again = Register(self.world.core.of("node"), Invitations({}), self.world.now_ms)
        assert again.nodes == self.world.register.nodes


TestRegister = Machine.TestCase
TestRegister.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
