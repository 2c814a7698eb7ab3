"""What a node of Ray has, looked at there."""

from __future__ import annotations

import os
from typing import Any

from heddle.cluster.from_inventory import node_row
from heddle.cluster.row import NodeRow
from heddle.cluster.row_json import plain_row
from heddle.inventory import apis
from heddle.inventory.machine import look
from heddle.inventory.site import load_site


def here() -> NodeRow:
    """:raises HeddleError: if the file that says where this machine stands is invalid"""
    return node_row(look(), apis.devices(), load_site())


def probe(folder: str) -> dict[str, Any]:
    """As JSON can say it. `folder` is that of the engine, which every node must see."""
    return {"row": plain_row(here()), "sees_folder": os.path.isdir(folder)}
