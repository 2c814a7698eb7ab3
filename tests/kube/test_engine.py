"""The engine kubernetes in the suite for every engine (tests/unit/test_engine.py), on a real
cluster; and what is different there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from heddle.errors import UsageError
from tests.engines import FINAL, Followed, order, within, written
from tests.kube.engines import JobCluster
from tests.unit import test_engine as suite
from tests.unit.test_engine import STAYS

pytestmark = pytest.mark.kube

#: A line is in the log of a pod when it has ended.
SPEAKS = ("sh", "-c", "echo one; echo two >&2; exec sleep 1000")

globals().update(
    (name, test)
    for name, test in vars(suite).items()
    if name.startswith("test_") and test.__code__.co_varnames[:1] == ("followed",)
)


@pytest.fixture
def followed(jobs: JobCluster, tmp_path: Path) -> Iterator[Followed]:
    make = partial(jobs.engine, tmp_path)
    made = Followed(make(), make)
    yield made
    last = made.engine
    for seen in last.seen():
        last.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in last.seen()))
    assert within(lambda: not jobs.pods()), "what has ended leaves no pods"
    last.close()


def test_only_what_has_ended_is_forgotten(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *SPEAKS))
    followed.until("j1.1", "running")
    followed.engine.forget("j1.1")
    assert followed.seen("j1.1") is not None
    followed.engine.stop("j1.1", "enough")
    followed.end("j1.1")
    followed.engine.forget("j1.1")
    followed.engine.forget("j1.1")
    assert followed.seen("j1.1") is None
    assert sorted(written(followed.engine, "j1.1").split()) == ["one", "two"], "logs stay"


def test_logs_are_read_from_a_byte_on(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *SPEAKS))
    assert within(lambda: len(written(followed.engine, "j1.1")) == 8)
    logs = followed.engine.logs
    whole = logs("j1.1", 0, 0, 100)
    assert logs("j1.1", 0, 2, 3) == whole[2:5]
    assert logs("j1.1", 0, 4, 100) == whole[4:]
    for start, most in ((8, 100), (600, 100), (0, 0)):
        assert logs("j1.1", 0, start, most) == b""
    assert logs("j1.1", 7, 0, 100) == b"", "there is no such member"


def test_what_is_written_is_kept_byte_for_byte(followed: Followed) -> None:
    """Lines of any length and without an end, and bytes that are no text."""
    long = "head -c 40000 /dev/zero | tr '\\0' x"
    script = f"printf 'a\\rb\\n\\377\\n'; {long}; echo; printf end"
    followed.engine.start(order("j1.1", "sh", "-c", script))
    assert followed.end("j1.1").exit_code == 0
    expected = b"a\rb\n\xff\n" + b"x" * 40000 + b"\nend"
    assert followed.engine.logs("j1.1", 0, 0, 1 << 20).rstrip(b"\n") == expected


def test_a_terminal_can_be_attached_to_as_often_as_one_likes(followed: Followed) -> None:
    """There are none: it is refused before anything starts."""
    refused = followed.engine.start(replace(order("j1.1", *STAYS), terminal_idle_s=1000))
    assert refused is not None
    assert (refused.code, "`terminal`" in refused.why) == ("impossible", True)
    assert followed.engine.seen() == []


def test_where_there_is_no_terminal_nobody_attaches(followed: Followed) -> None:
    followed.engine.start(order("j1.1", *STAYS))
    followed.until("j1.1", "running")
    with pytest.raises(UsageError, match="no terminal"):
        followed.engine.attach("j1.1", 0)
