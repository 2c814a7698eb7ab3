"""The crash test's own eyes: what is wrong must not be taken for right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from heddle.model.record import AttemptRecord, JobRecord, Place
from heddle.research.bench._crash import check as check
from heddle.research.bench._crash.load import TrackedSubmission
from heddle.research.bench._crash.rig import overbooked

SPEC: dict[str, Any] = {"id": "c0", "command": ["python", "-I", "-S", "m.py", "/j", "0.5", "0"]}
PLACE = Place("here", (("soft@gpu", 300),), 1000)
JOB = JobRecord("j1", "c0", "default", "ann", SPEC, "done", attempts=1)
ATTEMPT = AttemptRecord("j1.1", "j1", 1, "local", 0, (PLACE,), "ended", 1000, 1600, 0)
LINES = ["begin j1.1 0 7 1010", "tick j1.1 0 7 1110", "end j1.1 0 7 1520"]
USED = {"job": "j1", "attempts": 1, "device_ms": 180, "cpu_ms": 600}


def kept(
    job: JobRecord = JOB, *attempts: AttemptRecord, lines: list[str] | None = None, **more: Any
) -> check.CrashEvidence:
    journal = check.Journal.read(LINES if lines is None else lines)
    plans = [TrackedSubmission("c0", [SPEC], False, 1, ["j1"])]
    made = check.CrashEvidence(
        {"j1": job}, {"j1": attempts or (ATTEMPT,)}, plans, journal, frozenset(), frozenset()
    )
    return replace(made, **more)


def test_what_is_right_is_right() -> None:
    found = kept()
    for look in (
        check.lost,
        check.doubled,
        check.unfinished,
        check.overlapping,
        check.booked_twice,
        check.unfounded,
    ):
        assert look(found) == [], look.__name__
    ledger = check.ledger(found, {"rows": [USED], "total": USED})
    assert (ledger.wrong, ledger.off_ms, ledger.silent) == ([], {"j1.1": 80}, 0)


def test_what_was_accepted_must_be_there_once() -> None:
    assert check.lost(kept(jobs={})) == ["j1"]
    assert check.doubled(kept(jobs={"j1": JOB, "j2": JOB})) == ["j2"]
    plan = TrackedSubmission("c0", [SPEC], False, 2, ["j1"])
    assert check.doubled(kept(plans=[plan])) == ["c0"]
    assert check.unfinished(kept(replace(JOB, state="running"))) == ["j1 is running"]


def test_two_at_a_time_are_seen_in_the_journal_and_in_the_store() -> None:
    line = "twice j1.2 0 8 1300"
    assert check.overlapping(kept(lines=[*LINES, line])) == [line]
    second = replace(ATTEMPT, id="j1.2", started_ms=1599, ended_ms=2000)
    assert check.overlapping(kept(JOB, ATTEMPT, second)) == ["j1.1 and j1.2"]
    assert not check.overlapping(kept(JOB, ATTEMPT, replace(second, started_ms=1600)))


def test_devices_must_not_be_booked_twice() -> None:
    """In the store, and in what Ray says."""
    heavy = Place("here", (("soft@gpu", 800),))
    second = replace(ATTEMPT, id="j1.2", started_ms=1599, ended_ms=2000, places=(heavy,))
    (found,) = check.booked_twice(kept(JOB, ATTEMPT, second))
    assert found == "soft@gpu of here at 1599 by j1.2"
    assert not check.booked_twice(kept(JOB, ATTEMPT, replace(second, started_ms=1600)))
    assert not check.booked_twice(kept(JOB, ATTEMPT, replace(second, places=(PLACE,))))

    group = {"bundles": {"0": {"CPU": 2, "heddle:a": 0.6}}, "bundles_to_node_id": {"0": "n"}}
    assert overbooked([group]) == []
    assert overbooked([group, group]) == ["heddle:a of n: 1.2"]
    waits = {**group, "bundles_to_node_id": {"0": ""}}
    assert overbooked([group, waits]) == []


def test_a_device_that_two_have_at_the_same_time_is_seen() -> None:
    first = ["begin j1.1 0 7 1010 n1/0 n1/1", "end j1.1 0 7 1520"]
    second = ["begin j2.1 0 8 1500 n1/1", "end j2.1 0 8 1600"]
    assert check.had_at_once(kept(lines=first + second)) == ["n1/1: j1.1 and j2.1"]
    later = ["begin j2.1 0 8 1530 n1/1", "end j2.1 0 8 1600"]
    other = ["begin j3.1 0 8 1100 n2/1", "end j3.1 0 8 1600"]
    assert check.had_at_once(kept(lines=first + later + other)) == []


FAILED = replace(JOB, state="failed", reason={"code": "exit"})
BROKEN = replace(ATTEMPT, exit_code=3)
ASKED = {**SPEC, "command": [*SPEC["command"][:6], "3"]}


@pytest.mark.parametrize(
    ("job", "attempt", "more", "rule"),
    [
        (JOB, ATTEMPT, {"lines": LINES[:2]}, "it did not run"),
        (FAILED, BROKEN, {}, "it was not killed"),
        (FAILED, BROKEN, {"hit": frozenset({"j1.1"})}, ""),
        (replace(FAILED, spec=ASKED), BROKEN, {}, ""),
        (replace(FAILED, spec={**ASKED, "retries": 1}), BROKEN, {}, "it had a retry left"),
        (replace(FAILED, reason={"code": "timeout"}), BROKEN, {}, "it had no time-out"),
        (replace(JOB, state="cancelled"), ATTEMPT, {}, "it was not cancelled"),
        (
            replace(JOB, state="cancelled", reason={"code": "cancelled"}),
            ATTEMPT,
            {"cancelled": frozenset({"j1"})},
            "",
        ),
    ],
)
def test_a_fate_needs_a_reason(
    job: JobRecord, attempt: AttemptRecord, more: dict[str, Any], rule: str
) -> None:
    found = check.unfounded(kept(job, attempt, **more))
    assert bool(found) == bool(rule)
    assert all(rule in text for text in found)


def test_the_ledger_must_add_up() -> None:
    less = {**USED, "cpu_ms": 599}
    assert check.ledger(kept(), {"rows": [less], "total": USED}).wrong == ["j1"]
    assert check.ledger(kept(), {"rows": [USED], "total": less}).wrong == ["total"]
    strange = {**USED, "job": "j9"}
    assert check.ledger(kept(), {"rows": [USED, strange], "total": USED}).wrong == ["j9"]
    away = kept(JOB, replace(ATTEMPT, ended_ms=(ATTEMPT.ended_ms or 0) + 50, worth={"away_ms": 50}))
    assert check.ledger(away, {"rows": [USED], "total": USED}).wrong == []
    late = kept(JOB, replace(ATTEMPT, ended_ms=9000))
    assert check.ledger(late, {"rows": [], "total": USED}).off_ms == {"j1.1": 7480}
    assert check.ledger(kept(lines=[]), {"rows": [USED], "total": USED}).silent == 1
