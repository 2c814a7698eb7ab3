"""Where a shape fits: the ways to give it to each node, and the reasons where there is none."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from heddle.cluster.nodes import ABSENT, CPU, DEVICES, MEMORY, Bools, Ints, Nodes, stack_holds
from heddle.cluster.placing.base import Options
from heddle.cluster.shapes import Shape, Term
from heddle.model.job import WHOLE
from heddle.model.reason import Reason

Codes = npt.NDArray[np.int8]
#: of heddle.model.reason, in the order in which they are checked
CODES = (
    "",
    "cordoned",
    "site",
    "kind",
    "device-memory",
    "level",
    "stack",
    "too-few",
    "cpu",
    "memory",
    "devices",
    "share",
)


class Fitting:
    """One shape against one set of nodes. What never changes is looked up once."""

    def __init__(self, nodes: Nodes, shape: Shape) -> None:
        self._nodes = nodes
        self._shape = shape
        self._sites = _lookup(not shape.sites or site in shape.sites for site in nodes.sites)
        self._stacks = _lookup(
            all(stack_holds(stack, wanted) for wanted in shape.stack) for stack in nodes.stacks
        )
        #: for each term, by class: of the kind, with the memory too, with the level too
        self._stages = [_stages(nodes, shape, term) for term in shape.terms]
        self._needs = [_needs(nodes, shape, term) for term in shape.terms or (Term(0),)]
        self._slots = [allowed[nodes.device_class] for _, _, allowed in self._stages]
        #: for each term: some node has devices for it that are not alike
        self._unlike = [nodes.mixed and _unlike(nodes, slots) for slots in self._slots]

    def options(self, among: Ints) -> Options:
        """All ways on these nodes that differ; `among` is sorted."""
        nodes, shape = self._nodes, self._shape
        free = nodes.free.take(among, axis=0)
        enough = free >= self._needs[0]
        fits = enough[:, CPU] & enough[:, MEMORY]
        if nodes.cordoned.any():
            fits &= ~nodes.cordoned[among]
        if shape.sites:
            fits &= self._sites[nodes.site[among]]
        if shape.stack:
            fits &= self._stacks[nodes.stack[among]]
        if not shape.terms:
            rows = fits.nonzero()[0]
            after = free.take(rows, axis=0)
            after[:, :DEVICES] -= self._needs[0][:DEVICES]
            return Options(among[rows], after, np.zeros((len(rows), 0), dtype=np.int64), True)
        usable = enough[:, DEVICES:] & self._slots[0].take(among, axis=0) & fits[:, None]
        rows, slots = _expand(nodes, among, free, shape.terms[0], usable, self._unlike[0])
        after = free.take(rows, axis=0)
        after[:, :DEVICES] -= self._needs[0][:DEVICES]
        _subtract(after, slots, shape.terms[0])
        if len(shape.terms) == 1:
            whole = shape.terms[0].share_milli == WHOLE
            return Options(among[rows], after, slots, whole and not self._unlike[0])
        for i, term in enumerate(shape.terms[1:], 1):
            node, before = among[rows], free[rows]
            usable = self._slots[i][node] & (after >= self._needs[i])[:, DEVICES:]
            usable &= (after == before)[:, DEVICES:]  # of a device only one term has a part
            more, taken = _expand(nodes, node, after, term, usable, self._unlike[i])
            rows, after = rows[more], after[more]
            _subtract(after, taken, term)
            slots = np.concatenate((slots[more], taken), axis=1)
        return Options(among[rows], after, slots)

    def refusals(self, among: Ints) -> Codes:
        """The first check that each node fails, an index in `CODES`; 0 where the shape fits."""
        nodes, shape = self._nodes, self._shape
        result = np.zeros(len(among), dtype=np.int8)

        def fails(code: str, where: Bools) -> None:
            result[(result == 0) & where] = CODES.index(code)

        classes, free = nodes.device_class[among], nodes.device_free[among]
        fails("cordoned", nodes.cordoned[among])
        fails("site", ~self._sites[nodes.site[among]])
        for stage, code in enumerate(("kind", "device-memory", "level")):
            for stages in self._stages:
                fails(code, np.logical_not(stages[stage][classes].any(axis=1)))
        fails("stack", ~self._stacks[nodes.stack[among]])
        for term, allowed in zip(shape.terms, self._slots, strict=True):
            fails("too-few", self._alike(classes, allowed[among]) < term.count)
        fails("cpu", nodes.cpu_free[among] < shape.cpu_milli)
        fails("memory", nodes.memory_free[among] < shape.memory_mib)
        for term, allowed in zip(shape.terms, self._slots, strict=True):
            usable = allowed[among] & (free >= term.share_milli)
            code = "devices" if term.share_milli == WHOLE or term.count > 1 else "share"
            fails(code, self._alike(classes, usable) < term.count)
        if len(shape.terms) > 1:  # each alone fits, but not all of them together
            together = np.zeros(len(nodes), dtype=np.bool_)
            together[self.options(among).node] = True
            fails("devices", ~together[among])
        return result

    def reason(self, node: int) -> Reason | None:
        """Why not on this node, with the figures."""
        code = CODES[self.refusals(np.array([node]))[0]]
        if not code:
            return None
        nodes, shape = self._nodes, self._shape
        classes, free = nodes.device_class[node], nodes.device_free[node]
        if code in ("cpu", "memory"):
            have = nodes.cpu_free[node] if code == "cpu" else nodes.memory_free[node]
            return Reason(code, int(have), shape.cpu_milli if code == "cpu" else shape.memory_mib)
        if code == "site":
            return Reason(code, nodes.sites[nodes.site[node]], " or ".join(shape.sites))
        if code == "stack":
            stack = nodes.stacks[nodes.stack[node]]
            missing = [wanted for wanted in shape.stack if not stack_holds(stack, wanted)]
            return Reason(code, "", missing[0])
        for term, (kind, memory, level) in zip(shape.terms, self._stages, strict=True):
            here = [nodes.classes[i] for i in classes[kind[classes]]]
            if code == "kind" and not here:
                return Reason(code, "", wanted_of(term))
            if code == "device-memory" and not memory[classes].any():
                return Reason(code, max(each.memory_mib for each in here), term.memory_mib)
            if code == "level" and not level[classes].any():
                return Reason(code, max(each.level for each in here), shape.level)
            alike = int(self._alike(classes[None], level[classes][None])[0])
            if code == "too-few" and alike < term.count:
                return Reason(code, alike, term.count)
            usable = level[classes] & (free >= term.share_milli)
            alike = int(self._alike(classes[None], usable[None])[0])
            if code == "devices" and alike < term.count:
                return Reason(code, alike, term.count)
            if code == "share" and alike < term.count:
                return Reason(code, int(free[level[classes]].max()), term.share_milli)
        return Reason(code, "not all", sum(term.count for term in shape.terms))

    def _alike(self, classes: Ints, usable: Bools) -> Ints:
        """The most usable devices of one class, by row."""
        if not self._nodes.mixed:
            counted: Ints = usable.sum(axis=1)
            return counted
        most = np.zeros(len(classes), dtype=np.int64)
        left = usable.copy()
        while left.any():
            first = left.argmax(axis=1)
            same = left & (classes == classes[np.arange(len(classes)), first][:, None])
            np.maximum(most, same.sum(axis=1), out=most)
            left &= ~same
        return most


def wanted_of(term: Term) -> str:
    """The words for what a term asks: "h200 or b200", "gpu", "device"."""
    return " or ".join(term.models or term.kinds or term.vendors or ("device",))


def _needs(nodes: Nodes, shape: Shape, term: Term) -> Ints:
    """What must be free, in the columns of `Nodes.free`."""
    needs = np.full(nodes.free.shape[1], term.share_milli, dtype=np.int64)
    needs[CPU], needs[MEMORY] = shape.cpu_milli, shape.memory_mib
    return needs


def _lookup(values: Iterable[bool]) -> Bools:
    return np.array(list(values), dtype=np.bool_)


def _stages(nodes: Nodes, shape: Shape, term: Term) -> tuple[Bools, Bools, Bools]:
    """By class; the last entry is that of `ABSENT`, an index from the end."""
    kind = [
        (not term.kinds or each.kind in term.kinds)
        and (not term.vendors or each.vendor in term.vendors)
        and (not term.models or each.model in term.models)
        for each in nodes.classes
    ]
    classes = nodes.classes
    memory = [
        ok and each.memory_mib >= term.memory_mib for ok, each in zip(kind, classes, strict=True)
    ]
    level = [ok and each.level >= shape.level for ok, each in zip(memory, classes, strict=True)]
    return _lookup([*kind, False]), _lookup([*memory, False]), _lookup([*level, False])


def _unlike(nodes: Nodes, slots: Bools) -> bool:
    """Whether on some node these slots are of several classes."""
    lowest = np.where(slots, nodes.device_class, len(nodes.classes)).min(axis=1)
    highest = np.where(slots, nodes.device_class, ABSENT).max(axis=1)
    return bool((highest > lowest).any())


def _subtract(free: Ints, slots: Ints, term: Term) -> None:
    """Takes the term from these slots, by row."""
    flat = free.reshape(-1)
    begins = np.arange(DEVICES, flat.size, free.shape[1])
    flat[(slots + begins[:, None]).ravel()] -= term.share_milli


def _expand(
    nodes: Nodes, node: Ints, free: Ints, term: Term, usable: Bools, unlike: bool
) -> tuple[Ints, Ints]:
    """Each row once for every way to give it the term: which row it was, and the slots taken."""
    if term.count == 1 and (unlike or term.share_milli < WHOLE):
        return _expand_one(nodes, node, free, usable, unlike)
    if term.count == 1:
        rows = np.flatnonzero(usable.any(axis=1))
        return rows, usable.argmax(axis=1)[rows, None]
    if not unlike and term.share_milli == WHOLE:
        rank = usable.cumsum(axis=1)
        rows = np.flatnonzero(rank[:, -1] >= term.count)
        among = usable[rows] & (rank[rows] <= term.count)
        return rows, among.nonzero()[1].reshape(-1, term.count)
    if term.count > usable.shape[1]:
        return np.zeros(0, dtype=np.int64), np.zeros((0, term.count), dtype=np.int64)
    classes = nodes.device_class[node]
    found = [np.zeros(0, dtype=np.int64)]
    taken = [np.zeros((0, term.count), dtype=np.int64)]
    while usable.any():  # a turn for each class that a node has devices of
        first = usable.argmax(axis=1)
        same = usable & (classes == classes[np.arange(len(classes)), first][:, None])
        usable = usable & ~same
        rows = np.flatnonzero(same.sum(axis=1) >= term.count)
        # the tightest first, then by slot
        order = np.where(same[rows], free[rows, DEVICES:], WHOLE + 1).argsort(axis=1, kind="stable")
        found.append(rows)
        taken.append(order[:, : term.count])
    rows = np.concatenate(found)
    order = rows.argsort(kind="stable")
    return rows[order], np.concatenate(taken)[order]


def _expand_one(
    nodes: Nodes, node: Ints, free: Ints, usable: Bools, unlike: bool
) -> tuple[Ints, Ints]:
    """One device: each slot is a way, but of those that are the same only the first."""
    looks = free[:, DEVICES:]
    slots = np.arange(looks.shape[1])
    if unlike:
        looks = looks + nodes.device_class[node] * (WHOLE + 1)
    looks = np.where(usable, looks, ~slots)  # unlike any other
    first = (looks[:, :, None] == looks[:, None, :]).argmax(axis=2)
    rows, slot = np.nonzero(usable & (first == slots))
    return rows, slot[:, None]
