"""Asks the node for what an attempt needs: a member's side of heddle/node/handover.py.

The line stays open as long as the caller keeps it: the node then keeps the data in its cache.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from heddle.errors import HeddleError
from heddle.model.wire.handover import contents, socket_paths

_LOOK_S = 0.2  # between two looks at whether it was stopped
_REMEDY = "Start `heddle node join` there, as root or as the user of the job, under the name {node}"


class HandoverError(HeddleError):
    """The node does not give it; it says why."""


@dataclass(slots=True)
class Inputs:
    """What came. `line` must stay open while data is used."""

    private: dict[str, bytes]
    files: dict[str, bytes]
    paths: dict[str, str]
    archive: int | None  #: a descriptor
    line: socket.socket

    def close(self) -> None:
        self.line.close()
        if self.archive is not None:
            os.close(self.archive)


def ask(
    node: str,
    attempt: str,
    wants: Iterable[str],
    say: Callable[[str], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Inputs:
    """`wants`: of snapshot, secrets and data.

    :raises HandoverError: if there is no node, it refuses, or the caller was stopped
    """
    line = _connect(node)
    descriptors: list[int] = []
    try:
        line.sendall(json.dumps({"attempt": attempt, "wants": [*wants]}).encode() + b"\n")
        told = _answer(line, node, descriptors, say, stopped)
        archive = descriptors.pop() if descriptors else None
        return Inputs(
            contents(told["private"]), contents(told["files"]), dict(told["paths"]), archive, line
        )
    except BaseException as error:
        line.close()
        for each in descriptors:
            os.close(each)
        if isinstance(error, OSError):
            why = f"{node} does not hand over the inputs of {attempt}: {error.strerror or error}"
            raise HandoverError(f"{why}. {_REMEDY.format(node=node)}") from None
        raise


def _connect(node: str) -> socket.socket:
    for path in socket_paths(node):
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            line.connect(path)
            # Anybody could listen under that name in a folder that others can write.
            if _uid_of(line) in (0, os.geteuid()):
                return line
        line.close()
    raise HandoverError(
        f"nothing on {node} answers that could fetch its inputs from the control plane. "
        f"{_REMEDY.format(node=node)}"
    )


def _uid_of(line: socket.socket) -> int:
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    uid: int = struct.unpack("3i", told)[1]
    return uid


def _answer(
    line: socket.socket,
    node: str,
    descriptors: list[int],
    say: Callable[[str], None],
    stopped: Callable[[], bool],
) -> dict[str, Any]:
    """What it says in the meantime is for people; the last line is the answer."""
    got = b""
    while True:
        while not select.select([line], [], [], _LOOK_S)[0]:
            if stopped():
                raise HandoverError("it was stopped")
        more, found, _, _ = socket.recv_fds(line, 1 << 16, 1, socket.MSG_CMSG_CLOEXEC)
        descriptors += found
        got += more
        if not more:
            why = f"{node} broke off while it fetched the inputs"
            raise HandoverError(f"{why}. Look at the output of `heddle node join` there")
        *lines, got = got.split(b"\n")
        for each in map(json.loads, lines):
            if "say" in each:
                say(each["say"])
            elif "error" in each:
                raise HandoverError(each["error"])
            else:
                answer: dict[str, Any] = each["answer"]
                return answer
