"""Connections to members that run: on this machine the engine has them, elsewhere their node."""

from __future__ import annotations

from dataclasses import replace
from socket import socket
from typing import TYPE_CHECKING

from heddle.engine.base import RemoteEngine
from heddle.errors import UsageError
from heddle.model.record import AttemptRecord, JobRecord
from heddle.model.wire.execution import ExecutionRequest

if TYPE_CHECKING:
    from heddle.desk.desk import Desk


async def attach(desk: Desk, record: JobRecord) -> socket:
    """To the terminal of its first member.

    :raises UsageError: if it has none, or none yet
    """
    engine, attempt = await desk.read(lambda: desk.latest(record))
    if isinstance(engine, RemoteEngine):
        return await _through_node(desk, record, engine, attempt, 0, engine.terminal_of(attempt, 0))
    return await desk.read(lambda: engine.attach(attempt, 0))


async def execute(
    desk: Desk, record: JobRecord, asked: ExecutionRequest
) -> tuple[socket, ExecutionRequest]:
    """To the supervisor of a member, and what to ask of it.

    :raises UsageError: if it does not run
    """
    engine, attempt = await desk.read(lambda: desk.latest(record))
    if not isinstance(engine, RemoteEngine):
        return await desk.read(lambda: engine.execute(attempt)), asked
    door = engine.door_of(attempt, asked.member)
    line = await _through_node(desk, record, engine, attempt, asked.member, door)
    return line, replace(asked, member=0)  # each has a supervisor of its own there


async def _through_node(
    desk: Desk,
    record: JobRecord,
    engine: RemoteEngine,
    attempt: str,
    member: int,
    path: tuple[str, str],
) -> socket:
    """Slurm decides on which of its nodes a member runs: all are asked, the likeliest first.

    :raises UsageError: if none has it
    """
    found = await desk.read(lambda: desk.store.attempts(record.id))
    nodes = _nodes(next(each for each in found if each.id == attempt), member)
    joined = desk.roll.register.joined() if desk.roll is not None else ()
    able = [node for node in nodes if node in joined]
    if not able:
        raise UsageError(
            f"{attempt} runs on {', '.join(nodes)}, where no `heddle node join` runs: that is "
            "needed to connect to it."
        )
    folder, name = path
    call = {"folder": folder, "name": name, "uid": engine.uid_of(record.tenant)}
    for node in able[:-1]:
        try:
            return await desk.lines.open(node, call)
        except UsageError:
            continue
    return await desk.lines.open(able[-1], call)


def _nodes(attempt: AttemptRecord, member: int) -> list[str]:
    """:raises UsageError: if it has no such member"""
    places = attempt.places
    if member >= len(places):
        raise UsageError(f"there is no member {member}: they are 0 to {len(places) - 1}.")
    return [*dict.fromkeys([places[member].node, *(place.node for place in places)])]
