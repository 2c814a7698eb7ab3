"""What costs least until the job is done: a dear device may be the cheapest, if it is fast."""

from __future__ import annotations

from math import inf

from heddle.cluster.choosing.base import AlternativeFigures


def rank(way: AlternativeFigures) -> float:
    return inf if way.price_hour is None else way.price_hour / way.speed_milli
