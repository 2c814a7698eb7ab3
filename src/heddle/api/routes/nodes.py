"""Nodes: their devices, what is used and free, and whether they take new work. Those that join ask
for it at api/nodes/gateway.py."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from heddle.api.access.auth import Token
from heddle.api.desk import MOST, Admin, AtDesk, Desk, Limit, Reader, of_cluster, router
from heddle.api.nodes.capacity import Moment, NodePage, NodeState, moment, nodes_of
from heddle.api.problem import ProblemError
from heddle.control.core import Core
from heddle.control.nodes.node import NODE, PARTS
from heddle.control.nodes.register import DRAINED, register_of
from heddle.errors import did_you_mean
from heddle.model import choices
from heddle.store.base import Change, Event, Gone, Thing

ROUTER = router("/v1/nodes")
State = Annotated[list[choices.Presence] | None, Query()]
Kind = Annotated[list[choices.NodeKind] | None, Query()]


@ROUTER.get("")
async def nodes(
    desk: AtDesk,
    caller: Reader,
    after: str = "",
    limit: Limit = MOST,
    state: State = None,
    kind: Kind = None,
) -> NodePage:
    """By name, with the running jobs of the token's tenant and those below. `state` and `kind` may
    come several times."""
    at = await desk.ask(lambda core: moment(core, desk.now_ms()))
    if state or kind:
        at = _only(at, state, kind)
    names = at.names()
    first = bisect_right(names, after)
    found = nodes_of(at, caller, names[first : first + limit])
    return NodePage(found, found[-1].name if first + limit < len(names) else None)


@ROUTER.get("/{name}")
async def node(name: str, desk: AtDesk, caller: Reader) -> NodeState:
    """With its documents, where it is a registered one."""
    found = _one(await desk.ask(lambda core: moment(core, desk.now_ms())), name, caller)
    if found.engine is not None:
        return found
    return replace(found, documents=await desk.read(lambda: _documents(desk, name)))


@ROUTER.post("/{name}/drain")
async def drain(name: str, desk: AtDesk, caller: Admin) -> NodeState:
    """It takes no new work; what runs there goes on."""
    return await _cordon(desk, caller, name, True)


@ROUTER.post("/{name}/undrain")
async def undrain(name: str, desk: AtDesk, caller: Admin) -> NodeState:
    """It takes work again."""
    return await _cordon(desk, caller, name, False)


@ROUTER.delete("/{name}", status_code=204)
async def remove(name: str, desk: AtDesk, caller: Admin) -> Response:
    """Nothing of it is kept, and its key ends; if it is there it is told to leave."""
    of_cluster(caller)

    def forget(core: Core) -> Moment:
        at, register = moment(core, desk.now_ms()), register_of(core)
        if register is not None and name in register.nodes:
            register.forget(core, name, caller.who, desk.now_ms())
        return at

    at = await desk.ask(forget)
    if _one(at, name, caller).engine is not None:
        raise ProblemError(
            409, f"{name} is a machine of the engine, and cannot be removed: drain it."
        )
    if desk.roll is not None:
        desk.roll.forget(name)
    return Response(status_code=204)


async def _cordon(desk: Desk, caller: Token, name: str, cordoned: bool) -> NodeState:
    of_cluster(caller)

    def change(core: Core) -> Moment:
        row, register, now_ms = core.pool.rows.get(name), register_of(core), desk.now_ms()
        if row is not None and row.cordoned != cordoned:
            kept: Change = Thing(DRAINED, name, {"by": caller.who, "at_ms": now_ms})
            if not cordoned:
                kept = Gone(DRAINED, name)
            what = "drained" if cordoned else "undrained"
            core.join(replace(row, cordoned=cordoned), now_ms)
            core.keep(kept, Event(now_ms, NODE, name, what, "", caller.who))
        elif row is None and register is not None and name in register.nodes:
            register.drain(core, name, cordoned, caller.who, now_ms)
        return moment(core, now_ms)

    return _one(await desk.ask(change), name, caller)


def _one(at: Moment, name: str, caller: Token) -> NodeState:
    found = nodes_of(at, caller, [name])
    if not found:
        near = did_you_mean(name, at.names())
        raise ProblemError(404, f"there is no node {name!r}.{near} `heddle node ls` lists all.")
    return found[0]


def _only(at: Moment, state: list[Any] | None, kind: list[Any] | None) -> Moment:
    """The machines of the engine are ready, and of no kind that anybody said."""
    own = not kind and (not state or "ready" in state)
    registered = [
        each
        for each in at.registered
        if (not state or each.state in state) and (not kind or each.node.kind in kind)
    ]
    return replace(at, rows=at.rows if own else (), registered=registered)


def _documents(desk: Desk, name: str) -> Mapping[str, Any]:
    found = {part: desk.store.thing(f"{NODE}-{part}", name) for part in PARTS}
    known = desk.roll.register.nodes.get(name) if desk.roll is not None else None
    live = desk.roll.live(known) if desk.roll is not None and known is not None else None
    if live is not None:
        found["live"] = json.loads(live)
    return {part: value for part, value in found.items() if value is not None}
