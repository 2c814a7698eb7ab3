"""Fragmentation gradient descent (Weng et al., ATC'23): where the least idle devices get useless.

Idle devices of a node are useless to an expected shape that does not fit on it, and so is what a
device has left below the share that the shape asks. The score is the published one, an integer of
0 to 100; on one node the first slot of the best score is taken.
"""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import Nodes
from heddle.cluster.placing.base import Floats, Options, Steady
from heddle.cluster.shapes import Mix, Shape
from heddle.cluster.usable import Usable


class Fgd(Steady):
    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        self._usable = Usable(nodes, mix)

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        node = options.node
        useless = [
            devices.clip(0).sum(axis=1) - self._usable.milli(nodes.device_class[node], cpu, devices)
            for cpu, devices in (
                (nodes.cpu_free[node], nodes.device_free[node]),
                (options.cpu, options.devices),
            )
        ]
        scores: Floats = np.floor(100 / (1 + np.exp((useless[1] - useless[0]) / 1000)))
        return scores


POLICY = Fgd
