"""The recorder of `heddle program trace`: what is drawn is what the table said, looks in between or
not."""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from heddle._gen import table as layout
from heddle.table import Table
from heddle.trace import perfetto, picture, summary
from heddle.trace.bursts import BurstTrack
from heddle.trace.gates import GateTrack
from heddle.trace.recorder import Recorder, without
from heddle.trace.recording import DecisionSeen, GateSeen, Hold, ProgramSeen, Recording, TraceSample
from heddle.trace.watch import TableReader

READY = layout.SLOT_STATE["ready"]
MS = 1_000_000
OPEN = GateSeen(0, 0, 0, 0)

# -- holds ----------------------------------------------------------------------------------------


@dataclass
class Gate:
    """A gate that is written as native/ does it: field by field."""

    word: int = 0
    closed_ns: int = 0
    closings: int = 0
    held_ns: int = 0

    def seen(self) -> GateSeen:
        return GateSeen(self.word, self.closed_ns, self.closings, self.held_ns)

    def close(self, now_ns: int) -> list[Callable[[], None]]:
        """Table::set_gate()."""
        return [
            lambda: setattr(self, "closed_ns", now_ns),
            lambda: setattr(self, "closings", self.closings + 1),
            lambda: setattr(self, "word", 1),
        ]

    def close_at_once(self, now_ns: int) -> list[Callable[[], None]]:
        """close_followers(): the word first."""
        closed_ns, closings, word = self.close(now_ns)
        return [word, closed_ns, closings]

    def open(self, now_ns: int) -> list[Callable[[], None]]:
        return [
            lambda: setattr(self, "held_ns", self.held_ns + now_ns - self.closed_ns),
            lambda: setattr(self, "word", 0),
        ]


@dataclass(frozen=True)
class Change:
    """The gate closes or opens, some time after it last did."""

    after_ns: int
    at_once: bool  #: closes as an urgent program does it
    looks: tuple[bool, bool, bool]  #: one before each of its writes
    look_after: bool


def changes(*, torn: bool) -> st.SearchStrategy[list[Change]]:
    inside = st.tuples(*[st.booleans() if torn else st.just(False)] * 3)
    one = st.builds(Change, st.integers(10, 5 * MS), st.booleans(), inside, st.booleans())
    return st.lists(one, max_size=25)


def watch_gate(changes: list[Change], held_before_ns: int) -> tuple[GateTrack, int, int]:
    """Plays the changes; returns the track, the time held in the recording, and its end."""
    now_ns = 1000 * MS
    gate = Gate()
    if held_before_ns:
        gate = Gate(1, now_ns - held_before_ns, 4, 7 * MS)
    track = GateTrack(lambda begin_ns, end_ns: "unseen")
    held_ns = gate.held_ns
    track.join(gate.seen(), now_ns)
    since_ns = now_ns

    def look() -> None:
        nonlocal now_ns, since_ns
        track.look(gate.seen(), since_ns, now_ns + 1)
        track.because("seen", False, now_ns + 1)
        since_ns, now_ns = now_ns, now_ns + 2

    for change in changes:
        now_ns += change.after_ns
        if gate.word:
            writes = gate.open(now_ns)
        else:
            writes = gate.close_at_once(now_ns) if change.at_once else gate.close(now_ns)
        for write, look_before in zip(writes, change.looks, strict=False):
            if look_before:
                look()
            write()
        if change.look_after:
            now_ns += 1
            look()
    now_ns += MS
    look()
    track.end(now_ns)
    present_ns = now_ns - gate.closed_ns if gate.word else 0
    return track, gate.held_ns - held_ns + present_ns - held_before_ns, now_ns


def assert_in_order(spans: list[tuple[int, int]]) -> None:
    for begin_ns, end_ns in spans:
        assert begin_ns <= end_ns
    for (_, end_ns), (begin_ns, _) in pairwise(spans):
        assert end_ns <= begin_ns


@given(changes(torn=False), st.sampled_from([0, 3 * MS]))
def test_all_time_held_is_drawn(changes: list[Change], held_before_ns: int) -> None:
    """Also what came and went between two looks: the slices are as long as the table says."""
    track, held_ns, end_ns = watch_gate(changes, held_before_ns)
    spans = [(hold.begin_ns, hold.end_ns) for hold in track.holds]
    assert_in_order([(0, 1000 * MS), *spans, (end_ns, end_ns)])
    assert sum(hold.held_ns for hold in track.holds) == held_ns
    assert sum(end - begin for begin, end in spans) == held_ns
    closings = sum(hold.times - hold.began_before for hold in track.holds)
    is_held = bool(held_before_ns)
    assert closings == sum(i % 2 == is_held for i in range(len(changes)))


NEVER, FIRST, LAST = (False,) * 3, (True, False, False), (False, False, True)


# Of a hold that was seen and ended, the next one was being closed.
@example([Change(10, False, looks, False) for looks in (NEVER, NEVER, LAST, FIRST, LAST)], 0)
@given(changes(torn=True), st.sampled_from([0, 3 * MS]))
def test_a_look_between_two_writes_harms_nothing(
    changes: list[Change], held_before_ns: int
) -> None:
    """What is half written is made good by the next look."""
    track, held_ns, _ = watch_gate(changes, held_before_ns)
    assert_in_order([(hold.begin_ns, hold.end_ns) for hold in track.holds])
    assert sum(hold.held_ns for hold in track.holds) == held_ns


def test_a_hold_that_was_seen_begins_and_ends_exactly() -> None:
    """closed_ns and the growth of held_ns say when, whatever the looks did."""
    track = GateTrack(lambda begin_ns, end_ns: "unseen")
    track.look(OPEN, 100, 110)
    track.look(GateSeen(1, 1234, 1, 0), 2000, 2010)
    track.because("program 3 goes first on soft@gpu", False, 2010)
    track.look(GateSeen(0, 1234, 1, 5000), 8000, 8010)
    assert track.holds == [
        Hold(1234, 6234, 5000, 1, ((1234, "program 3 goes first on soft@gpu"),))
    ]  # fmt: skip


def test_holds_between_two_looks_become_one_slice() -> None:
    """How many and how long in all is known, and said."""
    track = GateTrack(lambda begin_ns, end_ns: "unseen")
    track.look(OPEN, 100, 110)
    track.look(GateSeen(0, 1700, 3, 600), 1000, 2010)
    assert track.holds == [Hold(1000, 1600, 600, 3, ((1000, "unseen"),))]


def test_one_hold_between_two_looks_is_exact() -> None:
    """There is only one place where it can have been."""
    track = GateTrack(lambda begin_ns, end_ns: f"unseen at {begin_ns}")
    track.look(OPEN, 100, 110)
    track.look(GateSeen(0, 1700, 1, 200), 1000, 2010)
    assert track.holds == [Hold(1700, 1900, 200, 1, ((1700, "unseen at 1700"),))]


# -- bursts ---------------------------------------------------------------------------------------


@dataclass
class Work:
    """Some processes begin and end to have work; decisions tell of it, or not."""

    at_work: set[int] = field(default_factory=set)
    truth: list[tuple[int, int]] = field(default_factory=list)
    begin_ns: int = 0

    def turn(self, process: int, now_ns: int) -> bool:
        """Whether it has work now."""
        if process in self.at_work:
            self.at_work.remove(process)
            if not self.at_work and now_ns > self.begin_ns:
                self.truth.append((self.begin_ns, now_ns))
            return False
        if not self.at_work:
            self.begin_ns = now_ns
        self.at_work.add(process)
        return True


edges = st.lists(
    st.tuples(
        st.integers(1, 2 * MS),  # after the last one
        st.integers(0, 2),  # process
        st.booleans(),  # a look behind it
        st.booleans(),  # the decision is read only after that look
    ),
    max_size=30,
)


@given(edges)
def test_decisions_make_bursts_exact(edges: list[tuple[int, int, bool, bool]]) -> None:
    """Where programs compete every edge is a decision: no burst is lost, however short."""
    track, work = BurstTrack(), Work()
    now_ns = 1000
    for after_ns, process, looks, late in edges:
        now_ns += after_ns
        began = work.turn(process, now_ns)
        decide = track.began if began else track.ended
        if not late:
            decide(now_ns)
        if looks:
            track.look(len(work.at_work), now_ns + 1)
        if late:
            decide(now_ns)
        now_ns += 2
    for process in sorted(work.at_work):
        work.turn(process, now_ns)
    track.end(now_ns)
    assert track.spans == work.truth
    assert track.missed == 0


@given(edges, st.lists(st.booleans(), min_size=30, max_size=30))
def test_bursts_are_what_the_looks_saw(
    edges: list[tuple[int, int, bool, bool]], told: list[bool]
) -> None:
    """With some decisions missing: never overlapping, and right wherever somebody looked."""
    track, work = BurstTrack(), Work()
    now_ns = 1000
    seen = []
    for (after_ns, process, looks, _), is_told in zip(edges, told, strict=False):
        now_ns += after_ns
        began = work.turn(process, now_ns)
        if is_told:
            (track.began if began else track.ended)(now_ns)
        if looks:
            now_ns += 1
            track.look(len(work.at_work), now_ns)
            seen.append((now_ns, bool(work.at_work)))
    track.end(now_ns + 1)
    assert_in_order(track.spans)
    for at_ns, was_at_work in seen:
        if was_at_work:
            assert any(begin <= at_ns <= end for begin, end in track.spans)
        else:
            assert not any(begin < at_ns < end for begin, end in track.spans)


@given(
    st.lists(st.integers(0, 200), max_size=20, unique=True),
    st.lists(st.integers(0, 200), max_size=20, unique=True),
)
def test_running_is_at_work_and_not_held(a: list[int], b: list[int]) -> None:
    """Instant by instant."""
    spans = list(zip(sorted(a)[::2], sorted(a)[1::2], strict=False))
    holds = [
        Hold(begin, end, end - begin, 1, ((begin, ""),))
        for begin, end in zip(sorted(b)[::2], sorted(b)[1::2], strict=False)
    ]
    runs = without(spans, holds)
    assert_in_order(runs)
    for at in range(200):
        at_work = any(begin <= at < end for begin, end in spans)
        is_held = any(hold.begin_ns <= at < hold.end_ns for hold in holds)
        assert any(begin <= at < end for begin, end in runs) == (at_work and not is_held)


# -- the whole ------------------------------------------------------------------------------------


def program(number: int, active: bool, gate: GateSeen = OPEN) -> ProgramSeen:
    return ProgramSeen(number, 1, (1,) if active else (), gate)


def recorder() -> Recorder:
    made = Recorder()
    made.name_device(0, "soft@gpu")
    made.name_program(1, "low <&>", -100)
    made.name_program(2, "high", 100)
    return made


def preempted() -> Recording:
    """1 runs, 2 takes the device from it for 4 ms, then goes; 1 is held once more, unseen."""
    made = recorder()
    held = GateSeen(1, 2 * MS, 1, 0)
    made.look(TraceSample(0, 10, [program(1, True), program(2, False)], {0: 1}))
    made.device_times(20, {(1, 0): 5 * MS})
    # Seen in the middle of the decision: who goes first is not yet written.
    made.look(
        TraceSample(2 * MS + 50, 2 * MS + 60, [program(1, True, held), program(2, True)], {0: 1})
    )
    activated = DecisionSeen(0, "activated", 2, 2 * MS + 900, 900)
    made.look(
        TraceSample(
            3 * MS, 3 * MS + 10, [program(1, True, held), program(2, True)], {0: 2}, [activated]
        )
    )
    made.device_times(3 * MS + 10, {(1, 0): 7 * MS})
    idled = DecisionSeen(0, "idled", 2, 6 * MS + 700, 700)
    opened = GateSeen(0, 2 * MS, 1, 4 * MS)
    made.look(
        TraceSample(
            7 * MS, 7 * MS + 10, [program(1, True, opened), program(2, False)], {0: 1}, [idled]
        )
    )
    brief = [
        DecisionSeen(0, "activated", 2, 8 * MS + 900, 900),
        DecisionSeen(0, "idled", 2, 8 * MS + 300_000, 0),
    ]
    again = GateSeen(0, 8 * MS, 2, 4 * MS + 300_000)
    made.look(TraceSample(9 * MS, 9 * MS + 10, [program(1, True, again)], {0: 1}, brief, lost=1))
    return made.finish(cpu_ns=1000)


def test_the_story_of_a_preemption() -> None:
    """Exact times, the right reason from the first moment on, nothing lost."""
    recording = preempted()
    low, high = recording.programs
    assert [(hold.begin_ns, hold.end_ns) for hold in low.holds] == [
        (2 * MS, 6 * MS),
        (8 * MS, 8 * MS + 300_000),
    ]
    for hold in low.holds:
        assert [part.text for part in hold.parts()] == ["program 2 goes first on soft@gpu"]
    assert [(run.begin_ns, run.end_ns) for run in high.runs] == [
        (2 * MS, 6 * MS),
        (8 * MS, 8 * MS + 300_000),
    ]
    assert [(run.begin_ns, run.end_ns) for run in low.runs] == [
        (10, 2 * MS),
        (6 * MS, 8 * MS),
        (8 * MS + 300_000, 9 * MS + 10),
    ]
    assert recording.lost_decisions == 1
    assert recording.longest_gap_ns == 4 * MS


def test_the_summary_counts_and_names() -> None:
    """Times, preemptions, holds, and why; JSON can have all of it."""
    recording = preempted()
    low, high = summary.programs(recording)
    assert (low.held_ns, low.preemptions) == (4 * MS + 300_000, 2)
    assert (low.mean_hold_ns, low.p99_hold_ns) == (2 * MS + 150_000, 4 * MS)
    assert low.longest_hold_ns == 4 * MS
    assert low.main_reason == "program 2 goes first on soft@gpu"
    assert low.device_time_ns == 2 * MS
    assert (high.preemptions, high.mean_hold_ns, high.main_reason) == (0, None, "-")
    (device,) = summary.devices(recording)
    assert device.decisions == {"activated": 2, "idled": 2}
    assert json.loads(json.dumps(summary.as_dict(recording)))["looks"] == 5


def test_reasons_follow_who_goes_first() -> None:
    """One hold, two reasons: both are told, each for its time."""
    made = recorder()
    held = GateSeen(1, MS, 1, 0)
    made.look(TraceSample(0, 10, [program(1, True)], {0: 1}))
    made.look(TraceSample(2 * MS, 2 * MS + 10, [program(1, True, held)], {0: 2}))
    made.look(TraceSample(3 * MS, 3 * MS + 10, [program(1, True, held)], {0: 3}))
    made.look(TraceSample(5 * MS, 5 * MS + 10, [program(1, True, held)], {0: 3}))
    (hold,) = made.finish().programs[0].holds
    assert hold.parts() == [
        (MS, 3 * MS + 10, "program 2 goes first on soft@gpu"),
        (3 * MS + 10, 5 * MS + 10, "program 3 goes first on soft@gpu"),
    ]


def test_a_program_that_ends_ends_its_slices() -> None:
    """And one that comes later is recorded from its first closing on."""
    made = recorder()
    held = GateSeen(1, MS, 1, 0)
    made.look(TraceSample(0, 10, [program(1, True)], {0: 1}))
    made.look(TraceSample(2 * MS, 2 * MS + 10, [program(1, True, held)], {0: 2}))
    late = GateSeen(0, 2 * MS + 500, 1, 400)
    made.look(TraceSample(3 * MS, 3 * MS + 10, [program(2, False, late)], {0: 2}))
    low, high = made.finish().programs
    assert [(hold.begin_ns, hold.end_ns) for hold in low.holds] == [(MS, 3 * MS + 10)]
    assert [(hold.begin_ns, hold.end_ns) for hold in high.holds] == [
        (2 * MS + 500, 2 * MS + 900),
    ]


# -- Perfetto and the picture ---------------------------------------------------------------------


def nested(slices: list[tuple[int, int]]) -> bool:
    """As the viewer wants it: two slices of a thread lie in each other, or apart."""
    open_ends: list[int] = []
    for begin, end in sorted(slices, key=lambda one: (one[0], -one[1])):
        while open_ends and open_ends[-1] <= begin:
            open_ends.pop()
        if open_ends and end > open_ends[-1]:
            return False
        open_ends.append(end)
    return True


def check_trace(text: str) -> list[perfetto.Event]:
    """The rules of the format; returns the events."""
    events: list[perfetto.Event] = json.loads(text)["traceEvents"]
    threads: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for event in events:
        assert event["ph"] in "XiCM"
        assert isinstance(event["pid"], int)
        if event["ph"] != "M":
            assert event["ts"] >= 0
        if event["ph"] == "X":
            assert event["dur"] >= 0
            slices = threads.setdefault((event["pid"], event["tid"]), [])
            slices.append((event["ts"], event["ts"] + event["dur"]))
    assert all(nested(slices) for slices in threads.values())
    return events


def test_the_trace_is_what_perfetto_reads() -> None:
    """Named tracks, slices that nest, instants with their latency, counters."""
    events = check_trace("".join(perfetto.lines(preempted())))
    names = {event["args"]["name"] for event in events if event["name"] == "thread_name"}
    assert names == {"low <&> (priority -100)", "high (priority 100)", "decisions"}
    held = [event for event in events if event["name"] == "held"]
    assert [(event["ts"], event["dur"]) for event in held] == [(2000, 4000), (8000, 300)]
    assert held[0]["args"]["reason"] == "program 2 goes first on soft@gpu"
    instants = [event for event in events if event["ph"] == "i"]
    assert {(event["name"], event["args"]["latency_ns"]) for event in instants} >= {
        ("activated", 900),
        ("idled", 700),
    }
    assert [event["args"] for event in events if event["ph"] == "C"] == [{"ms": 2.0}]


@given(changes(torn=False))
def test_every_trace_nests(changes: list[Change]) -> None:
    """Whatever was recorded, to the microsecond."""
    made = recorder()
    gate, now_ns = Gate(), 1000
    for change in changes:
        made.look(TraceSample(now_ns, now_ns + 5, [program(1, True, gate.seen())], {0: 2}))
        now_ns += change.after_ns
        for write in gate.open(now_ns) if gate.word else gate.close(now_ns):
            write()
        now_ns += 10
    made.look(TraceSample(now_ns, now_ns + 5, [program(1, True, gate.seen())], {0: 2}))
    recording = made.finish()
    check_trace("".join(perfetto.lines(recording)))
    ElementTree.fromstring(picture.draw(recording))


def test_the_picture_shows_each_program() -> None:
    """A lane each, with its figures; and it is XML whatever a program is called."""
    words = "".join(ElementTree.fromstring(picture.draw(preempted())).itertext())
    for expected in ("soft@gpu", "1 low <&>", "2 high", "preempted 2 times", "never held"):
        assert expected in words


def test_nothing_recorded_is_drawn_too() -> None:
    """An empty table is no reason to fail."""
    made = Recorder()
    made.look(TraceSample(0, 10, [], {}))
    recording = made.finish()
    assert "No program" in picture.draw(recording)
    assert check_trace("".join(perfetto.lines(recording))) == []
    assert summary.as_dict(recording)["programs"] == []


# -- the table ------------------------------------------------------------------------------------


class File:
    """A table in a file, written through the generated twin."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._data = bytearray(layout.BYTES)
        self.put("header", 0, magic=layout.MAGIC, major=layout.MAJOR)

    def put(self, region: str, index: int, **values: object) -> None:
        offset, _, size = layout.REGIONS[region]
        for name, value in values.items():
            at, form = layout.FIELDS[region][name]
            given = value if isinstance(value, tuple) else (value,)
            struct.pack_into("<" + form, self._data, offset + index * size + at, *given)
        with open(self.path, "r+b" if Path(self.path).exists() else "wb") as file:
            file.write(self._data)


@pytest.fixture
def table(tmp_path: Path) -> File:
    """Two programs on two devices; the second one goes first on both."""
    made = File(tmp_path / "table")
    made.put(
        "header", 0, programs_used=(3, *[0] * 3), devices_used=3, processes_used=(3, *[0] * 31)
    )
    for d, name in enumerate((b"gpu", b"npu")):
        made.put("device", d, state=READY, api=b"soft", name=name, running=2)
    for i in range(2):
        made.put("program", i, state=READY, id=i + 7, attached=3, name=b"load", rank=i)
        made.put("process", i, state=READY, program=i, active=1)
    return made


def flags() -> Iterator[int]:
    yield from layout.HOLD.values()
    yield from (1, 2, 3, layout.HOLD["by_person"] | 1)


def test_a_program_that_leads_does_not_wait_for_itself(table: File) -> None:
    """While a decision is under way its gate is still closed, and it is written as first."""
    table.put("gate", 1, word=1, closed_ns=5, closings=1)
    with Table(table.path) as opened:
        assert opened.programs()[1].reason == "another program goes first on soft@gpu"


@pytest.mark.parametrize("word", list(flags()))
def test_reasons_are_those_of_ps(table: File, word: int) -> None:
    """Word for word, for every kind of hold."""
    table.put("gate", 0, word=word, closed_ns=5, closings=1)
    made, reader = Recorder(), TableReader(table.path)
    reader.name_all(made)
    made.look(reader.look())
    made.look(reader.look())
    reader.close()
    (hold,) = made.finish().programs[0].holds
    with Table(table.path) as opened:
        expected = opened.programs()[0].reason
    assert expected
    assert [part.text for part in hold.parts()] == [expected]


def test_each_decision_is_read_once_and_lost_ones_are_counted(table: File) -> None:
    """The ring holds 64 of a device."""
    table.put("device", 1, decisions=10)
    reader = TableReader(table.path)
    assert reader.look().decisions == [], "what was before is not ours"
    kind = layout.DECISION["activated"]
    for number in range(10, 13):
        table.put("decision", 64 + number, at_ns=number, program_id=8, kind=kind, latency_ns=2)
    table.put("device", 1, decisions=13)
    look = reader.look()
    assert look.decisions == [DecisionSeen(1, "activated", 8, n, 2) for n in range(10, 13)]
    assert (reader.look().decisions, look.lost) == ([], 0)
    table.put("device", 1, decisions=113)
    look = reader.look()
    assert len(look.decisions) + look.lost == 100
    assert len(look.decisions) in (63, 64)
    reader.close()


def test_device_time_is_that_of_the_open_queues(table: File) -> None:
    """By program and device."""
    table.put("header", 0, queues_used=(5, *[0] * 63))
    table.put("queue", 0, state=READY, process=1, device=1, device_time_ns=30)
    table.put("queue", 2, state=READY, process=1, device=1, device_time_ns=12)
    reader = TableReader(table.path)
    assert reader.device_times() == {(8, 1): 42}
    reader.close()
