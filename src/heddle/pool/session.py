"""A program of another machine, here: a process of its own, with the servers that do its work.

`python -m heddle.pool.session FD`: a socket to the agent, which sends what was asked for and then
connections, as they come. When the agent ends, or hangs up, this ends with all its servers. TLS
ends here: the agent has seen no more of a connection than where it belongs.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from heddle._gen.pump_abi import Ring
from heddle.errors import HeddleError
from heddle.launch.run import api_of_device, environment, register_program
from heddle.pool import frames
from heddle.pool.broker import GREETING, api_of, servers_of
from heddle.pool.doorstep import MOST_STRANGERS, PATIENCE_S, server_context, serving
from heddle.pool.line import Line
from heddle.pool.pump import OF_SERVER, RingLink, carry

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

MOST = 256  #: processes of one program
FAR = "HEDDLE_FAR"  #: tells servers that they share no memory with their clients


class RefusedLineError(Exception):
    """What is told to the other machine."""


@dataclass(slots=True)
class Half:
    """A process of which not all connections are there yet."""

    api: str
    greeting: bytes
    lines: dict[int, Line] = field(default_factory=dict)


class Session:
    """One program: its servers, and the connections to them."""

    def __init__(self, asked: Mapping[str, Any]) -> None:
        """:raises HeddleError: if the device is not here, or the program cannot be registered"""
        self._secret, self._silence_s = str(asked["secret"]), float(asked["silence_s"])
        plan = dict(asked["asked"])
        self._environment = environment(
            priority=plan.get("rank", 0), level=plan.get("level_limit", 0), device=asked["device"]
        )
        self.program = register_program(plan, asked["tenant"], asked["name"])
        self._environment["HEDDLE_PROGRAM"] = str(self.program)
        self._environment[FAR] = "1"
        self._context = server_context(asked["cert"], asked["key"])
        self._known = servers_of(api_of_device(asked["device"]))
        self._mutex = threading.Lock()
        self._strangers = threading.BoundedSemaphore(MOST_STRANGERS)
        self._halves: dict[str, Half] = {}
        self._processes = 0

    def attach(self, plain: socket.socket) -> None:
        """A connection that was sent here; in a thread of its own."""
        if not self._strangers.acquire(blocking=False):
            plain.close()
            return
        threading.Thread(target=self._meet, args=(plain,), daemon=True).start()

    def _meet(self, plain: socket.socket) -> None:
        whole = None
        try:
            with serving(plain, self._context) as line:
                words = frames.receive_words(line)
                try:
                    answer, whole = self._join(line, words)
                except RefusedLineError as error:
                    answer = {"error": str(error)}
                frames.send_words(line, answer)
        except OSError:
            return
        finally:
            self._strangers.release()
        if "error" in answer:
            line.close()
        if whole is not None:
            self._serve(whole)

    def _join(self, line: Line, words: Mapping[str, Any]) -> tuple[dict[str, Any], Half | None]:
        """What to answer, and the process, if this was the last of its connections.

        :raises RefusedLineError: if it is none of ours
        """
        secret = str(words.get("secret", "")).encode(errors="replace")
        if not hmac.compare_digest(secret, self._secret.encode()):
            raise RefusedLineError("this connection belongs to no session")
        with self._mutex:
            if "greeting" in words:
                return {"link": self._begin(line, words["greeting"])}, None
            link, ring = str(words.get("link", "")), words.get("ring")
            half = self._halves.get(link)
            if half is None or ring not in (Ring.URGENT, Ring.BACK) or ring in half.lines:
                raise RefusedLineError("this connection belongs to no process")
            half.lines[int(ring)] = line
            if len(half.lines) < len(Ring):
                return {}, None
            return {}, self._halves.pop(link)

    def _begin(self, line: Line, told: object) -> str:
        try:
            greeting = bytes.fromhex(told) if isinstance(told, str) else b""
        except ValueError:
            greeting = b""
        api = api_of(greeting) if len(greeting) == GREETING else ""
        if api not in self._known:
            raise RefusedLineError(f"{api!r} cannot be forwarded")
        if self._processes + len(self._halves) >= MOST:
            raise RefusedLineError(f"{MOST} processes of the program use devices already")
        link = secrets.token_hex(16)
        self._halves[link] = Half(api, greeting, {int(Ring.COMMANDS): line})
        late = threading.Timer(PATIENCE_S, self._forget, (link,))
        late.daemon = True
        late.start()
        return link

    def _forget(self, link: str) -> None:
        """A process whose other connections did not come in time."""
        with self._mutex:
            half = self._halves.pop(link, None)
        if half is not None:
            for line in half.lines.values():
                line.close()

    def _serve(self, half: Half) -> None:
        """Until the server or the connection ends; then there is neither."""
        with self._mutex:
            self._processes += 1
        ours, theirs = socket.socketpair()
        try:
            server = subprocess.Popen(
                [self._known[half.api], str(theirs.fileno())],
                env=self._environment,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            theirs.close()
            try:
                ours.sendall(half.greeting)
                link = RingLink.accept(ours)
                carry(link, ours, half.lines, OF_SERVER, self._silence_s)
            finally:
                server.kill()
                server.wait()
        except OSError as error:
            print(f"heddle: a process cannot be served: {error}", file=sys.stderr)
        finally:
            ours.close()
            theirs.close()
            for line in half.lines.values():
                line.close()
            with self._mutex:
                self._processes -= 1


def main(fd: int) -> None:
    """Until the agent hangs up."""
    agent = socket.socket(fileno=fd)
    asked = json.loads(agent.recv(frames.MOST_WORDS))
    try:
        session = Session(asked)
    except HeddleError as error:
        agent.send(json.dumps({"error": str(error)}).encode())
        return
    agent.send(json.dumps({"program": session.program}).encode())
    with suppress(OSError):
        while True:
            data, files, _, _ = socket.recv_fds(agent, 16, 4)
            for each in files:
                session.attach(socket.socket(fileno=each))
            if not data:
                break
    # Servers see that their sockets are closed, and end; no thread of ours is waited for.
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
