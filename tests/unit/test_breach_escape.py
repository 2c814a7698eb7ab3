"""What the device says against a program: found if it hides something, and only then."""

from __future__ import annotations

import signal
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.agent.breach import CLOSER_NS, LOOK_NS, Detector
from heddle.agent.escape import UNACCOUNTED, is_doubtful, least
from heddle.agent.lineage import Kin, Lineage
from heddle.agent.look import MIB, SECOND, Breach, DeviceUser, Look, Total, Use
from heddle.agent.remedy import END, GRACE_NS, REMEDIES, REPORT, STOP, Ending, Remedies
from heddle.agent.state import AgentState, Breached, Observed, Remedied, TableProgram
from heddle.errors import UsageError
from heddle.model.plan import Plan
from heddle.records import ProcessState, QueueCounts

OWN = ProcessState(
    program=7,
    uid=0,
    is_guest=False,
    pid=70,
    start_ticks=700,
    planned_us={},
    slices_us={},
    alive_ns=0,
    is_loose=False,
    closed_ns=0,
    hold=(0, 0),
    queues=(QueueCounts(0, 1, "soft@gpu", 3, submitted=5, returned=5, completed=5, drained=0),),
)
SHORT = replace(OWN, slices_us={"soft@gpu": 1})
USE = Use(70, 700, 0, "train", "soft@gpu", memory=0, is_busy=False)
HERE = DeviceUser(70, 700, 0, "train", ("soft",), has_shim=True)
STRANGER = DeviceUser(80, 800, 1001, "other", ("soft",), has_shim=True)


class Watched:
    """A detector with a clock: looks at everything, or closer ones while it wants them."""

    def __init__(self) -> None:
        self.detector = Detector()
        self.now_ns = self.full_ns = 100 * SECOND
        self.told: list[Breach] = []
        self.over: list[Breach] = []

    def look(self, process: ProcessState | None = OWN, *uses: Use, **more: Any) -> None:
        closer = self.detector.wants_closer_look and self.now_ns - self.full_ns < LOOK_NS
        self.now_ns += CLOSER_NS if closer else LOOK_NS
        users = None if closer else more.pop("users", (HERE,))
        self.full_ns = self.full_ns if closer else self.now_ns
        processes = () if process is None else (process,)
        before = more.pop("before", processes)
        fields = {"roots": {70: 7}, "uses": uses, **more, "users": users}
        begun, over = self.detector.look(Look(self.now_ns, processes, before=before, **fields))
        self.told += begun
        self.over += over

    def until_told(self, *arguments: Any, **more: Any) -> float:
        """After how many seconds it was; at most 20."""
        begin = self.now_ns
        while not self.told and self.now_ns - begin < 20 * SECOND:
            self.look(*arguments, **more)
        return (self.now_ns - begin) / SECOND


def busy(**more: Any) -> Use:
    return replace(USE, is_busy=True, **more)


# -- found ----------------------------------------------------------------------------------------


def test_memory_behind_our_back_is_found_within_5_s() -> None:
    watched = Watched()
    counted = replace(OWN, memory=MIB)
    assert watched.until_told(counted, replace(USE, memory=65 * MIB)) <= 5
    (breach,) = watched.told
    assert (breach.kind, breach.program, breach.device) == ("memory", 7, "soft@gpu")
    assert "counted with 1 MiB: at least 64 MiB" in breach.text
    watched.look(counted, replace(USE, memory=MIB))
    assert watched.over == watched.told


def test_work_that_nobody_submitted_is_found_within_5_s() -> None:
    watched = Watched()
    assert watched.until_told(OWN, busy()) <= 5
    assert [(b.kind, b.device) for b in watched.told] == [("time", "soft@gpu")]


def test_a_timeslice_that_was_set_by_somebody_else_is_found_within_5_s() -> None:
    watched = Watched()
    assert watched.until_told(SHORT, replace(USE, slice_us=50_000)) <= 5
    assert [b.kind for b in watched.told] == ["slice"]
    assert "50000 us on soft@gpu, but 1 us was set" in watched.told[0].text


@pytest.mark.parametrize("use", [busy(pid=80), replace(USE, pid=80, memory=1)])
def test_who_has_the_shim_and_takes_without_joining_is_found_within_5_s(use: Use) -> None:
    """It points the library to no table, or has a file with its name."""
    watched = Watched()
    use = replace(use, start_ticks=800, uid=1001, name="other")
    assert watched.until_told(OWN, use, users=(STRANGER,), roots={80: 3}) <= 5
    (breach,) = watched.told
    assert (breach.kind, breach.program, breach.device) == ("unscheduled", 3, "soft@gpu")
    assert "no place in the table" in breach.text


def test_who_has_the_file_of_a_device_open_goes_past_its_driver() -> None:
    watched = Watched()
    assert watched.until_told(OWN, users=(HERE, replace(STRANGER, is_raw=True))) <= 5
    assert "goes past the driver" in watched.told[0].text


@pytest.mark.parametrize(
    "total",
    [
        Total("cuda@0", memory=UNACCOUNTED * 3, named=UNACCOUNTED),
        Total("cuda@0", memory=UNACCOUNTED * 3, allowance=MIB),
        Total("cuda@0", is_busy=True),
    ],
    ids=["more than it names", "it names nobody", "busy"],
)
def test_what_is_nobodys_is_told_of_the_device(total: Total) -> None:
    watched = Watched()
    watched.until_told(OWN, totals=(total,))
    (breach,) = watched.told
    assert (breach.kind, breach.pid, breach.device) == ("unaccounted", 0, "cuda@0")
    assert Remedies(STOP, strict=True).of(breach, frozenset(), True) == REPORT


# -- excused --------------------------------------------------------------------------------------

EXCUSED: dict[str, tuple[ProcessState, Use, dict[str, Any]]] = {
    "something was on its way": (
        OWN,
        busy(),
        {"before": (replace(OWN, queues=(replace(OWN.queues[0], completed=4),)),)},
    ),
    "a call was entered meanwhile": (
        OWN,
        busy(),
        {"before": (replace(OWN, queues=(replace(OWN.queues[0], submitted=4),)),)},
    ),
    "something is on its way": (
        replace(OWN, queues=(replace(OWN.queues[0], completed=4),)),
        busy(),
        {},
    ),
    "all is counted": (replace(OWN, memory=MIB), replace(USE, memory=MIB), {}),
    "it has just been freed": (
        OWN,
        replace(USE, memory=MIB),
        {"before": (replace(OWN, memory=MIB),)},
    ),
    "the driver takes its part": (OWN, replace(USE, memory=500 * MIB, allowance=600 * MIB), {}),
    "the slice is what was set": (SHORT, replace(USE, slice_us=1), {}),
    "none was set": (OWN, replace(USE, slice_us=2000), {}),
}


@pytest.mark.parametrize("why", EXCUSED)
def test_it_is_excused_if(why: str) -> None:
    watched = Watched()
    process, use, more = EXCUSED[why]
    for _ in range(40):
        watched.look(process, use, **dict(more))
    assert watched.told == []


def test_what_a_pool_keeps_was_counted_once() -> None:
    """Where drivers have pools: freed, and kept for the next allocation."""
    watched = Watched()
    use = replace(USE, memory=900 * MIB, allowance=MIB)
    watched.look(replace(OWN, memory=900 * MIB), use)
    for _ in range(40):
        watched.look(OWN, use)
    assert watched.told == []


def test_a_copy_that_fork_made_may_have_a_mapping_and_nothing_else() -> None:
    watched = Watched()
    for _ in range(20):
        watched.look(OWN, replace(USE, pid=80, start_ticks=800), users=(STRANGER,))
    assert watched.told == []


@settings(max_examples=100)
@given(
    steps=st.lists(
        st.tuples(st.integers(0, 100), st.integers(0, 100), st.booleans()), min_size=5, max_size=60
    )
)
def test_an_honest_history_is_never_accused(steps: list[tuple[int, int, bool]]) -> None:
    """Memory comes and goes, counted first and freed last; work is counted before it begins; each
    look meets it at three moments that are close to each other."""
    watched = Watched()
    submitted = 0
    for taken, extra, works in steps:
        queues = (replace(OWN.queues[0], submitted=submitted, completed=submitted),)
        before = replace(OWN, queues=queues, memory=taken + extra)
        submitted += works
        queues = (replace(queues[0], submitted=submitted, completed=submitted),)
        use = replace(USE, memory=taken, is_busy=works)
        watched.look(replace(OWN, queues=queues), use, before=(before,))
    assert watched.told == []


@given(
    table=st.lists(st.integers(0, 9), min_size=2, max_size=6),
    device=st.lists(st.integers(0, 9), min_size=2, max_size=6),
)
def test_asking_again_only_ever_speaks_for_it(table: list[int], device: list[int]) -> None:
    looks = [
        Look(1, (replace(OWN, memory=t),), uses=(replace(USE, memory=d),), before=(OWN,))
        for t, d in zip(table, device, strict=False)
    ]
    look = looks[0]
    for other in looks[1:]:
        look = least(look, other)
    counted, has = table[: len(looks)], device[: len(looks)]
    assert is_doubtful(look) == (min(has) > max(counted))


# -- lineage --------------------------------------------------------------------------------------


def test_a_program_is_that_of_the_nearest_ancestor_and_is_remembered() -> None:
    lineage = Lineage()
    kin = {1: Kin(0, 0, 1), 10: Kin(5, 1, 10), 11: Kin(6, 10, 10), 12: Kin(7, 11, 12)}
    assert lineage.look(kin, {(10, 5): 3}) == {10: 3, 11: 3, 12: 3}
    orphan = {1: kin[1], 12: replace(kin[12], parent=1)}
    assert lineage.look(orphan, {}) == {12: 3}
    assert lineage.look({1: kin[1], 12: Kin(8, 1, 12)}, {}) == {}, "the number was used again"


def test_a_session_tells_when_nothing_else_does() -> None:
    kin = {10: Kin(5, 1, 10), 12: Kin(7, 1, 10), 13: Kin(7, 1, 13)}
    assert Lineage().look(kin, {(10, 5): 3}) == {10: 3, 12: 3}


@given(
    parents=st.dictionaries(st.integers(2, 12), st.integers(0, 12), max_size=11),
    roots=st.dictionaries(st.integers(2, 12), st.integers(1, 3), max_size=4),
)
def test_lines_end_whatever_the_kernel_says(parents: dict[int, int], roots: dict[int, int]) -> None:
    kin = {pid: Kin(pid, parent, 0) for pid, parent in parents.items()}
    found = Lineage().look(kin, {(pid, pid): program for pid, program in roots.items()})
    assert set(found) <= set(kin)
    assert all(found[pid] == roots[pid] for pid in kin.keys() & roots.keys())


# -- remedies -------------------------------------------------------------------------------------

BREACH = Breach("memory", 7, 70, 700, 1001, "soft@gpu", "process 70 hides")


def test_remedies_are_parsed_and_refused() -> None:
    assert Remedies.parse(["stop", "soft@gpu=end"]) == Remedies(STOP, {"soft@gpu": END})
    for word in ("kill", "soft@gpu=", "=stop", "soft@gpu=kill"):
        with pytest.raises(UsageError, match="report, stop, end"):
            Remedies.parse([word])


@given(
    otherwise=st.sampled_from([*REMEDIES]),
    own=st.sampled_from([*REMEDIES, None]),
    strict=st.booleans(),
    is_strict=st.booleans(),
    program=st.sampled_from([0, 7]),
    pid=st.sampled_from([0, 70]),
    uid=st.sampled_from([0, 1001]),
)
def test_a_remedy_follows_from_the_device_the_program_and_the_user(
    otherwise: str, own: str | None, strict: bool, is_strict: bool, program: int, pid: int, uid: int
) -> None:
    devices = {"soft@gpu": own} if own else {}
    remedies = Remedies(otherwise, devices, strict)
    breach = replace(BREACH, program=program, pid=pid, uid=uid)
    remedy = remedies.of(breach, frozenset((0,)), is_strict and bool(program))
    if not pid or (uid == 0 and not program):
        assert remedy == REPORT, "nobody is named, or it is the system's"
    elif strict or (is_strict and program):
        assert remedy == STOP
    else:
        assert remedy == (own or otherwise)


def test_who_is_asked_to_end_and_does_not_is_killed() -> None:
    sent: list[tuple[int, signal.Signals]] = []

    def send(breach: Breach, number: signal.Signals) -> str:
        sent.append((breach.pid, number))
        return ""

    ending = Ending(send)
    assert "SIGTERM" in ending.begin(BREACH, END, 0)
    assert ending.look(GRACE_NS - 1) == []
    assert [b for b, _ in ending.look(GRACE_NS)] == [BREACH]
    assert ending.look(2 * GRACE_NS) == []
    assert sent == [(70, signal.SIGTERM), (70, signal.SIGKILL)]
    assert "not stopped: it has gone" in Ending(lambda *_: "it has gone").begin(BREACH, STOP, 0)


def test_what_was_done_is_in_the_story_and_with_the_breach() -> None:
    state = AgentState()
    state.handle(Observed(1, (TableProgram(7, "train", "lab", Plan(), Plan()),)))
    state.handle(Breached(SECOND, BREACH))
    assert state.remedied[BREACH] == "is reported"
    state.handle(Remedied(2 * SECOND, BREACH, "is stopped for that (SIGKILL)"))
    assert state.remedied[BREACH] == "is stopped for that (SIGKILL)"
    assert state.story(7)[-1] == "2.000 process 70 is stopped for that (SIGKILL)"
    state.handle(Breached(3 * SECOND, BREACH, is_over=True))
    assert state.remedied == {}
