"""Nodes: their devices, what is used and free, and whether they take new work. Those that join ask
for it at api/nodes/gateway.py."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from heddle.api.parameters import Admin, AtDesk, Limit, Reader, router
from heddle.desk import node_admin
from heddle.desk.capacity import Moment, NodePage, NodeState, moment, nodes_of
from heddle.desk.desk import MOST
from heddle.model import choices

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
    return await node_admin.one(desk, caller, name)


@ROUTER.post("/{name}/drain")
async def drain(name: str, desk: AtDesk, caller: Admin) -> NodeState:
    """It takes no new work; what runs there goes on."""
    return await node_admin.drain(desk, caller, name)


@ROUTER.post("/{name}/undrain")
async def undrain(name: str, desk: AtDesk, caller: Admin) -> NodeState:
    """It takes work again."""
    return await node_admin.undrain(desk, caller, name)


@ROUTER.delete("/{name}", status_code=204)
async def remove(name: str, desk: AtDesk, caller: Admin) -> Response:
    """Nothing of it is kept, and its key ends; if it is there it is told to leave."""
    await node_admin.remove(desk, caller, name)
    return Response(status_code=204)  # without a type, as it has always been


def _only(at: Moment, state: list[Any] | None, kind: list[Any] | None) -> Moment:
    """The machines of the engine are ready, and of no kind that anybody said."""
    own = not kind and (not state or "ready" in state)
    registered = [
        each
        for each in at.registered
        if (not state or each.state in state) and (not kind or each.node.kind in kind)
    ]
    return replace(at, rows=at.rows if own else (), registered=registered)
