"""One node: read, drained, forgotten. Those that join ask for it at api/nodes/gateway.py."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heddle.control.core import Core
from heddle.control.nodes.node import NODE, PARTS
from heddle.control.nodes.register import DRAINED, register_of
from heddle.desk.access.auth import Token
from heddle.desk.capacity import Moment, NodeState, moment, nodes_of
from heddle.desk.desk import Desk, of_cluster
from heddle.desk.errors import ConflictError, MissingError
from heddle.errors import did_you_mean
from heddle.store.base import Change, Event, Gone, Thing


async def one(desk: Desk, caller: Token, name: str) -> NodeState:
    """With its documents, where it is a registered one."""
    found = _one(await desk.ask(lambda core: moment(core, desk.now_ms())), name, caller)
    documents = await desk.read(lambda: _documents(desk, name))
    return replace(found, documents=documents or None)


async def drain(desk: Desk, caller: Token, name: str) -> NodeState:
    """It takes no new work; what runs there goes on."""
    return await _cordon(desk, caller, name, True)


async def undrain(desk: Desk, caller: Token, name: str) -> NodeState:
    """It takes work again."""
    return await _cordon(desk, caller, name, False)


async def remove(desk: Desk, caller: Token, name: str) -> None:
    """Nothing of it is kept, and its key ends; if it is there it is told to leave."""
    of_cluster(caller)

    def forget(core: Core) -> Moment:
        at, register = moment(core, desk.now_ms()), register_of(core)
        if register is not None and name in register.nodes:
            register.forget(core, name, caller.who, desk.now_ms())
        return at

    at = await desk.ask(forget)
    if _one(at, name, caller).engine is not None:
        raise ConflictError(f"{name} is a machine of the engine, and cannot be removed: drain it.")
    if desk.roll is not None:
        desk.roll.forget(name)


async def _cordon(desk: Desk, caller: Token, name: str, cordoned: bool) -> NodeState:
    of_cluster(caller)

    def change(core: Core) -> Moment:
        row, register, now_ms = core.pool.rows.get(name), register_of(core), desk.now_ms()
        has_engine = row is not None and row.engine != ""
        if row is not None and has_engine and row.cordoned != cordoned:
            kept: Change = Thing(DRAINED, name, {"by": caller.who, "at_ms": now_ms})
            if not cordoned:
                kept = Gone(DRAINED, name)
            what = "drained" if cordoned else "undrained"
            core.join(replace(row, cordoned=cordoned), now_ms)
            core.keep(kept, Event(now_ms, NODE, name, what, "", caller.who))
        elif not has_engine and register is not None and name in register.nodes:
            register.drain(core, name, cordoned, caller.who, now_ms)
        return moment(core, now_ms)

    return _one(await desk.ask(change), name, caller)


def _one(at: Moment, name: str, caller: Token) -> NodeState:
    found = nodes_of(at, caller, [name])
    if not found:
        near = did_you_mean(name, at.names())
        raise MissingError(f"there is no node {name!r}.{near} `heddle node ls` lists all.")
    return found[0]


def _documents(desk: Desk, name: str) -> Mapping[str, Any]:
    found = {part: desk.store.thing(f"{NODE}-{part}", name) for part in PARTS}
    known = desk.roll.register.nodes.get(name) if desk.roll is not None else None
    if desk.roll is not None and known is not None:
        found |= {part: json.loads(text) for part, text in desk.roll.passing(known).items()}
    return {part: value for part, value in found.items() if value is not None}
