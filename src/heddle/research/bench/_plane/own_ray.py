"""A Ray of our own, for tests and benchmarks: a head and another node on this machine, in a network
of their own."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from heddle.cluster.row import DeviceClass, NodeRow
from heddle.engine.local import process_tree
from heddle.engine.ray.head import PLUGIN, START, RayHead, options
from heddle.engine.ray.marker import MARKER
from heddle.errors import WorkloadError
from heddle.system.pidfd import checked

SECOND = "n2"  #: the name of the node that is not the head
DEVICES = "a=gpu,b=gpu"  #: of each node, soft
CPUS = 4  #: of the second node
_NEW_NETWORK = 0x40000000  # unshare(2), setns(2)
_OWN_NETWORK = "/proc/thread-self/ns/net"
_libc = ctypes.CDLL(None, use_errno=True)


@contextlib.contextmanager
def in_network(path: str) -> Iterator[None]:
    """This thread, and all that it starts meanwhile, in another network namespace. Needs root."""
    before, there = (os.open(each, os.O_RDONLY) for each in (_OWN_NETWORK, path))
    try:
        checked(_libc.setns(there, _NEW_NETWORK))
        yield
        checked(_libc.setns(before, _NEW_NETWORK))
    finally:
        os.close(before)
        os.close(there)


class NoRayError(WorkloadError):
    """It cannot be had here; the message says what would help."""


class OwnRay:
    """Starts at once. Ray listens on all addresses, and must not be found from outside: this thread
    and all that it starts are in a network of their own, which needs root. `variables` are those of
    everything in it.

    :raises NoRayError: if this machine cannot run one
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        if importlib.util.find_spec("ray") is None:
            raise NoRayError("there is no Ray: pip install 'heddle-xpu[ray]'")
        if not shutil.which("ip"):
            raise NoRayError("a Ray of our own needs `ip`: apt-get install iproute2")
        self._network = os.open(_OWN_NETWORK, os.O_RDONLY)
        if _libc.unshare(_NEW_NETWORK):
            os.close(self._network)
            raise NoRayError("a Ray of our own has a network namespace, which needs root")
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        self.folder = Path(tempfile.mkdtemp(prefix="heddle-ray-"))
        self.folder.chmod(0o755)
        self.environment = {
            **variables, "SOFTXPU_DEVICES": DEVICES,
            # A node that does not answer is dead after 2 s instead of 15.
            "RAY_health_check_period_ms": "500", "RAY_health_check_failure_threshold": "4",
            "RAY_raylet_start_wait_time_s": "120",  # of a machine that is busy
        }  # fmt: skip
        self.head = RayHead(str(self.folder), self.environment)
        self.address = self._start_head()
        self.environment |= {"RAY_ADDRESS": self.address, **self.head.variables()}
        self.join(SECOND)

    def _start_head(self) -> str:
        """It looks at what this process has."""
        soft = {k: v for k, v in self.environment.items() if k.startswith("SOFTXPU_")}
        before = {name: os.environ.get(name) for name in soft}
        os.environ.update(soft)
        try:
            return self.head.address()
        finally:
            for name, text in before.items():
                if text is None:
                    del os.environ[name]
                else:
                    os.environ[name] = text

    def join(self, name: str, gpus: int = 0, devices: str = DEVICES) -> None:
        """Brings in another node, with the same devices: soft ones are everywhere. With `gpus`, as
        others would have started it: it has so many, whichever they are."""
        npu = DeviceClass("npu", "soft")
        called = () if gpus else (("soft@a",), ("soft@b",))
        row = NodeRow(name, 0, 0, (npu,) * len(called), called=called)
        command = [*START, *options(row)]
        more = (f"--address={self.address}", f"--num-cpus={CPUS}", f"--num-gpus={gpus}")
        segment = self.environment["SOFTXPU_SEGMENT"]
        subprocess.run(
            [*command, *more], check=True,
            capture_output=True, cwd="/", stdin=subprocess.DEVNULL, start_new_session=True,
            env={
                **self.environment, MARKER: f"{self.folder}/{name}", "SOFTXPU_DEVICES": devices,
                "SOFTXPU_SEGMENT": f"{segment}.{name}" if gpus else segment,
                "RAY_RUNTIME_ENV_PLUGINS": json.dumps([{"class": PLUGIN}]),
            },
        )  # fmt: skip

    def cut(self, name: str) -> None:
        """Ends a node as a power cut does; what it ran goes with it."""
        while not process_tree.end_marked(f"{MARKER}={self.folder}/{name}".encode()):
            time.sleep(0.05)

    def kill(self, node: str, program: str) -> bool:
        """One daemon of a node (the head is the node ``), whatever that does to the others."""
        marker = f"{MARKER}={self.folder}/{node}".rstrip("/").encode()
        for pid in process_tree.marked(marker):
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if os.path.basename(words[0]) == program.encode():
                    os.kill(pid, signal.SIGKILL)
                    return True
        return False

    def kill_worker(self, chance: random.Random) -> bool:
        """One that has a member."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if path.read_bytes().startswith(b"ray::MemberActor"):
                    found.append(int(path.parent.name))
        mine = [pid for pid in sorted(found) if self._is_mine(pid)]
        if not mine:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(mine), signal.SIGKILL)
            return True
        return False

    def _is_mine(self, pid: int) -> bool:
        with contextlib.suppress(OSError):
            return f"{MARKER}={self.folder}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
        return False

    def revive(self) -> None:
        """After a kill: the head at the same address, the node anew."""
        self.cut(SECOND)
        self.address = self._start_head()
        self.join(SECOND)

    def ask(self, expression: str) -> Any:
        """What Ray itself says, as JSON can say it."""
        text = (
            "import json, sys, ray; from ray.util import placement_group_table as groups; "
            "ray.init(address=sys.argv[1], logging_level='ERROR', log_to_driver=False); "
            f"print(json.dumps({expression}))"
        )
        command: Sequence[str] = [sys.executable, "-c", text, self.address]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True)
        return json.loads(done.stdout.splitlines()[-1])

    def free(self) -> dict[str, float]:
        """What nobody has, of all nodes together."""
        return dict(self.ask("ray.available_resources()"))

    def groups(self) -> list[dict[str, Any]]:
        """The placement groups that there are."""
        return [each for each in self.ask("groups()").values() if each["state"] != "REMOVED"]

    def stop(self) -> None:
        self.cut(SECOND)
        self.head.stop()
        shutil.rmtree(self.folder)
        _libc.setns(self._network, _NEW_NETWORK)
        os.close(self._network)
