"""Which nodes a job gets in a round: a job that stays keeps its nodes, the rest is packed
tightly."""

from __future__ import annotations

from collections.abc import Mapping

Held = dict[int, int]  #: devices by node


def arrange(
    sizes: Mapping[int, int], held: Mapping[int, Held], nodes: int, on_node: int
) -> dict[int, Held]:
    """Nodes for jobs of one kind; jobs whose size did not change are moved only when need be.

    Sizes that divide a node, and whole nodes, always fit when their sum does: the largest goes
    first, and may push smaller ones off a node. Ties: the lower job id, the lower node.
    """
    free = [on_node] * nodes
    placed: dict[int, Held] = {}
    for job in sorted(sizes):
        if sum(held.get(job, {}).values()) == sizes[job]:
            placed[job] = held[job]
            for node, count in held[job].items():
                free[node] -= count
    waiting = [job for job in sizes if job not in placed]
    while waiting:
        waiting.sort(key=lambda job: (-sizes[job], job))
        job = waiting.pop(0)
        mine: Held = {}
        left = sizes[job]
        while left:
            wanted = min(left, on_node)
            found = _node_for(wanted, free)
            if found is None:
                found = _cleared(wanted, sizes, placed, free, waiting)
            if found is None:  # odd sizes: what is left over, the emptiest node first
                found = max(range(nodes), key=lambda n: (free[n], -n))
                wanted = min(wanted, free[found])
            free[found] -= wanted
            mine[found] = mine.get(found, 0) + wanted
            left -= wanted
        placed[job] = mine
    return placed


def _node_for(wanted: int, free: list[int]) -> int | None:
    fits = [n for n, have in enumerate(free) if have >= wanted]
    return min(fits, key=lambda n: (free[n], n)) if fits else None


def _cleared(
    wanted: int,
    sizes: Mapping[int, int],
    placed: dict[int, Held],
    free: list[int],
    waiting: list[int],
) -> int | None:
    """A node from which the fewest devices of smaller jobs had to be taken; None: there is none."""
    best: tuple[int, int, list[int]] | None = None
    for node in range(len(free)):
        have, out = free[node], []
        there = [job for job, mine in placed.items() if node in mine and sizes[job] < wanted]
        for job in sorted(there, key=lambda j: (sizes[j], j)):
            if have >= wanted:
                break
            have += placed[job][node]
            out.append(job)
        moved = sum(sizes[job] for job in out)
        if have >= wanted and (best is None or (moved, node) < best[:2]):
            best = moved, node, out
    if best is None:
        return None
    for job in best[2]:
        for node, count in placed.pop(job).items():
            free[node] += count
        waiting.append(job)
    return best[1]
