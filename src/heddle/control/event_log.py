"""What happens to jobs, nodes and tenants, as lines of the log: told from what was written."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from heddle.control.logs import about
from heddle.model.record import AttemptRecord
from heddle.store.base import Change, Event

log = logging.getLogger("heddle.diary")
UNTOLD = frozenset(["usage"])  #: the ledger has it


def tell(changes: Sequence[Change]) -> None:
    """Once they are durable: so nothing is told that a crash could take back."""
    if log.isEnabledFor(logging.INFO):
        for text, fields in told(changes):
            # As log.info does, without a search for the line of code that it came from.
            log.handle(log.makeRecord(log.name, logging.INFO, "", 0, text, (), None, None, fields))


def told(changes: Sequence[Change]) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """One line for each event, in order; with the attempt, where the event is about one. An
    attempt is written right before the event that tells of it."""
    attempts: dict[str, AttemptRecord] = {}
    for change in changes:
        if isinstance(change, AttemptRecord):
            attempts[change.job] = change
        elif isinstance(change, Event) and change.kind not in UNTOLD:
            fields = _fields(change)
            if change.kind == "job" and (attempt := attempts.get(change.subject)) is not None:
                fields |= _of_attempt(attempt)
            yield f"{change.kind} {change.subject} {change.what}", about(**fields)


def _fields(event: Event) -> dict[str, Any]:
    found: dict[str, Any] = {
        "event": f"{event.kind}.{event.what}",
        "tenant": event.tenant,
        "user": event.actor,
        "why": event.detail.get("text"),
    }
    if event.kind in ("job", "node", "service"):
        found[event.kind] = event.subject
    elif event.kind not in ("tenant",):
        found["subject"] = event.subject
    return found


def _of_attempt(attempt: AttemptRecord) -> dict[str, Any]:
    nodes = dict.fromkeys(place.node for place in attempt.places)
    devices = dict.fromkeys(name for place in attempt.places for name, _ in place.devices)
    found: dict[str, Any] = {
        "attempt": attempt.id,
        "node": ",".join(nodes),
        "device": ",".join(devices),
        "exit_code": attempt.exit_code,
    }
    return found | ({"why": attempt.why} if attempt.why else {})
