"""Nodes: their devices, what is used and free, and whether they take new work. Those that join ask
for it at api/nodes/gateway.py."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from heddle.api.parameters import Admin, AtDesk, Limit, Reader, router
from heddle.desk import node_admin, node_programs
from heddle.desk.capacity import Moment, NodePage, NodeState, moment, nodes_of, with_ways
from heddle.desk.desk import MOST
from heddle.desk.node_programs import NodePrograms
from heddle.model import choices
from heddle.model.orders import EXPLAIN, HOLD, LOOK, RELEASE, SET, TRACE

ROUTER = router("/v1/nodes")
State = Annotated[list[choices.Presence] | None, Query()]
Kind = Annotated[list[choices.NodeKind] | None, Query()]

Name = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """As of `heddle program set`."""

    priority: int | str | None = None  #: -255..255, high or low
    deadline: float | None = None  #: seconds after the start of a burst; 0: none
    share: float | str | None = None  #: 0.25 or 25%; 0: none
    cap: float | str | None = None
    weight: int | None = None
    quantum: float | None = None  #: seconds
    memory: int | None = None  #: bytes of each device; 0: no limit


@ROUTER.get("")
async def nodes(
    desk: AtDesk,
    caller: Reader,
    after: str = "",
    limit: Limit = MOST,
    state: State = None,
    kind: Kind = None,
    near: Name = "",
    near_site: Name = "",
) -> NodePage:
    """By name, with the running jobs of the token's tenant and those below. `state` and `kind` may
    come several times. With `near`, the name of a node, each has the network from there (`way`);
    `near_site` is where that is, if the control plane does not know it."""
    at = await desk.ask(lambda core: moment(core, desk.now_ms()))
    if state or kind:
        at = _only(at, state, kind)
    names = at.names()
    first = bisect_right(names, after)
    found = nodes_of(at, caller, names[first : first + limit])
    if near or near_site:
        found = with_ways(at, found, near, near_site)
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


@ROUTER.get("/{name}/programs")
async def programs(name: str, desk: AtDesk, caller: Admin) -> NodePrograms:
    """Programs under Heddle on this node, of all tenants, as it said last."""
    return await node_programs.listed(desk, caller, name)


@ROUTER.get("/{name}/look")
async def look(name: str, desk: AtDesk, caller: Admin) -> Response:
    """Its programs, devices and newest decisions now, of all tenants. It answers at its next beat,
    and is asked every half second from then on, for as long as somebody asks."""
    return _json(await node_programs.question(desk, caller, name, LOOK))


@ROUTER.get("/{name}/trace")
async def trace(name: str, desk: AtDesk, caller: Admin, seconds: float = 10.0) -> Response:
    """A recording of when programs run there and are held, and why."""
    return _json(await node_programs.question(desk, caller, name, TRACE, seconds=seconds))


@ROUTER.get("/{name}/programs/{program}/story")
async def program_story(name: str, program: int, desk: AtDesk, caller: Admin) -> Response:
    """The program, the others of its node, and what the agent there remembers of it."""
    return _json(await node_programs.question(desk, caller, name, EXPLAIN, program))


@ROUTER.post("/{name}/programs/{program}/hold", status_code=204)
async def hold_program(name: str, program: int, desk: AtDesk, caller: Admin) -> Response:
    """Its device work stops where it is. The node does it at its next beat."""
    await node_programs.order(desk, caller, name, HOLD, program, {})
    return Response(status_code=204)


@ROUTER.post("/{name}/programs/{program}/release", status_code=204)
async def release_program(name: str, program: int, desk: AtDesk, caller: Admin) -> Response:
    """It continues. The node does it at its next beat."""
    await node_programs.order(desk, caller, name, RELEASE, program, {})
    return Response(status_code=204)


@ROUTER.patch("/{name}/programs/{program}", status_code=204)
async def set_program(
    name: str, program: int, wanted: ProgramSettings, desk: AtDesk, caller: Admin
) -> Response:
    """What is given changes, the rest stays. The node does it at its next beat."""
    given = {key: value for key, value in asdict(wanted).items() if value is not None}
    await node_programs.order(desk, caller, name, SET, program, given)
    return Response(status_code=204)


@ROUTER.delete("/{name}", status_code=204)
async def remove(name: str, desk: AtDesk, caller: Admin) -> Response:
    """Nothing of it is kept, and its key ends; if it is there it is told to leave."""
    await node_admin.remove(desk, caller, name)
    return Response(status_code=204)  # without a type, as it has always been


def _only(at: Moment, state: list[Any] | None, kind: list[Any] | None) -> Moment:
    """The machines of the engine are ready, and have no kind."""
    own = not kind and (not state or "ready" in state)
    registered = [
        each
        for each in at.registered
        if (not state or each.state in state) and (not kind or each.node.kind in kind)
    ]
    return replace(at, has_engines=own, registered=registered)


def _json(data: bytes) -> Response:
    return Response(data, media_type="application/json")
