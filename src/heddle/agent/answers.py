"""What the agent answers: one function per verb of its socket.

Peers are told apart by the user id that the kernel says. The owner of the table and root may do
everything; others may look.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import heddle
from heddle import native, policy
from heddle.agent import own_policy
from heddle.agent.state import EVERYWHERE, PolicySet, choose
from heddle.errors import HeddleError, NoPermissionError, NoSuchProgramError, UsageError

if TYPE_CHECKING:
    from heddle.agent.shell import Shell

Answer = Callable[["Shell", dict[str, Any]], Any]


def answer(shell: Shell, peer_uid: int, request: object) -> dict[str, Any]:
    """The line that goes back; an error is a value here."""
    try:
        if not isinstance(request, dict):
            raise UsageError("a request is a JSON object with a verb")
        verb = str(request.get("verb"))
        if verb not in VERBS:
            raise UsageError(f"no verb {verb!r}. There are: {', '.join(sorted(VERBS))}.")
        function, changes = VERBS[verb]
        if changes and peer_uid not in (0, os.geteuid()):
            raise NoPermissionError(f"{verb} of another user's programs", native.table_path())
        return {"answer": function(shell, request)}
    except HeddleError as error:
        return {"error": {"kind": type(error).__name__, "message": str(error)}}
    except Exception as error:  # a request must never end the agent
        return {"error": {"kind": "HeddleError", "message": f"the agent failed: {error!r}"}}


def _ping(shell: Shell, request: dict[str, Any]) -> str:
    return "pong"


def _programs(shell: Shell, request: dict[str, Any]) -> Any:
    return [asdict(known.seen) for known in shell.state.programs.values()]


def _program(request: dict[str, Any]) -> int:
    program = request.get("program")
    if not isinstance(program, int):
        raise UsageError("name a program by its id")
    return program


def _story(shell: Shell, request: dict[str, Any]) -> list[str]:
    program = _program(request)
    if program not in shell.state.programs:
        raise NoSuchProgramError(program)
    return shell.state.story(program)


def _hold(shell: Shell, request: dict[str, Any]) -> None:
    native.hold(_program(request), True)


def _release(shell: Shell, request: dict[str, Any]) -> None:
    native.hold(_program(request), False)


def _cancel(shell: Shell, request: dict[str, Any]) -> None:
    """Ends the program as Ctrl-C would; its root process gets the signal."""
    program = _program(request)
    found = [p for p in heddle.programs() if p.id == program]
    if not found:
        raise NoSuchProgramError(program)
    os.kill(found[0].pid, signal.SIGTERM)


def _hint(shell: Shell, request: dict[str, Any]) -> None:
    names = ("priority", "deadline", "share", "cap", "weight", "quantum")
    heddle.hint(program=_program(request), **{name: request.get(name) for name in names})
    shell.look()


def _policy(shell: Shell, request: dict[str, Any]) -> Any:
    return [
        {
            "device": device,
            "policy": chosen.name,
            "options": chosen.options,
            "path": chosen.path,
            "help": chosen.policy.HELP,
            "refused": shell.state.refusals.get(device, ""),
        }
        for device, chosen in sorted(shell.state.chosen.items())
    ]


def _set_policy(shell: Shell, request: dict[str, Any]) -> Any:
    options = request.get("options") or {}
    if not all(isinstance(value, int) for value in options.values()):
        raise UsageError("options of a policy are integers")
    path = request.get("path")
    chosen = own_policy.load(path, options) if path else choose(str(request.get("name")), options)
    device = str(request.get("device") or EVERYWHERE)
    shell.carry_out(shell.state.handle(PolicySet(time.monotonic_ns(), device, chosen)))
    shell.look()
    return _policy(shell, request)


def _policies(shell: Shell, request: dict[str, Any]) -> Any:
    return {name: policy.find(name).HELP for name in policy.names()}


#: Verb: what answers it, and whether it changes something.
VERBS: dict[str, tuple[Answer, bool]] = {
    "ping": (_ping, False),
    "programs": (_programs, False),
    "story": (_story, False),
    "policy": (_policy, False),
    "policies": (_policies, False),
    "hold": (_hold, True),
    "release": (_release, True),
    "cancel": (_cancel, True),
    "hint": (_hint, True),
    "set-policy": (_set_policy, True),
}
