"""One choice for each job, the sum of their values being greatest within the devices there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from heddle.cluster.matching.base import Choice

Floats = NDArray[np.float64]

EXACT_STATES = 100_000  #: up to so many combinations of devices in use, every one is looked at
PRICE_STEPS = 200
PASSES = 4
EPSILON = 1e-12


def best_sum(
    choices: Sequence[Sequence[Choice]],
    values: Sequence[Floats],
    waiting: Sequence[float],
    free: Mapping[str, int],
) -> list[int | None]:
    """For each job the index of its choice, or None: it waits, which has a value as well.

    Exact on small clusters; on large ones within a few devices of it. Of equal sums the one is
    taken in which later jobs wait, or have the earlier choice.
    """
    states = float(np.prod([count + 1.0 for count in free.values()]))
    solve = _exact if states <= EXACT_STATES else _priced
    return solve(choices, values, waiting, free)


def _exact(
    choices: Sequence[Sequence[Choice]],
    values: Sequence[Floats],
    waiting: Sequence[float],
    free: Mapping[str, int],
) -> list[int | None]:
    """Job by job, the best sum for every combination of devices that may be used."""
    axes = {kind: axis for axis, kind in enumerate(sorted(free))}
    shape = tuple(free[kind] + 1 for kind in axes)
    best = np.zeros(shape)
    picked: list[NDArray[np.int16]] = []
    for options, value, wait in zip(choices, values, waiting, strict=True):
        after = best + wait
        pick = np.full(shape, -1, dtype=np.int16)
        for index, (choice, worth) in enumerate(zip(options, value.tolist(), strict=True)):
            size = choice.devices
            if worth <= wait or size > free.get(choice.kind, 0):
                continue
            to: list[slice] = [slice(None)] * len(axes)
            of = list(to)
            to[axes[choice.kind]], of[axes[choice.kind]] = slice(size, None), slice(None, -size)
            with_it = best[tuple(of)] + worth
            better = with_it > after[tuple(to)] + EPSILON
            np.copyto(after[tuple(to)], with_it, where=better)
            np.copyto(pick[tuple(to)], index, where=better)
        best = after
        picked.append(pick)
    left = [size - 1 for size in shape]
    result: list[int | None] = []
    for options, pick in zip(reversed(choices), reversed(picked), strict=True):
        index = int(pick[tuple(left)])
        result.append(None if index < 0 else index)
        if index >= 0:
            left[axes[options[index].kind]] -= options[index].devices
    return result[::-1]


def _priced(
    choices: Sequence[Sequence[Choice]],
    values: Sequence[Floats],
    waiting: Sequence[float],
    free: Mapping[str, int],
) -> list[int | None]:
    """Prices of each kind until demand meets supply; then in turns, each its best of the rest."""
    kinds = {kind: row for row, kind in enumerate(sorted(free))}
    have = np.array([free[kind] for kind in kinds], dtype=np.float64)
    width = 1 + max((len(options) for options in choices), default=0)
    value = np.full((len(choices), width), -np.inf)  # the first column: it waits
    kind = np.zeros(value.shape, dtype=np.int64)
    size = np.zeros(value.shape, dtype=np.int64)
    value[:, 0] = waiting
    for row, (options, mine) in enumerate(zip(choices, values, strict=True)):
        for column, (choice, worth) in enumerate(zip(options, mine.tolist(), strict=True), 1):
            if choice.kind in kinds and worth > waiting[row]:
                value[row, column] = worth
                kind[row, column], size[row, column] = kinds[choice.kind], choice.devices
    rows = np.arange(len(choices))
    prices = np.zeros(len(kinds))
    asked = np.where(np.isfinite(value) & (size > 0), value - value[:, :1], 0.0)
    scale = float((asked / np.maximum(size, 1)).max(initial=0.0))
    for step in range(PRICE_STEPS):
        pick = (value - prices[kind] * size).argmax(axis=1)
        used = np.bincount(kind[rows, pick], weights=size[rows, pick], minlength=len(kinds))
        prices = np.maximum(prices + scale / (step + 2) * (used - have) / np.maximum(have, 1), 0)
    left = have.copy()
    pick = np.zeros(len(choices), dtype=np.int64)
    net = value - prices[kind] * size
    order = np.argsort(-(net.max(axis=1) - net[:, 0]), kind="stable")
    for turn in range(PASSES):
        # At first by the prices, so that no job takes what others need more; then the rest.
        wanted = net if turn == 0 else value
        before = pick.copy()
        for row in order:
            left[kind[row, pick[row]]] += size[row, pick[row]]
            fits = size[row] <= left[kind[row]]
            pick[row] = np.where(fits, wanted[row], -np.inf).argmax()
            left[kind[row, pick[row]]] -= size[row, pick[row]]
        if turn and (before == pick).all():
            break
    return [None if column == 0 else int(column) - 1 for column in pick]
