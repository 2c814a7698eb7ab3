"""A shape: what one member of a job asks of one node, whatever the job.

Jobs of the same shape fit in the same places, so what was found for one holds for the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from heddle.model.job import WHOLE, Conditions

TYPICAL = 0.95  #: of all shapes are covered by the typical ones


@dataclass(frozen=True, slots=True)
class Term:
    """So many devices alike; empty means any."""

    count: int
    kinds: tuple[str, ...] = ()
    vendors: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    share_milli: int = WHOLE  #: of each device
    memory_mib: int = 0  #: that each device has at least
    device: str = ""  #: only the one that is called so on its node

    @property
    def milli(self) -> int:
        return self.count * self.share_milli


@dataclass(frozen=True, slots=True)
class Shape:
    """An equivalence class of requests. Its terms are given on one node, all or none."""

    cpu_milli: int = 0
    memory_mib: int = 0
    terms: tuple[Term, ...] = ()
    level: int = 0  #: that its devices have at least
    sites: tuple[str, ...] = ()  #: only these; empty: any
    stack: tuple[str, ...] = ()  #: "cuda>=12.4", "rocm"
    joined: str = ""  #: how all its devices hang together: nvlink, numa, ...; one alone always does
    quota_mib: int = 0  #: of the memory of each device; 0: in proportion to the share
    uses: tuple[str, ...] = ()  #: what the engine of the node must support: image, secrets, ...
    #: Those on data, network, price and power; None where there are none.
    conditions: Conditions | None = None
    nodes: tuple[str, ...] = ()  #: only these, while they take work; empty: any
    node: str = ""  #: only this one, even if it is drained; empty: any
    #: The devices are lent to a program on another node, of which this is asked; None: the program
    #: runs where they are.
    host: Shape | None = None

    @property
    def device_milli(self) -> int:
        return sum([term.count * term.share_milli for term in self.terms])


#: Shapes that are expected to arrive, with their weights.
Mix = Mapping[Shape, float]


@dataclass(frozen=True, slots=True)
class Placement:
    """What a shape gets, and where."""

    node: int
    devices: tuple[tuple[int, int], ...]  #: slot and thousandths taken of it
    cpu_milli: int
    memory_mib: int
    shape: Shape
    links: tuple[int, ...] = ()  #: of `Network`, of which it books the bandwidth that it asks for


def typical(shapes: Sequence[Shape], memory: bool = True) -> Mix:
    """The commonest shapes, until `TYPICAL` of all are covered; FGD's are without memory.

    Of shapes as common as each other the largest come first.
    """
    counted = Counter(replace(each, memory_mib=each.memory_mib * memory) for each in shapes)
    return commonest(counted)


def commonest(counted: Counter[Shape]) -> Mix:
    """The same of shapes that were counted."""
    mix: dict[Shape, float] = {}
    covered, enough = 0, TYPICAL * counted.total()
    ranked = sorted(counted.items(), key=lambda pair: (pair[1], _size(pair[0])), reverse=True)
    for shape, count in ranked:
        if covered >= enough:
            break
        covered += count
        mix[shape] = float(count)
    return mix


def _size(shape: Shape) -> tuple[object, ...]:
    """Cores, then devices, as the authors' simulator compares them; memory is ours."""
    terms = [(term.share_milli, term.count, "|".join(term.models)) for term in shape.terms]
    return shape.cpu_milli, terms, shape.memory_mib, repr(shape)
