"""What a person can do about a job that failed, by how it ended. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.model.memory import memory_text
from heddle.model.record import FAILED, AttemptRecord, JobRecord

NOT_FOUND, NOT_EXECUTABLE = 127, 126  #: what a shell ends with, too


def remedies_of(record: JobRecord, attempts: Sequence[AttemptRecord]) -> list[str]:
    """The likeliest first. Nothing of one that has not failed."""
    if record.state != FAILED:
        return []
    text = str(record.reason.get("text", ""))
    last = attempts[-1] if attempts else None
    places = last.places if last is not None else ()
    node = places[0].node if places else "its node"
    found = []
    if "out of memory" in text and places:
        had = memory_text(places[0].memory_mib << 20)
        found.append(f"give it more memory: --memory, above {had}")
    elif record.reason.get("code") == "timeout":
        found.append(
            f"give it longer: --timeout, above {record.spec.get('timeout', 'what it had')}"
        )
    elif record.exit_code == NOT_FOUND:
        found.append(
            f"name a command that {node} has: by its whole path, in a snapshot (--snapshot), or in "
            "an image (--image)"
        )
    elif record.exit_code == NOT_EXECUTABLE:
        found.append("make the command executable: chmod +x")
    if last is not None:
        found.append(f"heddle job logs {record.id}    what it wrote")
    if not record.spec.get("retries"):
        found.append("if it may do better next time: --retries N")
    return found
