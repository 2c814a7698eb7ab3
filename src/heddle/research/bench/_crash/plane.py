"""A control plane of its own for the crash test: started, killed in parts, and looked for after."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heddle.client.client import Client
from heddle.engine.local import process_tree
from heddle.engine.local.engine import group_prefix
from heddle.engine.local.marker import MARKER
from heddle.engine.local.member import STATE
from heddle.errors import WorkloadError
from heddle.inventory.apis import soft
from heddle.system.process import Stat

CONTROL, AGENT, SUPERVISOR, FORKER, JOB = "control", "agent", "supervisor", "fork server", "job"
BRIDGE = "bridge"  #: the control plane's process that talks to Ray
PATIENCE_S = 90.0
#: In the command line of processes beside members on nodes.
_REMOTE = (b"heddle.engine.slurm", b"heddle.engine.ray.task")
_BRIDGE = b"heddle.engine.ray.bridge"
GROUPS = "/sys/fs/cgroup"


@dataclass(frozen=True, slots=True)
class KillTarget:
    """A process of this control plane, or of one of its jobs."""

    pid: int
    kind: str
    attempt: str = ""  #: of a job's process
    parent: int = 0


class Plane:
    """Its own state folder, port, table and soft XPU: it never meets another Heddle. `variables`
    are added to its environment."""

    def __init__(self, beside: str | None = None, engine: str = "local", **variables: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="heddle-crash-", dir=beside))
        self.control = self.folder / "state" / "control"
        self.journal = self.folder / "journal"
        (self.journal / "locks").mkdir(parents=True)
        for path in (self.journal, self.journal / "locks"):
            path.chmod(0o777)  # isolated members may be other users
        self._shared = Path(f"/dev/shm/{self.folder.name}")
        self._segment = Path(f"/dev/shm/{self.folder.name}.soft")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("HEDDLE_", "SOFTXPU_"))}
        self.environment = {
            **kept,
            "HEDDLE_STATE": str(self.folder / "state"),
            "HEDDLE_TABLE": str(self._shared / "table"),
            "SOFTXPU_SEGMENT": self._segment.name,
            "HEDDLE_JOB_MOUNTS": f"{self.journal}:rw",
            "HEDDLE_ENGINE": engine,
            **variables,
        }
        state = self.folder / "state"
        self._marks = {f"{name}={state}".encode() for name in ("HEDDLE_STATE", STATE)}
        is_local = engine == "local"
        self.attempts = (
            self.control / "attempts" if is_local else self.control / f"engines/{engine}/attempts"
        )
        self._attempt_mark = f"{MARKER}={self.attempts}/".encode()
        with socket.socket() as line:
            line.bind(("127.0.0.1", 0))
            self.port = line.getsockname()[1]

    def heddle(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "heddle", *words],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self, during: Callable[[subprocess.Popen[str]], bool] = lambda _: False) -> None:
        """`heddle up`, until it is: what is missing is started. `during` may kill what comes up,
        and says whether it did; then one more is needed.

        :raises WorkloadError: if it does not start though it was not killed
        """
        until = time.monotonic() + PATIENCE_S
        while True:
            up = self.heddle("up", "--port", str(self.port))
            was_hit = during(up)
            _, said = up.communicate(timeout=PATIENCE_S)
            if up.returncode == 0 and not was_hit:
                return
            if not was_hit or time.monotonic() > until:
                raise WorkloadError(f"the control plane did not start: {said}")

    def end(self) -> None:
        """`heddle admin down --all`.

        :raises WorkloadError: if it fails
        """
        down = self.heddle("admin", "down", "--all")
        _, said = down.communicate(timeout=PATIENCE_S)
        if down.returncode:
            raise WorkloadError(f"the control plane did not end: {said}")

    def last_words(self) -> str:
        """Of the server's log."""
        return (self.control / "server.log").read_text(errors="replace")[-2000:]

    def client(self) -> Client:
        token = (self.control / "token").read_text().strip()
        return Client(f"http://127.0.0.1:{self.port}", token, timeout_s=10)

    def processes(self) -> list[KillTarget]:
        """All that live of it, by what the kernel says they are."""
        found = {pid: mine for pid in _pids() if (mine := self._mine(pid)) is not None}
        control = {pid for pid in found if b"--foreground" in _read(pid, "cmdline")}
        victims = []
        for pid, attempt in found.items():
            words = _read(pid, "cmdline")
            if attempt:
                victims.append(KillTarget(pid, JOB, attempt))
            elif pid in control:
                victims.append(KillTarget(pid, CONTROL))
            elif _is_remote(words):
                victims.append(KillTarget(pid, SUPERVISOR, self._supervised(words)))
            elif b"_forkserver" in words:
                kind = FORKER if _parent(pid) in control else SUPERVISOR
                victims.append(KillTarget(pid, kind, parent=_parent(pid)))
            elif _BRIDGE in words:
                victims.append(KillTarget(pid, BRIDGE))
            elif b"\0node\0agent\0" in words:
                victims.append(KillTarget(pid, AGENT))
        return victims

    def _supervised(self, words: bytes) -> str:
        """The attempt that a process beside members is of, as its command line says."""
        folder = next((w for w in words.split(b"\0") if w.startswith(bytes(self.attempts))), b"")
        return os.path.basename(os.fsdecode(folder))

    def supervisors(self) -> dict[int, str]:
        """Their attempts, as their folders say."""
        found = {}
        for path in self.attempts.glob("*/state.json"):
            state = read_json(path)
            if state.get("state") == "running" and "supervisor" in state:
                found[state["supervisor"]] = path.parent.name
        return found

    def kill(self, victim: KillTarget) -> bool:
        """Whether it was hit: it may have ended just now, and its id may be another's."""
        try:
            return process_tree.signal_if(
                victim.pid, signal.SIGKILL, lambda: self._mine(victim.pid) is not None
            )
        except OSError:
            return False

    def kill_child(self, parent: int, after_s: float) -> bool:
        """The server that `heddle up` has just started, at some moment of its start."""
        until = time.monotonic() + after_s
        while time.monotonic() < until:
            time.sleep(0.01)
        children = _read(parent, f"task/{parent}/children").split()
        hit = [self.kill(KillTarget(int(pid), CONTROL)) for pid in children]
        return any(hit)

    def left(self) -> dict[str, list[str]]:
        """What should not be there any more after the end, by kind."""
        prefix = group_prefix(str(self.control))
        groups = [
            path for path, _, _ in os.walk(GROUPS) if os.path.basename(path).startswith(prefix)
        ]
        locks = [*self.control.glob("forgotten/*/lock"), self.control / "engine.lock"]
        files = [path.name for path in Path("/dev/shm").iterdir() if self._is_strange(path)]
        return {
            "processes": [_name(pid) for pid in _pids() if self._mine(pid) is not None],
            "groups": groups,
            "files": files + [path.name for path in self.attempts.glob("*")],
            "locks": [str(path) for path in locks if _is_held(path)],
        }

    def remove(self) -> None:
        """Whatever is left of it."""
        until = time.monotonic() + 10
        while (victims := [v for v in self.processes() if v.kind != JOB] or self.processes()) and (
            time.monotonic() < until
        ):
            for victim in victims:
                self.kill(victim)
            time.sleep(0.05)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self._shared, ignore_errors=True)
        soft.remove(self._segment.name)

    def _mine(self, pid: int) -> str | None:
        """The attempt that it is of, empty if of none; None if it is a stranger."""
        if pid == os.getpid():
            return None
        words = _read(pid, "cmdline")
        if _is_remote(words) and bytes(self.attempts) in words:
            return ""
        variables = _read(pid, "environ").split(b"\0")
        for each in variables:
            if each.startswith(self._attempt_mark):
                return each.removeprefix(self._attempt_mark).decode()
        return "" if self._marks.intersection(variables) else None

    def _is_strange(self, path: Path) -> bool:
        """The table and the soft XPU's segment stay for the next program, by design."""
        is_soft = path.name.startswith(self._segment.name)
        return path.name.startswith(self.folder.name) and path != self._shared and not is_soft


def choose(chance: random.Random, victims: list[KillTarget], kind: str) -> KillTarget | None:
    """One of this kind, if there is one."""
    those = sorted((v for v in victims if v.kind == kind), key=lambda v: v.pid)
    return chance.choice(those) if those else None


def read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _pids() -> list[int]:
    return [
        int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()
    ]


def _read(pid: int, file: str) -> bytes:
    """Nothing, if it has gone or is another user's."""
    try:
        return Path(f"/proc/{pid}/{file}").read_bytes()
    except OSError:
        return b""


def _is_remote(words: bytes) -> bool:
    return any(module in words for module in _REMOTE)


def _parent(pid: int) -> int:
    stat = Stat.find(pid)
    return stat.parent if stat else 0


def _name(pid: int) -> str:
    return f"{pid} {_read(pid, 'cmdline').decode(errors='replace').replace(chr(0), ' ')}"[:200]


def _is_held(path: Path) -> bool:
    from heddle.engine.local.files import state_files

    if not path.exists():
        return False
    lock = state_files.lock(str(path))
    if lock is not None:
        os.close(lock)
    return lock is None
