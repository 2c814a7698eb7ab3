"""This machine as a node of a Ray cluster, with its devices as resources (`heddle node join
--engine ray`). What runs here ends with the node; a cluster that comes back is joined again."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Mapping

from heddle.cluster.row import NodeRow
from heddle.engine.local import process_tree
from heddle.engine.local.files import state_files
from heddle.engine.ray.client import (
    NO_TOKEN,
    RayError,
    RaySettingError,
    check_reach,
    host_and_port,
    refusal,
)
from heddle.engine.ray.engine import ADDRESS
from heddle.engine.ray.head import HEAD, START, TOKEN, node_variables, options
from heddle.engine.ray.marker import MARKER
from heddle.errors import MissingExtraError, UsageError

_START_S = 120.0
_LOOK_S, _AGAIN_S = 1.0, 3.0
_TOKENS = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")


class JoinedNode:
    """`folder` is that of the engine on the control plane's side, if this machine sees it: a head
    that Heddle started has its address and its token there. `address` overrides it.

    :raises UsageError: if there is no address
    :raises MissingExtraError: if Ray is not installed
    """

    def __init__(
        self, row: NodeRow, folder: str, environment: Mapping[str, str], address: str | None
    ) -> None:
        if importlib.util.find_spec("ray") is None:
            raise MissingExtraError("a node of Ray", "Ray", "ray")
        noted = (state_files.read(os.path.join(folder, HEAD)) or {}).get("address")
        found = address or environment.get(ADDRESS) or noted
        if not found:
            raise UsageError(
                "there is no address of a Ray: name the HOST:PORT of its head, as in `heddle node "
                "join --engine ray 10.0.0.5:6379`, or set HEDDLE_STATE to the state folder of the "
                "control plane that started it."
            )
        host_and_port(found)
        self.address, self._row = str(found), row
        self._marker = f"{MARKER}={os.path.realpath(folder)}#{row.name}"
        self._variables = {
            "RAY_AUTH_MODE": "token", **node_variables(environment, self._marker),
        }  # fmt: skip
        token = os.path.join(folder, TOKEN)
        if self.address == noted and not any(name in environment for name in _TOKENS):
            self._variables["RAY_AUTH_TOKEN_PATH"] = token

    def run(self, ended: Callable[[float], bool], say: Callable[[str], None]) -> None:
        """Until `ended`, which waits for so many seconds.

        :raises UsageError: if the cluster cannot be joined
        """
        has_joined = False
        try:
            while True:
                try:
                    self._start()
                    has_joined = True
                    say(f"joined the Ray at {self.address} as {self._row.name}")
                    while self._is_alive():
                        if ended(_LOOK_S):
                            return
                    say(f"the node has left the Ray at {self.address}, and joins it again")
                except RayError as error:
                    if not has_joined or isinstance(error, RaySettingError):
                        raise UsageError(f"{error}.") from None
                self._clear()
                if ended(_AGAIN_S):
                    return
        finally:
            self._clear()

    def _start(self) -> None:
        """:raises RayError: if that fails"""
        own = check_reach(self.address)
        command = [*START, f"--address={self.address}", f"--node-ip-address={own}"]
        process = subprocess.Popen(
            [*command, *options(self._row)], env=self._variables, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, cwd="/",
        )  # fmt: skip
        limit = threading.Timer(_START_S, process.kill)
        limit.start()
        assert process.stdout is not None
        lines: list[bytes] = []
        with process.stdout:
            for line in process.stdout:
                lines = [*lines[-20:], line]
                if any(word in line for word in NO_TOKEN):  # it would try again and again
                    process.kill()
        limit.cancel()
        if process.wait():
            said = b"".join(lines).decode(errors="replace")
            found = re.search(r"^\S*(Error|Exception)\b.*", said, re.MULTILINE | re.DOTALL)
            raise refusal(found[0] if found else said, self.address)

    def _is_alive(self) -> bool:
        """Without its head a cluster is over, even if the node has not noticed."""
        try:
            check_reach(self.address)
        except RayError as error:
            if "refused" in str(error):
                return False
        return any(_is_raylet(pid) for pid in process_tree.marked(os.fsencode(self._marker)))

    def _clear(self) -> None:
        while not process_tree.end_marked(os.fsencode(self._marker)):
            time.sleep(0.05)


def _is_raylet(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/comm", "rb") as file:
            return file.read() == b"raylet\n"
    except OSError:
        return False
