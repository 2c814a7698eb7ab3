"""Hosts that tests make: network namespaces on a bridge, which see each other and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from itertools import count

import pytest

_NETWORK = "10.77.{}.{}"
_numbers = count(1)


class Hosts:
    """`names` are the hosts'; their bridge is in another namespace, `hub`, where servers may run.
    Processes inside are ended by those who started them. Needs root."""

    def __init__(self, number: int) -> None:
        if os.geteuid() != 0 or not shutil.which("ip"):
            pytest.skip("network namespaces need root and `ip`: apt-get install iproute2")
        own = next(_numbers)
        key = f"hd{os.getpid()}x{own}"
        self._subnet = own % 250
        self.hub = f"{key}hub"
        self.names = tuple(f"{key}n{i}" for i in range(1, number + 1))
        self._made: list[str] = []
        try:
            self._make(key)
        except subprocess.CalledProcessError as error:
            self.remove()
            pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")

    def _make(self, key: str) -> None:
        for name in (self.hub, *self.names):
            _ip("netns", "add", name)
            self._made.append(name)
            _ip("-n", name, "link", "set", "lo", "up")
        _ip("-n", self.hub, "link", "add", "bridge", "type", "bridge")
        _ip("-n", self.hub, "addr", "add", f"{self.address(self.hub)}/24", "dev", "bridge")
        _ip("-n", self.hub, "link", "set", "bridge", "up")
        for i, name in enumerate(self.names, 1):
            ends = f"{key[-8:]}a{i}", f"{key[-8:]}b{i}"  # of at most 15 characters
            _ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
            _ip("link", "set", ends[0], "netns", self.hub)
            _ip("link", "set", ends[1], "netns", name)
            _ip("-n", self.hub, "link", "set", ends[0], "master", "bridge", "up")
            _ip("-n", name, "link", "set", ends[1], "name", "eth0")
            _ip("-n", name, "addr", "add", f"{self.address(name)}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")

    def address(self, name: str) -> str:
        return _NETWORK.format(self._subnet, (self.hub, *self.names).index(name) + 1)

    def inside(self, name: str) -> list[str]:
        """In front of a command: it runs on this host. Not `ip netns exec`, which mounts /sys anew,
        without control groups."""
        return ["nsenter", f"--net=/run/netns/{name}", "--"]

    def ip(self, name: str, *words: str) -> None:
        """The command `ip`, on this host."""
        _ip("-n", name, *words)

    def cut_off(self, name: str) -> None:
        """The cable is pulled."""
        _ip("-n", name, "link", "set", "eth0", "down")

    def connect(self, name: str) -> None:
        _ip("-n", name, "link", "set", "eth0", "up")

    def remove(self) -> None:
        for name in self._made:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        self._made.clear()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], capture_output=True, text=True, check=True)
