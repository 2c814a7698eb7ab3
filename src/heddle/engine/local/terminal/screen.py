"""The end of a terminal's output, for clients that attach later."""

from __future__ import annotations

import re

KEPT = 64 << 10  #: bytes

#: What programs ask a terminal (ECMA-48: DSR, DA; xterm: DECRQM, colours, version, XTGETTCAP).
#: Asked once more, the answer would be typed into whatever runs now.
_QUERIES = re.compile(
    rb"\x1b\[[>=?]?[0-9;]*[nc]"
    rb"|\x1b\[>[0-9;]*q"
    rb"|\x1b\[\??[0-9;]*\$p"
    rb"|\x1b\][0-9;]*;\?(?:\x07|\x1b\\)"
    rb"|\x1bP[+$]q[^\x1b]*\x1b\\"
    rb"|\x05"
)


class Screen:
    """Keeps the last `KEPT` bytes."""

    def __init__(self) -> None:
        self._last = bytearray()
        self._whole = True

    def add(self, data: bytes) -> None:
        self._last += data
        if len(self._last) > 2 * KEPT:
            del self._last[:-KEPT]
            self._whole = False

    def replay(self) -> bytes:
        """From the beginning of a line on, where not all is left; without what asks for answers."""
        last = bytes(self._last[-KEPT:])
        if not self._whole or len(self._last) > KEPT:
            last = last[last.find(b"\n") + 1 :]
        return _QUERIES.sub(b"", last)
