"""Commands beside members of a running attempt: the part of the attempt's supervisor, which starts
a process for each (_exec_host.py)."""

from __future__ import annotations

import json
import os
import signal
import socket
from typing import TYPE_CHECKING, Any, NoReturn

from heddle.engine.local import process_tree
from heddle.engine.local.bare_python import python
from heddle.engine.local.marker import LENDER, MARKER
from heddle.model.wire.tickets import DEVICE_TOKEN

if TYPE_CHECKING:
    from heddle.engine.local.supervisor import Supervisor

MOST = 16  #: of an attempt at a time
#: Programs count on the default of these.
RESET = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGTERM, signal.SIGINT,
         signal.SIGHUP)  # fmt: skip


def start(supervisor: Supervisor, line: socket.socket) -> int:
    """A new process that serves this line; its id. What it must know is in memory: environments
    hold secrets.

    :raises OSError: if no process can be started
    """
    told = os.memfd_create("heddle", 0)
    try:
        os.write(told, json.dumps(_described(supervisor)).encode())
        os.lseek(told, 0, os.SEEK_SET)
        # A child must not take for us what is meant for it.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        try:
            pid = os.fork()
            if pid == 0:
                _become_host(supervisor, line.fileno(), told)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    finally:
        os.close(told)
    return pid


def _described(supervisor: Supervisor) -> dict[str, Any]:
    pids = {number: pid for pid, number in supervisor.alive.items()}
    members = [
        {
            "pid": pids.get(number),
            "starter": member["starter"],
            "has_devices": member["has_devices"],
            "has_terminal": member.get("has_terminal", False),
            "group": member["group"],
            "environment": {
                name: text
                for name, text in supervisor.environment_of(member).items()
                if name not in (LENDER, DEVICE_TOKEN)  # the device is the member's alone
            },
            "outside": member.get("outside"),
            "sandbox": supervisor.sandbox_of(member).plain() if "sandbox" in member else None,
        }
        for number, member in enumerate(supervisor.members)
    ]
    return {"work": supervisor.order["work"], "members": members}


def _become_host(supervisor: Supervisor, line: int, told: int) -> NoReturn:
    """With a new image, so that the lock of the attempt is not held here, nor anything else."""
    try:
        signal.set_wakeup_fd(-1)
        for number in RESET:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        process_tree.die_with(supervisor.state["supervisor"])
        os.setsid()
        for handle in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), handle)
        pipe = supervisor.input.handles if supervisor.input is not None else ()
        for handle in (line, *pipe):
            os.set_inheritable(handle, True)
        numbers = map(str, (line, told, *pipe))
        words = python("heddle.engine.local.exec_host", *numbers)
        os.execve(words[0], words, {**os.environ, MARKER: supervisor.folder})
    finally:
        os._exit(126)
