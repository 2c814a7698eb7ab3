"""Dot product (Tetris, SIGCOMM'14): the node whose free resources are most in line with the ask.

Here the smaller product is better, so that what is scarce on a node and asked for little goes
there: aligned and nearly full nodes first.
"""

from __future__ import annotations

from heddle.cluster.nodes import Nodes
from heddle.cluster.placing.base import Floats, Options, Steady
from heddle.cluster.shapes import Mix, Shape
from heddle.model.job import WHOLE


class DotProduct(Steady):
    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        self._cores = max(1, int(nodes.cpu_free.max(initial=0)))
        self._memory = max(1, int(nodes.memory_free.max(initial=0)))
        self._devices = max(1, nodes.device_free.shape[1] * WHOLE)

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        idle = nodes.device_free[options.node].clip(0).sum(axis=1)
        product = (
            nodes.cpu_free[options.node] * (shape.cpu_milli / self._cores**2)
            + nodes.memory_free[options.node] * (shape.memory_mib / self._memory**2)
            + idle * (shape.device_milli / self._devices**2)
        )
        scores: Floats = -product
        return scores


POLICY = DotProduct
