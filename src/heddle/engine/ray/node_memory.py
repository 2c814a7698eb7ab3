"""The nodes of a cluster, in a file: they are known to a control plane that starts while Ray is
down."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.engine.local.files import state_files
from heddle.engine.ray.submission import RayNode, nodes


class NodeMemory:
    """`nodes` by name, as the cluster at this address last had them; of another one, none."""

    def __init__(self, file: str, address: str) -> None:
        self._file, self._address = file, address
        known = state_files.read(file) or {}
        is_same = known.get("address") == address
        self.nodes: Mapping[str, RayNode] = nodes(known["nodes"]) if is_same else {}

    def note(self, told: Sequence[Mapping[str, Any]], found: Mapping[str, RayNode]) -> None:
        """`told`: what Ray and the nodes said, of which `found` was made."""
        if found == self.nodes:
            return
        self.nodes = found
        with contextlib.suppress(OSError):  # a full disk: the next look may do better
            known = {"address": self._address, "nodes": told}
            state_files.write(self._file, known, durable=False)
