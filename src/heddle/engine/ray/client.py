"""Requests to Ray, by way of a process of our own (bridge.py) that is started when it is needed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import IO, Any

from heddle.errors import HeddleError, UsageError

_CONNECT_S, _ANSWER_S = 60.0, 30.0
_REACH_S = 3.0  # Ray itself tries for minutes
_CHECK_S = 1.0  # between looks at whether the head is still there, while an answer is awaited
_AGAIN_S = 5.0  # after a connection that failed
NO_TOKEN = (b"InvalidAuthToken", b"Unauthenticated")  # what Ray's library prints, and tries again


class RayError(HeddleError):
    """Ray cannot be asked now, or refuses; the message has the remedy."""


class RaySettingError(RayError):
    """As long as the settings are these, it never will be."""


def host_and_port(address: str) -> tuple[str, int]:
    """:raises UsageError: if it is not the address of a cluster"""
    found = re.fullmatch(r"\[?([^\]/]+?)\]?:(\d{1,5})", address)
    if not found or not 0 < int(found[2]) < 65536:
        raise UsageError(
            f"RAY_ADDRESS={address} is not HOST:PORT, such as 10.0.0.5:6379. Without it "
            "`heddle up --engine ray` starts a Ray of its own."
        )
    return found[1], int(found[2])


def refusal(said: str, address: str) -> RayError:
    """What Ray said when there was no connection, in one sentence with the remedy."""
    one = " ".join(said.split())
    if "Version mismatch" in one or "version mismatch" in one:
        versions = re.findall(r"Ray: (\S+) Python: (\S+)", one)
        theirs, ours = versions if len(versions) == 2 else (("?", "?"), ("?", "?"))
        return RaySettingError(
            f"the Ray at {address} is {theirs[0]} on Python {theirs[1]}, and here it is {ours[0]} "
            f"on Python {ours[1]}: install Heddle with a Python {theirs[1]} and "
            f"`pip install ray=={theirs[0]}`"
        )
    if any(word.decode() in one for word in NO_TOKEN) or "oken" in one:
        return RaySettingError(
            f"the Ray at {address} does not accept the token. Set RAY_AUTH_TOKEN, or "
            "RAY_AUTH_TOKEN_PATH to a file that holds it (on the head: `ray get-auth-token`)"
        )
    if "node_ip_address" in one or "IP address" in one:
        return RaySettingError(
            f"this machine is not a node of the Ray at {address}. Join it first: "
            f"`ray start --address={address}`"
        )
    return RayError(
        f"there is no connection to the Ray at {address} ({one[:200]}). See `ray status`; jobs "
        "wait for it"
    )


def check_reach(address: str) -> str:
    """The address of this machine on the way there.

    :raises RayError: if nothing answers
    """
    try:
        with socket.create_connection(host_and_port(address), _REACH_S) as line:
            return str(line.getsockname()[0])
    except OSError as error:
        why = error.strerror or str(error)
        raise RayError(
            f"nothing answers at {address}, where Ray should be ({why}). Set RAY_ADDRESS to the "
            "HOST:PORT of a head that runs (`ray status`)"
        ) from None


class RayClient:
    """One bridge at a time. `generation` counts them: a new one knows nothing yet."""

    def __init__(self, address: str, folder: str, environment: Mapping[str, str]) -> None:
        self.address = address
        self.generation = 0
        self._folder, self._environment = folder, dict(environment)
        self._mutex = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pending = b""  #: of an answer
        self._failed: tuple[float, RayError] | None = None
        self._is_closed = False

    @property
    def down(self) -> str:
        """Why there is no connection; empty if there is one. Does not block."""
        failed = self._failed
        return str(failed[1]) if failed else ""

    def ask(self, verb: str, **words: Any) -> Any:
        """:raises RayError: if Ray cannot be asked, or refuses"""
        with self._mutex:
            process = self._connected()
            request = json.dumps({"verb": verb, **words}).encode() + b"\n"
            try:
                assert process.stdin is not None
                process.stdin.write(request)
                process.stdin.flush()
                answer = self._answer(process, _ANSWER_S)
            except (OSError, EOFError, TimeoutError) as error:
                self._end()
                raise self._no(refusal(str(error), self.address)) from None
        if "error" in answer:
            raise RayError(f"Ray refuses it: {answer['error']}. See `ray status`")
        return answer["result"]

    def connect(self) -> None:
        """:raises RayError: if there is no connection"""
        with self._mutex:
            self._connected()

    def close(self) -> None:
        with self._mutex:
            self._is_closed = True
            self._end()

    def _no(self, error: RayError) -> RayError:
        self._failed = time.monotonic(), error
        return error

    def _connected(self) -> subprocess.Popen[bytes]:
        if self._is_closed:
            raise RayError("the engine ray is closed")
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        if self._failed and time.monotonic() - self._failed[0] < _AGAIN_S:
            raise self._failed[1]
        try:
            check_reach(self.address)
        except RayError as error:
            raise self._no(error) from None
        command = [sys.executable, "-m", "heddle.engine.ray.bridge", self.address, self._folder]
        pipe = subprocess.PIPE
        self._process = process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env=self._environment,
            start_new_session=True, cwd="/",
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        os.set_blocking(process.stdout.fileno(), False)
        self._pending = b""
        refused = threading.Event()
        threading.Thread(target=_drain, args=(process.stderr, refused), daemon=True).start()
        try:
            answer = self._answer(process, _CONNECT_S, refused)
        except (OSError, EOFError, TimeoutError) as error:
            answer = {"error": NO_TOKEN[0].decode() if refused.is_set() else str(error)}
        if "error" in answer:
            self._end()
            raise self._no(refusal(answer["error"], self.address))
        self._failed = None
        self.generation += 1
        return process

    def _answer(
        self,
        process: subprocess.Popen[bytes],
        seconds: float,
        refused: threading.Event | None = None,
    ) -> dict[str, Any]:
        """:raises TimeoutError: if there is none in time, or none will come
        :raises EOFError: if the bridge has ended
        """
        assert process.stdout is not None
        handle, until = process.stdout.fileno(), time.monotonic() + seconds
        check_at = time.monotonic() + _CHECK_S
        while b"\n" not in self._pending:
            now = time.monotonic()
            if now > until or (refused is not None and refused.is_set()):
                raise TimeoutError(f"no answer in {seconds:g} s")
            if now > check_at:  # Ray would wait for a head that died, and callers for us
                socket.create_connection(host_and_port(self.address), _REACH_S).close()
                check_at = time.monotonic() + _CHECK_S
            if select.select([handle], [], [], 0.1)[0]:
                if not (data := os.read(handle, 1 << 16)):
                    raise EOFError("the connection ended")
                self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        return dict(json.loads(line))

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    if stream is not None:
                        stream.close()


def _drain(errors: IO[bytes], refused: threading.Event) -> None:
    """Ray's library says there why it tries again and again."""
    with errors:
        for line in errors:
            if any(word in line for word in NO_TOKEN):
                refused.set()
