"""The keys that are for us and not for the shell: behind a new line, as in ssh.

~.  detach      ~?  say so      ~~  a ~
"""

from __future__ import annotations

DETACH, HELP = "detach", "help"
SAID = "~.  detaches: the shell continues        ~~  types a ~        ~?  this; each after Enter"
_LINE_ENDS = (0x0D, 0x0A)
_TILDE = 0x7E
_ACTIONS = {ord("."): DETACH, ord("?"): HELP}


class Escape:
    """Takes what is typed in any pieces."""

    def __init__(self) -> None:
        self._fresh = True  #: nothing was typed in this line
        self._tilde = False  #: and then a ~, which is kept back

    def feed(self, data: bytes) -> tuple[bytes, list[str]]:
        """What goes to the shell, and what we are asked to do. Behind `DETACH` all is dropped."""
        out, asked = bytearray(), list[str]()
        for byte in data:
            if self._tilde:
                self._tilde = False
                if action := _ACTIONS.get(byte):
                    asked.append(action)
                    if action == DETACH:
                        break
                    continue
                out.append(_TILDE)
                if byte == _TILDE:
                    self._fresh = False
                    continue
            elif self._fresh and byte == _TILDE:
                self._tilde = True
                continue
            out.append(byte)
            self._fresh = byte in _LINE_ENDS
        return bytes(out), asked
