"""Nodes: their devices, what is used and free, and whether they take new work."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from heddle.api.auth import Token
from heddle.api.capacity import Moment, NodePage, NodeState, moment, nodes_of
from heddle.api.desk import MOST, Admin, AtDesk, Desk, Limit, Reader, of_cluster, router
from heddle.api.problem import ProblemError, did_you_mean
from heddle.control.core import Core
from heddle.control.server import DRAINED
from heddle.store.base import Change, Event, Gone, Thing

ROUTER = router("/v1/nodes")


@ROUTER.get("")
async def nodes(desk: AtDesk, caller: Reader, after: str = "", limit: Limit = MOST) -> NodePage:
    """By name, with the running jobs of the token's tenant and those below."""
    at = await desk.ask(moment)
    first = bisect_right([row.name for row in at.rows], after)
    only = range(first, min(first + limit, len(at.rows)))
    found = nodes_of(at, caller, only)
    return NodePage(found, found[-1].name if only.stop < len(at.rows) else None)


@ROUTER.get("/{name}")
async def node(name: str, desk: AtDesk, caller: Reader) -> NodeState:
    return _one(await desk.ask(moment), name, caller)


@ROUTER.post("/{name}/drain")
async def drain(name: str, desk: AtDesk, caller: Admin) -> NodeState:
    """It takes no new work; what runs there goes on."""
    return await _cordon(desk, caller, name, True)


@ROUTER.post("/{name}/undrain")
async def undrain(name: str, desk: AtDesk, caller: Admin) -> NodeState:
    """It takes work again."""
    return await _cordon(desk, caller, name, False)


async def _cordon(desk: Desk, caller: Token, name: str, cordoned: bool) -> NodeState:
    of_cluster(caller)

    def change(core: Core) -> Moment:
        row = core.pool.rows.get(name)
        if row is not None and row.cordoned != cordoned:
            now_ms = desk.now_ms()
            kept: Change = Thing(DRAINED, name, {"by": caller.name, "at_ms": now_ms})
            if not cordoned:
                kept = Gone(DRAINED, name)
            what = "drained" if cordoned else "undrained"
            core.join(replace(row, cordoned=cordoned), now_ms)
            core.keep(kept, Event(now_ms, "node", name, what, "", caller.name))
        return moment(core)

    return _one(await desk.ask(change), name, caller)


def _one(at: Moment, name: str, caller: Token) -> NodeState:
    names = [row.name for row in at.rows]
    if name not in names:
        raise ProblemError(404, f"there is no node {name!r}.{did_you_mean(name, names)}")
    (found,) = nodes_of(at, caller, [names.index(name)])
    return found
