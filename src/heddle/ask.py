"""Asking the agent: one line of JSON there, one back."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from typing import Any

from heddle import errors, native

TIMEOUT_S = 10.0


def socket_path() -> str:
    """Beside the table: one folder is all that another namespace needs.

    :raises ForeignError: if another user could listen there
    """
    return os.path.join(native.table_folder(), "agent.sock")


def call(verb: str, what: str = "this", **arguments: Any) -> Any:
    """What the agent answers to a verb (see agent/answers.py).

    :raises NoAgentError: if there is no agent
    :raises HeddleError: what the agent says is wrong
    """
    return call_within(TIMEOUT_S, verb, what, arguments)


def call_within(timeout_s: float, verb: str, what: str, arguments: Mapping[str, Any]) -> Any:
    """As `call`, for a caller that cannot wait so long."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(timeout_s)
        try:
            line.connect(socket_path())
            line.sendall(json.dumps({"verb": verb, **arguments}).encode() + b"\n")
            answer = json.loads(_line(line))
        except (OSError, ValueError) as error:
            raise errors.NoAgentError(what, str(error)) from None
    if "error" in answer:
        raise _error(answer["error"])
    return answer["answer"]


def is_there() -> bool:
    try:
        return bool(call("ping") == "pong")
    except errors.HeddleError:
        return False


def _line(line: socket.socket) -> bytes:
    got = b""
    while not got.endswith(b"\n"):
        more = line.recv(65536)
        if not more:
            break
        got += more
    return got


def _error(told: dict[str, Any]) -> errors.HeddleError:
    """The same class as on the other side, with the message as it was made there."""
    kind = getattr(errors, str(told.get("kind")), errors.HeddleError)
    error: errors.HeddleError = errors.HeddleError.__new__(kind)
    error.args = (told.get("message", "the agent gave no reason"),)
    return error
