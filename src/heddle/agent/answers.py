"""What the agent answers: one function per verb of its socket.

Peers are told apart by the user id that the kernel says. The owner of the table and root may do
everything; others may look, and do what they like with their own programs.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import heddle
from heddle import native, policy
from heddle.agent import claims, own_policy, pods, slurm_jobs
from heddle.agent.state import EVERYWHERE, RANGES, PolicySet, choose
from heddle.errors import HeddleError, NoPermissionError, NoSuchProgramError, UsageError
from heddle.model.plan import Plan
from heddle.system import pidfd
from heddle.system.printable import printable
from heddle.system.process import Stat

if TYPE_CHECKING:
    from heddle.agent.shell import AgentShell
    from heddle.records import ProgramState

#: CAP_SYS_CHROOT, CAP_SYS_PTRACE and CAP_SYS_ADMIN: what entering another's mounts takes.
ENTERING = 1 << 18 | 1 << 19 | 1 << 21


@dataclass(frozen=True, slots=True)
class Peer:
    """The caller, as the kernel identifies it."""

    pid: int
    uid: int
    start_ticks: int = 0  #: when it connected: the number may be another's by now
    is_inside: bool = False  #: a container's root is not ours, whatever its number

    @property
    def is_owner(self) -> bool:
        return self.uid in (0, os.geteuid()) and not self.is_inside

    @staticmethod
    def of(pid: int, uid: int) -> Peer:
        try:
            start_ticks = Stat.read(pid).start_ticks
        except (OSError, ValueError):
            return Peer(pid, uid, is_inside=True)
        try:
            is_inside = _is_inside(pid)
        except PermissionError:  # a user's agent cannot look at root's processes
            is_inside = os.geteuid() == 0 or uid != 0
        except OSError:
            is_inside = True
        return Peer(pid, uid, start_ticks, is_inside)

    def check(self) -> None:
        """:raises UsageError: if it has gone, so that no other process is taken for it"""
        try:
            gone = Stat.read(self.pid).start_ticks != self.start_ticks
        except (OSError, ValueError):
            gone = True
        if gone:
            raise UsageError("the caller has ended")


def _is_inside(pid: int) -> bool:
    """In a container, whose root is not ours. One that sees all processes and has the rights of the
    machine's root is no boundary: it could enter our own files. A node's driver runs in such a one.
    """
    if _namespaces(pid, "pid", "user") != _namespaces("self", "pid", "user"):
        return True
    return _namespaces(pid, "mnt") != _namespaces("self", "mnt") and not _can_enter(pid)


def _namespaces(pid: int | str, *kinds: str) -> list[str]:
    return [os.readlink(f"/proc/{pid}/ns/{kind}") for kind in kinds]


def _can_enter(pid: int) -> bool:
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        found = next((line for line in file if line.startswith("CapEff:")), "CapEff: 0")
    return int(found.split()[1], 16) & ENTERING == ENTERING


@dataclass(frozen=True, slots=True)
class Reply:
    """A line that goes back, and maybe a file with it."""

    line: dict[str, Any]
    files: tuple[int, ...] = ()  #: open, and stay so


Answer = Callable[["AgentShell", Peer, dict[str, Any]], Any]


def answer(shell: AgentShell, peer: Peer, request: object) -> Reply:
    """What goes back; an error is a value here."""
    try:
        if not isinstance(request, dict):
            raise UsageError("a request is a JSON object with a verb")
        verb = str(request.get("verb"))
        if verb not in VERBS:
            raise UsageError(f"no verb {verb!r}. There are: {', '.join(sorted(VERBS))}.")
        function, who = VERBS[verb]
        who(shell, peer, request)
        said = function(shell, peer, request)
        return said if isinstance(said, Reply) else Reply({"answer": said})
    except HeddleError as error:
        return Reply({"error": {"kind": type(error).__name__, "message": str(error)}})
    except Exception as error:  # a request must never end the agent
        return Reply({"error": {"kind": "HeddleError", "message": f"the agent failed: {error!r}"}})


# -- permissions ----------------------------------------------------------------------------------


def _anybody(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    pass


def _owner(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    if not peer.is_owner:
        raise NoPermissionError(str(request.get("verb")), native.table_path())


def _own_program(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    """The table's owner, and the program's own user. Without root all sandboxes have one user, so a
    process in a sandbox may act only on the program of that sandbox."""
    if peer.is_owner:
        return
    program = _find(_program(request, peer))
    if program.uid != peer.uid:
        what = f"{request.get('verb')} of another user's program"
        raise NoPermissionError(what, native.table_path())
    _check_line(shell, peer, program)


def _guest(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    if shell.guests is None:
        raise UsageError("this agent takes no guests. Start it with `heddle node agent --tenants`.")


def _find(program: int) -> ProgramState:
    found = [p for p in heddle.programs() if p.id == program]
    if not found:
        raise NoSuchProgramError(program)
    return found[0]


# -- verbs ----------------------------------------------------------------------------------------


def _ping(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> str:
    return "pong"


def _programs(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Any:
    return [asdict(known.seen) for known in shell.state.programs.values()]


def _program(request: dict[str, Any], peer: Peer) -> int:
    """The program that is named; 0: the peer's own."""
    program = request.get("program")
    if not isinstance(program, int):
        raise UsageError("name a program by its id")
    return program or next((p.id for p in heddle.programs() if _is_of(peer, p)), 0)


def _is_of(peer: Peer, program: ProgramState) -> bool:
    """The first process of a partition may be gone, and its id reused: compares its start, too."""
    is_root = (peer.pid, peer.start_ticks) == (program.pid, program.start_ticks)
    return is_root or peer.pid in program.processes


def _story(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> list[str]:
    program = _program(request, peer)
    if program not in shell.state.programs:
        raise NoSuchProgramError(program)
    return shell.state.story(program)


def _breaches(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Any:
    done = shell.state.remedied
    return [{**asdict(breach), "done": done.get(breach, "")} for breach in shell.state.breaches]


def _status(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Any:
    remedies = shell.state.remedies
    return {
        "pid": os.getpid(),
        "table": native.table_path(),
        "takes_guests": shell.guests is not None,
        "tenant_priority": shell.guests and shell.guests.rank,
        "tenant_share_milli": shell.guests and shell.guests.share_milli,
        "policies": {device: str(chosen) for device, chosen in shell.state.chosen.items()},
        "on_breach": {EVERYWHERE: remedies.otherwise, **remedies.devices},
        "strict": remedies.strict,
        "strict_programs": sorted(shell.state.strict & shell.state.programs.keys()),
        "programs": len(shell.state.programs),
        "breached": dict(shell.state.breached),
        "breaches": _breaches(shell, peer, request),
    }


def _strict(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    """Makes a program end if one of its processes escapes; this cannot be undone."""
    peer.check()
    shell.be_strict(_program(request, peer), peer)


def _hold(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    native.hold(_program(request, peer), True)


def _release(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    native.hold(_program(request, peer), False)


def _cancel(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    """Ends the program as Ctrl-C would; its root process gets the signal."""
    program = _find(_program(request, peer))
    # By its pidfd: by its number we might hit another process that has it by now.
    try:
        handle = pidfd.open_pid(program.pid)
    except ProcessLookupError:
        raise NoSuchProgramError(program.id) from None
    try:
        if Stat.read(program.pid).start_ticks != program.start_ticks:
            raise NoSuchProgramError(program.id)
        pidfd.send(handle, signal.SIGTERM)
    finally:
        os.close(handle)


def _hint(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> None:
    names = ("priority", "deadline", "share", "cap", "weight", "quantum", "memory")
    program = _program(request, peer)
    if not peer.is_owner:
        now = native.get_asked(program)
        asked = Plan(**{name: getattr(now, name) for name, _, _ in RANGES})
        claims.check_hint(request, asked, shell.guests or claims.GuestLimits())
        if _find(program).is_kept:
            claims.check_limits(request, now.cap_milli, now.memory_limit)
    heddle.hint(program=program, **{name: request.get(name) for name in names})
    shell.look()


def _policy(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Any:
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


def _set_policy(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Any:
    options = request.get("options") or {}
    if not all(isinstance(value, int) for value in options.values()):
        raise UsageError("options of a policy are integers")
    path = request.get("path")
    chosen = own_policy.load(path, options) if path else choose(str(request.get("name")), options)
    device = str(request.get("device") or EVERYWHERE)
    shell.carry_out(shell.state.handle(PolicySet(time.monotonic_ns(), device, chosen)))
    shell.look()
    return _policy(shell, peer, request)


def _policies(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Any:
    return {name: policy.find(name).HELP for name in policy.names()}


def _admit(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> dict[str, Any]:
    """A program of another user, which `heddle run` is about to become."""
    peer.check()
    what, program = _given(peer)
    if program:
        said = f"this is {what}, whose share and limits hold for all that it starts"
        return {"id": program, "priority": 0, "refused": [said]}
    counts, refused = claims.bound(_numbers(request), shell.guests or claims.GuestLimits())
    plan = native.NativePlan(**counts)
    name, tenant = (printable(str(request.get(key, ""))) for key in ("name", "tenant"))
    program = native.create_guest(peer.pid, peer.uid, plan, tenant, name)
    return {"id": program, "priority": counts["rank"], "refused": refused}


def _given(peer: Peer) -> tuple[str, int]:
    """The program that was made for what another system runs there; 0: it runs by itself."""
    if program := slurm_jobs.program_of(peer.pid):
        return "a job of Slurm", program
    return "a pod with a claim", pods.program_of(peer.pid)


def _grant(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> dict[str, Any]:
    """A program for a sandbox that the caller is about to become, with the owner's plan."""
    _guest(shell, peer, request)
    peer.check()
    uid = request.get("uid")
    if type(uid) is not int or uid < 0:
        raise UsageError(f"uid={uid!r}: whose program it is, as a number")
    plan = native.NativePlan(**_numbers(request))
    name, tenant = (printable(str(request.get(key, ""))) for key in ("name", "tenant"))
    program = native.create_guest(peer.pid, uid, plan, tenant, name)
    if request.get("kept"):  # the caller ends now, and others come later
        native.keep_program(program, True)
    return {"id": program}


def _welcome(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> dict[str, Any]:
    """The caller is about to become a sandbox whose processes may join this program: a second one
    of the same job. The owner says so, as it does of the first."""
    peer.check()
    program = _find(int(request.get("program", 0)))
    alive = {name: joins for name, joins in shell.welcome.items() if _is_there(*name)}
    shell.welcome = {**alive, (peer.pid, peer.start_ticks): program.id}
    return {"id": program.id}


def _is_there(pid: int, start_ticks: int) -> bool:
    try:
        return Stat.read(pid).start_ticks == start_ticks
    except (OSError, ValueError):
        return False


def _numbers(request: dict[str, Any]) -> dict[str, int]:
    """Fields of a plan.

    :raises UsageError: if one is out of range
    """
    numbers = {name: request.get(name, 0) for name, _ in native.NativePlan._fields_}
    numbers["weight"] = numbers["weight"] or 1000
    for name, low, high in (*RANGES, ("level_limit", 0, 3), ("memory_limit", 0, 1 << 62)):
        value = numbers[name]
        if type(value) is not int or not low <= value <= high:
            raise UsageError(f"{name}={value!r}: give an integer from {low} to {high}")
    return numbers


def _join(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> Reply:
    """A process that is about to use a device; it gets the pages that it may write."""
    peer.check()
    uid, program = peer.uid, pods.program_of(peer.pid)
    if program:  # whichever it names; and the users of a pod are not those of the machine
        uid = _find(program).uid
    elif program := int(request.get("program", 0)):
        _check_line(shell, peer, _find(program))
    program = program or _admit(shell, peer, request)["id"]
    slot, process, files = native.join_guest(peer.pid, uid, program)
    return Reply({"answer": {"process": process, "program": slot}}, files)


def _check_line(shell: AgentShell, peer: Peer, program: ProgramState) -> None:
    """A process in a sandbox joins its sandbox's program, or the one that the sandbox was admitted
    to: without root, all sandboxes have one user.

    :raises NoPermissionError: if it is another's
    """
    if peer.is_inside and _is_outside(program, peer):
        pid = peer.pid
        while pid > 1 and pid != program.pid:
            try:
                stat = Stat.read(pid)
            except (OSError, ValueError):
                pid = 0
                break
            if shell.welcome.get((pid, stat.start_ticks)) == program.id:
                return
            pid = stat.parent
        if pid != program.pid:
            raise NoPermissionError("joining another sandbox's program", native.table_path())


def _is_outside(program: ProgramState, peer: Peer) -> bool:
    """Whether it is in another process namespace: what a container has started itself is in that.
    What makes a container may have other namespaces of its own. Where its first process has ended,
    its others tell."""
    first = (program.pid,) if _is_there(program.pid, program.start_ticks) else program.processes
    try:
        here = os.readlink(f"/proc/{peer.pid}/ns/pid")
    except OSError:
        return True
    for pid in first:
        try:
            if os.readlink(f"/proc/{pid}/ns/pid") == here:
                return False
        except OSError:
            continue
    return True


def _open_device(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> dict[str, int]:
    api, name, uuid = (printable(str(request.get(key, ""))) for key in ("api", "name", "uuid"))
    capabilities = int(request.get("capabilities", 0))
    return {"device": native.open_guest_device(api, name, uuid, capabilities)}


def _energy(shell: AgentShell, peer: Peer, request: dict[str, Any]) -> int | dict[str, int] | None:
    """What an attempt's programs have drawn, in millijoules; if it is over, it is forgotten.
    Without an attempt, of all that are known."""
    if "attempt" not in request:
        return shell.energy.of_attempts(time.monotonic_ns())
    attempt = str(request["attempt"])
    found = shell.energy.of(attempt, time.monotonic_ns())
    if request.get("is_over"):
        shell.energy.forget(attempt)
    return found


#: Verb: its handler, and the callers that it is for.
VERBS: dict[str, tuple[Answer, Answer]] = {
    "ping": (_ping, _anybody),
    "programs": (_programs, _anybody),
    "story": (_story, _anybody),
    "breaches": (_breaches, _anybody),
    "status": (_status, _anybody),
    "policy": (_policy, _anybody),
    "policies": (_policies, _anybody),
    "hold": (_hold, _own_program),
    "release": (_release, _own_program),
    "cancel": (_cancel, _own_program),
    "hint": (_hint, _own_program),
    "strict": (_strict, _own_program),
    "set-policy": (_set_policy, _owner),
    "admit": (_admit, _guest),
    "join": (_join, _guest),
    "energy": (_energy, _owner),
    "grant": (_grant, _owner),
    "welcome": (_welcome, _owner),
    "open-device": (_open_device, _guest),
}
