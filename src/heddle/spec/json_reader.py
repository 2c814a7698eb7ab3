"""JSON into nodes that know their place; the json module would forget it."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from heddle.spec.document import BREAK, DEEPEST, DocumentNode, FileError, SourceText

_TOKEN = re.compile(
    r'\s*(?:(?P<mark>[][{}:,])|(?P<text>"(?:[^"\\\x00-\x1f]|\\.)*")'
    r"|(?P<plain>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))"
)


def read_json(source: SourceText) -> DocumentNode:
    """The value of a JSON text; needs no package.

    :raises FileError: if it is not JSON
    """
    return _Json(source).read()


class _Json:
    """Reads from left to right."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._starts = [0, *(m.end() for m in BREAK.finditer(source.text))]
        self._tokens = self._tokenise(source.text)
        self._token = next(self._tokens)

    def read(self) -> DocumentNode:
        value = self._value(0)
        if self._token[0] != "end":
            self._fail("the end of the file is expected here")
        return value

    def _tokenise(self, text: str) -> Iterator[tuple[str, str, int]]:
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if not match or match.lastgroup is None:
                rest = text[at:]
                yield "wrong", "", at + len(rest) - len(rest.lstrip())
                return
            yield match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)
            at = match.end()
        yield "end", "", end

    def _next(self) -> tuple[str, str, int]:
        token, self._token = self._token, next(self._tokens, ("end", "", self._token[2]))
        return token

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def _fail(self, why: str, at: int | None = None) -> None:
        line, column = self._place(self._token[2] if at is None else at)
        self._source.refuse(line, column, f"not JSON: {why}.")
        raise FileError(self._source.problems)

    def _value(self, depth: int) -> DocumentNode:
        kind, text, at = self._next()
        place = self._place(at)
        if depth > DEEPEST:
            self._fail(f"it is nested deeper than {DEEPEST}", at)
        if kind == "text":
            return DocumentNode(*place, self._string(text, at), quoted=True)
        if kind == "plain":
            return DocumentNode(*place, text)
        if text == "[":
            items: list[DocumentNode] = []
            while self._more("]", items):
                items.append(self._value(depth + 1))
            return DocumentNode(*place, items=tuple(items))
        if text == "{":
            pairs: list[tuple[DocumentNode, DocumentNode]] = []
            while self._more("}", pairs):
                key = self._value(depth + 1)
                if not key.quoted:
                    self._fail("a key is text in double quotes")
                self._expect(":")
                pairs.append((key, self._value(depth + 1)))
            return DocumentNode(*place, entries=tuple(pairs))
        self._fail("a value is expected here", at)
        raise AssertionError("unreachable")

    def _more(self, closing: str, so_far: list[Any]) -> bool:
        if self._token[1] == closing and self._token[0] == "mark":
            self._next()
            return False
        if so_far:
            self._expect(",")
        return True

    def _expect(self, mark: str) -> None:
        if self._token[:2] != ("mark", mark):
            self._fail(f"`{mark}` is expected here")
        self._next()

    def _string(self, text: str, at: int) -> str:
        try:
            return str(json.loads(text))
        except ValueError:
            self._fail("an escape is invalid", at)
            raise AssertionError("unreachable") from None
