"""The protocol between a terminal and its clients.

Towards the terminal go frames: a letter, the length of the rest in four bytes, and the rest. What
comes back is output for viewers, and one `DONE` for each other frame once it has had its effect. A
client that waits for that byte keeps the order of its input, even over several connections.
"""

from __future__ import annotations

import struct
from collections.abc import Collection

IDLE = "idle"  #: why an attempt ended whose terminal was not used for too long
VIEW, INPUT, SIZE = b"v", b"i", b"s"
DONE = b"."
MOST = 1 << 20  #: bytes of a frame
LARGEST = 10_000  #: rows, and columns
_HEAD = struct.Struct(">cI")
_SIZE = struct.Struct(">HH")


def frame(kind: bytes, data: bytes = b"") -> bytes:
    return _HEAD.pack(kind, len(data)) + data


def size_frame(rows: int, columns: int) -> bytes:
    return frame(SIZE, _SIZE.pack(rows, columns))


def size_of(data: bytes) -> tuple[int, int]:
    """Rows and columns.

    :raises ValueError: if it is not a size
    """
    if len(data) != _SIZE.size:
        raise ValueError("not a size")
    rows, columns = _SIZE.unpack(data)
    if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
        raise ValueError("not a size of a terminal")
    return rows, columns


class Frames:
    """Takes what arrives in any pieces, and gives whole frames of these kinds."""

    def __init__(self, kinds: Collection[bytes] = (VIEW, INPUT, SIZE)) -> None:
        self._kinds = kinds
        self._left = bytearray()

    def add(self, data: bytes) -> None:
        self._left += data

    def next(self) -> tuple[bytes, bytes] | None:
        """Kind and content of the first one; None if it is not whole yet.

        :raises ValueError: if it cannot be one
        """
        if len(self._left) < _HEAD.size:
            return None
        kind, length = _HEAD.unpack_from(self._left)
        if kind not in self._kinds or length > MOST:
            raise ValueError("not a frame")
        end = _HEAD.size + length
        if len(self._left) < end:
            return None
        data = bytes(self._left[_HEAD.size : end])
        del self._left[:end]
        return kind, data
