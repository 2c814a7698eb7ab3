"""Connections to members on nodes of engines elsewhere. Nodes only call out: each waits to be asked
for one, connects to the member, and carries the bytes over requests of its own.

All in the server's event loop. A line's token is known to its node alone, and counts for this line.
"""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_hex
from socket import socket, socketpair
from typing import Any

from heddle.errors import UsageError

MOST = 512  #: that are open at a time
WAIT_S = 20.0  #: that a node waits to be asked for one
PICK_S = 10.0  #: for a node to connect to the member


@dataclass(eq=False, slots=True)
class CarriedLine:
    """One that a node carries; what is read here goes to the member."""

    token: str
    node: str
    reader: StreamReader
    writer: StreamWriter
    is_there: asyncio.Future[bool]  #: the node has connected, or could not


class NodeLines:
    """Those that are open, and those that nodes are asked for."""

    def __init__(self) -> None:
        self._lines: dict[str, CarriedLine] = {}
        self._calls: dict[str, list[dict[str, Any]]] = {}
        self._news: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._closed = False

    def close(self) -> None:
        """Ends all: so a server can end."""
        self._closed = True
        for event in self._news.values():
            event.set()
        for line in [*self._lines.values()]:
            self.end(line)

    async def open(self, node: str, call: Mapping[str, Any]) -> socket:
        """The caller's end, which does not block. `call` tells the node what to connect to.

        :raises UsageError: if the node cannot, or does not call
        """
        if self._closed or len(self._lines) >= MOST:
            raise UsageError(f"{MOST} connections to other nodes are open, the maximum.")
        ours, theirs = socketpair()
        ours.setblocking(False)
        theirs.setblocking(False)
        reader, writer = await asyncio.open_unix_connection(sock=theirs)
        line = CarriedLine(
            token_hex(16), node, reader, writer, asyncio.get_running_loop().create_future()
        )
        self._lines[line.token] = line
        self._calls.setdefault(node, []).append({**call, "token": line.token})
        self._news[node].set()
        try:
            is_there = await asyncio.wait_for(line.is_there, PICK_S)
            why = "has no such member now. Try again"
        except TimeoutError:
            is_there = False
            why = "does not call. Check `heddle node join` there: `heddle node ls`"
        except BaseException:
            ours.close()
            self.end(line)
            raise
        if not is_there:
            ours.close()
            self.end(line)
            raise UsageError(f"{node} {why}.")
        return ours

    async def calls(self, node: str) -> list[dict[str, Any]]:
        """What the node is asked for, as soon as it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                while not self._calls.get(node) and not self._closed:
                    self._news[node].clear()
                    await self._news[node].wait()
        found = self._calls.pop(node, [])
        return [call for call in found if call["token"] in self._lines]

    def find(self, node: str, token: str) -> CarriedLine | None:
        line = self._lines.get(token)
        return line if line is not None and line.node == node else None

    def end(self, line: CarriedLine) -> None:
        self._lines.pop(line.token, None)
        line.writer.close()
        if not line.is_there.done():
            line.is_there.set_result(False)
