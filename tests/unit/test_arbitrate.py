"""The decision function, the compiled one, on tables made of nothing but memory."""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import native
from heddle._gen import table as layout
from heddle.model.plan import LEARNED_TURNS

READY = layout.SLOT_STATE["ready"]
PERSON = layout.HOLD["by_person"]
DEVICES = 4
STANDARD, SHORT, LONG = (layout.SLICE_US[name] for name in ("standard", "short", "long"))
QUANTUM_NS = 30_000_000


@dataclass
class Made:
    """A program to put into a table."""

    rank: int = 0
    devices: int = 1  #: bit mask of devices it has queues on
    active: int = 1  #: bit mask of devices it has work on
    deadline_us: int = 0
    held_by_person: bool = False
    level_limit: int = 0
    weight: int = 1000
    share_milli: int = 0
    cap_milli: int = 0


@dataclass
class Memory:
    """A table in plain memory, written and read through the generated twin."""

    programs: list[Made]
    level: int = 3
    data: bytearray = field(default_factory=lambda: bytearray(layout.BYTES))

    def __post_init__(self) -> None:
        attached_to = [0] * DEVICES
        for d in range(DEVICES):
            self.put("device", d, state=READY, level=self.level)
        for i, made in enumerate(self.programs):
            attached = made.devices | made.active
            self.put(
                "program",
                i,
                state=READY,
                id=i + 1,
                rank=made.rank,
                weight=made.weight,
                share_milli=made.share_milli,
                cap_milli=made.cap_milli,
                deadline_us=made.deadline_us,
                attached=attached,
                level_limit=made.level_limit,
            )
            self.put("process", i, state=READY, program=i, attached=attached, active=made.active)
            self.put("gate", i, word=PERSON if made.held_by_person else 0)
            for d in range(DEVICES):
                if attached >> d & 1:
                    attached_to[d] += 1
        for d in range(DEVICES):
            self.put("device", d, programs=attached_to[d])
        self.put("header", 0, devices_used=(1 << DEVICES) - 1)
        self.put("header", 0, programs_used=self.bits(4), processes_used=self.bits(32))

    def bits(self, words: int) -> tuple[int, ...]:
        used = (1 << len(self.programs)) - 1
        return tuple(used >> 64 * word & (1 << 64) - 1 for word in range(words))

    def put(self, region: str, index: int, **values: object) -> None:
        offset, _, size = layout.REGIONS[region]
        for name, value in values.items():
            at, form = layout.FIELDS[region][name]
            given = value if isinstance(value, tuple) else (value,)
            struct.pack_into("<" + form, self.data, offset + index * size + at, *given)

    def get(self, region: str, index: int, name: str) -> int:
        offset, _, size = layout.REGIONS[region]
        at, form = layout.FIELDS[region][name]
        value: int = struct.unpack_from("<" + form, self.data, offset + index * size + at)[0]
        return value

    def arbitrate(self, device: int = 0, now_ns: int = 1_000_000_000) -> None:
        buffer = (ctypes.c_char * len(self.data)).from_buffer(self.data)
        status = native.library().heddle_arbitrate(buffer, device, ctypes.c_int64(now_ns))
        assert status == 0

    def slice_us(self, program: int, device: int) -> int:
        is_short, is_long = (
            self.get("program", program, mask) >> device & 1 for mask in ("short_on", "long_on")
        )
        assert not is_short & is_long
        return SHORT if is_short else LONG if is_long else STANDARD

    def come_to_rest(self) -> None:
        """As keepers do whose program stands at a closed gate."""
        for i in range(len(self.programs)):
            loose, resting = self.get("process", i, "loose"), self.get("process", i, "resting")
            self.put("process", i, loose=loose & ~resting)

    def gates(self) -> list[int]:
        return [self.get("gate", i, "word") for i in range(len(self.programs))]

    def open(self) -> set[int]:
        return {i for i, word in enumerate(self.gates()) if word == 0}


def wants(made: Made) -> bool:
    return bool(made.active) and not made.held_by_person


programs = st.lists(
    st.builds(
        Made,
        rank=st.integers(-3, 3),
        devices=st.integers(1, 2**DEVICES - 1),
        active=st.integers(0, 2**DEVICES - 1),
        held_by_person=st.booleans(),
    ),
    min_size=1,
    max_size=8,
)


def test_the_urgent_program_closes_the_other_and_idling_opens_it() -> None:
    """The whole of preemption in one decision and its reverse."""
    memory = Memory([Made(rank=100), Made(rank=-100)])
    memory.arbitrate()
    assert memory.gates() == [0, 1]
    memory.put("process", 0, active=0)
    memory.arbitrate(now_ns=2_000_000_000)
    assert memory.gates() == [0, 0]


def test_expected_work_makes_room_until_the_time_is_over() -> None:
    """A program that says that work is coming goes first before it has any."""
    memory = Memory([Made(rank=100, active=0), Made(rank=-100)])
    memory.put("program", 0, expected_until_ns=1_500_000_000)
    memory.arbitrate(now_ns=1_000_000_000)
    assert memory.gates() == [0, 1]
    memory.arbitrate(now_ns=1_600_000_000)
    assert memory.gates() == [0, 0]


def test_a_crowd_is_decided_about_like_a_few() -> None:
    """Far more programs than fit into a word of bits: the last slots are as good as the first."""
    memory = Memory([Made(rank=-1)] * 199 + [Made(rank=5)])
    memory.arbitrate()
    assert memory.open() == {199}
    assert memory.get("device", 0, "waiting") == 199
    memory.put("process", 199, active=0)
    memory.arbitrate(now_ns=2_000_000_000)
    assert len(memory.open() - {199}) == 1, "those below a latency class take turns"


def test_equals_run_side_by_side() -> None:
    """The device's own scheduler shares among programs of one rank."""
    memory = Memory([Made(), Made(), Made()])
    memory.arbitrate()
    assert memory.open() == {0, 1, 2}


def test_an_earlier_deadline_goes_first_among_equals() -> None:
    """Rank, then deadline."""
    memory = Memory([Made(deadline_us=50_000), Made(deadline_us=20_000), Made()])
    memory.arbitrate()
    assert memory.open() == {1}


def test_slices_follow_rank_at_level_3_only() -> None:
    """Who leads holds a long slice, who follows a short one; at level 2 nobody."""
    for level, expected in ((3, [LONG, SHORT]), (2, [STANDARD, STANDARD])):
        memory = Memory([Made(rank=1), Made(rank=0)], level=level)
        memory.arbitrate()
        assert [memory.slice_us(i, 0) for i in range(2)] == expected


def test_each_device_has_a_slice_of_its_own() -> None:
    """Who leads on one device and follows on another is slow to give up the one only."""
    memory = Memory(
        [
            Made(rank=0, devices=0b1111, active=0),
            Made(rank=-5, devices=0b0001, active=0),
            Made(rank=5, devices=0b0010, active=0),
            Made(rank=0, devices=0b0100, active=0),
        ]
    )
    memory.arbitrate()
    assert [memory.slice_us(0, d) for d in range(4)] == [LONG, SHORT, STANDARD, STANDARD]
    assert (memory.slice_us(1, 0), memory.slice_us(2, 1)) == (SHORT, LONG)
    assert memory.slice_us(3, 2) == STANDARD


def test_short_slices_elsewhere_ask_for_no_turns_here() -> None:
    """Two that follow on different devices run side by side on a third, which nobody leads."""
    memory = Memory(
        [
            Made(rank=5, devices=0b001, active=0),
            Made(rank=5, devices=0b010, active=0),
            Made(devices=0b101, active=0b101),
            Made(devices=0b110, active=0b110),
        ]
    )
    memory.arbitrate()
    assert memory.open() == {0, 1, 2, 3}


def test_a_program_is_held_on_all_its_devices_or_on_none() -> None:
    """Somebody urgent on one of four devices; who has no work there goes on with the others."""
    urgent, wide = Made(rank=5, devices=0b0001), Made(devices=0b1111, active=0b1111)
    beside = Made(rank=-5, devices=0b0010, active=0b0010)
    memory = Memory([urgent, wide, beside])
    memory.arbitrate()
    assert memory.open() == {0, 2}, "its other devices are not kept for it meanwhile"
    memory.put("process", 1, active=0b1110)
    memory.arbitrate(now_ns=2_000_000_000)
    assert memory.open() == {0, 1}
    memory.put("process", 0, active=0)
    memory.put("process", 1, active=0b1111)
    memory.arbitrate(now_ns=3_000_000_000)
    assert memory.open() == {0, 1}


def test_followers_with_short_slices_take_turns() -> None:
    """Two runnable contexts with short slices would never get anywhere."""
    memory = Memory([Made(rank=5, active=0), Made(), Made()])
    now = 1_000_000_000
    seen: list[int] = []
    for _ in range(6):
        memory.arbitrate(now_ns=now)
        memory.come_to_rest()
        memory.arbitrate(now_ns=now)
        running = memory.open() - {0}
        assert len(running) == 1
        seen += running
        now += QUANTUM_NS + 1
    assert seen == [1, 2, 1, 2, 1, 2]


def test_a_turn_begins_when_the_former_program_has_come_to_rest() -> None:
    """What it has in front of its next gate is runnable, too, and two short slices go nowhere."""
    memory = Memory([Made(rank=5, active=0), Made(), Made()])
    now = 1_000_000_000
    memory.arbitrate(now_ns=now)
    assert memory.open() == {0, 1}
    now += QUANTUM_NS + 1
    for _ in range(3):
        memory.arbitrate(now_ns=now)
        assert memory.open() == {0}
        now += 1_000_000
    assert memory.get("process", 1, "resting") == 1
    memory.come_to_rest()
    memory.arbitrate(now_ns=now)
    assert memory.open() == {0, 2}


def test_nobody_waits_for_a_stopped_keeper() -> None:
    """A process that cannot say that it has come to rest costs a moment, not for ever."""
    memory = Memory([Made(rank=5, active=0), Made(), Made()])
    memory.arbitrate(now_ns=1_000_000_000)
    memory.arbitrate(now_ns=1_100_000_000)
    assert memory.open() == {0}
    memory.arbitrate(now_ns=1_250_000_000)
    assert memory.open() == {0, 2}


def test_an_interrupted_turn_goes_on() -> None:
    """Otherwise a program that is urgent often would make each turn end with its first burst."""
    memory = Memory([Made(rank=5, active=0), Made(), Made()])
    now = 1_000_000_000
    memory.arbitrate(now_ns=now)
    for _ in range(4):
        for active, expected in ((1, {0}), (0, {0, 1})):
            now += QUANTUM_NS // 10
            memory.put("process", 0, active=active)
            memory.arbitrate(now_ns=now)
            assert memory.open() == expected
    now += QUANTUM_NS
    memory.arbitrate(now_ns=now)
    memory.come_to_rest()
    memory.arbitrate(now_ns=now)
    assert memory.open() == {0, 2}


@pytest.mark.parametrize(
    ("passing_us", "quantum_us", "turn_ms"),
    [(0, 0, 30), (100, 0, 10), (100, LEARNED_TURNS, 10), (1, 0, 5), (700, 0, 30), (100, 2000, 2)],
)
def test_a_turn_is_as_long_as_passing_it_on_is_worth(
    passing_us: int, quantum_us: int, turn_ms: int
) -> None:
    """A hundred times as long, unless the plan says how long; it never rotates in vain."""
    memory = Memory([Made(rank=5, active=0), Made(), Made()])
    for program in (1, 2):
        memory.put("program", program, quantum_us=quantum_us)
    now = 1_000_000_000
    for _ in range(40):
        memory.arbitrate(now_ns=now)
        now += passing_us * 1000
        memory.come_to_rest()
        memory.arbitrate(now_ns=now)
        now += QUANTUM_NS + 1
    assert memory.get("program", 1, "turn_ns") == turn_ms * 1_000_000


def test_who_comes_back_takes_the_turn_of_who_had_more_than_its_part() -> None:
    """A loop that waits for its work pauses often: each time it would lose a whole turn."""
    memory = Memory([Made(share_milli=900), Made(share_milli=100)])
    now = 1_000_000_000
    memory.arbitrate(now_ns=now)
    assert memory.open() == {0}
    had = [0, 0]
    for _ in range(200):  # 20 ms of work, 2 ms of nothing
        for active, length in ((1, 20_000_000), (0, 2_000_000)):
            memory.put("process", 0, active=active)
            memory.arbitrate(now_ns=now)
            memory.come_to_rest()
            memory.arbitrate(now_ns=now)
            for i in memory.open() - ({0} if not active else set()):
                had[i] += length
            now += length
    assert had[0] / sum(had) > 0.88, had


def letting_pass(now_ns: int) -> Memory:
    """A leader comes that lets another one pass for a millisecond."""
    memory = Memory([Made(rank=5, active=0), Made()])
    memory.arbitrate(now_ns=now_ns)
    memory.put("process", 0, active=1, lets_pass_ns=now_ns + 1_000_000)
    memory.arbitrate(now_ns=now_ns)
    return memory


def test_a_loop_lets_pass_what_others_have_left() -> None:
    """For a moment, as it says, and until they have come to rest."""
    now = 1_000_000_000
    memory = letting_pass(now)
    assert memory.open() == set()
    assert memory.get("process", 1, "resting") == 1
    assert memory.get("program", 0, "decide_at_ns") == now + 1_000_000
    memory.come_to_rest()
    memory.arbitrate(now_ns=now)
    assert memory.open() == {0}


def test_nobody_lets_pass_for_long() -> None:
    """Whoever is let pass may take for ever."""
    now = 1_000_000_000
    memory = letting_pass(now)
    memory.arbitrate(now_ns=now + 1_000_001)
    assert memory.open() == {0}


def parts(made: list[Made], seconds: float = 3, level: int = 3) -> list[float]:
    """What part of the time each program has the device, if all want it all the time."""
    memory = Memory(made, level=level)
    step, now = 1_000_000, 1_000_000_000
    steps = round(seconds * 1e9 / step)
    had = [0] * len(made)
    for _ in range(steps):
        memory.arbitrate(now_ns=now)
        memory.come_to_rest()
        memory.arbitrate(now_ns=now)
        for i in memory.open():
            had[i] += 1
        now += step
    return [count / steps for count in had]


@settings(max_examples=12, deadline=None)
@given(st.lists(st.integers(20, 300), min_size=2, max_size=4), st.sampled_from([1, 2, 3]))
def test_shares_converge(shares: list[int], level: int) -> None:
    """Who asked for a share gets it; the device is never idle, and the rest goes to the others."""
    total = sum(shares)
    made = [Made(share_milli=share) for share in shares] + ([Made()] if total < 1000 else [])
    got = parts(made, level=level)
    assert sum(got) > 0.99
    scale = max(1000, total)
    for share, part in zip(shares, got, strict=False):
        assert abs(part - share / scale) < 0.02


def test_weights_are_parts_of_what_is_left() -> None:
    """A share comes first, and the others divide the rest by weight."""
    got = parts([Made(share_milli=400), Made(weight=1000), Made(weight=2000)])
    assert [round(part, 1) for part in got] == [0.4, 0.2, 0.4]


@settings(max_examples=10, deadline=None)
@given(st.integers(10, 900))
def test_a_cap_holds_on_an_idle_device(cap: int) -> None:
    """Nobody else wants it, and still the program gets no more."""
    assert abs(parts([Made(cap_milli=cap)])[0] - cap / 1000) < 0.02


def test_what_a_cap_leaves_is_for_the_others() -> None:
    """A cap limits one, and wastes nothing while somebody else has work."""
    got = parts([Made(cap_milli=200), Made()])
    assert abs(got[0] - 0.2) < 0.02
    assert sum(got) > 0.99


def test_old_debt_does_not_starve_anybody() -> None:
    """Time was charged by a plan that is not in force any more."""
    memory = Memory([Made(weight=999), Made(weight=999)])
    for i, virtual in ((0, 10**12), (1, 0)):
        memory.put("program", i, virtual_time_ns=virtual, active=1)
    now, seen = 1_000_000_000, set()
    for _ in range(200):
        memory.arbitrate(now_ns=now)
        memory.come_to_rest()
        memory.arbitrate(now_ns=now)
        seen |= memory.open()
        now += QUANTUM_NS + 1
    assert seen == {0, 1}


def test_one_at_level_1_is_not_starved_by_many_side_by_side() -> None:
    """Their turns never end all at once, so they must not insist on them."""
    made = [Made(level_limit=1), *(Made() for _ in range(4))]
    got = parts(made)
    assert 0.15 < got[0] < 0.25
    assert all(part > 0.7 for part in got[1:])


def test_a_program_on_two_devices_is_not_starved_by_two_on_one_each() -> None:
    """Their turns end at different times, so one of the devices would always be taken."""
    memory = Memory([Made(devices=3, active=0), Made(active=1), Made(devices=2, active=0)])
    for i in range(3):
        memory.put("program", i, quantum_us=20_000)
    had, now = [0, 0, 0], 1_000_000_000
    for step in range(600):
        if step == 10:
            memory.put("process", 2, active=2)
        if step == 25:
            memory.put("process", 0, active=3)
        for _ in range(2):
            memory.arbitrate(0, now_ns=now)
            memory.arbitrate(1, now_ns=now)
            memory.come_to_rest()
        for i in memory.open():
            had[i] += 1
        now += 1_000_000
    assert min(had) > 150


def test_who_changes_its_rank_starts_level_there() -> None:
    """Time was counted among others in the old rank: neither debt nor claim is carried over."""
    for behind in (0, 10**12):
        memory = Memory([Made(weight=999), Made(weight=999), Made(rank=5, weight=999)])
        memory.put("program", 2, virtual_time_ns=behind, virtual_rank=5)
        for i in range(2):
            memory.put("program", i, virtual_time_ns=10**9, virtual_rank=0, active=1)
        memory.put("program", 2, rank=0, active=1)
        memory.arbitrate()
        assert abs(memory.get("program", 2, "virtual_time_ns") - 10**9) < 10**8


def test_programs_side_by_side_share_the_device_time() -> None:
    """How many they are says what part of the time each has had."""
    memory = Memory([Made(), Made(), Made(active=0)])
    memory.arbitrate()
    assert memory.get("device", 0, "sharers") == 2


def test_equals_take_turns_where_one_of_them_is_at_level_1() -> None:
    """It has little in flight, and would only get what the others' queues leave."""
    for level, limits in ((1, [0, 0]), (3, [1, 0]), (3, [0, 1])):
        memory = Memory([Made(level_limit=limit) for limit in limits], level=level)
        memory.arbitrate(now_ns=1_000_000_000)
        assert len(memory.open()) == 1
        first = memory.open()
        memory.arbitrate(now_ns=1_000_000_000 + QUANTUM_NS + 1)
        memory.come_to_rest()
        memory.arbitrate(now_ns=1_000_000_000 + QUANTUM_NS + 1)
        assert len(memory.open()) == 1
        assert memory.open() != first
    for level in (2, 3):
        memory = Memory([Made(), Made()], level=level)
        memory.arbitrate()
        assert memory.open() == {0, 1}


def test_a_turn_is_kept_until_the_quantum_ends() -> None:
    """Decisions for other reasons do not rotate."""
    memory = Memory([Made(rank=5, active=0), Made(), Made()])
    memory.arbitrate(now_ns=1_000_000_000)
    first = memory.open()
    memory.arbitrate(now_ns=1_000_000_000 + QUANTUM_NS // 2)
    assert memory.open() == first


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(programs, st.sampled_from([1, 2, 3]))
def test_ranks_are_strict_on_every_device(made: list[Made], level: int) -> None:
    """No program runs on a device beside one of higher rank that runs there."""
    memory = Memory(made, level=level)
    for d in range(DEVICES):
        memory.arbitrate(d)
    running = [i for i in memory.open() if wants(made[i])]
    for a in running:
        for b in running:
            if made[a].active & made[b].active:
                assert made[a].rank == made[b].rank


@settings(max_examples=300, deadline=None)
@given(programs, st.sampled_from([1, 2, 3]))
def test_nobody_waits_without_cause(made: list[Made], level: int) -> None:
    """Who waits does so for one that runs and shares a device, not for one that waits; unless that
    one waits for its turn on several devices."""
    memory = Memory(made, level=level)
    for d in range(DEVICES):
        memory.arbitrate(d)
    running = [i for i in memory.open() if wants(made[i])]
    for i, program in enumerate(made):
        if i in memory.open() or program.held_by_person:
            continue
        several = [j for j, other in enumerate(made) if other.active.bit_count() > 1]
        causes = [
            j
            for j in [*running, *several]
            if j != i
            and wants(made[j])
            and made[j].active & program.active
            and made[j].rank >= program.rank
        ]
        assert causes, "held, but nobody runs in its place"


@settings(max_examples=200, deadline=None)
@given(programs)
def test_an_idle_program_is_never_held_by_a_device(made: list[Made]) -> None:
    """Only a person or the agent may close the gate of a program that has no work."""
    memory = Memory(made)
    for d in range(DEVICES):
        memory.arbitrate(d)
    for i, program in enumerate(made):
        if not program.active:
            assert memory.gates()[i] in (0, PERSON)


@settings(max_examples=200, deadline=None)
@given(programs)
def test_deciding_twice_changes_nothing(made: list[Made]) -> None:
    """A decision follows from table and time alone: the next one mends what a kill left."""
    memory = Memory(made)
    for d in range(DEVICES):
        memory.arbitrate(d)
    before = memory.gates()
    for d in range(DEVICES):
        memory.arbitrate(d)
    assert memory.gates() == before
