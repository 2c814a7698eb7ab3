"""A service at the front, with real sockets: replicas are servers, clients are connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import uvloop

from heddle.control.services.traffic import FrontService, ReplicaTarget
from heddle.front.door import Door
from heddle.front.front import Listener
from heddle.front.room import ConnectionRoom
from heddle.model.service import HealthCheck, Service

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter, bytes], Awaitable[None]]
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
GET = b"GET /a?b HTTP/1.1\r\nHost: chat.example\r\n\r\n"
#: The kind of event loop that `run` takes.
LOOPS: list[Callable[[], asyncio.AbstractEventLoop]] = [uvloop.new_event_loop]


class Replica:
    """A server that hands each request, after its head, to `handle`."""

    def __init__(self, handle: Handler) -> None:
        self.handle = handle
        self.connections = 0
        self.heads: list[bytes] = []
        self.gone = asyncio.Event()
        self.writers: list[asyncio.StreamWriter] = []
        self.port = 0

    async def start(self) -> Replica:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = True
        self.writers.append(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                if b"heddle-health" in head:
                    writer.write(OK)
                    break
                self.connections += first
                first = False
                self.heads.append(head)
                await self.handle(reader, writer, head)
                await writer.drain()
        writer.close()
        self.gone.set()

    def stop(self) -> None:
        self.server.close()
        for writer in self.writers:
            writer.transport.abort()


class World:
    """One service with these replicas; `told` counts what the control loop would hear."""

    def __init__(
        self, *replicas: Replica, service: Service | None = None, room: ConnectionRoom | None = None
    ) -> None:
        self.replicas = replicas
        self.room = room
        health = HealthCheck("/health", every_ms=200, within_ms=500, start_ms=3000)
        self.service = service or Service(health=health)
        self.told = 0

    async def __aenter__(self) -> World:
        self.door = Door(self.shown(self.replicas), self._tell)
        self.listener = Listener(self.door, self.room)
        await self.listener.listen(1.0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.listener.stop()
        self.door.close()
        for each in self.replicas:
            each.stop()
        await asyncio.sleep(0.01)

    def _tell(self) -> None:
        self.told += 1

    def shown(self, replicas: Sequence[Replica], *, why: str = "") -> FrontService:
        targets = tuple(
            ReplicaTarget(f"j{n}", 1, each.port, True, True) for n, each in enumerate(replicas)
        )
        return FrontService("default:chat", "chat", self.service, 0, targets, True, not why, why)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.listener.port)

    async def ask(self, request: bytes = GET) -> bytes:
        """One request; all of the answer until the connection ends."""
        reader, writer = await self.connect()
        head, _, body = request.partition(b"\r\n\r\n")
        writer.write(head + b"\r\nConnection: close\r\n\r\n" + body)
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        return answer


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(scenario(), 20)

    with asyncio.Runner(loop_factory=LOOPS[0]) as runner:
        runner.run(limited())


async def says_ok(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
    writer.write(OK)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)
