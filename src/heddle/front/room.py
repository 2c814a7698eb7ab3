"""Room for connections of clients: of all services together, and of one address."""

from __future__ import annotations

import resource
from collections import Counter

from heddle.front.line import FrontConnection


class ConnectionRoom:
    """For the event loop of the front."""

    def __init__(
        self, most: int, most_of_address: int, head_s: float = 15.0, body_s: float = 60.0
    ) -> None:
        self.most, self.most_of_address = most, most_of_address
        self.head_s, self.body_s = head_s, body_s
        self._lines: dict[FrontConnection, str] = {}  # the oldest first, with the address
        self._each: Counter[str] = Counter()

    def add(self, line: FrontConnection) -> str:
        """Why there is no room; empty if there is. Connections without a request are closed
        first."""
        address = line.address
        if self._each[address] >= self.most_of_address and not self._close_one(address):
            return f"{self.most_of_address} connections from {address} are open, the maximum."
        if len(self._lines) >= self.most and not self._close_one(None):
            return f"{self.most} connections to services are open, the maximum."
        self._lines[line] = address
        self._each[address] += 1
        return ""

    def remove(self, line: FrontConnection) -> None:
        if (address := self._lines.pop(line, None)) is not None:
            self._each[address] -= 1
            if not self._each[address]:
                del self._each[address]

    def _close_one(self, address: str | None) -> bool:
        for line, its in self._lines.items():
            if address in (None, its) and line.is_waiting:
                self.remove(line)
                line.close()
                return True
        return False


def room(head_s: float = 15.0, body_s: float = 60.0) -> ConnectionRoom:
    """A quarter of the files that this process may have."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = 65_536 if files == resource.RLIM_INFINITY else files
    most = max(8, files // 4)
    return ConnectionRoom(most, max(4, most // 2), head_s, body_s)
