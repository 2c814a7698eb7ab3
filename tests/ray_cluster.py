"""A Ray of our own: a head and one more node, in a network namespace of this process."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from heddle.cluster.row import DeviceClass, NodeRow
from heddle.engine.local import process_tree
from heddle.engine.ray.engine import Ray
from heddle.engine.ray.head import MARKER, PLUGIN, RayHead, options
from tests.components import install
from tests.conftest import missing
from tests.world import World

POLL_S = 0.05
SECOND = "n2"  #: the name of the node that is not the head
DEVICES = "a=gpu,b=gpu"  #: of each node, soft
_NEW_NETWORK = 0x40000000  # unshare(2), setns(2)
_libc = ctypes.CDLL(None, use_errno=True)


class RayCluster:
    """Starts at once. Ray listens on all addresses, and must not be found from outside: this thread
    and all that it starts are in a network of their own, which needs root."""

    def __init__(self) -> None:
        if importlib.util.find_spec("ray") is None:
            missing("there is no Ray", "make test-ray")
        if not shutil.which("ip"):
            missing("there is no `ip`", install("ip"))
        self._network = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        if _libc.unshare(_NEW_NETWORK):
            missing("a Ray of our own has a network namespace", "run the tests as root")
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        self.world = World()
        self.folder = Path(tempfile.mkdtemp(prefix="heddle-ray-"))
        self.folder.chmod(0o755)
        self.environment = {
            **self.world.environment, "HEDDLE_STATE": str(self.world.state),
            "SOFTXPU_DEVICES": DEVICES, "SOFTXPU_SEGMENT": self.world.segment.name,
            # A node that does not answer is dead after 2 s instead of 15.
            "RAY_health_check_period_ms": "500", "RAY_health_check_failure_threshold": "4",
        }  # fmt: skip
        self.head = RayHead(str(self.folder), self.environment)
        with pytest.MonkeyPatch.context() as patch:  # the head looks at what it has
            patch.setenv("SOFTXPU_DEVICES", DEVICES)
            patch.setenv("SOFTXPU_SEGMENT", self.world.segment.name)
            self.address = self.head.address()
        self.environment |= {"RAY_ADDRESS": self.address, **self.head.variables()}
        self.join(SECOND)

    def join(self, name: str, gpus: int = 0, devices: str = DEVICES) -> None:
        """Brings in another node, with the same devices: soft ones are everywhere. With `gpus`, as
        others would have started it: it has so many, whichever they are."""
        npu = DeviceClass("npu", "soft")
        called = () if gpus else (("soft@a",), ("soft@b",))
        row = NodeRow(name, 0, 0, (npu,) * len(called), called=called)
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *options(row)]
        command = [word for word in command if "dashboard" not in word]
        more = (f"--address={self.address}", "--num-cpus=4", f"--num-gpus={gpus}")
        subprocess.run(
            [*command, *more], check=True,
            capture_output=True, cwd="/", stdin=subprocess.DEVNULL, start_new_session=True,
            env={
                **self.environment, MARKER: f"{self.folder}/{name}",
                "SOFTXPU_DEVICES": devices,
                "SOFTXPU_SEGMENT": f"{self.world.segment.name}.{name}" if gpus else
                self.world.segment.name,
                "RAY_RUNTIME_ENV_PLUGINS": json.dumps([{"class": PLUGIN}]),
            },
        )  # fmt: skip

    def cut(self, name: str) -> None:
        """Ends a node as a power cut does; what it ran goes with it."""
        while not process_tree.end_marked(f"{MARKER}={self.folder}/{name}".encode()):
            time.sleep(0.05)

    def free(self) -> dict[str, float]:
        """What Ray itself says that nobody has, of all nodes together."""
        text = (
            "import json, sys, ray; ray.init(address=sys.argv[1], logging_level='ERROR'); "
            "print(json.dumps(ray.available_resources()))"
        )
        command = [sys.executable, "-c", text, self.address]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True)
        return dict(json.loads(done.stdout.splitlines()[-1]))

    def engine(self, folder: Path, **variables: str) -> Ray:
        environment = {**self.environment, **variables}
        return Ray(str(folder), environment=environment, poll_s=POLL_S, settle_s=1.0)

    def stop(self) -> None:
        self.cut(SECOND)
        self.head.stop()
        self.world.remove()
        shutil.rmtree(self.folder)
        _libc.setns(self._network, _NEW_NETWORK)
        os.close(self._network)
