"""A job as people see it: why it waits or runs where it does, and its log."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heddle.cluster.explain import REMEDIES, Explained, Here, why_here
from heddle.control.core import Core
from heddle.desk.jobs.explain import MOST_HOLDERS
from heddle.engine.base import Engine
from heddle.errors import HeddleError, LogGoneError
from heddle.model.reason import Reason
from heddle.spec.job_file import parse
from heddle.spec.job_text import as_text
from heddle.web.render import gib, part, whole
from heddle.web.visit import Visit

TAIL_BYTES = 64 << 10  #: of a log that is opened
PIECE_BYTES = 32 << 10
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\-_]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FIT_EVEN = re.compile(r"(\d+) of (\d+) members fit at once, even if all were free")
_UNITS: Mapping[str, Callable[[int], str]] = {
    "cpu": whole,
    "memory": gib,
    "device-memory": gib,
    "share": part,
}
_PRIORITY = re.compile(r"a priority above (-?\d+)")
_CODE_OF_REMEDY = {text: code for code, text in REMEDIES.items()}


@dataclass(frozen=True, slots=True)
class JobStory:
    """What the control loop says of a job."""

    reason: Reason | None = None
    explained: Explained | None = None
    here: Here | None = None


def story(core: Core, job_id: str) -> JobStory:
    """Runs in the control loop."""
    running = core.pool.cluster.running.get(job_id)
    if running is not None and core.suspended_ms(job_id) is None:
        return JobStory(here=why_here(core.pool.cluster, running))
    try:
        return JobStory(core.reason(job_id), core.explain(job_id))
    except HeddleError:  # it is over since
        return JobStory()


def reason_text(visit: Visit, reason: Reason) -> str:
    if not visit.knows(f"reason.{reason.code}"):
        return reason.text
    unit = _UNITS.get(reason.code, str)
    said = visit.say(
        f"reason.{reason.code}",
        have=unit(reason.have) if isinstance(reason.have, int) else reason.have,
        wanted=unit(reason.wanted) if isinstance(reason.wanted, int) else reason.wanted,
        job=reason.job,
        tenant=reason.tenant,
        why=_why(visit, reason),
    )
    return f"{said}; {reason.booked}" if reason.booked else said


def _why(visit: Visit, reason: Reason) -> str:
    """What the cycle says of jobs that can never run, in the reader's language."""
    if reason.node is not None:
        said = reason_text(visit, reason.node)
        return visit.say("explain.fail_at", some=reason.have, all=reason.wanted, reason=said)
    if found := _FIT_EVEN.match(reason.why):
        rest = reason.why[found.end() :]
        return visit.say("explain.fit_even", some=found[1], all=found[2]) + rest
    return reason.why


def end_text(visit: Visit, reason: Mapping[str, Any]) -> str:
    """What the record says of why it waits again, or ended."""
    code, text = str(reason.get("code", "")), str(reason.get("text", ""))
    if code == "exit" and (found := re.fullmatch(r"(exit code|signal) (\d+)(.*)", text, re.DOTALL)):
        return visit.say(f"ended.{found[1].replace(' ', '-')}", number=found[2]) + found[3]
    said = visit.say(f"ended.{code}") if visit.knows(f"ended.{code}") else code
    by = str(reason.get("by", ""))
    return " · ".join(part for part in (said, text if text != code else "", by) if part)


def remedies(visit: Visit, explained: Explained) -> list[str]:
    """What would start it, the least change first."""
    found = []
    for text in explained.would_start:
        code = _CODE_OF_REMEDY.get(text, "quota" if "quota" in text else "")
        if above := _PRIORITY.match(text):
            found.append(visit.say("remedy.priority", number=above[1]))
        else:
            found.append(visit.say(f"remedy.{code}") if code else text)
    return found


def holders(visit: Visit, explained: Explained) -> list[str]:
    """The jobs that have what it needs, "" for one that the reader may not see."""
    first = explained.holders[:MOST_HOLDERS]
    return [each.job.id if visit.who.sees(each.job.tenant) else "" for each in first]


def spec_text(spec: Mapping[str, Any], tenant: str) -> str:
    """As a job file."""
    try:
        (job,) = parse(json.dumps(dict(spec)), is_json=True, tenant=tenant)
        return as_text(job)
    except HeddleError:
        return json.dumps(dict(spec), indent=2, ensure_ascii=False)


class Log:
    """What a member of an attempt writes, from near its end on, as text."""

    def __init__(self, engine: Engine, attempt: str, member: int) -> None:
        self._engine = engine
        self._attempt, self._member = attempt, member
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._at = max(0, self._end() - TAIL_BYTES)
        self.skipped = self._at  #: bytes that are not shown

    def pieces(self, most: int = 4) -> Iterator[str]:
        """What is new; at most so many pieces, so that a job cannot flood a browser."""
        for _ in range(most):
            data = self._read(self._at, PIECE_BYTES)
            if not data:
                return
            self._at += len(data)
            yield _ESCAPES.sub("", self._decode(data))

    def _read(self, start: int, most: int) -> bytes:
        try:
            return self._engine.logs(self._attempt, self._member, start, most)
        except LogGoneError as error:
            self._at = self.skipped = error.oldest
            return self._engine.logs(self._attempt, self._member, error.oldest, most)

    def _end(self) -> int:
        """Found by asking: engines give what is there, and do not say how much it is."""
        high = TAIL_BYTES
        if len(self._read(0, high)) < high and not self._has(high):
            return 0  # all of it is shown
        while self._has(high):
            high *= 2
        low = high // 2
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if self._has(middle) else (low, middle)
        return high

    def _has(self, at: int) -> bool:
        try:
            return bool(self._engine.logs(self._attempt, self._member, at, 1))
        except LogGoneError:
            return True  # it was there
