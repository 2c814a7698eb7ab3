"""Where a shape fits: the ways to give it to each node, and the reasons where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, reduce

import numpy as np
import numpy.typing as npt

from heddle.cluster.conditions.ceilings import ceilings
from heddle.cluster.conditions.stacks import stack_doubt, stack_holds
from heddle.cluster.joining import groups_of, merged, within
from heddle.cluster.nodes import ABSENT, CPU, DEVICES, MEMORY, Bools, Ints, Nodes
from heddle.cluster.placing.base import Options
from heddle.cluster.row import UNJOINED
from heddle.cluster.shapes import Shape, Term
from heddle.cluster.ways import expand, most_alike, subtract
from heddle.model.job import WHOLE
from heddle.model.quantity import MEMORY as MIB
from heddle.model.quantity import SHARE
from heddle.model.reason import OF_NODES, Reason
from heddle.model.site import site_names

Codes = npt.NDArray[np.int8]
MOST_NAMED = 3  #: holders of booked devices, in one reason
CODES = ("", *OF_NODES)  #: the checks of a node, in their order
CODE_OF = {code: index for index, code in enumerate(CODES)}


class Fitting:
    """One shape against one set of nodes. What never changes is looked up once."""

    def __init__(self, nodes: Nodes, shape: Shape) -> None:
        self._nodes = nodes
        self._shape = shape
        #: particular devices first, so that no other term is given them
        self._terms = sorted(shape.terms, key=lambda term: not term.device)
        self._count = sum(term.count for term in shape.terms)
        self._sites = _lookup(
            not shape.sites or not {*shape.sites}.isdisjoint(site_names(site))
            for site in nodes.sites
        )
        self._stacks = _lookup(
            all(stack_holds(stack, wanted) for wanted in shape.stack) for stack in nodes.stacks
        )
        self._able = _lookup(not {*shape.uses} & {*lacks} for lacks in nodes.lackings)
        #: for each term, by class: of the kind, with the memory too, with the level too
        self._stages = [_stages(nodes, shape, term) for term in self._terms]
        self._host = np.array([shape.cpu_milli, shape.memory_mib], dtype=np.int64)
        self._mib = [_mib(nodes, shape, term) for term in self._terms]
        self._named = [
            nodes.is_called(term.device) if term.device else None for term in self._terms
        ]
        self._slots = [
            allowed[nodes.device_class] if named is None else allowed[nodes.device_class] & named
            for (_, _, allowed), named in zip(self._stages, self._named, strict=True)
        ]
        if shape.host is not None:
            self._slots = [slots & nodes.lent for slots in self._slots]
        asked = shape.conditions
        self._reach = nodes.network.reach(asked) if asked and asked.data else None
        #: what fits changes when others book bandwidth, on other nodes as well
        self.books = self._reach is not None and self._reach.mbytes_s > 0
        self._ceilings = ceilings(nodes, asked) if asked or nodes.budgets is not None else []
        self._maybe = self._slots  #: with those of which a figure is unknown
        for ceiling in self._ceilings:
            self._maybe = [slots & ~ceiling.over(nodes) for slots in self._maybe]
            self._slots = [slots & ceiling.within(nodes) for slots in self._slots]
        #: for each term: some node has devices for it that are not alike
        self._unlike = [nodes.mixed and _unlike(nodes, slots) for slots in self._slots]
        #: what may be given together: the slots of each term, or of each within one group
        self._within = [self._slots]
        self._joined = shape.joined if self._count > 1 else ""
        if self._joined:
            self._within = within(groups_of(nodes, self._joined), self._slots, self._count)
        none = np.zeros(0, dtype=np.int64)
        self._nowhere = Options(none, nodes.free[none], np.zeros((0, self._count), np.int64), True)

    def options(self, among: Ints) -> Options:
        """All ways on these nodes that differ; `among` is sorted."""
        found = self._options(among)
        return found if self._nodes.budgets is None else self._powered(found)

    def _options(self, among: Ints) -> Options:
        """Whatever they draw."""
        free = self._nodes.free.take(among, axis=0)
        enough = free[:, :DEVICES] >= self._host
        fits: Bools = enough[:, CPU] & enough[:, MEMORY]
        fits &= self.ever.take(among)
        fits &= ~self._closed(among)
        if self.books:
            fits &= self.open().take(among)
        if not fits.all():
            among, free = among.compress(fits), free.compress(fits, axis=0)
        if not len(among):
            return self._nowhere
        ways = [self._ways(among, free, slots) for slots in self._within]
        return ways[0] if len(ways) == 1 else merged(ways)

    def _powered(self, options: Options) -> Options:
        """Those that the power budgets allow."""
        nodes = self._nodes
        assert nodes.budgets is not None
        allowed = nodes.budgets.allows(nodes.device_free, options.node, options.devices)
        rows = np.flatnonzero(allowed)
        return Options(options.node[rows], options.free[rows], options.slots[rows], options.single)

    def refusals(self, among: Ints) -> Codes:
        """The first check that each node fails, an index in `CODES`; 0 where the shape fits."""
        nodes, shape = self._nodes, self._shape
        free = nodes.free.take(among, axis=0)
        busy = np.zeros(len(among), dtype=np.int8)
        # The first check that fails counts: the last is written first.
        if len(self._terms) > 1:  # each alone fits, but perhaps not all of them together
            busy[~np.isin(among, self.options(among).node)] = CODE_OF["devices"]
        if self.books:
            busy[~self.open().take(among)] = CODE_OF["bandwidth"]
        if nodes.budgets is not None:
            busy[~np.isin(among, self.options(among).node) & (busy == 0)] = CODE_OF["power"]
        for i, term in reversed(list(enumerate(self._terms))):
            code = "devices" if term.share_milli == WHOLE or term.count > 1 else "share"
            usable = free[:, DEVICES:] >= term.share_milli
            roomy = self._roomy(i, usable, among)
            if roomy is not usable:
                busy[self._most(i, roomy, among) < term.count] = CODE_OF["memory-quota"]
            busy[self._most(i, usable, among) < term.count] = CODE_OF[code]
        busy[free[:, MEMORY] < shape.memory_mib] = CODE_OF["memory"]
        busy[free[:, CPU] < shape.cpu_milli] = CODE_OF["cpu"]
        busy[self._closed(among)] = CODE_OF["cordoned"]
        for node in nodes.down:
            busy[among == node] = CODE_OF["unreachable"]
        never = self.never.take(among)
        return np.where(never, never, busy)

    def _closed(self, among: Ints) -> Bools:
        """Nodes that take no new work. What is suspended on a drained node is not new there."""
        if not self._shape.node:
            return self._nodes.cordoned.take(among)
        return np.isin(among, list(self._nodes.down))

    def open(self) -> Bools:
        """By node: where the bandwidth that it asks for is not booked."""
        assert self._reach is not None
        return self._reach.open(self._nodes.link_free, self._nodes.spot)

    @cached_property
    def ever(self) -> Bools:
        """Nodes on which it could fit, were they empty."""
        ever: Bools = self.never == 0
        return ever

    @cached_property
    def never(self) -> Codes:
        """The first check that each node fails of those that do not depend on what is free."""
        nodes, terms = self._nodes, self._terms
        classes, everywhere = nodes.device_class, np.arange(len(nodes))
        result = np.zeros(len(nodes), dtype=np.int8)

        def fails(code: str, where: Bools) -> None:
            result[(result == 0) & where] = CODE_OF[code]

        if self._shape.node:
            fails("pinned", np.array([name != self._shape.node for name in nodes.names]))
        if self._shape.host is None and "" in nodes.engines:
            fails("lends", nodes.engine == nodes.engines.index(""))
        if wanted := self._shape.nodes:
            fails("node", np.array([name not in wanted for name in nodes.names]))
        fails("site", ~self._sites[nodes.site])
        for stage, code in enumerate(("kind", "device-memory", "level")):
            for i in range(len(terms)):
                passing = self._passing(i, stage, classes, everywhere)
                fails(code, np.logical_not(passing.any(axis=1)))
        if self._shape.host is not None:
            for i in range(len(terms)):
                passing = self._passing(i, 2, classes, everywhere) & nodes.lent
                fails("unserved", np.logical_not(passing.any(axis=1)))
            for node in np.flatnonzero(result == 0).tolist():
                if not nodes.lenders.is_near(nodes.lender.item(node)):
                    result[node] = CODE_OF["far"]
        fails("stack", ~self._stacks[nodes.stack])
        fails("unsupported", ~self._able[nodes.lacks])
        unknown = np.zeros(len(nodes), dtype=np.bool_)
        if self._reach is not None:
            spots = [CODE_OF[each.code] if each else 0 for each in self._reach.never]
            found = np.array(spots, dtype=np.int8)[nodes.spot]
            unknown |= found == CODE_OF["unmeasured"]
            result = np.where((result == 0) & ~unknown, found, result)
        for ceiling in self._ceilings:
            able = [self._passing(i, 2, classes, everywhere) for i in range(len(terms))]
            over, cores = ceiling.fails(nodes, able)
            fails(ceiling.code, over)
            unknown |= cores
        if self._joined:
            apart, together = self._empty(self._maybe)
            fails("topology", apart & ~together)
            fails("too-few", ~apart)
            if self._ceilings:
                unknown |= ~self._empty(self._slots)[1]
        for term, slots, maybe in zip(terms, self._slots, self._maybe, strict=True):
            fails("too-few", most_alike(nodes, classes, maybe) < term.count)
            if self._ceilings:
                unknown |= most_alike(nodes, classes, slots) < term.count
        fails("unmeasured", unknown)
        return result

    def _ways(self, among: Ints, free: Ints, allowed: list[Bools]) -> Options:
        """On nodes that have the cores and the memory, with these slots for each term."""
        nodes, terms = self._nodes, self._terms
        if not terms:
            free[:, :DEVICES] -= self._host
            return Options(among, free, np.zeros((len(among), 0), dtype=np.int64), True)
        usable = free[:, DEVICES:] >= terms[0].share_milli
        usable &= allowed[0].take(among, axis=0)
        usable = self._roomy(0, usable, among)
        fits = np.add.reduce(usable, axis=1) >= terms[0].count
        if not fits.all():
            among, free = among.compress(fits), free.compress(fits, axis=0)
            usable = usable.compress(fits, axis=0)
        if not len(among):
            return self._nowhere
        mib = nodes.device_mib.take(among, axis=0) if self._shape.quota_mib else None
        rows, slots = expand(nodes, among, free, terms[0], usable, self._unlike[0], mib)
        after = free.take(rows, axis=0)
        after[:, :DEVICES] -= self._host
        subtract(after, slots, terms[0])
        if len(terms) == 1:
            whole = terms[0].share_milli == WHOLE
            return Options(among.take(rows), after, slots, whole and not self._unlike[0])
        for i, term in enumerate(terms[1:], 1):
            node, before = among[rows], free[rows]
            usable = allowed[i][node] & (after[:, DEVICES:] >= term.share_milli)
            usable &= (after == before)[:, DEVICES:]  # of a device only one term has a part
            usable = self._roomy(i, usable, node)
            mib = nodes.device_mib.take(node, axis=0) if self._shape.quota_mib else None
            more, taken = expand(nodes, node, after, term, usable, self._unlike[i], mib)
            rows, after = rows[more], after[more]
            subtract(after, taken, term)
            slots = np.concatenate((slots[more], taken), axis=1)
        return Options(among[rows], after, slots)

    def reason(self, node: int) -> Reason | None:
        """Why not on this node, with the figures."""
        code = CODES[self.refusals(np.array([node]))[0]]
        return self.figures(node, code) if code else None

    def figures(self, node: int, code: str) -> Reason:
        """What the check that the node fails was about."""
        nodes, shape = self._nodes, self._shape
        if code in ("cordoned", "unreachable"):
            return Reason(code, why=nodes.down.get(node, ""))
        if code == "lends":
            return Reason(code)
        if code in ("unserved", "far"):
            lender = nodes.lender.item(node)
            far = code == "far"
            return nodes.lenders.far(lender) if far else nodes.lenders.unserved(lender)
        if code == "pinned":
            return Reason(code, wanted=shape.node)
        if code == "node":
            return Reason(code, nodes.names[node], " or ".join(shape.nodes))
        if code in ("cpu", "memory"):
            have = nodes.cpu_free[node] if code == "cpu" else nodes.memory_free[node]
            return Reason(code, int(have), shape.cpu_milli if code == "cpu" else shape.memory_mib)
        if code == "site":
            at = nodes.sites[nodes.site[node]] or "no site that is known"
            return Reason(code, at, " or ".join(shape.sites))
        if code == "stack":
            stack = nodes.stacks[nodes.stack[node]]
            missing = [wanted for wanted in shape.stack if not stack_holds(stack, wanted)]
            return Reason(code, "", missing[0], why=stack_doubt(stack, missing[0]))
        if code == "bandwidth":
            assert self._reach is not None
            free = self._reach.most(nodes.link_free, nodes.spot.item(node))
            return Reason(code, free, self._reach.mbytes_s)
        if code == "power":
            assert nodes.budgets is not None
            ways = self._options(np.array([node]))
            return nodes.budgets.reason(nodes.device_free, ways.node, ways.devices)
        said = self._reach.never[nodes.spot.item(node)] if self._reach is not None else None
        if said is not None and said.code == code:
            return said
        if code in ("unmeasured", "price", "watts"):
            here = np.array([node])
            classes = nodes.device_class[here]
            able = [self._passing(i, 2, classes, here)[0] for i in range(len(self._terms))]
            said_by = (each.reason(nodes, node, able, code) for each in self._ceilings)
            return next(each for each in said_by if each is not None)
        if code == "unsupported":
            lacks = nodes.lackings[nodes.lacks[node]]
            missing = [word for word in shape.uses if word in lacks]
            engine = nodes.engines[nodes.engine[node]]
            if {*missing} <= {*UNJOINED} <= {*lacks}:
                engine += " without `heddle node join` there"
            return Reason(code, engine, ", ".join(missing))
        if code == "topology":
            return Reason(code, self._most_joined(node), self._count, why=self._joined)
        if code in ("devices", "share", "memory-quota"):
            return self._busy(node)
        return self._unfit(node, code)

    def _busy(self, node: int) -> Reason:
        """It has the devices, but not free."""
        here = np.array([node])
        free = self._nodes.device_free[here]
        for i, term in enumerate(self._terms):
            usable = free >= term.share_milli
            most = int(self._most(i, usable, here)[0])
            if most < term.count and (term.share_milli == WHOLE or term.count > 1):
                return Reason("devices", most, term.count, booked=self._booked(i, node))
            if most < term.count:
                given = np.logical_or.reduce([slots[i][here] for slots in self._within])
                have, booked = int(free[given].max()), self._booked(i, node)
                return Reason("share", have, term.share_milli, booked=booked)
            if int(self._most(i, self._roomy(i, usable, here), here)[0]) < term.count:
                return self._cramped(i, node, usable)
        return Reason("devices", "not all", self._count)

    def _cramped(self, term: int, node: int, usable: Bools) -> Reason:
        """Too little memory of its devices is free: how much would do, and on which."""
        nodes, count = self._nodes, self._terms[term].count
        found = []  # what so many devices alike have free, and of which class
        for slots in self._within:
            given = (slots[term][[node]] & usable)[0]
            for index in set(nodes.device_class[node, given].tolist()):
                mib = nodes.device_mib[node, given & (nodes.device_class[node] == index)]
                if len(mib) >= count:
                    found.append((int(np.sort(mib)[-count]), index))
        have, index = max(found)
        device, wanted = nodes.classes[index], int(self._mib[term][index])
        share = "" if self._shape.quota_mib else f" ({SHARE.format(self._terms[term].share_milli)})"
        why = f"{device.model or device.kind} ({mib_text(device.memory_mib)})"
        return Reason(
            "memory-quota",
            mib_text(have),
            f"{mib_text(wanted)}{share}",
            why=why,
            booked=self._booked(term, node),
        )

    def _booked(self, term: int, node: int) -> str:
        """The owners of devices that would fit if they were not booked."""
        nodes, share = self._nodes, self._terms[term].share_milli
        found = []
        for slot in range(nodes.device_class.shape[1]):
            booked = nodes.booked.get((node, slot))
            if booked is None or not any(slots[term][node, slot] for slots in self._within):
                continue
            needs = self._mib[term].item(nodes.device_class[node, slot])
            free, mib = nodes.device_free.item(node, slot), nodes.device_mib.item(node, slot)
            lacks = free < share or mib < needs
            if lacks and free + booked.milli >= share and mib + booked.mib >= needs:
                found.append(booked.who)
        more = len(found) - MOST_NAMED
        return "; ".join([*found[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])

    def _unfit(self, node: int, code: str) -> Reason:
        """It has not the devices."""
        nodes, here = self._nodes, np.array([node])
        classes = nodes.device_class[here]
        for i, term in enumerate(self._terms):
            kind, memory, level = (self._passing(i, stage, classes, here) for stage in range(3))
            such = [nodes.classes[j] for j in classes[kind]]
            if code == "kind" and not such:
                return Reason(code, "", wanted_of(term))
            if code == "device-memory" and not memory.any():
                return Reason(code, max(each.memory_mib for each in such), term.memory_mib)
            if code == "level" and not level.any():
                return Reason(code, max(each.level for each in such), self._shape.level)
            alike = int(most_alike(nodes, classes, level)[0])
            if code == "too-few" and alike < term.count:
                return Reason(code, alike, term.count)
        # enough for each term, but not for all of them
        some = np.logical_or.reduce([slots[node] for slots in self._slots])
        return Reason(code, min(int(some.sum()), self._count - 1), self._count)

    def _passing(self, term: int, stage: int, classes: Ints, among: Ints) -> Bools:
        """By row and slot: devices of the kind, with the memory too, with the level too."""
        passing: Bools = self._stages[term][stage][classes]
        named = self._named[term]
        return passing if named is None else passing & named[among]

    def _roomy(self, term: int, usable: Bools, among: Ints) -> Bools:
        """Those of the usable devices that have the memory free, too; the same where no placement
        says how much it needs, because then they have."""
        nodes = self._nodes
        if not (self._shape.quota_mib or nodes.quotas):
            return usable
        needs = self._mib[term][nodes.device_class.take(among, axis=0)]
        roomy: Bools = usable & (nodes.device_mib.take(among, axis=0) >= needs)
        return roomy

    def _most(self, term: int, usable: Bools, among: Ints) -> Ints:
        """The most usable devices that could be given to the term, by row."""
        parts = [usable & slots[term].take(among, axis=0) for slots in self._within]
        if self._unlike[term]:
            classes = self._nodes.device_class.take(among, axis=0)
            counts = [most_alike(self._nodes, classes, part) for part in parts]
        else:
            counts = [np.add.reduce(part, axis=1) for part in parts]
        return reduce(np.maximum, counts)

    def _empty(self, slots: list[Bools]) -> tuple[Bools, Bools]:
        """By node, with nothing running and these slots for each term: whether it has the devices,
        and has them in one group."""
        nodes = self._nodes.copy()
        nodes.device_free[:] = np.where(nodes.device_class == ABSENT, ABSENT, WHOLE)
        nodes.device_mib[:] = nodes.device_size
        nodes.cordoned[:] = False
        nodes.budgets = None
        everywhere = np.arange(len(nodes))
        apart = Shape(terms=self._shape.terms, level=self._shape.level)
        alone = Fitting(nodes, apart)
        joined = Fitting(nodes, replace(apart, joined=self._joined))
        joined.never = np.zeros(len(nodes), dtype=np.int8)  # it is what is asked for here
        alone._within = [slots]
        joined._within = within(groups_of(nodes, self._joined), slots, self._count)
        return tuple(np.isin(everywhere, x.options(everywhere).node) for x in (alone, joined))  # type: ignore[return-value]

    def _most_joined(self, node: int) -> int | str:
        """How many of the devices that are asked for are in one group, at the most."""
        here = np.array([node])
        classes = self._nodes.device_class[here]
        groups = groups_of(self._nodes, self._joined)[here]
        turns = within(groups, [slots[here] for slots in self._slots], 1)
        counts = [
            sum(
                min(term.count, int(most_alike(self._nodes, classes, slots)[0]))
                for term, slots in zip(self._terms, turn, strict=True)
            )
            for turn in turns
        ]
        # what two terms could have is one device all the same
        return min(max(counts), self._count - 1) or "an unknown number"


def wanted_of(term: Term) -> str:
    """The words for what a term asks: "cuda@0", "h200 or b200", "gpu", "device"."""
    return term.device or " or ".join(term.models or term.kinds or term.vendors or ("device",))


def mib_text(mib: int) -> str:
    """Exactly: 40GiB, 40961MiB."""
    return MIB.format(mib) if mib else "0"


def _mib(nodes: Nodes, shape: Shape, term: Term) -> Ints:
    """By class, what a device gives of its memory; the last entry is that of `ABSENT`."""
    share = term.share_milli
    mib = [shape.quota_mib or share * each.memory_mib // WHOLE for each in nodes.classes]
    return np.array([*mib, 0], dtype=np.int64)


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
