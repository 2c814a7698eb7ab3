"""Hands members of this node what their attempts need, which it fetches from the control plane
(docs/decisions/0039).

A member's supervisor sends one line of JSON and keeps the connection open as long as it uses the
data: `{"attempt": ..., "wants": [...]}`. Lines with `say` come back, for people, then one with
`answer` or `error`. Who asks is known from the kernel; whether it may have it, the control plane
decides.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import select
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from heddle.client.wire import RefusedError
from heddle.control.inputs.provision import CACHE, cache_limit
from heddle.engine.local.files.copying import CopyError
from heddle.engine.local.files.data_cache import Cache, FetchRequest
from heddle.errors import HeddleError, NoServerError
from heddle.model.wire.handover import (
    SNAPSHOT,
    DataCopy,
    Handout,
    own_folder,
    read_handout,
    socket_paths,
    texts,
)
from heddle.node.copies import ControlCopies
from heddle.node.shell import SignedClient
from heddle.system import files, state

LINES = 256  #: of one user that are open at once
_LONGEST = 1 << 16  # bytes of a request
_MOST_SHOWN = 100  # characters of the name of an attempt, in the log
_PATIENCE_S = 10.0  # for a request
_AWAY_S, _PAUSE_S = 60.0, 1.0  # for a control plane that does not answer, and between two tries
_FOLDER_REMEDY = "Have its owner remove it"


class Handover:
    """Listens until `close`. `say` is for the log of the node.

    :raises HeddleError: if it cannot listen
    """

    def __init__(
        self, name: str, key: str, caller: SignedClient, say: Callable[[str], None]
    ) -> None:
        self._name, self._key, self._caller, self._say = name, key, caller, say
        self._cache = os.environ.get(CACHE) or os.path.join(state.folder(), "cache")
        self._open: Counter[int] = Counter()  #: lines, by user
        self._mutex = threading.Lock()
        self.path = socket_paths(name)[0]
        try:
            self._limit = cache_limit(self._cache)
            self._line = _listen(self.path)
        except OSError as error:
            raise HeddleError(
                f"members of this node cannot be given secrets and data: {self.path} cannot be "
                f"used ({error.strerror or error})"
            ) from None
        threading.Thread(target=self._serve, name="handover", daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self.path)
        self._line.close()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._line.accept()
            except OSError:
                if self._line.fileno() < 0:
                    return
                time.sleep(_PAUSE_S)  # somebody has taken all descriptors
                continue
            told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            uid: int = struct.unpack("3i", told)[1]
            with self._mutex:
                has_room = self._open[uid] < LINES
                self._open[uid] += has_room
            if not has_room:
                line.close()
                continue
            name = f"handover-{uid}"
            threading.Thread(target=self._answer, args=(line, uid), name=name, daemon=True).start()

    def _answer(self, line: socket.socket, uid: int) -> None:
        handing = _Handing(line, uid, self._cache)
        try:
            with line, contextlib.suppress(OSError):
                line.settimeout(_PATIENCE_S)
                attempt, wants = _request(line)
                shown = attempt[:_MOST_SHOWN]
                try:
                    self._hand_over(handing, attempt, wants)
                except (HeddleError, CopyError) as error:
                    handing.send({"error": str(error).rstrip(".")})
                    self._say(f"{shown} of user {uid} got no inputs: {error}")
                    return
                self._say(f"{shown} of user {uid} has its {', '.join(wants)}")
                if "data" in wants:
                    handing.wait()
        except Exception as error:  # no request may end this
            self._say(f"a request of user {uid} failed: {error!r}")
        finally:
            handing.release()
            with self._mutex:
                self._open[uid] -= 1

    def _hand_over(self, handing: _Handing, attempt: str, wants: list[str]) -> None:
        whose = {"attempt": attempt, "uid": handing.uid}
        given = self._handout(handing, {**whose, "wants": wants})
        control = ControlCopies(self._caller, whose)
        cache = handing.open_cache(self._limit, control)
        archive = _snapshot(cache, given)
        try:
            paths = {each.variable: self._data(cache, each, handing.uid) for each in given.copies}
            answer = {
                "private": texts(given.private),
                "files": texts(given.files),
                "paths": {**given.paths, **paths},
            }
            handing.send({"answer": answer}, archive)
        finally:
            if archive is not None:
                os.close(archive)

    def _handout(self, handing: _Handing, asked: dict[str, Any]) -> Handout:
        """A control plane that is being restarted is waited for.

        :raises HeddleError: if it refuses, or does not answer for long
        """
        until = time.monotonic() + _AWAY_S
        while True:
            try:
                return read_handout(self._caller.ask("handout", asked))
            except RefusedError as error:
                raise HeddleError(str(error.problem.get("detail") or error)) from None
            except NoServerError:
                if time.monotonic() > until or handing.is_gone():
                    raise
                time.sleep(_PAUSE_S)

    def _data(self, cache: Cache, wanted: DataCopy, uid: int) -> str:
        """Where it is. Others than its user must not find it: its folder has a name that only we
        can make, in one that they cannot list."""
        digest = hmac.digest(self._key.encode(), wanted.key.encode(), "sha256").hex()[:32]
        key = f"{wanted.key.rpartition('-')[0]}-{digest}"
        source = wanted.source or wanted.label
        request = FetchRequest(key, wanted.label, source, wanted.mib << 20, wanted.sha256)
        path = cache.use(request)
        for folder in (self._cache, os.path.join(self._cache, key)):
            os.chmod(folder, 0o711)
        if uid not in (0, os.geteuid()) and (closed := files.closed_to_others(self._cache)):
            raise HeddleError(
                f"user {uid} cannot read the cache of {self._name}, because {closed} is closed. "
                f"Start `heddle node join` there with {CACHE}=/a/folder/that/all/can/enter"
            )
        return path


class _Handing:
    """One connection, and what it keeps in the cache."""

    def __init__(self, line: socket.socket, uid: int, folder: str) -> None:
        self.uid = uid
        self._line, self._folder = line, folder
        self._cache: Cache | None = None

    def open_cache(self, most_bytes: int, control: ControlCopies) -> Cache:
        self._cache = Cache(
            self._folder, most_bytes, lambda text: self.send({"say": text}), self.is_gone,
            control.copy,
        )  # fmt: skip
        return self._cache

    def send(self, said: dict[str, Any], descriptor: int | None = None) -> None:
        data = json.dumps(said).encode() + b"\n"
        if descriptor is None:
            self._line.sendall(data)
            return
        sent = socket.send_fds(self._line, [data], [descriptor])
        self._line.sendall(data[sent:])

    def is_gone(self) -> bool:
        """The member does not wait any longer."""
        poll = select.poll()
        poll.register(self._line, select.POLLRDHUP)
        return bool(poll.poll(0))

    def wait(self) -> None:
        """Until the member has ended."""
        self._line.settimeout(None)
        while self._line.recv(_LONGEST):
            pass

    def release(self) -> None:
        if self._cache is not None:
            self._cache.release()


def _snapshot(cache: Cache, given: Handout) -> int | None:
    """An open file: the cache itself is ours alone."""
    if given.snapshot is None:
        return None
    key = f"snapshot-{given.snapshot}"
    wanted = FetchRequest(key, SNAPSHOT, SNAPSHOT, given.snapshot_bytes, given.snapshot)
    for _ in range(2):
        path = cache.use(wanted)
        archive = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        with open(archive, "rb", closefd=False) as file:
            if hashlib.file_digest(file, "sha256").hexdigest() == given.snapshot:
                return archive
        os.close(archive)
        cache.discard(key)  # somebody has changed it
    raise HeddleError(f"{path} is in use, and was changed. End the jobs on this node that use it")


def _request(line: socket.socket) -> tuple[str, list[str]]:
    """:raises OSError: if none comes, or it is none"""
    got = b""
    while not got.endswith(b"\n"):
        more = line.recv(_LONGEST)
        got += more
        if not more or len(got) > _LONGEST:
            raise ConnectionError("no request")
    try:
        said = json.loads(got)
        return str(said["attempt"]), [str(each) for each in said["wants"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ConnectionError("no request") from None


def _listen(path: str) -> socket.socket:
    folder = own_folder()
    is_new = not os.path.isdir(folder)
    os.makedirs(folder, 0o755 if os.geteuid() == 0 else 0o700, exist_ok=True)
    if is_new and os.geteuid() == 0:
        os.chmod(folder, 0o755)
    files.check_folder(folder, _FOLDER_REMEDY)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)  # of a process that was killed: one at a time speaks for a node
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        line.bind(path)
        os.chmod(path, 0o666)  # the peer's credentials decide, not the file's mode
        line.listen(LINES)
    except BaseException:
        line.close()
        raise
    return line
