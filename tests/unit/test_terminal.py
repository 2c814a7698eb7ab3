"""When a terminal is idle, what is kept of it, the frames, and the keys that are ours."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cli.job._escape import DETACH, HELP, Escape
from heddle.engine.local.terminal.idle import (
    END,
    LONGEST_S,
    QUIET,
    STAYS,
    WARN,
    Idle,
    ProcessorTime,
    Signs,
)
from heddle.engine.local.terminal.screen import KEPT, Screen
from heddle.model.wire.terminal import (
    DONE,
    INPUT,
    MOST,
    SIZE,
    VIEW,
    Frames,
    frame,
    size_frame,
    size_of,
)
from heddle.spec import job_file
from heddle.spec.document import FileError
from heddle.spec.job_text import as_text
from tests.engines import within

JOB = "id: a\ndevices: cpu:1\ncommand: sh\n"
steps = st.lists(
    st.tuples(
        st.floats(0.001, 30),  # seconds until it is looked at, at most
        st.sampled_from(["nothing", "nothing", "nothing", "touched", "cpu", "little", "device"]),
    ),
    max_size=60,
)


@given(st.integers(1, 7200), steps)
def test_it_ends_only_when_nothing_happened_for_so_long_and_was_warned_of(
    idle_s: int, happens: list[tuple[float, str]]
) -> None:
    idle = Idle(idle_s, 0.0)
    now, active, warned = 0.0, 0.0, None
    for most, what in [*happens, *[(1e9, "nothing")] * 2000]:
        wait = min(most, idle.wait_s(now))
        assert 0 < wait <= LONGEST_S or wait == most
        before, now = now, now + wait
        touched = now - wait / 2 if what == "touched" else active
        cpu = {"cpu": wait, "little": wait * QUIET / 2}.get(what, 0.0)
        if what == "touched":
            active = touched
        elif what in ("cpu", "device"):
            active = now
        if what not in ("nothing", "little"):
            warned = None
        verdict = idle.look(now, Signs(touched, cpu, what == "device"))
        if verdict == WARN:
            assert warned is None
            assert now - active >= idle_s - idle.warn_s - 1e-6
            warned = now
        elif verdict == END:
            assert now - active >= idle_s - 1e-6
            assert warned is not None
            assert now - warned >= idle.warn_s - 1e-6
            assert now - active <= idle_s + idle.warn_s + (now - before) + LONGEST_S
            return
        else:
            assert verdict == STAYS
    raise AssertionError("it never ended")


@pytest.mark.parametrize(
    ("text", "computes"),
    [
        ("while True: pass", True),
        ("import os\nwhile True: os.system(':')", True),  # each too short to be found
        ("import time; time.sleep(100)", False),
    ],
)
def test_what_processes_below_us_compute_is_seen(text: str, computes: bool) -> None:
    work = ProcessorTime(has_devices=False)
    with subprocess.Popen([sys.executable, "-S", "-c", text]) as child:
        try:
            used = iter(lambda: work.since_before()[0], None)
            assert within(lambda: (sum(itertools.islice(used, 20)) > 0.05) is computes)
        finally:
            child.kill()


@given(st.lists(st.binary(max_size=3000), max_size=60))
def test_the_last_of_what_was_shown_is_kept(pieces: list[bytes]) -> None:
    """All of it while it is little; later from the beginning of a line on."""
    screen = Screen()
    shown = b""
    for piece in pieces:
        plain = piece.replace(b"\x1b", b"").replace(b"\x05", b"")
        screen.add(plain)
        shown += plain
    replayed = screen.replay()
    assert shown.endswith(replayed)
    assert len(replayed) <= KEPT
    assert (
        replayed == shown
        if len(shown) <= KEPT
        else b"\n" not in shown[-KEPT:][: -len(replayed) - 1]
    )


def test_questions_to_a_terminal_are_not_asked_again() -> None:
    """Their answers would be typed into the shell."""
    screen = Screen()
    asked = [
        b"\x1b[6n", b"\x1b[?6n", b"\x1b[c", b"\x1b[>c", b"\x1b[=0c", b"\x1b[>0q", b"\x1b[?2026$p",
        b"\x1b]11;?\x07", b"\x1b]4;1;?\x1b\\", b"\x1bP+q544e\x1b\\", b"\x1bP$qm\x1b\\", b"\x05",
    ]  # fmt: skip
    kept = b"\x1b[31mred\x1b[0m\x1b[2J\x1b]0;title\x07\x1b[?2004h"
    for each in asked:
        screen.add(each + kept)
    assert screen.replay() == kept * len(asked)


@given(
    st.lists(st.tuples(st.sampled_from([VIEW, INPUT, SIZE]), st.binary(max_size=40)), max_size=9),
    st.data(),
)
def test_frames_arrive_as_they_were_sent(
    sent: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    whole = b"".join(frame(kind, content) for kind, content in sent)
    frames, found = Frames(), []
    while whole:
        length = data.draw(st.integers(1, len(whole)))
        frames.add(whole[:length])
        whole = whole[length:]
        while (one := frames.next()) is not None:
            found.append(one)
    assert found == sent


def test_what_is_no_frame_is_refused() -> None:
    for wrong in (b"x\0\0\0\0", b"i\xff\xff\xff\xff", DONE * 5, frame(INPUT)[:1] + b"\x7f" * 4):
        frames = Frames()
        frames.add(wrong)
        with pytest.raises(ValueError, match="not a frame"):
            frames.next()
    assert MOST < 0x7F7F7F7F
    assert size_of(size_frame(33, 99)[5:]) == (33, 99)
    for data in (b"", b"\0\0\0\0", b"\xff\xff\0\1", b"12345"):
        with pytest.raises(ValueError, match="size"):
            size_of(data)


@given(st.lists(st.binary(max_size=12), max_size=12))
def test_what_is_typed_arrives_in_any_pieces(pieces: list[bytes]) -> None:
    """Without a ~ all of it arrives; and pieces make no difference."""
    whole = b"".join(pieces)
    by_piece, at_once = Escape(), Escape()
    out, asked = b"", list[str]()
    for piece in pieces:
        more, wanted = by_piece.feed(piece)
        out, asked = out + more, asked + wanted
        if DETACH in asked:
            break
    assert (out, asked) == at_once.feed(whole)
    if b"~" not in whole:
        assert (out, asked) == (whole, [])


@pytest.mark.parametrize(
    ("typed", "arrives", "asked"),
    [
        (b"~.", b"", [DETACH]),
        (b"ls\r~.rest", b"ls\r", [DETACH]),
        (b"a~.", b"a~.", []),
        (b"\r~~.", b"\r~.", []),
        (b"cd ~/x\r~/bin/y\r", b"cd ~/x\r~/bin/y\r", []),
        (b"\n~?~.", b"\n", [HELP, DETACH]),
        (b"~\r~.", b"~\r", [DETACH]),
    ],
)
def test_keys_that_are_ours(typed: bytes, arrives: bytes, asked: list[str]) -> None:
    """Only behind a new line, as in ssh."""
    assert Escape().feed(typed) == (arrives, asked)


def test_a_job_file_can_ask_for_a_terminal() -> None:
    (job,) = job_file.parse(JOB + "terminal: {idle: 1h30m}\n")
    assert job.terminal_idle_s == 5400
    assert job_file.parse(as_text(job)) == [job]
    (usual,) = job_file.parse(JOB + "terminal: {}\n")
    assert usual.terminal_idle_s == 1800
    assert job_file.parse(JOB)[0].terminal_idle_s is None


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ("terminal: {idle: 0s}", "from 1s to"),
        ("terminal: {idle: soon}", "is not an idle time"),
        ("terminal: {idel: 1h}", "Did you mean 'idle'?"),
        ("terminal: yes", "terminal is a mapping"),
        ("shape: gang\nmembers: 2\nterminal: {idle: 1h}", "only a single job has one"),
    ],
)
def test_what_is_wrong_with_a_terminal_is_said(more: str, rule: str) -> None:
    with pytest.raises(FileError) as caught:
        job_file.parse(JOB + more)
    assert rule in str(caught.value)
    assert os.linesep in str(caught.value)
