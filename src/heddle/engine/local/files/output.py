"""What a member writes: pieces of one size, of which the last ones are kept.

A piece is named by the member and by its first byte, counted from the start of the output:
`0.000000000000.log`. So a byte keeps its number when older ones are dropped.
"""

from __future__ import annotations

import contextlib
import os

from heddle.errors import LogGoneError

PIECE_BYTES = 8 << 20
PIECES = 8


def _path(folder: str, member: int, start: int) -> str:
    return os.path.join(folder, f"{member}.{start:012}.log")


def _starts(folder: str, member: int) -> list[int]:
    """Where each piece begins, the oldest first."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    parts = [name.split(".") for name in names if name.endswith(".log")]
    return sorted(int(part[1]) for part in parts if len(part) == 3 and part[0] == str(member))


class Writer:
    """Writes the output of one member. A full disk costs output, never the member."""

    def __init__(self, folder: str, member: int) -> None:
        self.folder = folder
        self.member = member
        self.at = 0  #: the next byte
        self.dropped = 0  #: bytes that the disk did not take
        self._room = 0  #: in the piece
        self._file = -1

    def go_on(self, begun: Writer) -> None:
        """Where another one was, which is not used any more."""
        self.at, self.dropped = begun.at, begun.dropped
        self._file, self._room = begun._file, begun._room

    def write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            try:
                if not self._room:
                    self._next()
                count = os.write(self._file, left[: self._room])
            except OSError:
                self.dropped += len(left)
                return
            self.at += count
            self._room -= count
            left = left[count:]

    def _next(self) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        file = os.open(_path(self.folder, self.member, self.at), flags, 0o600)
        self.close()
        self._file, self._room = file, PIECE_BYTES
        for start in _starts(self.folder, self.member)[:-PIECES]:
            with contextlib.suppress(OSError):
                os.unlink(_path(self.folder, self.member, start))

    def end(self) -> None:
        """No more comes."""
        self.close()

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read(folder: str, member: int, start: int, most: int) -> bytes:
    """From byte `start` on, at most so many; fewer at the end of a piece, none at the end of all.

    :raises LogGoneError: if that byte was dropped
    """
    begins = _starts(folder, member)
    if not begins or most <= 0:
        return b""
    if start < begins[0]:
        raise LogGoneError(begins[0])
    piece = max(begin for begin in begins if begin <= start)
    try:
        with open(_path(folder, member, piece), "rb") as file:
            file.seek(start - piece)
            return file.read(most)
    except FileNotFoundError:  # dropped, or all moved away, while we looked
        begins = _starts(folder, member)
        if not begins:
            return b""
        raise LogGoneError(begins[0]) from None
