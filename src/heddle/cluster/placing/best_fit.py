"""Best fit: the node with the least left over, of cores and devices together."""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import Nodes
from heddle.cluster.placing.base import Floats, Options, Steady
from heddle.cluster.shapes import Mix, Shape
from heddle.model.job import WHOLE


class BestFit(Steady):
    """Each half counts against the largest node that there is; a part takes the tightest device."""

    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        self._cores = max(1, int(nodes.cpu_free.max(initial=0)))
        self._devices = max(1, nodes.device_free.shape[1] * WHOLE)

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        devices = options.devices.clip(0)
        left = options.cpu / self._cores + devices.sum(axis=1) / self._devices
        # of the same sum the most uneven devices: the part was put where the least was left
        uneven = np.square(devices / WHOLE).sum(axis=1)
        scores: Floats = uneven * 1e-6 - left
        return scores


POLICY = BestFit
