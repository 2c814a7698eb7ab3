"""What takes least energy until the job is done."""

from __future__ import annotations

from math import inf

from heddle.cluster.choosing.base import AlternativeFigures


def rank(way: AlternativeFigures) -> float:
    return inf if way.watts is None else way.watts / way.speed_milli
