"""Records that go from one machine to another: the same on both, and nothing else is taken."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.model.wire.plain import pack, plain, read, unpack
from heddle.node.programs import ExplainedProgram
from heddle.node.table_look import TableSnapshot
from heddle.records import DecisionLine, QueueState
from heddle.trace.recording import (
    DecisionSeen,
    DeviceRun,
    DeviceTime,
    Hold,
    ProgramStory,
    Recording,
)
from tests.unit.test_top_sampler import GPU, program

COUNTS = st.integers(0, 2**63)
PROGRAMS = st.builds(
    lambda id, name, count, memory: program(
        id,
        name=name,
        device_time_ns=count,
        memory={"soft@gpu": memory},
        queues=(QueueState("soft@gpu", 2, 0, 0, 0, 0, count),),
    ),
    st.integers(1, 1000),
    st.text(max_size=20),
    COUNTS,
    COUNTS,
)
LINES = st.builds(DecisionLine, COUNTS, st.text(max_size=5), COUNTS, COUNTS, COUNTS)
LOOKS = st.builds(
    lambda at_ns, programs, lines: TableSnapshot(
        at_ns, tuple(programs), (GPU,), {"soft@gpu": tuple(lines)}, {1: "j1", 2: None}
    ),
    COUNTS,
    st.lists(PROGRAMS, max_size=4),
    st.lists(LINES, max_size=4),
)
RECORDING = Recording(
    1, 9, {0: "soft@gpu"},
    (ProgramStory(7, "t", 0, (0,), (DeviceRun(0, 1, 2),), (Hold(2, 3, 1, 1, ((2, "low"),)),), 0),),
    (DecisionSeen(0, "activated", 7, 5, 1),), (DeviceTime(3, 0, 7, 1),), 100, 1, 0,
)  # fmt: skip


def sent(value: object) -> Any:
    """As it arrives."""
    return json.loads(unpack(pack(plain(value))))


@given(LOOKS)
def test_a_look_is_the_same_there(look: TableSnapshot) -> None:
    assert read(TableSnapshot, sent(look)) == look


@given(st.lists(PROGRAMS, max_size=3), st.none() | st.lists(st.text()).map(tuple))
def test_a_story_is_the_same_there(programs: list[Any], story: tuple[str, ...] | None) -> None:
    told = ExplainedProgram(tuple(programs), story)
    assert read(ExplainedProgram, sent(told)) == told


def test_a_recording_is_the_same_there() -> None:
    assert read(Recording, sent(RECORDING)) == RECORDING


def test_another_version_may_say_more_or_less() -> None:
    told = sent(RECORDING)
    told["moods"] = ["good"]
    del told["cpu_ns"]
    assert read(Recording, told) == replace(RECORDING, cpu_ns=0)


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        "look",
        {},
        {"at_ns": "1", "programs": [], "devices": [], "decisions": {}},
        {"at_ns": True, "programs": [], "devices": [], "decisions": {}},
        {"at_ns": 1, "programs": [{}], "devices": [], "decisions": {}},
        {"at_ns": 1, "programs": 3, "devices": [], "decisions": {}},
        {"at_ns": 1, "programs": [], "devices": [], "decisions": []},
    ],
)
def test_what_is_no_look_is_refused(said: object) -> None:
    with pytest.raises(ValueError, match="not a TableSnapshot"):
        read(TableSnapshot, said)


@pytest.mark.parametrize("text", ["", "!", pack([1, 2])[:-4], pack("0" * (33 << 20))])
def test_what_is_not_packed_or_a_trap_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"packed|base64"):
        unpack(text)
