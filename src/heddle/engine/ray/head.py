"""A Ray of our own: a head on this machine that outlives the control plane, as its jobs do."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

from heddle.cluster.row import NodeRow
from heddle.engine.local import member_spec, process_tree
from heddle.engine.local.files import state_files
from heddle.engine.local.group_prefix import group_prefix
from heddle.engine.local.supervisor import free_port
from heddle.engine.ray.marker import MARKER
from heddle.engine.ray.probe import here
from heddle.engine.ray.submission import OWN
from heddle.errors import HeddleError

PLUGIN = "heddle.engine.ray.plugin.HeddlePlugin"  #: which only Ray's own processes import
HOST = "HEDDLE_RAY_HOST"  #: the address of this machine at which other nodes reach the head
START = (sys.executable, "-m", "ray.scripts.scripts", "start")
TOKEN, HEAD = "token", "head.json"  #: of the engine's folder
_START_S = 120.0
_STORE_BYTES = 80 << 20  # members do not use Ray's objects
_REACH_S = 3.0


class RayHead:
    """One for each folder."""

    def __init__(self, folder: str, environment: Mapping[str, str]) -> None:
        self._file = os.path.join(folder, HEAD)
        self._token = os.path.join(folder, TOKEN)
        # Ray has sockets there, and their paths must be short.
        name = group_prefix(folder).rstrip("-") + "-ray"
        self._temporary = os.path.join(tempfile.gettempdir(), name)
        self._marker = f"{MARKER}={os.path.realpath(folder)}"
        self._environment = environment

    def variables(self) -> dict[str, str]:
        """For all who talk to it."""
        return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": self._token}

    def address(self) -> str:
        """Of the one that runs; it is started if there is none.

        :raises HeddleError: if it cannot be
        """
        noted = state_files.read(self._file) or {}
        if (address := noted.get("address")) and self._answers(address):
            return str(address)
        self.stop()  # what is left of one that was killed
        return self._start(int(str(noted.get("address", ":0")).rpartition(":")[2]))

    def stop(self) -> None:
        while not process_tree.end_marked(os.fsencode(self._marker)):
            time.sleep(0.05)
        shutil.rmtree(self._temporary, ignore_errors=True)

    def _answers(self, address: str) -> bool:
        if not process_tree.marked(os.fsencode(self._marker)):
            return False  # somebody else has the port now
        host, _, port = address.rpartition(":")
        try:
            socket.create_connection((host, int(port)), _REACH_S).close()
        except OSError:
            return False
        return True

    def _start(self, before: int) -> str:
        """At the port of the one before, if there was one: other nodes and users look there."""
        if not os.path.exists(self._token):
            handle = os.open(self._token, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_hex(32))
        os.makedirs(self._temporary, 0o700, exist_ok=True)
        if os.stat(self._temporary).st_uid != os.geteuid():
            raise HeddleError(
                f"no Ray can be started: {self._temporary} is another user's. Remove it, or set "
                "TMPDIR to a folder of your own."
            )
        port = before if before and _is_free(before) else free_port()
        command = [*START, "--head", "--include-dashboard=false"]
        command += [f"--port={port}", *options(here()), f"--temp-dir={self._temporary}"]
        if host := self._environment.get(HOST):
            command.append(f"--node-ip-address={host}")
        own = node_variables(self._environment, self._marker)
        own.pop("RAY_AUTH_TOKEN", None)  # it would be preferred to the file
        own |= self.variables()
        try:
            done = subprocess.run(
                command, env=own, capture_output=True, text=True, timeout=_START_S,
                stdin=subprocess.DEVNULL, start_new_session=True, cwd="/", errors="replace",
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            self.stop()
            raise HeddleError(f"`ray start --head` did not end in {_START_S:g} s.") from None
        found = re.search(r"--address='([^']+)'", done.stdout)
        if done.returncode or not found:
            self.stop()
            lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            raise HeddleError(f"`ray start --head` failed: {lines[-1] if lines else 'no output'}")
        address = found[1]
        state_files.write(self._file, {"address": address}, durable=True)
        return address


def node_variables(environment: Mapping[str, str], marker: str) -> dict[str, str]:
    """Of the processes of a node: all settings of Ray, and what members need."""
    own = {k: v for k, v in environment.items() if k.startswith("RAY_")}
    own |= member_spec.inherited(environment)
    if state := environment.get("HEDDLE_STATE"):
        own["HEDDLE_STATE"] = state
    name, _, value = marker.partition("=")
    own.setdefault("RAY_RUNTIME_ENV_PLUGINS", json.dumps([{"class": PLUGIN}]))
    return own | {"RAY_USAGE_STATS_ENABLED": "0", name: value}


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Ray does
        try:
            trial.bind(("", port))
        except OSError:
            return False
    return True


def options(row: NodeRow) -> list[str]:
    """Of `ray start`, for a node with these devices. Each is a resource, so that one can be asked
    for by name; they are no `GPU` of Ray's, which other tasks would be given, too."""
    resources = {f"{OWN}{called[0]}": 1 for called in row.called if called}
    labels = {f"heddle.io/{each.kind}": _label(each.model) for each in row.devices if each.model}
    found = ["--num-gpus=0", f"--resources={json.dumps(resources)}", f"--node-name={row.name}"]
    if labels:
        found.append("--labels=" + ",".join(f"{key}={text}" for key, text in labels.items()))
    return [*found, "--disable-usage-stats", f"--object-store-memory={_STORE_BYTES}"]


def _label(text: str) -> str:
    """With the characters that Ray allows."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-._")[:63]
