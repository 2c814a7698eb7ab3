"""The engine of this machine: members are processes, and survive the control plane.

Each attempt has a folder, and a supervisor that holds the folder's lock (supervisor.py). What is
true is in the folder: this object only starts supervisors, and looks when one has ended.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from socket import socket
from typing import Any

from heddle.engine._news import OVER, AttemptNews, FollowedAttempt
from heddle.engine.base import AttemptStatus, Order
from heddle.engine.local import member_spec, process_tree, translation
from heddle.engine.local.files.folders import Folders
from heddle.engine.local.files.state_files import boot_id
from heddle.engine.local.files.steps import STEPS, steps_file
from heddle.engine.local.forkserver import ForkServer
from heddle.engine.local.group_prefix import group_prefix as group_prefix
from heddle.engine.local.images import containers, podman_cli
from heddle.engine.local.images.containers import Container
from heddle.engine.local.limits import Limit, said
from heddle.engine.local.marker import MARKER
from heddle.engine.local.sandbox import cgroup, cgroup_trees, isolation
from heddle.engine.local.sandbox.bubblewrap import Sandbox
from heddle.engine.local.sandbox.isolation import TenantUsers
from heddle.engine.local.supervisor import BEAT_S, now_ms
from heddle.engine.local.suspension import ProcessSuspension
from heddle.engine.local.terminal import sockets
from heddle.engine.local.watcher import Watcher
from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.model.reason import Reason
from heddle.model.record import LOST, RUNNING, STARTING
from heddle.system import pidfd

_TRIES = 3  # to start a supervisor
_LOOK_S = 0.025  # between looks at supervisors, on a kernel that does not tell us of their end
_LOOK_LATER_S = 0.5  # between looks at what a dead supervisor left, if it will not go
_KEEP_S = 14 * 86_400
#: Where an order is written down: an environment can hold secrets, which must not meet a disk.
_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


@dataclass(slots=True)
class _Alive(FollowedAttempt):
    """One of them here."""

    order: Order | None = None  #: until it runs, for another try
    tries: int = 0
    orphan: bool = False  #: its supervisor died, and what it left is being ended


class Local(AttemptNews[_Alive]):
    """Runs attempts as processes of this machine. One object at a time has the folder.

    `environment` is what every member has (by default a little of our own), `keep_s` how long
    logs stay, `trees` where control groups are made (by default wherever that is possible).

    :raises UsageError: if another one has the folder
    """

    name = "local"
    separates_tenants = False
    lacks: tuple[str, ...] = ()

    def __init__(
        self,
        folder: str,
        *,
        environment: Mapping[str, str] | None = None,
        keep_s: float = _KEEP_S,
        trees: Sequence[cgroup_trees.CgroupTree] | None = None,
    ) -> None:
        super().__init__()
        self._folders = Folders(folder, keep_s)
        self._environment = (
            member_spec.inherited(os.environ) if environment is None else environment
        )
        self._trees = cgroup_trees.trees() if trees is None else tuple(trees)
        self._isolation, self.why_not_isolated = isolation.find(os.environ, self._folders.base)
        self.isolates_tenants = self._isolation is not None
        self.down = ""  # it is this process
        self._images = podman_cli.Trial(self._folders.base)
        self._users: TenantUsers | None = None
        if self._isolation is not None and self._isolation.uids is not None:
            self._users = TenantUsers(
                os.path.join(self._folders.base, "uids.json"), self._isolation.uids
            )
        self._hidden = apis.hidden()
        self._prefix = group_prefix(self._folders.base)
        self._boot = boot_id()
        self._forker = ForkServer(member_spec.inherited(os.environ))
        self._watcher = Watcher()
        self._adopt()
        with contextlib.suppress(OSError):  # then the first start says why
            self._forker.open()
        self._thread = threading.Thread(target=self._follow, name="local-engine", daemon=True)
        self._thread.start()

    def nodes(self) -> None:
        """This machine."""

    def why_not_tenant(self, tenant: str) -> str:
        return ""

    def shows(self, path: str) -> bool:
        return self._isolation is not None and self._isolation.shows(os.path.realpath(path))

    def start(self, order: Order) -> Reason | None:
        """:raises UsageError: if the order is invalid"""
        if order.image is not None and (why := self._images()[1]):
            return Reason("engine", why=f"no images run here: {why}")
        if order.isolated and self._isolation is None:
            return Reason("impossible", why=f"no isolated jobs here: {self.why_not_isolated}")
        member_spec.check(order)
        with self._mutex:
            if self._closed:
                return Reason("engine", why="the local engine is closed")
            if self._folders.was_forgotten(order.attempt):
                return None
            try:
                os.makedirs(self._folders.path(order.attempt), 0o700, exist_ok=True)
                lock = self._folders.lock(order.attempt)
                if lock is None:
                    return None
                try:
                    if self._folders.state(order.attempt) is None:
                        self._hand_over(order, lock)
                finally:
                    os.close(lock)
            except OSError as error:
                self._drop(order.attempt)  # a refused attempt must not run later
                return Reason("engine", why=f"no supervisor can be started: {error.strerror}")
        return None

    def stop(self, attempt: str, why: str) -> None:
        with self._mutex:
            if not os.path.isdir(self._folders.path(attempt)):
                return
            with contextlib.suppress(OSError):  # a full disk: it is stopped without saying why
                self._folders.ask_to_stop(attempt, why)
            # Read after that: a supervisor that has no state yet looks for the file later.
            state = self._folders.state(attempt)
            if state and state["state"] not in OVER and state["boot"] == self._boot:
                with contextlib.suppress(OSError):
                    process_tree.signal_if(
                        state["supervisor"], signal.SIGTERM, lambda: self._folders.is_held(attempt)
                    )

    def suspend(self, attempt: str, room_mib: int, timeout_s: float) -> int | Reason:
        return self._suspension(attempt, timeout_s).suspend(room_mib)

    def resume(self, attempt: str, timeout_s: float) -> Reason | None:
        return self._suspension(attempt, timeout_s).resume()

    def _suspension(self, attempt: str, timeout_s: float) -> ProcessSuspension:
        """Of all its members, and of what is executed beside them."""
        state = self._folders.state(attempt) or {}
        pids: set[int] = set()
        groups = state.get("groups", ())
        if state and state["state"] not in OVER and state["boot"] == self._boot:
            pids = {*process_tree.descendants(state["supervisor"]), *cgroup.pids(groups)}
        return ProcessSuspension(pids, groups, self._folders.path(attempt), timeout_s)

    def seen(self) -> Sequence[AttemptStatus]:
        with self._mutex:
            found = [self._examine(attempt) for attempt in self._folders.known()]
        return [seen for seen in found if seen is not None]

    def forget(self, attempt: str) -> None:
        with self._mutex:
            state = self._folders.state(attempt)
            if state and state["state"] in OVER:
                self._drop(attempt)
                self._folders.forget(attempt)

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """:raises LogGoneError: if that byte is no longer kept"""
        return self._folders.logs(attempt, member, start, most)

    def attach(self, attempt: str, member: int) -> socket:
        """:raises UsageError: if it has no terminal, or none yet"""
        try:
            return sockets.connect(self._folders.path(attempt), sockets.name_of(member))
        except OSError:
            raise UsageError(f"{attempt} has no terminal that can be attached to now.") from None

    def execute(self, attempt: str) -> socket:
        """:raises UsageError: if it does not run"""
        try:
            return sockets.connect(self._folders.path(attempt), sockets.DOOR)
        except OSError:
            raise UsageError(f"{attempt} does not run, or only just begins to.") from None

    def work(self, attempt: str) -> str | None:
        return self._folders.work(attempt)

    def close(self) -> None:
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            self._watcher.wake()
        if threading.current_thread() is not self._thread:
            self._thread.join()
        with self._mutex:
            self._forker.close()
            self._watcher.close()
            self._folders.close()

    def limits(self) -> tuple[Limit, ...]:
        """What is enforced here, and what would help where it is not."""
        how = self._isolation.text if self._isolation else f"not possible: {self.why_not_isolated}"
        return (*said(self._trees), Limit("isolation", self.isolates_tenants, how))

    def _adopt(self) -> None:
        """Finds what an engine before us left. Where it died between the folder and the
        supervisor, nothing ever ran, and the control plane starts it again."""
        for attempt in self._folders.known():
            seen = self._examine(attempt)
            if seen is None:
                self._folders.remove(attempt)
            elif seen.state not in OVER:
                self._alive[attempt].told = seen.state

    def _hand_over(self, order: Order, lock: int) -> None:
        """Gives the lock to a new supervisor. The pipe closes when it runs, or when it died."""
        alive = self._alive.setdefault(order.attempt, _Alive())
        alive.order, alive.tries = order, alive.tries + 1
        described = json.dumps(self._describe(order)).encode()
        reader, writer = os.pipe2(os.O_CLOEXEC)
        try:
            with tempfile.TemporaryFile(dir=_MEMORY) as paper:
                paper.write(described)
                paper.seek(0)
                self._forker.send([lock, paper.fileno(), writer])
        except BaseException:
            os.close(reader)
            raise
        finally:
            os.close(writer)
        self._watcher.add(order.attempt, reader)

    def _describe(self, order: Order) -> dict[str, Any]:
        folder = self._folders.path(order.attempt)
        work = order.folder or os.path.join(folder, "work")
        if order.folder is None:
            os.makedirs(work, 0o700, exist_ok=True)
        steps = steps_file(order, folder, work)
        members = []
        for number in range(len(order.places)):
            sandbox = self._sandbox(order, work, number)
            one = member_spec.member(
                order, number, folder, self._environment, self._hidden, sandbox
            )
            if steps is not None:
                one["environment"][STEPS] = steps
            name = self._group(order.attempt, str(number))
            members.append(one | {"group": cgroup_trees.folders(self._trees, name, one["limits"])})
        return {
            "attempt": order.attempt, "folder": folder, "work": work, "boot": self._boot,
            "grace_s": order.grace_s, "members": members, "steps": steps,
            **member_spec.equipped(order),
        }  # fmt: skip

    def _sandbox(self, order: Order, work: str, number: int) -> Sandbox | None:
        if not order.isolated:
            container = self._container(order, number, podman_cli.OPERATOR)
            if container is None:
                return None
            reads, writes = self._isolation.shown if self._isolation else ((), ())
            return Sandbox("", work, None, reads=reads, writes=writes, container=container)
        assert self._isolation is not None
        uid = self._users.uid(order.tenant) if self._users else None
        container = self._container(order, number, str(uid or _digest(order.tenant)))
        if uid is not None and order.folder is None:
            os.chown(work, uid, uid)
        found = self._isolation.sandbox(work, order.tenant, uid)
        found = replace(found, is_shown=order.folder is not None)
        if container is None:
            return found
        reads, writes = self._isolation.shown
        return replace(found, reads=reads, writes=writes, container=container)

    def _container(self, order: Order, number: int, owner: str) -> Container | None:
        if order.image is None or (podman := self._images()[0]) is None:
            return None
        name = _digest(self._group(order.attempt, str(number)))
        folder = os.path.join(podman_cli.MEMORY, f"heddle-{name}")
        return Container(podman, order.image, folder, order.isolated, owner)

    def _group(self, attempt: str, member: str) -> str:
        """The name of its control group; other engines of this machine have others."""
        return f"{self._prefix}{attempt}-{member}"

    def _examine(self, attempt: str) -> AttemptStatus | None:
        """What is true of it now; ends what a dead supervisor left. None: nothing ever ran."""
        state = self._folders.state(attempt)
        if state and state["state"] in OVER:
            return _seen(attempt, state)
        is_new = attempt not in self._alive
        alive = self._alive.setdefault(attempt, _Alive())
        lock = self._folders.lock(attempt)
        if lock is None:
            if not state:
                return AttemptStatus(attempt, STARTING)
            alive.order = None
            self._wait_for(attempt, state["supervisor"])
            return _seen(attempt, state)
        try:
            state = self._folders.state(attempt)  # it may have ended just before it let go
            if state is None and is_new:
                self._drop(attempt)
                return None
            if state is None:
                return self._try_again(attempt, alive, lock)
            if state and state["state"] in OVER:
                return _seen(attempt, state)
            if not self._end_rest(attempt, state):
                alive.orphan = True
                self._look_again(attempt)
                return _seen(attempt, {**state, "state": RUNNING, "why": "its supervisor died"})
            same = state.get("boot") == self._boot
            why = "its supervisor was killed" if same else "the machine was restarted"
            return self._lost(attempt, state, why)
        finally:
            os.close(lock)

    def _try_again(self, attempt: str, alive: _Alive, lock: int) -> AttemptStatus:
        """The supervisor died before it did anything. An order that an engine before us gave is
        not known here; and as it was said to be starting, its end is said, too."""
        if alive.order is None or alive.tries >= _TRIES:
            return self._lost(attempt, {}, "no supervisor could be started")
        try:
            self._hand_over(alive.order, lock)
        except OSError:
            self._look_again(attempt)
        return AttemptStatus(attempt, STARTING)

    def _lost(self, attempt: str, state: dict[str, Any], why: str) -> AttemptStatus:
        ended_ms = now_ms()
        if attempt not in self._alive or not self._alive[attempt].orphan:
            # Nothing of it was left, so it may have ended before we looked.
            last_ms = self._folders.beat_ms(attempt) + int(1000 * BEAT_S)
            ended_ms = max(min(ended_ms, last_ms), state.get("started_ms", 0))
        end = {"state": LOST, "ended_ms": ended_ms, "why": why}
        return _seen(attempt, self._folders.note(attempt, state | end))

    def _end_rest(self, attempt: str, state: Mapping[str, Any]) -> bool:
        """Kills what a dead supervisor left; False while there is something still."""
        if state.get("boot", self._boot) != self._boot:
            return True
        groups = state.get("groups") or cgroup_trees.find(self._trees, self._group(attempt, ""))
        cgroup.kill(groups)
        marker = f"{MARKER}={self._folders.path(attempt)}"
        is_empty = process_tree.end_marked(os.fsencode(marker))
        if is_empty:
            for told in state.get("containers", ()):
                containers.clear(Container.read(told))
        return cgroup.remove(groups) and is_empty

    def _wait_for(self, attempt: str, supervisor: int) -> None:
        if attempt not in self._watcher:
            try:
                self._watcher.add(attempt, pidfd.open_pid(supervisor))
            except OSError:  # it has just gone; or an old kernel, or no descriptors left
                self._look_again(attempt)

    def _look_again(self, attempt: str) -> None:
        """Soon: what nothing can be waited for is looked at by the thread now and then."""
        if attempt in self._watcher:
            self._watcher.remove(attempt)
            self._watcher.wake()

    def _drop(self, attempt: str) -> None:
        self._alive.pop(attempt, None)
        self._watcher.remove(attempt)

    def _follow(self) -> None:
        """The thread: sleeps until a supervisor runs or ends."""
        pause = _LOOK_S
        while True:
            with self._mutex:
                unheard = [self._alive[name] for name in self._alive if name not in self._watcher]
            if not all(alive.orphan for alive in unheard):
                pause = _LOOK_S
            handles = self._watcher.wait(pause if unheard else None)
            with self._mutex:
                if self._closed:
                    return
                self._watcher.take(handles)
                due = [attempt for attempt in self._alive if attempt not in self._watcher]
                news = [seen for each in due if (seen := self._news(each, self._look_at))]
            pause = _LOOK_S if news else min(2 * pause, _LOOK_LATER_S)
            for seen in news:
                self._tell(seen)

    def _look_at(self, attempt: str) -> AttemptStatus | None:
        """How it is now; None: as before, or it cannot be said yet."""
        alive = self._alive[attempt]
        try:
            if alive.told == RUNNING and not alive.orphan and self._folders.is_held(attempt):
                return None  # nothing new, and cheap
            return self._examine(attempt)
        except FileNotFoundError:
            if not self._end_rest(attempt, {}):
                return None
            return AttemptStatus(attempt, LOST, ended_ms=now_ms(), why="its folder was removed")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _seen(attempt: str, state: Mapping[str, Any]) -> AttemptStatus:
    return AttemptStatus(
        attempt, state["state"], state.get("exit_code"), state.get("started_ms"),
        state.get("ended_ms"), state.get("why", ""), state.get("unready", False),
        steps=state.get("steps"), millijoules=state.get("millijoules"),
    )  # fmt: skip


ENGINE, WORDS = Local, translation.LOCAL
