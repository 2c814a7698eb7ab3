"""The agent's hands: the table, the socket, the log. It decides nothing itself."""

from __future__ import annotations

import json
import logging
import os
import selectors
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from heddle import native
from heddle.agent import own_policy
from heddle.agent.answers import Peer, answer
from heddle.agent.claims import GuestLimits
from heddle.agent.energy import Energy
from heddle.agent.energy_reader import EnergyReader, uses
from heddle.agent.look import Breach
from heddle.agent.metrics import Metrics
from heddle.agent.remedy import Ending, Remedies
from heddle.agent.state import (
    AgentState,
    Chosen,
    Instruction,
    Observed,
    Remedied,
    Say,
    SetPlan,
    Stop,
    TableProgram,
    choose,
)
from heddle.agent.strictness import Strictness
from heddle.agent.users import stop
from heddle.agent.watch import Watch
from heddle.ask import socket_path
from heddle.errors import ForeignError, HeddleError, UsageError
from heddle.model.plan import Plan
from heddle.records import ProgramState
from heddle.system import files
from heddle.table import Table
from heddle.virt.mps.kernels import KernelLog

IDLE_NS = 100_000_000  # between two looks, if no policy wants to decide more often
REAP_NS = 500_000_000  # between two checks for dead processes; a held program checks by itself
PART = 30  # the agent takes at most 1/PART of a core, however many programs there are
LONGEST_REQUEST = 1 << 20
LINES = 64  # of one user that are open at once

log = logging.getLogger("heddle.agent")


def seen_in(programs: Iterable[ProgramState]) -> tuple[TableProgram, ...]:
    """The programs, as the state machine wants them."""
    return tuple(
        TableProgram(
            id=p.id,
            name=p.name,
            tenant=p.tenant,
            asked=p.asked,
            plan=Plan(
                p.priority, p.weight, p.share_milli, p.cap_milli, p.deadline_us, p.quantum_us
            ),
            devices=p.devices,
            burst_at_ns=p.burst_at_ns,
            device_time_ns=p.device_time_ns,
            held_ns=p.held_ns,
            holds=p.holds,
            reason=p.reason,
            is_guest=p.is_guest,
        )
        for p in programs
    )


@dataclass(eq=False, slots=True)
class AgentConnection:
    """One connected client."""

    socket: socket.socket
    peer: Peer
    got: bytes = b""


class AgentShell:
    """One agent of one table."""

    def __init__(
        self,
        metrics_port: int = 0,
        guests: GuestLimits | None = None,
        remedies: Remedies | None = None,
        metrics_address: str = "127.0.0.1",
    ) -> None:
        """`guests`: the most that other users' programs get by asking; None: they stay out."""
        native.open_table()
        if not native.enter_as_agent():
            raise UsageError("another agent is in charge of this table. One is enough.")
        self.guests = guests
        #: Sandboxes whose processes may join a program, by process and start: answers.py.
        self.welcome: dict[tuple[int, int], int] = {}
        self._arbiter: threading.Thread | None = None
        if guests is not None:
            native.open_to_guests()  # before any thread and file of ours: it forks
            self._arbiter = threading.Thread(target=native.run_arbiter, name="arbiter")
        folder = native.table_folder()
        self._saved = os.path.join(folder, "agent.json")
        self._spared = frozenset((0, os.geteuid()))
        self.state = AgentState(self._load(), own_policy.time_limit, remedies, spared=self._spared)
        self._strictness = Strictness(folder)
        self.state.strict = self._strictness.begin(self.state.remedies.strict)
        self._ending = Ending(self._send)
        self._kernels = KernelLog()
        self._chosen = dict(self.state.chosen)
        self._table = Table(native.table_path())
        self._watch = Watch(self._table, everybody=guests is not None)
        self._selector = selectors.DefaultSelector()
        self._lines: list[AgentConnection] = []
        self._listen()
        self._metrics = Metrics(metrics_port, metrics_address) if metrics_port else None
        self.energy = Energy(time.monotonic_ns())
        self._energy_reader = EnergyReader()
        self._stop = False
        self._reaped_ns = self._metered_ns = 0

    # -- the loop ---------------------------------------------------------------------------------

    def run(self) -> None:
        """Until stop(); whatever happens, plans go back to what was asked for."""
        log.info("in charge of %s", native.table_path())
        if self._arbiter:
            self._arbiter.start()
        try:
            while not self._stop:
                began = time.thread_time_ns()
                try:
                    self.look()
                except HeddleError as error:  # the table is locked, say: the next look is soon
                    log.warning("%s", error)
                now = time.monotonic_ns()
                pause = PART * (time.thread_time_ns() - began)
                self._serve(max(self.state.next_ns(now, IDLE_NS), now + pause))
        finally:
            if self._arbiter:
                native.stop_arbiter()
                self._arbiter.join()
            native.leave_as_agent()
            os.unlink(socket_path())
            log.info("gone; what was asked for is in force")

    def stop(self) -> None:
        self._stop = True

    def look(self) -> None:
        """Observes the table and carries out what follows from it."""
        now = time.monotonic_ns()
        if now - self._reaped_ns >= REAP_NS:
            self._reaped_ns = now
            native.reap()
        programs = tuple(self._table.programs())
        seen = seen_in(programs)
        self.carry_out(self.state.handle(Observed(now, seen)))
        for event in self._watch.look(now):
            self.carry_out(self.state.handle(event))
        for breach, done in self._ending.look(now):
            self.carry_out(self.state.handle(Remedied(now, breach, done)))
        self._kernels.look(programs)
        if now - self._metered_ns >= IDLE_NS:
            self._metered_ns = now
            self._meter(now, programs)
        if self.state.chosen != self._chosen:  # also when a policy was rolled back
            self._save()
        if self._metrics:
            self._metrics.show(self.state, self.energy)

    def _meter(self, now: int, programs: tuple[ProgramState, ...]) -> None:
        if any(program.devices for program in programs):
            self._energy_reader.begin()
        self.energy.look(now, uses(programs))
        for at_ns, counters in self._energy_reader.readings():
            self.energy.read(at_ns, counters)

    def carry_out(self, instructions: list[Instruction]) -> None:
        for instruction in instructions:
            match instruction:
                case SetPlan(program, plan):
                    self._set_plan(program, plan)
                case Say(text, warning):
                    log.log(logging.WARNING if warning else logging.INFO, "%s", text)
                case Stop(breach, remedy):
                    now = time.monotonic_ns()
                    done = self._ending.begin(breach, remedy, now)
                    self.carry_out(self.state.handle(Remedied(now, breach, done)))

    def be_strict(self, program: int, peer: Peer) -> None:
        """A process that escapes from this program is killed, also by the next agent of this
        table."""
        self._watch.adopt((peer.pid, peer.start_ticks), program)
        self.state.strict.add(program)
        self._strictness.save(self.state.strict)

    def _send(self, breach: Breach, number: signal.Signals) -> str:
        spared = frozenset[int]() if breach.program else self._spared
        return stop(breach.pid, breach.start_ticks, spared, number)

    @staticmethod
    def _set_plan(program: int, plan: Plan) -> None:
        made = native.NativePlan(
            rank=plan.rank,
            weight=plan.weight,
            deadline_us=plan.deadline_us,
            quantum_us=plan.quantum_us,
            share_milli=plan.share_milli,
            cap_milli=plan.cap_milli,
        )
        try:
            native.set_plan(made, program)
        except HeddleError as error:  # it may just have gone
            log.info("plan of program %d: %s", program, error)

    # -- the socket -------------------------------------------------------------------------------

    def _listen(self) -> None:
        path = socket_path()
        if os.path.exists(path):
            os.unlink(path)  # of an agent that was killed: the table says that there is none
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.bind(path)
        os.chmod(path, 0o666)  # the peer's credentials decide, not the file's mode
        line.listen(64)
        line.setblocking(False)
        self._selector.register(line, selectors.EVENT_READ, None)

    def _serve(self, until_ns: int) -> None:
        """Answers requests until the next look at the table."""
        while not self._stop:
            left = until_ns - time.monotonic_ns()
            if left <= 0:
                return
            for key, _ in self._selector.select(left / 1e9):
                try:
                    if key.data is None:
                        self._accept(key.fileobj)
                    elif key.data in self._lines:
                        self._read(key.data)
                except Exception:  # no request may end the agent
                    log.warning("a request failed", exc_info=True)

    def _accept(self, listening: Any) -> None:
        accepted, _ = listening.accept()
        accepted.setblocking(False)
        told = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        pid, uid, _ = struct.unpack("3i", told)
        line = AgentConnection(accepted, Peer.of(pid, uid))
        # A silent connection must not keep others out.
        same = [other for other in self._lines if other.peer.uid == uid]
        if len(same) >= LINES:
            self._close(same[0])
        self._lines.append(line)
        self._selector.register(accepted, selectors.EVENT_READ, line)

    def _close(self, line: AgentConnection) -> None:
        self._lines.remove(line)
        self._selector.unregister(line.socket)
        line.socket.close()

    def _read(self, line: AgentConnection) -> None:
        try:
            more = line.socket.recv(65536)
        except OSError:
            more = b""
        line.got += more
        if more and not line.got.endswith(b"\n") and len(line.got) < LONGEST_REQUEST:
            return
        try:
            if line.got.endswith(b"\n"):
                self._reply(line)
        finally:
            self._close(line)

    def _reply(self, line: AgentConnection) -> None:
        try:
            request = json.loads(line.got)
        except (ValueError, RecursionError):
            request = None
        reply = answer(self, line.peer, request)
        # A peer that does not read must not stop us.
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST_REQUEST)
        line.socket.settimeout(0.1)
        try:
            text = json.dumps(reply.line).encode() + b"\n"
            if reply.files:
                socket.send_fds(line.socket, [text], list(reply.files))
            else:
                line.socket.sendall(text)
        except OSError as error:
            log.info("a peer did not take its answer: %s", error)

    # -- what survives ----------------------------------------------------------------------------

    def _save(self) -> None:
        """Which policies were chosen, for the next agent of this table."""
        self._chosen = dict(self.state.chosen)
        chosen = {
            device: {"name": c.name, "options": c.options, "path": c.path}
            for device, c in self.state.chosen.items()
        }
        files.replace(self._saved, json.dumps(chosen).encode(), durable=False)

    def _load(self) -> dict[str, Chosen]:
        try:
            told = json.loads(files.read(self._saved, f"Remove it: `rm {self._saved}`"))
        except ForeignError as error:
            log.warning("the chosen policies are forgotten: %s", error)
            return {}
        except (OSError, ValueError, RecursionError):
            return {}
        found = {}
        if not isinstance(told, dict):
            return {}
        for device, each in told.items():
            try:
                path, options = each["path"], each["options"]
                found[device] = (
                    own_policy.load(path, options) if path else choose(each["name"], options)
                )
            except (HeddleError, KeyError, TypeError) as error:
                log.warning("the policy of %s is not used any more: %s", device, error)
        return found
