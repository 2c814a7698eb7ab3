"""A command beside a member: a stream of the API server (pods/exec) in the words of ours.

Messages of the stream begin with the number of a channel. The command has the environment, folder,
devices and limits of the container, because it runs in it.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Mapping
from socket import SHUT_RDWR, SHUT_WR, socket, socketpair
from typing import Any, Protocol

from heddle.engine.kubernetes.answers import KubeError
from heddle.engine.kubernetes.client import KubeClient
from heddle.engine.kubernetes.pods import MemberPod, signed
from heddle.model.wire.execution import (
    ERRORS,
    OUTPUT,
    RUN,
    TOWARDS,
    ExecutionRequest,
    asked_of,
    ended_frame,
)
from heddle.model.wire.terminal import INPUT, SIZE, Frames, frame, size_of

_INPUT, _OUTPUT, _ERRORS, _STATUS, _SIZE = (bytes((number,)) for number in range(5))
_KINDS = {_OUTPUT: OUTPUT, _ERRORS: ERRORS}
_NO_MORE = b"\xff" + _INPUT  # closes a channel
_END = b"\x04"  # what a terminal takes for the end; a runtime whose input is closed shows no more
_FAILED, _MISSING = 126, 127
_PIECE = 1 << 16
_LAST_S = 5.0  # for whoever asked to read the end


class _Stream(Protocol):
    def send_bytes(self, data: bytes) -> None: ...

    def receive_bytes(self) -> bytes: ...

    def close(self) -> None: ...


def execution(client: KubeClient, find: Callable[[int], MemberPod | None]) -> socket:
    """The line for the one who asks. `find` is the pod of a member, if it runs."""
    ours, theirs = socketpair()
    theirs.setblocking(False)
    serve = threading.Thread(target=_serve, args=(client, find, ours), daemon=True)
    serve.start()
    return theirs


def _serve(client: KubeClient, find: Callable[[int], MemberPod | None], line: socket) -> None:
    frames = Frames(TOWARDS)
    with line, contextlib.suppress(OSError, ValueError):  # whoever asked has gone
        kind, data = _next(line, frames)
        if kind != RUN:
            return
        asked = asked_of(data)
        if asked.signal:
            _fail(line, "pods are asked to end, and get no other signals")
            return
        if asked.input:
            _fail(line, "pods read no input")
            return
        pod = find(asked.member)
        if pod is None:
            _fail(line, f"member {asked.member} does not run")
            return
        try:
            with client.execute(pod.name, pod.namespace, asked.command, asked.size) as stream:
                _relay(line, frames, stream, asked)
        except KubeError as error:
            _fail(line, str(error))


def _relay(line: socket, frames: Frames, stream: _Stream, asked: ExecutionRequest) -> None:
    """:raises KubeError: if the server breaks off"""
    if asked.size is not None:
        _resize(stream, asked.size)
    last = _NO_MORE if asked.size is None else _INPUT + _END
    towards = threading.Thread(target=_towards, args=(line, frames, stream, last), daemon=True)
    towards.start()
    found: tuple[int, str] | None = None
    try:
        while True:  # the status may come before the last of the output
            data = stream.receive_bytes()
            channel, rest = data[:1], data[1:]
            if rest and channel in _KINDS:
                line.sendall(frame(_KINDS[channel], rest))
            elif rest and channel == _STATUS:
                found = outcome(json.loads(rest))
    except KubeError:
        if found is None:
            raise
    code, text = found
    if text:
        line.sendall(frame(ERRORS, f"heddle: {text}.\n".encode()))
    line.sendall(ended_frame(code))
    line.shutdown(SHUT_WR)
    towards.join(_LAST_S)  # who writes to a line that is closed does not read what came before
    with contextlib.suppress(OSError):
        line.shutdown(SHUT_RDWR)
    towards.join()


def _towards(line: socket, frames: Frames, stream: _Stream, last: bytes) -> None:
    try:
        while True:
            kind, data = _next(line, frames)
            with contextlib.suppress(KubeError):  # it has ended; what comes is read to its end
                if kind == SIZE:
                    _resize(stream, size_of(data))
                elif kind == INPUT:
                    stream.send_bytes(_INPUT + data if data else last)
    except (OSError, ValueError):  # whoever asked has gone: so does the command
        with contextlib.suppress(KubeError):
            stream.close()


def _next(line: socket, frames: Frames) -> tuple[bytes, bytes]:
    """:raises OSError: if no more come
    :raises ValueError: if it cannot be one
    """
    while (found := frames.next()) is None:
        data = line.recv(_PIECE)
        if not data:
            raise ConnectionError
        frames.add(data)
    return found


def _resize(stream: _Stream, size: tuple[int, int]) -> None:
    rows, columns = size
    said = json.dumps({"Width": columns, "Height": rows}).encode()
    stream.send_bytes(_SIZE + said)


def _fail(line: socket, text: str) -> None:
    line.sendall(frame(ERRORS, f"heddle: {text}.\n".encode()) + ended_frame(_FAILED))


def outcome(status: Mapping[str, Any]) -> tuple[int, str]:
    """The exit code of the command, and what there is to say."""
    if status.get("status") == "Success":
        return 0, ""
    causes = (status.get("details") or {}).get("causes") or ()
    for cause in causes:
        if cause.get("reason") == "ExitCode" and str(cause.get("message", "")).isdigit():
            return signed(int(cause["message"])), ""
    text = " ".join(str(status.get("message") or "the command failed").split())
    is_missing = "not found" in text or "no such file" in text
    return _MISSING if is_missing else _FAILED, text
