"""Placing one member of a job on a node. A policy is one file with `POLICY`.

`POLICY(nodes, mix)` makes it: for these nodes, and for the shapes that are expected to arrive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.modules import module_in, names_in

if TYPE_CHECKING:
    from heddle.cluster.nodes import Nodes
    from heddle.cluster.placing.base import Placing
    from heddle.cluster.shapes import Mix

DEFAULT = "room"


def names() -> list[str]:
    return [name for name in names_in(__path__) if name != "base"]


def find(name: str, nodes: Nodes, mix: Mix) -> Placing:
    """The policy of this name, made for these nodes.

    :raises UsageError: if there is none
    """
    policy: Placing = module_in(__name__, names(), name, "placing policy").POLICY(nodes, mix)
    return policy
