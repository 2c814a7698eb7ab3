"""YAML into nodes that know their place."""

from __future__ import annotations

from collections import Counter
from typing import Any

from heddle.extras import extra
from heddle.spec.document import DEEPEST, DocumentNode, FileError, SourceText

#: What YAML takes an untagged value for. Fields read the text, so it does not matter which.
PLAIN = ("str", "int", "float", "bool", "null", "timestamp", "merge", "value", "seq", "map")
MOST_REPEATED = 1 << 20  #: characters and values that aliases add to what is written
TOO_DEEP = f"nested deeper than {DEEPEST}"


def read_yaml(source: SourceText) -> list[DocumentNode]:
    """The documents of a YAML text.

    :raises FileError: if it is not YAML
    :raises MissingExtraError: without PyYAML
    """
    with extra("a file in YAML (one in JSON does not)", "PyYAML", "cluster"):
        import yaml

    class Shallow(yaml.SafeLoader):
        """Stops early where hostile depth would take seconds, or all of the stack."""

        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            self.depth += 1
            if self.depth > DEEPEST:
                place = self.peek_event().start_mark  # type: ignore[no-untyped-call]
                raise yaml.MarkedYAMLError(problem=TOO_DEEP, problem_mark=place)
            found = super().compose_node(parent, index)
            self.depth -= 1
            return found

    try:
        reader = _Yaml(source)
        found = [reader.node(each, ()) for each in yaml.compose_all(source.text, Loader=Shallow)]
        reader.check()
        return found
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = ", ".join(filter(None, (error.context, error.problem)))
        source.refuse(line, column, f"not YAML: {message}.")
    except yaml.YAMLError as error:
        source.refuse(1, 1, f"not YAML: {str(error).splitlines()[0]}.")
    raise FileError(source.problems)


class _Yaml:
    """Turns PyYAML's nodes into ours, each once, however often an alias names it."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._done: dict[
            int, tuple[Any, DocumentNode]
        ] = {}  # theirs is kept, so that its id stays its own
        self._size: dict[DocumentNode, int] = {}  # with all that is in it, aliases written out
        self._again: Counter[DocumentNode] = Counter()  # by aliases

    def node(self, theirs: Any, above: tuple[int, ...]) -> DocumentNode:
        if id(theirs) in self._done:
            found = self._done[id(theirs)][1]
            self._again[found] += 1
            return found
        found = self._made(theirs, above)
        self._done[id(theirs)] = (theirs, found)
        within = found.items or [each for pair in found.entries or () for each in pair]
        self._size[found] = 1 + len(found.text or "") + sum(self._size.get(e, 0) for e in within)
        return found

    def check(self) -> None:
        """A few aliases of large aliases can stand for more than fits into any memory."""
        added = {node: times * self._size[node] for node, times in self._again.items()}
        if sum(added.values()) <= MOST_REPEATED:
            return
        worst = max(added, key=added.__getitem__)
        self._source.refuse(
            worst.line,
            worst.column,
            f"aliases repeat this {self._again[worst]} times: written out, that is "
            f"{min(added[worst] / 1e6, 1e6):,.1f} MB more, and {MOST_REPEATED >> 20} MiB is the "
            "most. Say it once for the whole job, or send several smaller files.",
        )
        raise FileError(self._source.problems)

    def _made(self, theirs: Any, above: tuple[int, ...]) -> DocumentNode:
        place = theirs.start_mark.line + 1, theirs.start_mark.column + 1
        if theirs.tag.removeprefix("tag:yaml.org,2002:") not in PLAIN:
            self._source.refuse(
                *place, f"the tag {theirs.tag!r} is not allowed: plain values only."
            )
        if id(theirs) in above:
            self._source.refuse(*place, "this contains itself.")
            return DocumentNode(*place, "")
        if isinstance(theirs.value, str):
            return DocumentNode(*place, theirs.value, quoted=theirs.style is not None)
        above = (*above, id(theirs))
        if theirs.id == "sequence":
            return DocumentNode(
                *place, items=tuple(self.node(each, above) for each in theirs.value)
            )
        pairs = ((self.node(key, above), self.node(value, above)) for key, value in theirs.value)
        return DocumentNode(*place, entries=tuple(pairs))
