"""Between two nodes: one listens, the other measures. Plain TCP, one kind of test a connection.

The listener greets with a line of JSON; the other answers with a word: `echo` (everything comes
back), `sink` (everything is taken), `flow` (bytes come until the connection is closed). Nothing is
ever kept, nothing else can be asked, and no connection lasts longer than LONGEST_S.
"""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from heddle.errors import UsageError, WorkloadError
from heddle.measure.repeat import repeat, summary
from heddle.model.metric import Metric
from heddle.system import state

PORT = 7409
FORMAT = 1
BLOCK, PING = 1 << 20, b"." * 64
#: Connections at once that a bandwidth is measured with: one core seldom fills a fast link.
STREAMS = 4
LONGEST_S = 60.0
#: The windows over which a bandwidth is taken, and how long one waits for the other side.
WINDOW_S, LIMIT_S = 0.1, 10.0
MOST_CONNECTIONS = 32
#: How long to wait before the next try where the system gives no connection or no thread.
RETRY_S = 0.1
#: What a node may call itself: it is shown, and nothing is decided by it.
NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to listen or to go."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def place(text: str) -> Endpoint:
    """HOST, HOST:PORT or [ADDRESS]:PORT.

    :raises UsageError: if it is none of these
    """
    host, colon, port = text.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        host, port = text, str(PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 <= int(port) < 65536:
        raise UsageError(f"{text!r} is not HOST:PORT: write it like node7:{PORT}.")
    return Endpoint(host, int(port))


def listener(where: Endpoint) -> socket.socket:
    """:raises UsageError: if it cannot listen there"""
    try:
        family = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((where.host, where.port), family=family)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {where} ({error.strerror or error}). "
            "Name an address of this node and a free port."
        ) from None


def serve(server: socket.socket, clients: Callable[[str], None]) -> None:
    """Answers until interrupted or the socket is closed; `clients` hears of new clients."""
    free = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def answer(connection: socket.socket) -> None:
        try:
            with connection, suppress(OSError):  # they went away
                _answer(connection)
        finally:
            free.release()

    while True:
        free.acquire()
        try:
            connection, address = server.accept()
        except OSError:  # they gave up, or there are too many files open
            free.release()
            if server.fileno() < 0:
                return
            time.sleep(RETRY_S)
            continue
        clients(str(address[0]))
        try:
            threading.Thread(target=answer, args=(connection,), daemon=True).start()
        except RuntimeError:  # no more threads
            connection.close()
            free.release()
            time.sleep(RETRY_S)


def _answer(connection: socket.socket) -> None:
    end = time.monotonic() + LONGEST_S
    _prepare(connection)
    hello = {"heddle_measure": FORMAT, "node": socket.gethostname()}
    connection.sendall(json.dumps(hello).encode() + b"\n")
    word = _line(connection, min(end, time.monotonic() + LIMIT_S))
    if word not in ("echo", "sink", "flow"):
        return
    buffer = memoryview(bytearray(BLOCK))
    while _has_time(connection, end):
        if word == "flow":
            connection.sendall(buffer)
            continue
        count = connection.recv_into(buffer)
        if not count:
            return
        if word == "echo":
            connection.sendall(buffer[:count])


def _prepare(connection: socket.socket) -> None:
    connection.settimeout(LIMIT_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _has_time(connection: socket.socket, end: float) -> bool:
    """Lets the next call take no longer than what is left; False if nothing is."""
    left = end - time.monotonic()
    if left <= 0:
        return False
    connection.settimeout(min(LIMIT_S, left))
    return True


def _line(connection: socket.socket, end: float) -> str:
    """One short line, byte by byte: what follows it is not ours to take.

    :raises TimeoutError: if it is not there in time, however many bytes are
    """
    found = b""
    while len(found) < 256:
        if not _has_time(connection, end):
            raise TimeoutError("timed out")
        byte = connection.recv(1)
        if byte in (b"\n", b""):
            break
        found += byte
    connection.settimeout(LIMIT_S)
    return found.decode(errors="replace")


class NetworkPeer:
    """The node at the other end. It is the node that the user named: what it calls itself proves
    nothing."""

    def __init__(self, where: Endpoint) -> None:
        self._where = where
        self.node = where.host
        self.calls_itself: str | None = None
        self._connect("").close()  # asks for its name

    def _connect(self, word: str) -> socket.socket:
        where = self._where
        try:
            connection = socket.create_connection((where.host, where.port), LIMIT_S)
        except OSError as error:
            raise self._silent(error) from None
        try:
            _prepare(connection)
            hello = json.loads(_line(connection, time.monotonic() + LIMIT_S))
            if hello["heddle_measure"] != FORMAT:
                raise UsageError(f"{where.host} runs another version of Heddle; use the same")
            name = str(hello["node"])
            self.calls_itself = name if NAME.fullmatch(name) else None
            connection.sendall(word.encode() + b"\n")
        except BaseException as error:
            connection.close()
            if isinstance(error, OSError):
                raise self._silent(error) from None
            if isinstance(error, ValueError | KeyError | TypeError):
                raise UsageError(
                    f"what answers on {where} is not `heddle device measure --listen`"
                ) from None
            raise
        return connection

    def _silent(self, error: OSError) -> WorkloadError:
        return WorkloadError(
            f"{self._where} does not answer ({error.strerror or error}). Start "
            f"`heddle device measure --listen ADDRESS:{self._where.port}` there, and look at "
            "the firewall."
        )

    def latency(self, seconds: float) -> Metric:
        """The round trip of a small message."""
        with self._connect("echo") as connection:

            def sample() -> float:
                begin = time.perf_counter()
                connection.sendall(PING)
                left = len(PING)
                while left:
                    count = len(connection.recv(left))
                    if not count:
                        raise WorkloadError(f"{self.node} went away")
                    left -= count
                return (time.perf_counter() - begin) * 1e6

            return summary("network.latency", repeat(sample, seconds), "us")

    def bandwidth(self, to: bool, seconds: float) -> Metric:
        """All streams together, over windows; the first are for the connection to gain speed."""
        counts = [0] * STREAMS
        streams = [self._connect("sink" if to else "flow") for _ in counts]
        end = time.monotonic() + seconds

        def move(index: int, connection: socket.socket) -> None:
            buffer = memoryview(bytearray(BLOCK))
            with connection, suppress(OSError):
                while time.monotonic() < end:
                    count = connection.send(buffer) if to else connection.recv_into(buffer)
                    if not count:
                        return
                    counts[index] += count

        threads = [
            threading.Thread(target=move, args=words, daemon=True) for words in enumerate(streams)
        ]
        for thread in threads:
            thread.start()
        values, before, at = [], 0, time.perf_counter()
        while time.monotonic() < end:
            time.sleep(WINDOW_S)
            total, now = sum(counts), time.perf_counter()
            values.append((total - before) / (now - at) / 1e9)
            before, at = total, now
        for thread in threads:
            thread.join(LIMIT_S)
        steady = values[len(values) // 4 : -1] or values
        if not any(steady):
            raise WorkloadError(f"nothing moved between here and {self.node}; look at the firewall")
        return summary(f"network.bandwidth.{'to' if to else 'from'}", steady, "GB/s")


def measure(
    where: Endpoint, seconds: float, say: Callable[[str], None]
) -> tuple[NetworkPeer, list[Metric]]:
    """The node and what lies between; remembered for `heddle device topology` and `heddle device
    score`.

    :raises WorkloadError: if it does not answer
    """
    peer = NetworkPeer(where)
    found: list[Metric] = []
    for name, part, work in (
        ("network.latency", 0.2, peer.latency),
        ("network.bandwidth.to", 0.4, lambda s: peer.bandwidth(True, s)),
        ("network.bandwidth.from", 0.4, lambda s: peer.bandwidth(False, s)),
    ):
        say(f"{peer.node}  {name}")
        found.append(work(seconds * part))
    remember(peer.node, found, peer.calls_itself)
    return peer, found


def remember(node: str, metrics: list[Metric], calls_itself: str | None = None) -> None:
    """One entry for each node, by the name that the user gave it: the slower direction counts."""
    by_name = {metric.name: metric for metric in metrics}
    both = [by_name[f"network.bandwidth.{way}"].value for way in ("to", "from")]
    entry = {
        "bandwidth_mbytes_s": round(min(both) * 1000),
        "latency_us": round(by_name["network.latency"].value, 1),
        "at": by_name["network.latency"].at,
        "calls_itself": calls_itself,
        "spread": {name: metric.spread for name, metric in by_name.items()},
    }
    state.update("network", lambda held: {**(held if isinstance(held, dict) else {}), node: entry})
