"""Carries connections between the control plane and members of this node: their terminals, and
commands that are executed beside them.

A thread waits to be asked for one. What is connected to must be a socket of the user that the
control plane names, and is reached with that user's rights: the folder is the user's own.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from typing import Any

from heddle.client.wire import Wire
from heddle.engine.local.terminal import sockets
from heddle.engine.slurm.users import rights_of
from heddle.errors import HeddleError
from heddle.model.wire.handover import ABSENT, END, LINE, READY
from heddle.node.identity import Identity
from heddle.node.shell import REMEDY, SignedClient

WAIT_S = 60.0  #: more than the control plane lets a request wait
PAUSE_S = 5.0  #: after one that failed
_READ_BYTES = 1 << 16
_NAME = re.compile(rf"{sockets.DOOR}|\d+\.terminal")


class LineCarrier:
    """Runs while `is_wanted`, until `ended` is set."""

    def __init__(
        self,
        identity: Identity,
        caller: SignedClient,
        is_wanted: Callable[[], bool],
        ended: threading.Event,
    ) -> None:
        self._identity, self._caller = identity, caller
        self._is_wanted, self._ended = is_wanted, ended
        threading.Thread(target=self._run, name="lines", daemon=True).start()

    def _run(self) -> None:
        while not self._ended.wait(0 if self._is_wanted() else 1.0):
            if not self._is_wanted():
                continue
            try:
                asked = self._caller.wait("calls", WAIT_S)["calls"]
            except (HeddleError, KeyError):  # beats say what is wrong
                self._ended.wait(PAUSE_S)
                continue
            for call in asked:
                threading.Thread(target=self._carry, args=(call,), daemon=True).start()

    def _carry(self, call: Mapping[str, Any]) -> None:
        path = f"/v1/nodes/{self._identity.name}/line/{call['token']}"
        back = self._wire()
        try:
            try:
                line = connect(call["folder"], call["name"], call["uid"])
            except OSError:
                back.ask("POST", path, b"", {LINE: ABSENT})
                return
            with line:
                back.ask("POST", path, b"", {LINE: READY})
                threading.Thread(target=self._towards, args=(path, line), daemon=True).start()
                while data := line.recv(_READ_BYTES):
                    back.ask("POST", path, data)
                back.ask("POST", path, b"", {LINE: END})
        except (HeddleError, OSError):  # one of both has hung up
            pass
        finally:
            back.close()

    def _towards(self, path: str, line: socket.socket) -> None:
        """What comes from the control plane, until it hangs up."""
        wire = self._wire()
        gone = contextlib.suppress(HeddleError, OSError)
        with gone, wire.stream(path, {}, silent=True) as answer:
            while data := answer.read1(_READ_BYTES):
                line.sendall(data)
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        wire.close()

    def _wire(self) -> Wire:
        return Wire(self._identity.address, None, WAIT_S, REMEDY, pin=self._identity.pin)


def connect(folder: str, name: str, uid: int) -> socket.socket:
    """:raises OSError: if no process of that user listens there"""
    if not _NAME.fullmatch(name):
        raise ConnectionError(f"{name} is no socket of a member")
    try:
        gid = pwd.getpwuid(uid).pw_gid
    except KeyError:
        gid = uid
    with rights_of(uid, gid) if os.geteuid() == 0 else contextlib.nullcontext():
        line = sockets.connect(folder, name)
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    if struct.unpack("3i", told)[1] != uid:
        line.close()
        raise ConnectionError(f"{folder}/{name} is another user's")
    line.setblocking(True)
    return line
