"""Placing one member of a job on a node. A policy is one file with `POLICY`.

`POLICY(nodes, mix)` makes it: for these nodes, and for the shapes that are expected to arrive.
"""

from __future__ import annotations

import difflib
import importlib
from typing import TYPE_CHECKING

from heddle.errors import UsageError
from heddle.modules import names_in

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
    if name not in names():
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"no placing policy {name!r}.{hint} There are: {', '.join(names())}.")
    policy: Placing = importlib.import_module(f"{__name__}.{name}").POLICY(nodes, mix)
    return policy
