"""Spread: the emptiest node, so that members share as little as they can."""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import Nodes
from heddle.cluster.placing.base import Floats, Options, Steady
from heddle.cluster.shapes import Mix, Shape
from heddle.model.job import WHOLE


class Spread(Steady):
    """The share of devices that is left counts, then that of cores; a part takes the emptiest."""

    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        self._cores = np.maximum(nodes.cpu_free, 1)
        self._devices = np.maximum((nodes.device_class >= 0).sum(axis=1) * WHOLE, 1)

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        devices = options.devices.clip(0)
        left = devices.sum(axis=1) / self._devices[options.node]
        even = -np.square(devices / WHOLE).sum(axis=1)
        scores: Floats = left + 1e-3 * options.cpu / self._cores[options.node] + 1e-6 * even
        return scores


POLICY = Spread
