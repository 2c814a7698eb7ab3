"""What happened, in the reader's language: events, and why a service is as it is.

Texts of events are kept in English. Those that Heddle makes itself are found again by their form;
the rest, such as what an engine says, stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from heddle.store.base import Event

if TYPE_CHECKING:
    from heddle.web.visit import Visit

#: The form of a text, and the words for it; names of groups are those of its facts.
FORMS = tuple(
    (re.compile(form, re.DOTALL), key)
    for form, key in (
        (r"(?P<why>.*)\. Generation (?P<number>\d+) serves instead", "told.serves_instead"),
        (r"(?P<job>\S+) has ended: (?P<why>.*)", "told.ended"),
        (r"(?P<job>\S+) is not healthy: (?P<why>.*)", "told.not_healthy"),
        (r"(?P<job>\S+) was not ready within (?P<time>\S+ s): (?P<why>.*)", "told.not_ready"),
        (r"(?P<job>\S+) was cancelled", "told.cancelled"),
        (r"(?P<job>\S+) is gone", "told.gone"),
        (r"preempted for (?P<job>\S+)", "ended.preempted-for"),
        (r"moved for (?P<job>\S+)", "ended.moved-for"),
        (r"resized to (?P<number>\d+) members", "ended.resized-to"),
        (r"exit code (?P<number>\d+)", "ended.exit-code"),
        (r"signal (?P<number>\d+)", "ended.signal"),
    )
)


def told(visit: Visit, text: str) -> str:
    """A text that Heddle has made."""
    if visit.knows(f"ended.{text}"):
        return visit.say(f"ended.{text}")
    for form, key in FORMS:
        if found := form.fullmatch(text):
            facts = found.groupdict()
            if "why" in facts:
                facts["why"] = told(visit, facts["why"])
            return visit.say(key, **facts)
    return text


def subject(visit: Visit, event: Event) -> str:
    """What it happened to, if that is not a job: a node, a tenant, ..."""
    key = f"kind.{event.kind}"
    name = event.subject
    if event.kind == "service":
        name = name.rpartition(":")[2]
    return f"{visit.say(key) if visit.knows(key) else event.kind} {name}"


def happened(visit: Visit, event: Event) -> str:
    """What it is, and what is said of it."""
    key, text = f"what.{event.what}", str(event.detail.get("text") or "")
    said = visit.say(key) if visit.knows(key) else event.what
    return f"{said} · {told(visit, text)}" if text else said
