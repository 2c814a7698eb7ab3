"""A Slurm of our own, for tests and benchmarks: a controller and nodes on this machine, in a
temporary folder."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from heddle.engine.local import process_tree
from heddle.engine.slurm.engine import Slurm
from heddle.engine.slurm.users import USERS
from heddle.errors import WorkloadError

START_S = 30.0
SAVE_S = 5.5
POLL_S = 0.1
NODES = ("n1", "n2")
GPUS = 4  #: of each node
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")

#: Debian's munged and slurmd are in folders that users may not have in their path.
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"

#: On a machine that others reach.
_LOOPBACK = "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny"
_CONF = """
ClusterName=heddle
SlurmctldHost=localhost({address})
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
DefMemPerCPU=10
{listening}
SlurmdParameters=config_overrides
SlurmdSpoolDir={folder}/spool.%n
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
# Slurm forgets jobs at once, and ends them soon: what we count on must not depend on it.
MinJobAge=2
KillWait=3
MessageTimeout=3
# Three times as often as this, nodes are asked which jobs they have.
SlurmdTimeout=30
ReturnToService=2
MpiDefault=none
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
PartitionName=main Nodes=ALL Default=YES State=UP MaxTime=INFINITE
"""


@dataclass(frozen=True, slots=True)
class SlurmSite:
    """What differs from one Slurm to another. Each name of a node is a line of its own."""

    slurm_conf: str
    gres_conf: str


def usual_site(folder: Path, nodes: Sequence[str] = NODES) -> SlurmSite:
    """Nodes with four GPUs each, whose files are in the folder."""
    has = f"CPUs=32 RealMemory=8000 Gres=gpu:{GPUS}"
    lines = ["GresTypes=gpu", *(f"NodeName={name} {has}" for name in nodes)]
    gres = f"NodeName=n[1-{len(nodes)}] Name=gpu File={folder}/gpu[0-{GPUS - 1}]\n"
    return SlurmSite("\n".join(lines), gres)


def _free_ports(count: int) -> list[int]:
    """Below those that the kernel gives to outgoing connections: nobody takes them meanwhile."""
    found: list[int] = []
    port = 17_000 + os.getpid() % 10_000
    while len(found) < count:
        port += 1
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            found.append(port)
    return found


class Hosts(Protocol):
    """Machines that reach each other; `hub` is another one, for servers."""

    hub: str
    names: tuple[str, ...]

    def address(self, name: str) -> str: ...
    def inside(self, name: str) -> list[str]: ...  # in front of a command


class NoSlurmError(WorkloadError):
    """It cannot be had here; the message says what would help."""


def _nodes_on(hosts: Hosts) -> list[str]:
    return [f"n{i + 1}" for i in range(len(hosts.names))]


class OwnSlurm:
    """Starts at once, and ends with this process at the latest. Needs root: Slurm starts jobs as
    their users, and GPUs of a node are device files. With `hosts`, each node is on one of them, and
    the controller on their hub.

    :raises NoSlurmError: if this machine cannot run one
    """

    def __init__(
        self, site: Callable[[Path], SlurmSite] = usual_site, hosts: Hosts | None = None
    ) -> None:
        self.hosts = hosts
        for program in PROGRAMS:
            if not shutil.which(program, path=PATH):
                raise NoSlurmError("there is no Slurm: apt-get install slurm-wlm munge")
        if os.geteuid() != 0:
            raise NoSlurmError("a Slurm of our own needs root")
        if not os.path.ismount("/sys/fs/cgroup"):
            raise NoSlurmError("slurmd needs control groups, and none are mounted here")
        self.folder = Path(tempfile.mkdtemp(prefix="heddle-slurm-"))
        try:
            for number in range(GPUS):  # regular files would not do
                os.mknod(self.folder / f"gpu{number}", 0o20666, os.makedev(1, 3))
        except PermissionError:
            shutil.rmtree(self.folder)
            raise NoSlurmError(
                "a Slurm of our own needs device files, and this container has none"
            ) from None
        self.folder.chmod(0o755)
        self.environment = {
            **os.environ, "PATH": PATH, "SLURM_CONF": str(self.folder / "slurm.conf"),
        }  # fmt: skip
        (self.folder / "state").mkdir()
        (self.folder / "key").write_bytes(os.urandom(1024))
        (self.folder / "key").chmod(0o400)
        made = site(self.folder) if hosts is None else usual_site(self.folder, _nodes_on(hosts))
        self.nodes: list[str] = re.findall(r"^NodeName=(\S+)", made.slurm_conf, re.MULTILINE)
        first, *ports = _free_ports(1 + len(self.nodes))
        listening = "" if hosts else _LOOPBACK
        conf = _CONF.format(
            folder=self.folder, port=first, address=self.address(), listening=listening
        )
        conf += made.slurm_conf + "\n"
        for name, port in zip(self.nodes, ports, strict=True):
            at = f"NodeHostname=localhost NodeAddr={self.address(name)} Port={port}"
            conf = conf.replace(f"\nNodeName={name} ", f"\nNodeName={name} {at} ")
        (self.folder / "slurm.conf").write_text(conf)
        (self.folder / "gres.conf").write_text(made.gres_conf)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        own = {"key": "key", "pid": "munge.pid", "log": "munge.log", "seed": "munge.seed"}
        files = [f"--{name}-file={self.folder}/{file}" for name, file in own.items()]
        socket_file = self.folder / "munge.socket"
        self._start("munged", "--foreground", "--force", f"--socket={socket_file}", *files)
        self._until(socket_file.exists, "munged")
        self._start("slurmctld", "-D", "-i")
        for node in self.nodes:
            self._start("slurmd", "-D", "-N", node, name=node)
        self._until(self.is_ready, "slurmctld")

    def address(self, node: str = "") -> str:
        """Of a node; of the controller, if none is named."""
        if self.hosts is None:
            return "127.0.0.1"
        return self.hosts.address(self._host(node))

    def _host(self, node: str) -> str:
        assert self.hosts is not None
        return self.hosts.names[self.nodes.index(node)] if node in self.nodes else self.hosts.hub

    def inside(self, node: str = "") -> list[str]:
        """In front of a command that is to run on a node, or where the controller is."""
        return [] if self.hosts is None else self.hosts.inside(self._host(node))

    def _start(self, program: str, *arguments: str, name: str = "") -> None:
        where = self.inside(name)
        command = [*where, "setpriv", "--pdeathsig=KILL", program, *arguments]
        with open(self.folder / "daemons.log", "ab") as log:
            self._processes[name or program] = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/",
                env=self.environment, start_new_session=True,
            )  # fmt: skip

    def _until(self, condition: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + START_S
        while not condition():
            has_failed = any(each.poll() is not None for each in self._processes.values())
            if has_failed or time.monotonic() > until:
                logs = [path.read_text()[-500:] for path in self.folder.glob("*.log")]
                self.stop()
                raise WorkloadError(f"{what} does not start: {logs}")
            time.sleep(0.05)

    def engine(self, folder: Path, **variables: str) -> Slurm:
        """One that asks more often than it should ask a Slurm that others use, too."""
        environment = {**self.environment, USERS: "default=root", **variables}
        return Slurm(str(folder), environment=environment, poll_s=POLL_S, settle_s=1.0)

    def is_ready(self) -> bool:
        lines = self.ask("sinfo", "-h", "-N", "-o", "%N %T").splitlines()
        return set(lines) == {f"{node} idle" for node in self.nodes}

    def ask(self, *command: str, **variables: str) -> str:
        environment: Mapping[str, str] = {**self.environment, **variables}
        return subprocess.run(
            [*self.inside(), *command], env=environment, capture_output=True, text=True
        ).stdout

    def kill(self, which: str) -> None:
        """The controller, or the daemon of a node, at any moment."""
        self._end(which)

    def restart(self, which: str) -> None:
        """What was killed."""
        if which in self.nodes:
            self._start("slurmd", "-D", "-N", which, name=which)
            return
        self.resume()

    def halt(self) -> None:
        """Ends the controller as a crash does; jobs go on. What it has not written down by then it
        forgets, jobs that run included, so it gets the time: it writes every five seconds."""
        time.sleep(SAVE_S)
        self._end("slurmctld")

    def resume(self) -> None:
        self._start("slurmctld", "-D")
        self._until(lambda: "UP" in self.ask("scontrol", "ping"), "slurmctld")

    def _end(self, name: str) -> None:
        process = self._processes.pop(name)
        process.kill()
        process.wait()

    def stop(self) -> None:
        if "slurmctld" in self._processes:
            self.ask("scancel", "--user=root")
            until = time.monotonic() + 3
            while self.ask("squeue", "-h").strip() and time.monotonic() < until:
                time.sleep(0.1)
        for name in [*self._processes]:
            self._end(name)
        # A slurmstepd whose job ended while the controller was away stays for long.
        conf = f"SLURM_CONF={self.environment['SLURM_CONF']}".encode()
        while not process_tree.end_marked(conf):
            time.sleep(0.05)
        shutil.rmtree(self.folder)
