"""What nodes ask on behalf of their members, read and checked, and the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from heddle.api.nodes.messages import read_fields
from heddle.desk import grants as of_tickets
from heddle.desk import handouts
from heddle.desk.desk import Desk
from heddle.errors import UsageError
from heddle.model.wire.handover import plain_handout
from heddle.model.wire.tickets import MOST, plain_grant

WANTS = ("snapshot", "secrets", "data")
_KINDS: dict[str, type] = {"attempt": str, "uid": int, "wants": list, "what": str, "path": str,
                           "offset": int, "attempts": list}  # fmt: skip


async def handout(desk: Desk, node: str, body: bytes) -> bytes:
    said = _read(body, "attempt", "uid", "wants")
    if not all(each in WANTS for each in said["wants"]):
        raise UsageError(f"wants: only {', '.join(WANTS)} can be asked for.")
    given = await handouts.handout(desk, node, said["attempt"], said["uid"], said["wants"])
    return json.dumps(plain_handout(given)).encode()


async def files(desk: Desk, node: str, body: bytes) -> bytes:
    said = _read(body, "attempt", "uid", "what")
    found = await handouts.files(desk, node, said["attempt"], said["uid"], said["what"])
    return json.dumps(found).encode()


async def content(desk: Desk, node: str, body: bytes) -> bytes:
    said = _read(body, "attempt", "uid", "what", "path", "offset")
    whose = (said["attempt"], said["uid"])
    return await handouts.piece(desk, node, *whose, said["what"], said["path"], said["offset"])


async def grants(desk: Desk, node: str, body: bytes) -> bytes:
    asked = _read(body, "attempts")["attempts"]
    if len(asked) > MOST or not all(isinstance(each, str) for each in asked):
        raise UsageError(f"attempts: a list of at most {MOST} ids.")
    found = await of_tickets.grants(desk, node, asked)
    said = {attempt: plain_grant(grant) for attempt, grant in found.items()}
    return json.dumps({"grants": said}).encode()


def _read(body: bytes, *names: str) -> Mapping[str, Any]:
    """:raises UsageError: if it is invalid"""
    said = read_fields(body, names)
    for name in names:
        if type(said.get(name)) is not _KINDS[name]:
            raise UsageError(f"{name}: is missing, or not a {_KINDS[name].__name__}.")
    if said.get("offset", 0) < 0:
        raise UsageError("offset: is not negative.")
    return said
