"""Who does not keep to the rules: each breach is found, and no honest program is accused."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heddle.agent.breach import CLOSER_NS, KINDS, LOOK_NS, Detector
from heddle.agent.look import SECOND, Breach, DeviceUser, Look
from heddle.agent.metrics import text_of
from heddle.agent.remedy import Remedies
from heddle.agent.state import AgentState, Breached, Observed, Say, Stop, TableProgram
from heddle.agent.users import uids
from heddle.inventory.apis import cuda, soft
from heddle.model.plan import Plan
from heddle.records import ProcessState, QueueCounts
from heddle.system.process import Stat

MS = 1_000_000
ALICE = 1001
GUEST = ProcessState(
    program=7,
    uid=ALICE,
    is_guest=True,
    pid=70,
    start_ticks=700,
    planned_us={},
    slices_us={},
    alive_ns=1,
    is_loose=False,
    closed_ns=0,
    hold=(0, 0),
    queues=(),
)
STRANGER = DeviceUser(80, 800, ALICE, "train", ("cuda@0",))


def queue(submitted: int = 0, completed: int = 0, **more: Any) -> QueueCounts:
    fields = {"slot": 0, "handle": 1, "device": "cuda@0", "level": 3, "drained": 0, **more}
    return QueueCounts(submitted=submitted, returned=submitted, completed=completed, **fields)


class Watched:
    """A detector with a clock that goes on by one look."""

    def __init__(self) -> None:
        self.detector = Detector()
        self.now_ns = 100 * SECOND
        self.told: list[str] = []

    def look(
        self,
        *processes: ProcessState,
        users: tuple[DeviceUser, ...] | None = (),
        after_ns: int = LOOK_NS,
    ) -> list[str]:
        """What has begun; what is over is given with a minus."""
        self.now_ns += after_ns
        begun, over = self.detector.look(Look(self.now_ns, processes, users, {70: 7}))
        told = [b.kind for b in begun] + [f"-{b.kind}" for b in over]
        self.told += told
        return told

    @property
    def texts(self) -> list[str]:
        return [breach.text for breach in self.detector.present.values()]


# -- unscheduled ----------------------------------------------------------------------------------


def test_who_uses_a_device_without_joining_is_reported_once() -> None:
    """After 3 s and never at the first look; and once more when it is over."""
    watched = Watched()
    told = [watched.look(users=(STRANGER,)) for _ in range(6)]
    assert told == [[], [], [], ["unscheduled"], [], []]
    assert watched.texts == [
        "process 80 (train) of user 1001 has had cuda@0 for 3.0 s, and Heddle is not in it"
    ]
    assert watched.look() == ["-unscheduled"]
    assert watched.look() == []


def test_a_long_pause_between_looks_is_no_proof() -> None:
    """An agent that was stopped has not seen anything meanwhile."""
    watched = Watched()
    assert watched.look(users=(STRANGER,), after_ns=60 * SECOND) == []


@pytest.mark.parametrize(
    "user",
    [
        replace(STRANGER, has_shim=True),
        replace(STRANGER, pid=70, start_ticks=700, has_shim=True),
    ],
    ids=["has a context but no work yet", "is in the table"],
)
def test_who_is_or_will_be_scheduled_is_not_reported(user: DeviceUser) -> None:
    watched = Watched()
    for second in range(20):
        assert watched.look(replace(GUEST, alive_ns=second), users=(user,)) == []


def test_joining_late_ends_the_suspicion() -> None:
    """And so does a number that was used again."""
    watched = Watched()
    mine = replace(STRANGER, pid=70, start_ticks=700)
    watched.look(users=(mine,))
    assert watched.look(GUEST, users=(replace(mine, has_shim=True),)) == []
    for again in range(10):
        assert watched.look(users=(replace(STRANGER, start_ticks=again),)) == []


def test_who_became_another_program_is_not_in_the_table_any_more() -> None:
    """exec() without the shim, and the device is used."""
    watched = Watched()
    mine = replace(STRANGER, pid=70, start_ticks=700)
    for _ in range(8):
        watched.look(GUEST, users=(mine,))
    assert watched.told == ["unscheduled"]
    assert watched.detector.present["unscheduled", (70, 700)].program == 7


# -- slice ----------------------------------------------------------------------------------------


def at_work(step: int, **more: Any) -> ProcessState:
    """A guest in which all goes on."""
    fields = {"alive_ns": step, "queues": (queue(submitted=10 * step),), **more}
    return replace(GUEST, **fields)


def test_another_timeslice_than_planned_is_reported() -> None:
    """When its keeper could have set it again and again."""
    watched = Watched()
    for step in range(60):
        closer = watched.detector.wants_closer_look and step % 20
        users, after = (None, CLOSER_NS) if closer else ((), LOOK_NS)
        guest = at_work(step, slices_us={"cuda@0": 5000}, planned_us={"cuda@0": 1})
        watched.look(guest, users=users, after_ns=after)
    assert watched.told == ["slice"]
    assert "a timeslice of 5000 us on cuda@0, but 1 us is planned" in watched.texts[0]
    assert not watched.detector.wants_closer_look
    kept = {"cuda@0": 1}
    assert watched.look(at_work(60, slices_us=kept, planned_us=kept)) == ["-slice"]


def test_on_several_devices_each_slice_is_judged_for_itself() -> None:
    """Who keeps to one of them and not to the other is told of the other."""
    watched = Watched()
    planned = {"cuda@0": 1_000_000, "cuda@1": 1}
    for step in range(60):
        guest = at_work(
            step,
            queues=(queue(10 * step), queue(10 * step, slot=1, device="cuda@1")),
            slices_us={"cuda@0": 1_000_000},
            planned_us=planned,
        )
        watched.look(guest)
    assert watched.told == ["slice"]
    assert "the driver's own length on cuda@1, but 1 us is planned" in watched.texts[0]
    honest = at_work(60, queues=guest.queues, slices_us=planned, planned_us=planned)
    assert watched.look(honest) == ["-slice"]


HONEST_SLICES: dict[str, dict[str, Any]] = {
    "its stream is full, so its keeper cannot": {"queues": lambda i: (queue(500 + i, i),)},
    "nothing moves in it": {"queues": lambda i: (queue(5),)},
    "its keeper is silent": {"alive_ns": lambda i: 5},
    "it is held and not yet at rest": {"is_loose": lambda i: True},
    "it has no queue": {"queues": lambda i: ()},
    "the plan changes": {"planned_us": lambda i: {"cuda@0": i % 2}},
}


@pytest.mark.parametrize("why", HONEST_SLICES)
def test_a_slice_that_could_not_be_set_is_excused(why: str) -> None:
    watched = Watched()
    for step in range(300):
        odd = {name: make(step) for name, make in HONEST_SLICES[why].items()}
        slices = {"slices_us": {"cuda@0": 5000}, "planned_us": {"cuda@0": 1}}
        guest = at_work(step, **{**slices, **odd})
        users = None if step % 20 else ()
        assert "slice" not in watched.look(guest, users=users, after_ns=CLOSER_NS)


# -- gate -----------------------------------------------------------------------------------------


def held(watched: Watched, submitted: int, completed: int, **more: Any) -> ProcessState:
    fields = {"alive_ns": watched.now_ns, "closed_ns": 100 * SECOND, "hold": (1, 0), **more}
    return replace(GUEST, queues=(queue(submitted, completed),), **fields)


def test_commands_that_pass_a_closed_gate_are_reported() -> None:
    watched = Watched()
    for i in range(1, 8):
        watched.look(held(watched, 1000 * i, 990 * i))
    assert watched.told == ["gate"]
    assert "commands on cuda@0 that it submitted after its gate had closed" in watched.texts[0]
    assert watched.look(held(watched, 9000, 8900, closed_ns=0, hold=(1, 5))) == ["-gate"]


def test_what_was_submitted_before_may_go_on() -> None:
    """A thousand commands of 2 s each, and more behind the gate."""
    watched = Watched()
    for done in range(300):
        assert watched.look(held(watched, 1000 + done, done)) == []


def test_the_count_may_rise_once_more() -> None:
    """A mark in front of the gate, behind events that were recorded while it was closed."""
    watched = Watched()
    watched.look(held(watched, 10, 10))
    watched.look(held(watched, 10, 10))
    for _ in range(20):
        assert watched.look(held(watched, 900, 800)) == []


@pytest.mark.parametrize(
    "more",
    [{"hold": None}, {"closed_ns": 0}, {"queues": "level 1"}, {"queues": "drained"}],
    ids=["holds follow each other", "it was open in between", "level 1", "only waited for"],
)
def test_progress_is_excused_if(more: dict[str, Any]) -> None:
    watched = Watched()
    for step in range(1, 30):
        guest = held(watched, 1000 * step, 1000 * step)
        if "hold" in more:
            guest = replace(guest, hold=(step, 0))
        elif more.get("queues") == "level 1":
            guest = replace(guest, queues=(queue(1000 * step, 1000 * step, level=1),))
        elif more.get("queues") == "drained":
            guest = replace(guest, queues=(queue(1000 * step, 0, drained=1000 * step),))
        else:
            guest = replace(guest, **more)
        assert watched.look(guest) == []


# -- keeper ---------------------------------------------------------------------------------------


def test_commands_without_a_keeper_are_reported() -> None:
    """Not before it has been silent for 5 s, and until it looks again."""
    watched = Watched()
    told = [watched.look(replace(GUEST, queues=(queue(100 * i),))) for i in range(9)]
    assert told[:6] == [[]] * 6
    assert watched.told == ["keeper"]
    assert "has not looked for" in watched.texts[0]
    assert watched.look(at_work(90)) == ["-keeper"]


@pytest.mark.parametrize("stopped", [False, True])
def test_who_submits_nothing_may_be_silent(stopped: bool) -> None:
    """Stopped, frozen with its container, in a debugger, on its way out, or gone with exec()."""
    watched = Watched()
    user = DeviceUser(70, 700, ALICE, "train", ("cuda@0",), has_shim=True, is_stopped=stopped)
    for _ in range(30):
        assert watched.look(replace(GUEST, queues=(queue(100),)), users=(user,)) == []


def test_a_clock_of_its_own_is_no_silence() -> None:
    """In a time namespace the keeper's moments are others."""
    watched = Watched()
    for step in range(1, 30):
        guest = at_work(step, alive_ns=-(10**18) + step)
        assert watched.look(guest) == []


# -- all of them ----------------------------------------------------------------------------------


def test_only_guests_are_judged_by_what_they_write() -> None:
    """The owner's own keepers say nothing, and their slices are the owner's business."""
    watched = Watched()
    for step in range(1, 30):
        own = replace(
            held(watched, 1000 * step, 1000 * step),
            is_guest=False,
            alive_ns=0,
            slices_us={"cuda@0": 9},
        )
        assert watched.look(own) == []


@dataclass
class Honest:
    """A model of an honest guest on a device, in steps of 10 ms."""

    command_ms: int
    depth: int  #: commands that it keeps in its stream
    keeper_ms: int
    gate_every: int
    submits: bool = True
    records: bool = False  #: events, held or not
    stopped: bool = False
    planned_us: int = 0
    closed_ns: int = 0
    closings: int = 0
    held_ns: int = 0
    slice_us: int = 0
    alive_ns: int = 0
    submitted: int = 0
    completed: int = 0
    drained: int = 0
    behind_gate: bool = False
    left_ms: int = 0
    stream: deque[Any] = field(default_factory=deque)  # "command", "event", "gate" or a mark

    def happen(self, what: str, now_ns: int) -> None:
        if what == "close" and not self.closed_ns:
            self.closed_ns, self.closings = now_ns, self.closings + 1
        elif what == "open" and self.closed_ns:
            self.held_ns += now_ns - self.closed_ns
            self.closed_ns = 0
        elif what == "plan":
            self.planned_us = 1 - self.planned_us
        elif what in ("submits", "records", "stopped"):
            setattr(self, what, not getattr(self, what))

    def step(self, now_ns: int) -> None:
        if not self.stopped:
            self._submit()
            if now_ns // MS % self.keeper_ms < 10:
                self._keep(now_ns)
        self._run(10)

    def _submit(self) -> None:
        while len(self.stream) < self.depth and (self.submits or self.records):
            if self.submits and bool(self.closed_ns) != self.behind_gate:
                self.behind_gate = bool(self.closed_ns)
                if self.behind_gate:
                    self._mark_and_gate()
            self.submitted += 1
            self.stream.append("command" if self.submits else "event")
            if self.submitted % self.gate_every == 0:
                self._mark_and_gate()

    def _mark_and_gate(self) -> None:
        self.stream += [self.submitted, "gate"]

    def _keep(self, now_ns: int) -> None:
        self.alive_ns = now_ns
        if not self.stream:
            self.drained = self.submitted
        # A call that waits for room keeps the keeper out; events alone make room at once.
        takes_time = bool(self.closed_ns) or "command" in self.stream
        if len(self.stream) < self.depth or self.depth < 200 or not takes_time:
            self.slice_us = self.planned_us

    def _run(self, ms: int) -> None:
        while self.stream:
            first = self.stream[0]
            if first == "gate" and self.closed_ns:
                return
            if first == "command":
                self.left_ms = self.left_ms or self.command_ms
                if self.left_ms > ms:
                    self.left_ms -= ms
                    return
                ms, self.left_ms = ms - self.left_ms, 0
            elif isinstance(first, int):
                self.completed = first
            self.stream.popleft()

    def state(self) -> ProcessState:
        counts = queue(self.submitted, self.completed, drained=self.drained)
        return replace(
            GUEST,
            planned_us={"cuda@0": self.planned_us},
            slices_us={"cuda@0": self.slice_us},
            alive_ns=self.alive_ns,
            closed_ns=self.closed_ns,
            hold=(self.closings, self.held_ns),
            queues=(counts,),
        )


EVENTS = ("close", "open", "plan", "submits", "records", "stopped")


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    guest=st.builds(
        Honest,
        command_ms=st.sampled_from([1, 7, 90, 1500, 9000]),
        depth=st.sampled_from([1, 20, 150, 1000]),
        keeper_ms=st.sampled_from([20, 250]),
        gate_every=st.sampled_from([1, 4, 64]),
    ),
    events=st.lists(st.tuples(st.integers(0, 1500), st.sampled_from(EVENTS)), max_size=60),
    offset=st.integers(0, 99),
)
@example(Honest(1, 1000, 20, 1), [(0, "plan"), (0, "submits"), (0, "records")], 0)
def test_an_honest_history_is_never_accused(
    guest: Honest, events: list[tuple[int, str]], offset: int
) -> None:
    """Held and let go, stopped, planned anew, with long commands and full streams."""
    detector = Detector()
    pending, at = deque(events), 0
    due = pending[0][0] if pending else 0
    for tick in range(4000):
        now = 10**12 + tick * 10 * MS
        while pending and tick >= at + due:
            at += due
            guest.happen(pending.popleft()[1], now)
            due = pending[0][0] if pending else 0
        guest.step(now)
        user = DeviceUser(70, 700, ALICE, "train", ("cuda@0",), True, guest.stopped)
        if tick % 100 == offset:
            told = detector.look(Look(now, (guest.state(),), (user,)))
        elif detector.wants_closer_look and tick % 10 == 0:
            told = detector.look(Look(now, (guest.state(),)))
        else:
            continue
        assert told == ([], [])


# -- what the agent makes of it -------------------------------------------------------------------

BREACH = Breach("gate", 7, 70, 700, ALICE, "cuda@0", "process 70 passes")


def test_a_breach_is_in_the_story_the_figures_and_the_log() -> None:
    state = AgentState()
    state.handle(Observed(1, (TableProgram(7, "train", "lab", Plan(), Plan()),)))
    (said,) = state.handle(Breached(SECOND, BREACH))
    assert said == Say("breach (gate): process 70 passes", warning=True)
    assert state.breaches == [BREACH]
    state.handle(Breached(2 * SECOND, BREACH, is_over=True))
    assert state.breaches == []
    assert state.story(7)[-2:] == [
        "1.000 breach (gate): process 70 passes",
        "2.000 breach is over (gate): process 70 passes",
    ]
    assert 'heddle_breaches_total{kind="gate"} 1' in text_of(state)
    assert all(f'heddle_breaches_total{{kind="{kind}"}}' in text_of(state) for kind in KINDS)


def test_they_are_stopped_only_if_that_was_asked_for() -> None:
    stop = Stop(BREACH, "stop")
    state = AgentState(remedies=Remedies("stop"), spared=frozenset((0, 5)))
    assert stop in state.handle(Breached(1, BREACH))
    assert stop not in state.handle(Breached(2, BREACH, is_over=True))
    assert stop not in AgentState().handle(Breached(1, BREACH))


def test_a_name_cannot_spoil_the_log() -> None:
    """A process calls itself what it likes."""
    chosen = b"a) R 1\n\x1b[2J"
    name = f"import ctypes; ctypes.CDLL(None).prctl(15, {chosen!r}); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        stat = Stat.read(process.pid)
        process.kill()
    assert (stat.name, stat.state in "RS", stat.bytes > 0) == ("a) R 1??[2J", True, True)
    assert uids(os.getpid())[:2] == (os.getuid(), os.geteuid())


def test_vendors_know_the_files_of_their_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of a GPU, not those of the driver as a whole."""
    monkeypatch.setenv("SOFTXPU_SEGMENT", "mine")
    monkeypatch.setattr(cuda, "DRIVER_GPUS", "/nonexistent")
    assert cuda.VENDOR.mapped("/dev/nvidia3") == "cuda@3"
    for path in ("/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/shm/mine", "/dev/zero"):
        assert cuda.VENDOR.mapped(path) == ""
    assert soft.VENDOR.mapped("/dev/shm/mine.0") == "soft"
    for path in ("/dev/shm/softxpu.0", "/dev/shm/mine", "/dev/shm/mine.x"):
        assert soft.VENDOR.mapped(path) == ""
