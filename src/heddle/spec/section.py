"""One mapping of a document: its keys are checked, its values read, and every error kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from heddle.errors import UsageError, nearest
from heddle.model.request import RequestError
from heddle.spec.document import DocumentNode, SourceText

T = TypeVar("T")


class Section:
    """What is missing or wrong is the default; the caller asks the source at the end."""

    def __init__(
        self,
        node: DocumentNode,
        source: SourceText,
        what: str,
        allowed: Sequence[str] | None,
        instead: Mapping[str, str] | None = None,
    ) -> None:
        self.node, self.source, self.what = node, source, what
        self.nodes: dict[str, DocumentNode] = {}
        if node.entries is None:
            self.refuse(node, f"{what} is a mapping (key: value), and this is {node.what}.")
        for key, value in node.entries or ():
            self._add(key, value, allowed, instead or {})

    def _add(
        self,
        key: DocumentNode,
        value: DocumentNode,
        allowed: Sequence[str] | None,
        instead: Mapping[str, str],
    ) -> None:
        name = key.text
        if name is None or key.is_null:
            self.refuse(key, f"a key of {self.what} is text, and this is {key.what}.")
        elif allowed is not None and name not in allowed:
            meant = instead.get(name.lower()) or nearest(name.lower(), allowed)
            hint = f" Did you mean {meant!r}?" if meant else ""
            known = ", ".join(allowed)
            self.refuse(key, f"{name!r} is not a key of {self.what}.{hint} Known: {known}.")
        elif name in self.nodes:
            before = self.nodes[name].line
            self.refuse(key, f"{name!r} is here twice; the first is in line {before}.")
        else:
            self.nodes[name] = value

    def __contains__(self, key: str) -> bool:
        return key in self.nodes

    def at(self, *keys: str) -> DocumentNode:
        """Where an error about these keys is shown: the first that is there."""
        return next((self.nodes[key] for key in keys if key in self.nodes), self.node)

    def refuse(self, node: DocumentNode, message: str) -> None:
        self.source.refuse(node.line, node.column, message)

    def read(self, key: str, parse: Callable[[str], T], default: T) -> T:
        """A scalar, by a function that raises UsageError."""
        node = self.nodes.get(key)
        return default if node is None else self.scalar(node, key, parse, default)

    def scalar(self, node: DocumentNode, key: str, parse: Callable[[str], T], default: T) -> T:
        if node.text is None or node.is_null:
            self.refuse(node, f"{key}: one value is expected, and this is {node.what}.")
            return default
        try:
            return parse(node.text)
        except RequestError as error:
            column = self.source.column_within(node, error.column - 1)
            self.source.refuse(node.line, column, f"{key}: {error.rule}")
        except UsageError as error:
            self.refuse(node, f"{key}: {str(error).removeprefix(key + ' ')}")
        return default

    def many(self, key: str, parse: Callable[[str], T]) -> tuple[T, ...]:
        """A list of scalars; one alone need not be in a list. None may come twice."""
        node = self.nodes.get(key)
        if node is None:
            return ()
        nodes = (node,) if node.items is None else node.items
        if not nodes:
            self.refuse(node, f"{key}: the list is empty; leave it out, or say which.")
        found: dict[T, None] = {}
        for each in nodes:
            value = self.scalar(each, key, parse, None)
            if value in found:
                self.refuse(each, f"{key}: {each.what} is here twice.")
            if value is not None:
                found[value] = None
        return tuple(found)

    def entries(self, key: str) -> tuple[DocumentNode, ...]:
        """The nodes of a list."""
        node = self.nodes.get(key)
        if node is None:
            return ()
        if not node.items:
            what = "an empty list" if node.items is not None else node.what
            self.refuse(node, f"{key}: a list is expected, and this is {what}.")
        return node.items or ()
