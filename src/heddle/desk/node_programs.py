"""Programs of any node: what runs there under Heddle, and what is to be done to it.

Nodes only call out, so they are told at their next beat. The control plane's own machine is asked
at once.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from heddle.control.nodes.node import READY, Node
from heddle.control.nodes.register import Register
from heddle.desk.access.auth import Token
from heddle.desk.access.node_auth import PendingOrder, Roll
from heddle.desk.desk import Desk, of_cluster
from heddle.desk.errors import ConflictError, InvalidError, MissingError, UnavailableError
from heddle.errors import HeddleError, UsageError, did_you_mean
from heddle.model.orders import HOLD, RELEASE, SET, NodeOrder, OrderResult, check_seconds
from heddle.model.wire.plain import unpack
from heddle.node import programs
from heddle.store.base import Event

SPARE_S = 5.0  #: behind one and a half heartbeats
WATCHED_MS = 15_000  #: a node that was asked something is asked again soon
PROGRAM = "program"  #: the kind of events
WHAT = {HOLD: "held", RELEASE: "released", SET: "changed"}


@dataclass(frozen=True, slots=True)
class NodePrograms:
    """What runs under Heddle on one node, as it said last."""

    node: str
    programs: list[dict[str, Any]]
    more: int  #: that it has, and does not name
    age_ms: int  #: since its last beat
    breaches: list[dict[str, Any]] | None = None  #: seen by its agent; null: it has none


async def listed(desk: Desk, caller: Token, name: str) -> NodePrograms:
    """For administrators of the cluster: they are of all tenants.

    :raises DeskError: if there is no such node, or it has not said it yet
    """
    of_cluster(caller)
    if await is_here(desk, name):
        found = await desk.read(programs.told)
        return NodePrograms(name, **found["programs"], age_ms=0)
    node, roll = _registered(desk, name)
    said = roll.passing(node).get("programs")
    if said is None:
        raise UnavailableError(
            f"{name} has not said what runs there: its Heddle is older, or it has not called since "
            "the control plane was started. Try again in a moment.",
            retry_s=roll.register.heartbeat_ms // 1000,
        )
    (view,) = roll.register.shown(desk.now_ms(), [name])
    age_ms = desk.now_ms() - (view.beat_ms or desk.now_ms())
    return NodePrograms(name, **json.loads(said), age_ms=max(0, age_ms))


async def order(
    desk: Desk, caller: Token, name: str, verb: str, program: int, settings: dict[str, Any]
) -> None:
    """Has it done, and waits until it was.

    :raises DeskError: if it could not be; a node that does not answer will not do it later
    """
    await _told(desk, caller, name, verb, program, settings)
    detail = {"node": name, **settings}
    now_ms = desk.now_ms()
    event = Event(now_ms, PROGRAM, f"{name}/{program}", WHAT[verb], "", caller.who, detail)
    await desk.ask(lambda core: core.keep(event))


async def question(
    desk: Desk, caller: Token, name: str, verb: str, program: int = 0, seconds: float | None = None
) -> bytes:
    """What the node sees, as JSON.

    :raises DeskError: if it does not answer
    """
    settings = {} if seconds is None else {"seconds": _seconds(seconds)}
    result = await _told(desk, caller, name, verb, program, settings)
    try:
        return await desk.read(lambda: unpack(result.answer))
    except ValueError as error:
        raise UnavailableError(f"{name} answers what cannot be read: {error}.") from None


def _seconds(seconds: float) -> float:
    try:
        return check_seconds(seconds)
    except UsageError as error:
        raise InvalidError(str(error)) from None


async def _told(
    desk: Desk, caller: Token, name: str, verb: str, program: int, settings: dict[str, Any]
) -> OrderResult:
    of_cluster(caller)
    told = NodeOrder(token_hex(8), verb, program, settings)
    if await is_here(desk, name):
        result = await desk.read(lambda: programs.obey(told))
    else:
        result = await _at_the_next_beat(desk, name, told)
    if result.error:
        raise InvalidError(f"{name}: {result.error}")
    return result


async def _at_the_next_beat(desk: Desk, name: str, told: NodeOrder) -> OrderResult:
    node, roll = _registered(desk, name)
    if node.state != READY:
        raise ConflictError(f"{name} is {node.state}: it can be told when it calls again.")
    seat, done = roll.seat(node), asyncio.get_running_loop().create_future()
    seat.orders[told.number] = PendingOrder(told, done)
    limit_s = roll.register.heartbeat_ms * 1.5 / 1000 + SPARE_S + told.takes_s
    try:
        result: OrderResult = await asyncio.wait_for(done, limit_s)
    except TimeoutError:
        raise UnavailableError(
            f"{name} has not answered within {limit_s:g} s, and will not do it later. Check it: "
            f"`heddle node show {name}`."
        ) from None
    finally:
        seat.orders.pop(told.number, None)
    seat.watched_until_ms = desk.now_ms() + WATCHED_MS
    return result


async def is_here(desk: Desk, name: str) -> bool:
    """Whether it is the control plane's own machine: one of an engine that names no others."""
    row = await desk.ask(lambda core: core.pool.rows.get(name))
    engine = desk.loop.engines.get(row.engine) if row is not None else None
    if engine is None:
        return False
    try:
        return await desk.read(engine.nodes) is None
    except HeddleError:  # it is down, and so elsewhere
        return False


def _registered(desk: Desk, name: str) -> tuple[Node, Roll]:
    register: Register | None = desk.roll.register if desk.roll is not None else None
    node = register.nodes.get(name) if register is not None else None
    if node is None or desk.roll is None:
        near = did_you_mean(name, register.nodes if register is not None else ())
        raise MissingError(
            f"no agent of a node {name!r} calls here.{near} `heddle node join` on that machine "
            "starts one; `heddle node ls` lists all nodes."
        )
    return node, desk.roll
