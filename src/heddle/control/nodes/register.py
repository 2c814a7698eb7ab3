"""Nodes that registered: their identity, what they say they have, and whether they still call.

A node calls every heartbeat. That it does is kept in memory alone (`beats`); what changes is kept
in the store.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from heddle.cluster.row import NodeRow
from heddle.control.nodes.heartbeats import Beats
from heddle.control.nodes.join_tokens import KIND as INVITATION
from heddle.control.nodes.join_tokens import Invitations
from heddle.control.nodes.node import (
    LATE,
    LEFT,
    LOST,
    NODE,
    PARTS,
    READY,
    Node,
    NodeReport,
    NodeView,
    models_of,
    node_of,
    thing_of,
)
from heddle.errors import UsageError
from heddle.store.base import Change, Event, Gone, Store

if TYPE_CHECKING:
    from heddle.control.core import Core

DRAINED = "drained"  #: the kind of what is kept of nodes that take no new work
HEARTBEAT_MS = 10_000
LEFT_MS = 86_400_000  #: for this time a node that has left is remembered


class Keeps(Protocol):
    """The core, as far as it matters here."""

    def keep(self, *changes: Change) -> None: ...


class NameTakenError(UsageError):
    """Another node has this name, and is there."""


def register_of(core: Core) -> Register | None:
    """The part of the core, where it has one."""
    try:
        return core.part(Register)
    except StopIteration:
        return None


def from_store(store: Store, now_ms: int, heartbeat_ms: int = HEARTBEAT_MS) -> Register:
    """As it was before."""
    invitations = Invitations(store.things(INVITATION))
    return Register(store.things(NODE), invitations, now_ms, heartbeat_ms)


class Register:
    """A part of the core. `nodes` and `called` may be used by any thread, the rest by the loop's.
    `gone` are those that were removed while they were there: they are told to leave."""

    def __init__(
        self,
        things: Mapping[str, Mapping[str, Any]],
        invitations: Invitations,
        now_ms: int,
        heartbeat_ms: int = HEARTBEAT_MS,
    ) -> None:
        self.heartbeat_ms = heartbeat_ms
        self.invitations = invitations
        self.nodes: dict[str, Node] = {}
        self.gone: OrderedDict[str, Node] = OrderedDict()
        self.devices: Counter[tuple[str, str, str]] = Counter()  #: of those that are there
        self._beats = Beats(heartbeat_ms, now_ms)
        self._left: OrderedDict[str, int] = OrderedDict()  # when it is forgotten
        self._lenders: dict[str, NodeRow] = {}
        for node in sorted((node_of(*each) for each in things.items()), key=_since):
            self._put(node)

    # What nodes say

    def called(self, name: str, now_ms: int) -> None:
        """A beat of a node that is there and has nothing new to say."""
        self._beats.called(name, now_ms)

    def join(
        self,
        core: Keeps,
        node: Node,
        told: NodeReport,
        by: str,
        now_ms: int,
        *,
        proven: bool = False,
    ) -> Node:
        """`proven`: it has the key of the node that has this name.

        :raises NameTakenError: if another one has the name
        """
        before = self.nodes.get(node.name)
        if before is not None and before.state == READY and not proven:
            raise NameTakenError(
                f"a node {node.name!r} is connected. Choose another name (`heddle "
                "node join --name`), or end the old one: `heddle node leave` there, or `heddle "
                f"node rm {node.name}`."
            )
        if before is not None:
            node = replace(node, drained=before.drained, revision=before.revision + 1)
        node = replace(node, parts=dict(told.hashes), joined_ms=now_ms, since_ms=now_ms)
        self._put(node)
        self._beats.called(node.name, now_ms)
        missing = [Gone(f"{NODE}-{part}", node.name) for part in PARTS if part not in told.values]
        detail = {"kind": node.kind, "site": node.site, "devices": len(node.row.devices)}
        core.keep(*(missing if before is not None else ()), *told.things(node.name))
        self._keep(core, node, "joined", by, now_ms, detail)
        return node

    def told(
        self, core: Keeps, name: str, generation: str, told: NodeReport, now_ms: int
    ) -> Node | None:
        """A beat of a node that was lost, or has something new to say. None: it is not ours."""
        node = self.nodes.get(name)
        if node is None or node.generation != generation or node.state == LEFT:
            return None
        what, detail = "", {}
        if node.state == LOST:
            what, detail = "returned", {"away_ms": now_ms - node.since_ms}
            node = replace(node, state=READY, since_ms=now_ms)
        if told.hashes:
            if told.row is not None:
                row = replace(told.row, name=name, site=node.row.site)
                if row != node.row:
                    what, detail = what or "changed", {**detail, "devices": len(row.devices)}
                node = replace(node, row=row)
            hashes = {**node.parts, **told.hashes}
            node = replace(node, parts=hashes, revision=node.revision + 1)
        self._put(node)
        self._beats.called(name, now_ms)
        core.keep(*told.things(name))
        self._keep(core, node, what, name, now_ms, detail)
        return node

    def leave(self, core: Keeps, name: str, now_ms: int) -> None:
        """It goes by itself, and its key ends. It is remembered for a day."""
        node = self.nodes.get(name)
        if node is not None and node.state != LEFT:
            node = replace(node, state=LEFT, generation="", since_ms=now_ms, beat_ms=now_ms)
            self._put(node)
            self._keep(core, node, "left", name, now_ms)

    # What people say

    def drain(self, core: Keeps, name: str, drained: bool, actor: str, now_ms: int) -> None:
        node = self.nodes[name]
        if node.drained != drained:
            node = replace(node, drained=drained)
            self._put(node)
            what = "drained" if drained else "undrained"
            self._keep(core, node, what, actor, now_ms)

    def forget(self, core: Keeps, name: str, actor: str, now_ms: int) -> None:
        """Nothing of it is kept, and its key ends."""
        node = self.nodes[name]
        self._uncount(node)
        self._beats.forget(name)
        self._lenders.pop(name, None)
        del self.nodes[name]
        if node.state != LEFT:
            self.gone[name] = node
            while len(self.gone) > 1000:
                self.gone.popitem(last=False)
        gone = [Gone(NODE, name), *(Gone(f"{NODE}-{part}", name) for part in PARTS)]
        core.keep(*gone, Event(now_ms, NODE, name, "removed", "", actor))

    def shown(self, now_ms: int, names: Sequence[str] | None = None) -> list[NodeView]:
        """All, sorted by name, or these."""
        self._beats.hear()
        found = []
        for name in sorted(self.nodes) if names is None else names:
            node, beat_ms = self.nodes[name], self._beats.last_ms(name)
            state = node.state
            if state == READY and now_ms - (beat_ms or now_ms) > self.heartbeat_ms * 5 // 4:
                state = LATE
            found.append(NodeView(node, state, node.beat_ms if beat_ms is None else beat_ms))
        return found

    def joined(self) -> list[str]:
        """The names of those that have not left; for any thread."""
        return [node.name for node in [*self.nodes.values()] if node.state != LEFT]

    def row(self, name: str) -> NodeRow | None:
        """What a node says that has not left; for any thread."""
        node = self.nodes.get(name)
        return None if node is None or node.state == LEFT else node.row

    def lenders(self) -> dict[str, NodeRow]:
        """What those say that serve their devices, by name, as nodes without an engine; for any
        thread. What runs with a device of one that is silent may go on."""
        return self._lenders.copy()

    def devices_beyond(self, engines: Container[str]) -> Counter[tuple[str, str, str]]:
        """Devices of nodes that are there, but for those that an engine runs jobs on."""
        both = (node for name, node in self.nodes.items() if name in engines)
        found = self.devices.copy()
        for node in both:
            if node.state == READY:
                found -= models_of(node)
        return found

    # Time

    def due_ms(self) -> int | None:
        dues = [self._beats.due_ms(), next(iter(self._left.values()), None)]
        return min((due for due in dues if due is not None), default=None)

    def turn(self, core: Keeps, now_ms: int) -> None:
        """Marks nodes as lost whose heartbeat is overdue."""
        for name in self._beats.silent(now_ms):
            beat_ms = self._beats.last_ms(name)
            node = replace(self.nodes[name], state=LOST, since_ms=now_ms, beat_ms=beat_ms)
            self._put(node)
            self._keep(core, node, "lost", "heddle", now_ms)
        while self._left and next(iter(self._left.values())) <= now_ms:
            self.forget(core, next(iter(self._left)), "heddle", now_ms)

    # Within

    def _put(self, node: Node) -> None:
        """Atomic for readers of `nodes`."""
        self._uncount(self.nodes.get(node.name))
        self.nodes[node.name] = node
        self.gone.pop(node.name, None)
        lent = _lent_row(node)
        if lent is not None:
            self._lenders[node.name] = lent
        else:
            self._lenders.pop(node.name, None)
        if node.state == READY:
            self.devices.update(models_of(node))
            self._beats.expect(node.name)
            return
        self._beats.forget(node.name)
        if node.state == LEFT:
            self._left[node.name] = node.since_ms + LEFT_MS

    def _uncount(self, node: Node | None) -> None:
        if node is not None:
            self._left.pop(node.name, None)
            if node.state == READY:
                self.devices -= models_of(node)

    def _keep(
        self,
        core: Keeps,
        node: Node,
        what: str,
        actor: str,
        now_ms: int,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        core.keep(thing_of(node))
        if what:
            core.keep(Event(now_ms, NODE, node.name, what, "", actor, detail or {}))


def _lent_row(node: Node) -> NodeRow | None:
    """A node that serves its devices, as one without an engine."""
    if node.row.serves is None or node.state == LEFT:
        return None
    down = "its node is silent" if node.state == LOST else ""
    row = replace(node.row, name=node.name, site=node.site or node.row.site)
    return replace(row, cordoned=node.drained, engine="", down=down)


def _since(node: Node) -> int:
    return node.since_ms
