"""The nodes of all engines, each of which belongs to one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from heddle.cluster.row import UNJOINED, NodeRow
from heddle.control.nodes.machine import this_machine
from heddle.engine.base import Engine, RemoteEngine
from heddle.errors import HeddleError, UsageError


class Rows:
    """What each engine last said. One that cannot say keeps the nodes that it had: they take no
    new work until it can."""

    def __init__(
        self,
        engines: Sequence[Engine],
        warn: Callable[[HeddleError], None],
        joined: Callable[[], Collection[str]] = tuple,
        says: Callable[[str], NodeRow | None] = lambda name: None,
        lenders: Callable[[], Mapping[str, NodeRow]] = dict,
    ) -> None:
        """`joined`: nodes on which `heddle node join` runs, or will again; `says`: what one says;
        `lenders`: those that serve their devices.

        :raises UsageError: if two run jobs on this machine
        """
        self._warn, self._joined, self._says, self.lenders = warn, joined, says, lenders
        self._elsewhere: dict[str, Sequence[NodeRow]] = {}
        self._engines: list[Engine] = []
        on_this: list[Engine] = []
        for engine in engines:
            (on_this if self._ask(engine) is None else self._engines).append(engine)
        if len(on_this) > 1:
            names = " and ".join(each.name for each in on_this)
            raise UsageError(
                f"the engines {names} all run jobs on this machine, and neither knows what the "
                "others use. Choose one of them."
            )
        self._on_this = on_this[0] if on_this else None
        self.here = this_machine((), warn)

    def shows(self, path: str) -> bool:
        """Whether isolated jobs see this; other machines have files of their own."""
        return self._on_this is None or self._on_this.shows(path)

    def look(self, in_use: Collection[str]) -> dict[str, NodeRow]:
        """All nodes, by name; `in_use`: devices that stay although something is wrong with them.

        :raises UsageError: if two engines have nodes of the same name
        """
        found = [row for engine in self._engines for row in self._ask(engine) or ()]
        downs = self.downs()
        lacks, joined = {engine.name: engine.lacks for engine in self._engines}, self.joined()
        takes = {each.name for each in self._engines if isinstance(each, RemoteEngine)}
        found = [
            replace(
                self._placed(row),
                down=row.down or downs.get(row.engine, ""),
                lacks=(*lacks[row.engine], *_unjoined(row, takes, joined)),
            )
            for row in found
        ]
        if self._on_this is not None:
            self.here = replace(this_machine(in_use, self._warn), engine=self._on_this.name)
            found.append(self.here)
        rows: dict[str, NodeRow] = {}
        for row in found:
            other = rows.setdefault(row.name, row)
            if other is not row:
                raise UsageError(
                    f"the engines {other.engine} and {row.engine} both have a node {row.name}: a "
                    "node belongs to one engine."
                )
        return {**self.lenders(), **rows}

    def _placed(self, row: NodeRow) -> NodeRow:
        """With where it stands in the network, if the node says so and its engine does not."""
        said = self._says(row.name)
        if said is None:
            return row
        site, ways = row.site or said.site, row.ways or said.ways
        return replace(row, site=site, ways=ways, serves=said.serves)

    def has_changed(self) -> bool:
        """Whether an engine elsewhere has other nodes than it last said."""
        before = dict(self._elsewhere)
        for engine in self._engines:
            self._ask(engine)
        return self._elsewhere != before

    def downs(self) -> dict[str, str]:
        """The engines that are down, and why."""
        return {engine.name: engine.down for engine in self._engines if engine.down}

    def joined(self) -> frozenset[str]:
        """The nodes that can hand over secrets and data to their members."""
        return frozenset(self._joined())

    def _ask(self, engine: Engine) -> Sequence[NodeRow] | None:
        try:
            said = engine.nodes()
        except HeddleError as error:
            self._warn(error)
            return [replace(row, down=str(error)) for row in self._elsewhere.get(engine.name, ())]
        if said is None:
            return None
        self._elsewhere[engine.name] = [replace(row, engine=engine.name) for row in said]
        return self._elsewhere[engine.name]


def _unjoined(row: NodeRow, takes: Collection[str], joined: Collection[str]) -> tuple[str, ...]:
    """`takes`: engines whose members take what they need from the node."""
    return UNJOINED if row.engine in takes and row.name not in joined else ()
