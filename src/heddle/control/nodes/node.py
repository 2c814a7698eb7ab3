"""A registered node: what is kept of it, and what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heddle.cluster.row import NodeRow
from heddle.cluster.row_json import plain_row, read_row
from heddle.model.choices import NODE_STATES
from heddle.store.base import Change, Thing

NODE = "node"  #: the kind of what is kept of a node, and of its events
PARTS = ("inventory", "topology", "scores")  #: of its document, each kept by itself
READY, LATE, LOST, LEFT = NODE_STATES


@dataclass(frozen=True, slots=True)
class Node:
    """One registered node. `parts` has the hashes of what it said, by part, its row included."""

    name: str
    kind: str
    site: str
    version: str
    row: NodeRow
    generation: str  #: another one at every join: the node's key follows from it
    parts: Mapping[str, str] = field(default_factory=dict)
    revision: int = 1  #: grows with every change of what it said
    state: str = READY  #: ready, lost or left; `late` is only shown
    drained: bool = False
    joined_ms: int = 0
    since_ms: int = 0  #: when it came into this state
    beat_ms: int | None = None  #: the last one before that


@dataclass(frozen=True, slots=True)
class NodeReport:
    """What a node says of itself: values by part, and the hash of each."""

    row: NodeRow | None = None
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)

    def things(self, name: str) -> list[Change]:
        return [Thing(f"{NODE}-{part}", name, value) for part, value in self.values.items()]


@dataclass(frozen=True, slots=True)
class NodeView:
    """A node as people see it now."""

    node: Node
    state: str
    beat_ms: int | None  #: the last one that is known


def models_of(node: Node) -> Counter[tuple[str, str, str]]:
    """Its devices, by kind, model and vendor."""
    return Counter((each.kind, each.model, each.vendor) for each in node.row.devices)


def thing_of(node: Node) -> Thing:
    value = {name: getattr(node, name) for name in Node.__slots__ if name not in ("name", "row")}
    return Thing(NODE, node.name, {**value, "row": plain_row(node.row)})


def node_of(name: str, value: Mapping[str, Any]) -> Node:
    return Node(name, **{**value, "row": read_row(value["row"])})
