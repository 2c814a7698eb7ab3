"""Keeps secrets out of what members write: their exact values, also where one comes in parts."""

from __future__ import annotations

import re
from collections.abc import Iterable

MASK = b"***"
LEAST = 8  #: bytes; what is shorter is no secret, and would be found everywhere


def parts(values: Iterable[bytes]) -> list[bytes]:
    """What is looked for: whole values, and each line of them, the longest first."""
    found = {each.strip() for value in values for each in (value, *value.splitlines())}
    return sorted((each for each in found if len(each) >= LEAST), key=lambda p: (-len(p), p))


class Mask:
    """A stream goes in, and comes out masked. The end of what came is kept back as long as it
    could be the beginning of a secret."""

    def __init__(self, values: Iterable[bytes]) -> None:
        self._parts = parts(values)
        self._any = re.compile(b"|".join(map(re.escape, self._parts))) if self._parts else None
        self._kept = b""

    def feed(self, data: bytes) -> bytes:
        if self._any is None:
            return data
        data = self._kept + data
        out = []
        at = 0
        while True:
            doubtful = self._doubtful(data, at)
            found = self._any.search(data, at)
            if found is None or found.start() >= doubtful:
                out.append(data[at:doubtful])
                self._kept = data[doubtful:]
                return b"".join(out)
            out += (data[at : found.start()], MASK)
            at = found.end()

    def end(self) -> bytes:
        """What was kept back."""
        kept, self._kept = self._kept, b""
        return kept if self._any is None else self._any.sub(MASK, kept)

    def _doubtful(self, data: bytes, at: int) -> int:
        """The first byte from which on all could be the beginning of a secret."""
        first = len(data)
        for part in self._parts:
            start = data.find(part[:1], max(at, len(data) - len(part) + 1))
            while 0 <= start < first:
                if part.startswith(data[start:]):
                    first = start
                    break
                start = data.find(part[:1], start + 1)
        return first
