"""Simulated nodes over real sockets: each joins, keeps its connection, and beats."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from heddle.errors import WorkloadError
from heddle.model.wire.signature import headers
from heddle.node.reporter import NodeReporter

AT_ONCE = 64  #: nodes that join at the same time
LIVE_EVERY = 6  #: heartbeats between two changes of a node's live state


class NodeConnection(asyncio.Protocol):
    """One connection with one request under way: cheaper than streams, of which there would be
    thousands."""

    def __init__(self) -> None:
        self._received = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, rest = self._received.partition(b"\r\n\r\n")
        if not found or self._answer is None or self._answer.done():
            return
        at = head.lower().index(b"content-length:") + 15
        length = int(head[at:].partition(b"\r\n")[0])
        if len(rest) >= length:
            self._received = b""
            self._answer.set_result((int(head[9:12]), rest[:length]))

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """The status and the body."""
        assert self.transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._answer


def document(number: int) -> dict[str, Mapping[str, Any]]:
    """Of a node with eight devices, about as large as a real one's."""
    uuids = [f"GPU-{number:08x}-0000-4000-8000-{i:012x}" for i in range(8)]
    device = {"kind": "gpu", "model": "H200", "vendor": "nvidia", "memory_mib": 143771, "level": 3}
    row = {
        "name": f"node-{number:05}",
        "cpu_milli": 192_000,
        "memory_mib": 2_000_000,
        "devices": [device] * 8,
        "stack": ["cuda 12.8", "linux 6.8.0", "nvidia 570.86"],
        "groups": {"nvlink": [0] * 8, "numa": [0] * 4 + [1] * 4, "pcie-switch": list(range(8))},
        "called": [[f"cuda@{i}", uuid, f"pci@0000:{i:02x}:00.0"] for i, uuid in enumerate(uuids)],
    }
    parts = [
        {
            "id": f"cuda@{i}", "bus": f"pci@0000:{i:02x}:00.0", "uuid": uuid, "driver": "nvidia",
            "numa": i // 4, "link": {"speed_gts": 32.0, "width": 16, "max_speed_gts": 32.0},
            "files": [f"/dev/nvidia{i}"], "capabilities": ["wait_value", "write_value"], **device,
        }
        for i, uuid in enumerate(uuids)
    ]  # fmt: skip
    edges = [
        {"from": f"cuda@{i}", "to": f"switch@{j}", "kind": "nvlink", "links": 4}
        for i in range(8)
        for j in range(4)
    ]
    scores = {f"cuda@{i}": {"total_milli": 9000, "confidence_milli": 700} for i in range(8)}
    return {
        "row": row,
        "inventory": {"devices": parts},
        "topology": {"edges": edges},
        "scores": {"devices": scores},
        **live(0),
    }


def live(round_: int) -> dict[str, Mapping[str, Any]]:
    sample = {"state": "ok", "utilisation": round_ % 100, "power_w": 700.0, "temperature_c": 61.0}
    return {"live": {"devices": {f"cuda@{i}": sample for i in range(8)}}}


@dataclass(slots=True)
class NodeModel:
    """One node."""

    number: int
    host: str
    port: int
    reporter: NodeReporter = field(default_factory=lambda: NodeReporter(int(time.time() * 1000)))
    line: NodeConnection | None = None
    name: str = ""
    key: str = ""
    beats: int = 0
    alive: bool = True

    async def join(self, token: str) -> None:
        """:raises WorkloadError: if it is refused"""
        self.reporter.has(document(self.number))
        body = json.dumps({**self.reporter.beat(), "kind": "edge", "version": "bench"}).encode()
        head = {"Authorization": f"Bearer {token}"}
        answer = await self._post("/v1/nodes/join", head, body)
        self.name, self.key = answer["name"], answer["key"]
        self.reporter.joined(answer)

    async def beat(self) -> None:
        """:raises WorkloadError: if it is refused"""
        self.beats += 1
        if (self.beats + self.number) % LIVE_EVERY == 0:
            self.reporter.has(live(self.beats))
        body = json.dumps(self.reporter.beat()).encode()
        path, now_ms = f"/v1/nodes/{self.name}/beat", int(time.time() * 1000)
        epoch, sequence = self.reporter.epoch, self.reporter.number()
        signed = headers(self.key, self.name, "POST", path, now_ms, epoch, sequence, body)
        self.reporter.answered(await self._post(path, signed, body))

    def die(self) -> None:
        """Without a word, as a node does that loses its power."""
        self.alive = False
        if self.line is not None and self.line.transport is not None:
            self.line.transport.abort()

    async def _post(self, path: str, head: Mapping[str, str], body: bytes) -> dict[str, Any]:
        if self.line is None or self.line.transport is None or self.line.transport.is_closing():
            loop = asyncio.get_running_loop()
            _, self.line = await loop.create_connection(NodeConnection, self.host, self.port)
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        first = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\n{lines}"
        length = f"Content-Length: {len(body)}\r\n\r\n"
        status, said = await self.line.ask(f"{first}{length}".encode() + body)
        if status != 200:
            raise WorkloadError(f"{path} was refused ({status}): {said[:300].decode()}")
        answer: dict[str, Any] = json.loads(said)
        return answer


class Crowd:
    """All nodes of a measurement. `failures` are beats that were refused or not answered."""

    def __init__(self, count: int, host: str, port: int, heartbeat_s: float) -> None:
        self.nodes = [NodeModel(number, host, port) for number in range(count)]
        self.heartbeat_s = heartbeat_s
        self.failures = 0
        self.latest_s = 0.0  #: that a beat was behind its time
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, token: str, say: Callable[[str], None]) -> float:
        """Seconds until all have."""
        begun = time.monotonic()
        rest = iter(self.nodes)

        async def some() -> None:
            for node in rest:
                await node.join(token)
                self._tasks.append(asyncio.create_task(self._beats(node)))
                if node.number % 100 == 0:
                    say(f"{node.number} of {len(self.nodes)} nodes have joined")

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))
        return time.monotonic() - begun

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for node in self.nodes:
            node.die()

    async def _beats(self, node: NodeModel) -> None:
        """Evenly, each node at a time of its own."""
        phase = node.number / len(self.nodes)
        at = time.monotonic() + self.heartbeat_s * phase
        while node.alive:
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            if not node.alive:
                return
            self.latest_s = max(self.latest_s, time.monotonic() - at)
            at += self.heartbeat_s
            try:
                await node.beat()
            except (WorkloadError, OSError):
                self.failures += node.alive
