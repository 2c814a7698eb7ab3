"""Placing one member of a job on a node. A policy is one file with `POLICY`.

`POLICY(nodes, mix)` makes it: for these nodes, and for the shapes that are expected to arrive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.cluster.nodes import Nodes
    from heddle.cluster.placing.base import Placing
    from heddle.cluster.shapes import Mix

DEFAULT = "room"
SEAM = Seam(__name__, "placing policy")


def names() -> list[str]:
    return SEAM.names()


def find(name: str, nodes: Nodes, mix: Mix) -> Placing:
    """The policy of this name, made for these nodes.

    :raises UsageError: if there is none
    """
    policy: Placing = SEAM.load(name).POLICY(nodes, mix)
    return policy
