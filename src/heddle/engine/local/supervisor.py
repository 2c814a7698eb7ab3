"""The process that stays with one attempt: starts its members, keeps what they write, and notes
how it ended. It depends on no other process: the control plane may restart.

It holds the lock of the attempt's folder as long as it lives. The state file says `running`
before the first member is started, and `ended` when nothing of the attempt is left; so, with the
lock free, no state means that nothing ever ran, and `running` that this process was killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import time
from collections.abc import Mapping, Sequence

from heddle.engine.local import process_tree
from heddle.engine.local.files import state_files
from heddle.engine.local.files.output import Writer
from heddle.engine.local.files.steps import read_steps
from heddle.engine.local.marker import UNLENT
from heddle.engine.local.sandbox import cgroup
from heddle.engine.local.terminal import sockets
from heddle.model.service import SERVICE
from heddle.model.wire.terminal import IDLE

TYPE_CHECKING = False  # jobs on other machines wait for these imports, and typing is a slow one

if TYPE_CHECKING:
    from typing import Any, NoReturn

    from heddle.engine.local import preparation
    from heddle.engine.local.input_pipe import InputPipe
    from heddle.engine.local.sandbox.bubblewrap import Sandbox

STATE, STOP, LOCK = "state.json", "stop.json", "lock"
BEAT_S = 1.0  #: interval at which the lock's file is touched: it tells when we died
_READ_BYTES = 1 << 16
_MOST_SAID = 4096  # of why a device was not lent
_NOTE_S = 60  # for how long a full disk is given time to note the end
_NO_IMAGE = 125  # the exit code, as container engines have it: it was not the command
_AGENT_S = 2.0  # for which the agent is waited for at the end
_OOM_SCORE = "300"  # where the whole machine runs out of memory, members go first, not we
#: Programs count on the default of these; Python and our parents do not have it.
_RESET = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGTERM, signal.SIGINT,
          signal.SIGHUP)  # fmt: skip


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def free_port() -> int:
    """A free one, below those that the kernel gives to outgoing connections."""
    for _ in range(100):
        port = 20_000 + int.from_bytes(os.urandom(2), "big") % 12_000
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    return 29_500  # PyTorch's own default


def served_port(environment: Mapping[str, str]) -> int:
    """Where the replica of a service is to listen on this machine: at the port that it was given,
    if that is free here. 0: it is none."""
    if SERVICE not in environment:
        return 0
    given = int(environment["PORT"])
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        try:
            trial.bind(("", given))
        except OSError:
            return free_port()
        return given


class _Stopped(BaseException):
    """It was asked to stop while it prepared."""


class Supervisor:
    """One attempt. `order` is what local.py wrote for it; `ready` is closed when it runs."""

    def __init__(self, order: Mapping[str, Any], ready: int) -> None:
        self.order = order
        self.folder: str = order["folder"]
        self.members: Sequence[Mapping[str, Any]] = order["members"]
        self.groups = [folder for member in self.members for folder in member["group"]]
        self.ready = ready
        self.state: dict[str, Any] = {
            "attempt": order["attempt"], "state": "running", "boot": order["boot"],
            "supervisor": os.getpid(), "groups": self.groups, "started_ms": now_ms(),
        }  # fmt: skip
        sandboxes = [each["sandbox"] for each in self.members if "sandbox" in each]
        self.containers = [each["container"] for each in sandboxes if each["container"]]
        if self.containers:
            self.state["containers"] = self.containers
        self.alive: dict[int, int] = {}  #: members by process id
        self.code = 0  #: of the first member that failed
        self.why = ""
        self.asked = False  #: to stop
        self.deadline: float | None = None  #: when those that were asked to end are made to
        self.writers: dict[int, Writer] = {}  #: by the pipe that they empty
        self.poll = select.poll()
        self.beat_at = 0.0
        self.is_preparing = False
        self.unready = ""  #: why it could not be equipped, if so
        self.more: dict[str, str] = {}  #: variables of members, from what they are equipped with
        self.private: list[bytes] = []  #: secrets, which must not be in what members write
        self.logs: dict[int, Writer] = {}  #: begun before their member
        self.preparing: preparation.Preparing | None = None
        self.isolated: set[int] = set()  #: members in sandboxes, by process id
        self.port = ""  #: MASTER_PORT of all members
        if served := order.get("served"):
            self.state["port"] = served
        self.door: socket.socket | None = None  #: for commands that are executed beside members
        self.execs: set[int] = set()  #: of these, by process id
        self.input: InputPipe | None = None  #: of the first member, until it is over

    def run(self) -> None:
        wake, woken = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self.poll.register(wake, select.POLLIN)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGTERM, self._ask)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        process_tree.adopt_orphans()
        if self._takes_long:
            self.state["state"] = "starting"
        state_files.write(os.path.join(self.folder, STATE), self.state, durable=False)
        if (text := self._stop_text()) is None:
            if self._prepare():
                self._start()
        else:
            self.asked, self.code = True, -signal.SIGTERM
            self._say(text)
        os.close(self.ready)
        nothing_left = self._reap()
        while self.alive or (self.deadline is not None and not nothing_left):
            if self.deadline is None and (self.asked or self.code):
                self._begin_to_stop()
            left = None if self.deadline is None else self.deadline - time.monotonic()
            if left is not None and left <= 0:
                break
            self._wait(BEAT_S if left is None else min(left, BEAT_S))
            self._beat()
            nothing_left = self._reap()
            if self.input is not None and self.input.is_over():
                self.input.close()
                self.input = None
        self._end_all()
        self._note_end()

    def _beat(self) -> None:
        if time.monotonic() >= self.beat_at:
            self.beat_at = time.monotonic() + BEAT_S
            with contextlib.suppress(OSError):
                os.utime(os.path.join(self.folder, LOCK))

    def _ask(self, *_: object) -> None:
        self.asked = True
        if self.is_preparing:  # it may wait for a disk or a network: nothing else would end that
            self.is_preparing = False
            raise _Stopped

    def _stop_text(self) -> str | None:
        asked = state_files.read(os.path.join(self.folder, STOP))
        return None if asked is None else str(asked.get("why", ""))

    def _prepare(self) -> bool:
        """Puts in place what it is equipped with; False if that failed, or it was stopped."""
        if not self._takes_long:
            return self._has_folder()
        from heddle.engine.local import preparation
        from heddle.engine.local.images import pull
        from heddle.engine.local.sandbox.bubblewrap import Sandbox

        told, sandbox = self.order.get("equipment"), self.members[0].get("sandbox")
        self.preparing = preparation.Preparing(
            told, self.order["work"], self._tell_all, self._is_stopped,
            Sandbox.read(sandbox) if sandbox else None,
        )  # fmt: skip
        try:
            self.is_preparing = True
            self.more = self.preparing.run()
            self.private = self.preparing.secrets
        except preparation.PrepareError as error:
            self.unready = "" if self.asked else str(error)
        except pull.ImageError as error:
            self.code = _NO_IMAGE
            self._say(str(error))
            self._tell_all(str(error))
        except _Stopped:
            pass
        finally:
            self.is_preparing = False
        if self.asked:
            self.code = -signal.SIGTERM
            self._say(self._stop_text() or "")
        if self.asked or self.unready or self.code or not self._has_folder():
            return False
        if self.containers:  # now it is known where their image is
            self.containers = [self.sandbox_of(each).plain()["container"] for each in self.members]
            self.state["containers"] = self.containers
        self.state |= {"state": "running", "started_ms": now_ms()}
        state_files.write(os.path.join(self.folder, STATE), self.state, durable=False)
        return True

    @property
    def _takes_long(self) -> bool:
        """To prepare."""
        return "equipment" in self.order or bool(self.containers)

    def _has_folder(self) -> bool:
        work = self.order["work"]
        if not os.path.isdir(work):
            self.unready = f"the folder to work in, {work}, is not there"
        return not self.unready

    def _is_stopped(self) -> bool:
        """Asked again and again by what takes long."""
        self._beat()
        return self.asked

    def _tell_all(self, text: str) -> None:
        """How far it is, where people look for what it writes."""
        for number in range(len(self.members)):
            log = self.logs.setdefault(number, Writer(self.folder, number))
            log.write(f"heddle: {text}\n".encode())

    def _writer(self, number: int) -> Writer:
        log = self.logs.pop(number, None)
        if self.private:
            from heddle.engine.local.preparation import MaskedWriter

            log = MaskedWriter(self.folder, number, self.private, log)
        return log or Writer(self.folder, number)

    def _start(self) -> None:
        self.port = self.order.get("port") or str(free_port())
        for number, member in enumerate(self.members):
            for text in cgroup.make(member["group"], member["limits"]):
                self._say(f"a limit of member {number} is not set ({text})")
            reader, writer = os.pipe2(os.O_CLOEXEC)
            os.set_blocking(reader, False)
            if member.get("takes_input"):
                from heddle.engine.local.input_pipe import InputPipe

                self.input = InputPipe()
            # A child must not take for us what is meant for it: SIGTERM waits until it can hear.
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
            try:
                pid = os.fork()
            except OSError as error:
                os.close(reader)
                os.close(writer)
                self._say(f"member {number} could not be started: {error.strerror}")
                self.code = self.code or 126
                return
            else:
                if pid == 0:
                    self._become(member, writer)
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
            os.close(writer)
            if member.get("takes_input") and self.input is not None:
                self.input.begun()
            self.alive[pid] = number
            if "sandbox" in member:
                self.isolated.add(pid)
            self.writers[reader] = self._writer(number)
            self.poll.register(reader, select.POLLIN)
        with contextlib.suppress(OSError):  # then nothing is executed beside them
            self.door = sockets.listen(self.folder, sockets.DOOR)
            self.poll.register(self.door, select.POLLIN)

    def _become(self, member: Mapping[str, Any], output: int) -> None:
        """The rest of a member's life; never returns."""
        code, what = 126, "start"
        try:
            signal.set_wakeup_fd(-1)
            for number in _RESET:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
            process_tree.die_with(self.state["supervisor"])
            os.setsid()
            reads = self.input if member.get("takes_input") else None
            os.dup2(reads.theirs if reads else os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(output, 1)
            os.dup2(output, 2)
            try:
                cgroup.enter(member["group"])
            except OSError as error:  # it is below us all the same
                os.write(2, f"heddle: no limits are set: {error}\n".encode())
            with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
                file.write(_OOM_SCORE)
            what = f"work in {self.order['work']}"
            os.chdir(self.order["work"])
            what = f"execute {(*member['command'], 'the image')[0]}"
            environment = self.environment_of(member)
            if "sandbox" in member:
                self._isolate(member, environment)
            os.execvpe(member["command"][0], member["command"], environment)
        except OSError as error:
            if isinstance(error, FileNotFoundError) and what.startswith("execute"):
                code = 127  # as shells do
            os.write(2, f"heddle: cannot {what}: {error.strerror}\n".encode())
        finally:
            os._exit(code)

    def environment_of(self, member: Mapping[str, Any]) -> dict[str, str]:
        return {**member["environment"], **self.more, "MASTER_PORT": self.port}

    def sandbox_of(self, member: Mapping[str, Any]) -> Sandbox:
        from heddle.engine.local.sandbox.bubblewrap import Sandbox

        sandbox = Sandbox.read(member["sandbox"])
        return sandbox if self.preparing is None else self.preparing.shown_in(sandbox)

    def _isolate(self, member: Mapping[str, Any], environment: Mapping[str, str]) -> NoReturn:
        """What a tenant said, its environment above all, is for inside: outside it is our own."""
        from heddle.engine.local.sandbox import bubblewrap

        sandbox = self.sandbox_of(member)
        if member["is_direct"]:
            bubblewrap.enter(sandbox, member["command"], environment)
        told = bubblewrap.hand_on(sandbox, environment)
        os.execve(member["command"][0], member["command"], member["outside"] | told)

    def _wait(self, seconds: float | None) -> None:
        """Until something happens; empties what members wrote."""
        for handle, _ in self.poll.poll(None if seconds is None else max(0.0, seconds) * 1000):
            if handle in self.writers:
                self._empty(handle)
            elif self.door is not None and handle == self.door.fileno():
                self._let_in(self.door)
            else:
                with contextlib.suppress(BlockingIOError):
                    os.read(handle, 4096)

    def _let_in(self, door: socket.socket) -> None:
        """Somebody wants to execute a command; a closed line tells that this cannot be now."""
        from heddle.engine.local import exec_server

        with contextlib.suppress(OSError):
            line, _ = door.accept()
            with line:
                if self.deadline is None and len(self.execs) < exec_server.MOST:
                    self.execs.add(exec_server.start(self, line))

    def _empty(self, handle: int) -> bool:
        """False if there is no more now."""
        try:
            data = os.read(handle, _READ_BYTES)
        except BlockingIOError:
            return False
        if not data:
            self.poll.unregister(handle)
            os.close(handle)
            writer = self.writers.pop(handle)
            writer.end()
            if writer.dropped:
                self._say(f"{writer.dropped} bytes of output found no room on the disk")
            return False
        self.writers[handle].write(data)
        return True

    def _reap(self) -> bool:
        """Notes ended children; True if none is left, and so nothing of the attempt is."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if pid == 0:
                return False
            self.execs.discard(pid)
            if pid in self.alive:
                code = os.waitstatus_to_exitcode(status)
                if pid in self.isolated and code > 128:  # as bubblewrap says that a signal ended it
                    code = 128 - code
                self._member_ended(self.alive.pop(pid), code)

    def _member_ended(self, number: int, code: int) -> None:
        member = self.members[number]
        if code and cgroup.out_of_memory(member["group"]):
            most = member["limits"]["memory"]
            self._say(f"out of memory: member {number} needed more than its {most} MiB")
        note = self.order.get("idle_note") or os.path.join(self.folder, f"{number}.{IDLE}")
        if os.path.exists(note):  # see terminal/host.py
            self._say(IDLE)
        if code and not self.asked and member.get("is_lent"):
            path = os.path.join(self.folder, f"{number}.{UNLENT}")
            with contextlib.suppress(OSError), open(path, errors="replace") as said:
                self.unready = said.read(_MOST_SAID)
        if code and not self.code:
            self.code = code
            if self.alive and self.deadline is None and not self.asked:
                ended = f"by signal {-code}" if code < 0 else f"with exit code {code}"
                self._say(f"member {number} ended {ended}, so the others were ended")

    def _say(self, text: str) -> None:
        self.why = f"{self.why}; {text}" if self.why else text

    def _begin_to_stop(self) -> None:
        if self.asked and (text := self._stop_text()):
            self._say(text)
        self.deadline = time.monotonic() + self.order["grace_s"]
        # A shell that waits hears of it before its command has gone: else it would just go on.
        found = (*process_tree.descendants(os.getpid()), *cgroup.pids(self.groups))
        everybody = list(dict.fromkeys(found))
        if self.isolated:
            inside = [pid for pid in everybody if not process_tree.is_sandbox(pid)]
            everybody = inside or everybody  # no command yet: nothing is spared
        process_tree.send(everybody, signal.SIGTERM)
        process_tree.send(everybody, signal.SIGCONT)  # one that was stopped could not hear it

    def _end_all(self) -> None:
        """Kills what is left, wherever it hides: it cannot leave its group, nor us."""
        pause = 0.001
        while not self._reap():
            cgroup.kill(self.groups)
            process_tree.send(process_tree.descendants(os.getpid()), signal.SIGKILL)
            self._wait(pause)
            pause = min(2 * pause, 0.5)

    def _energy(self) -> int | None:
        """That devices drew for it, as the agent has measured it."""
        if not any(each["has_devices"] for each in self.members):
            return None
        from heddle import ask
        from heddle.errors import HeddleError

        try:
            asked = {"attempt": self.folder, "is_over": True}
            found = ask.call_within(_AGENT_S, "energy", "energy", asked)
        except (HeddleError, OSError):  # no agent, or an older one
            return None
        return found if isinstance(found, int) else None

    def _note_end(self) -> None:
        for handle in list(self.writers):
            while self._empty(handle):
                pass
        if self.containers:
            from heddle.engine.local.images import containers

            for told in self.containers:
                containers.clear(containers.Container.read(told))
        until = time.monotonic() + 1
        while not cgroup.remove(self.groups) and time.monotonic() < until:
            time.sleep(0.005)
        self.state |= {
            "state": "ended", "exit_code": self.code, "ended_ms": now_ms(), "why": self.why,
        }  # fmt: skip
        if (path := self.order.get("steps")) and (steps := read_steps(path)) is not None:
            self.state["steps"] = steps
        if (millijoules := self._energy()) is not None:
            self.state["millijoules"] = millijoules
        if self.unready:
            self.state |= {"state": "lost", "why": self.unready, "unready": True}
        until = time.monotonic() + _NOTE_S
        while True:
            try:
                state_files.write(os.path.join(self.folder, STATE), self.state, durable=True)
                return
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)


def supervise(order: int, ready: int) -> None:
    """Runs the attempt that is described in this file."""
    with open(order, "rb") as file:
        described = json.loads(file.read())
    try:
        Supervisor(described, ready).run()
    except BaseException:
        # Members die with us, and the engine finds the attempt lost; here is why.
        with open(os.path.join(described["folder"], "supervisor.txt"), "w") as notes:
            import traceback

            traceback.print_exc(file=notes)
        raise
