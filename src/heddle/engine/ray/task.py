"""The process of a member on a node of Ray: its supervisor, which outlives the actor that started
it until the member has ended as well as it can."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Sequence
from typing import Any

from heddle.engine._elsewhere import inputs
from heddle.engine._elsewhere.given_devices import on_given
from heddle.engine._elsewhere.order_file import ORDER, ordered
from heddle.engine.base import Order
from heddle.engine.local import member_spec
from heddle.engine.local.files import state_files
from heddle.engine.local.group_prefix import group_prefix
from heddle.engine.local.sandbox import cgroup_trees
from heddle.engine.local.supervisor import (
    LOCK,
    STATE,
    STOP,
    Supervisor,
    free_port,
    now_ms,
    served_port,
)
from heddle.engine.ray.files import CUT, FAILED, MASTER
from heddle.errors import HeddleError
from heddle.inventory import apis
from heddle.model.wire.terminal import IDLE

_REMEDY = "Start the node with as many `--num-gpus` as it has"
#: For the first member to say it: Ray starts all at once, or none. It unpacks the snapshot first.
_MASTER_S = 600.0


def main(words: Sequence[str]) -> int:
    """`words`: the attempt's folder, the member, the nonce of the submission, the address of this
    node, and the indices of the GPUs that Ray gave. Standard input ends when the member is to end;
    standard output is open as long as this process lives."""
    if os.fork():  # a worker of Ray kills its children when it ends
        return 0
    os.setsid()
    folder, text, nonce, address, given = words
    number = int(text)
    line, alive = os.dup(0), os.dup(1)  # not inherited by members
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(null, stream)
    told = state_files.read(os.path.join(folder, ORDER))
    if not told or told["nonce"] != nonce:
        return 0  # it was refused, or another submission took its place
    own = os.path.join(folder, str(number))
    try:
        os.close(os.open(os.path.join(own, LOCK), os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return 0  # nothing runs twice under one id
    if os.path.exists(os.path.join(folder, STOP)):
        state_files.write(os.path.join(own, STOP), {"why": ""}, durable=False)
    try:
        _supervise(told, folder, number, address, given, line)
    except HeddleError as error:
        end = {"state": "lost", "unready": True, "why": str(error).rstrip(".")}
        if os.path.exists(os.path.join(folder, STOP)):  # before the first member said where it is
            now = now_ms()
            end = {"state": "ended", "exit_code": -signal.SIGTERM, "started_ms": now}
            end["ended_ms"] = now
        state_files.write(os.path.join(own, STATE), end, durable=True)
    os.close(alive)
    return 0


def _supervise(
    told: dict[str, Any], folder: str, number: int, address: str, given: str, line: int
) -> None:
    """:raises HeddleError: if it cannot be started here"""
    own, order = os.path.join(folder, str(number)), ordered(told)
    node = order.places[number].node
    if number == 0 and "archive" in told:  # the others wait for it below
        work = os.path.join(folder, "work")
        inputs.unpack_snapshot(told, node, work, lambda: _is_over(folder))
    if order.places[number].devices and given:
        order = on_given(order, number, given, apis.devices(), "Ray", _REMEDY)
    hidden = {vendor.visible_variable: vendor.hidden for vendor in apis.vendors()}
    usual = member_spec.inherited(os.environ)
    base = {name: text for name, text in usual.items() if name not in hidden}  # those are Ray's
    spec = member_spec.member(order, number, folder, base, hidden)
    address, port = _master(folder, order, number, address)
    spec["environment"] |= {"MASTER_ADDR": address, **_local_ranks(order, number)}
    if served := served_port(order.environment):
        spec["environment"]["PORT"] = str(served)
    name = f"{group_prefix(os.path.dirname(folder))}{order.attempt}-{number}"
    spec["group"] = cgroup_trees.folders(cgroup_trees.trees(), name, spec["limits"])
    described = {
        "attempt": order.attempt, "folder": own, "boot": state_files.boot_id(), "port": port,
        "work": order.folder or os.path.join(folder, "work"), "grace_s": order.grace_s,
        "members": [spec], "served": served, "idle_note": os.path.join(folder, f"{number}.{IDLE}"),
        **inputs.equipment(told, node),
    }  # fmt: skip
    threading.Thread(target=_listen, args=(line, folder, own), daemon=True).start()
    Supervisor(described, os.open(os.devnull, os.O_RDONLY)).run()


def _listen(line: int, folder: str, own: str) -> None:
    """Ends the member when the line ends."""
    while os.read(line, 1):
        pass
    if not _is_over(folder):
        with contextlib.suppress(OSError):  # a full disk, or the folder was removed
            state_files.write(os.path.join(own, CUT), {}, durable=True)
    os.kill(os.getpid(), signal.SIGTERM)


def _master(folder: str, order: Order, number: int, address: str) -> tuple[str, str]:
    """MASTER_ADDR and MASTER_PORT of the attempt: the first member says them, the others wait.

    :raises HeddleError: if it does not
    """
    path = os.path.join(folder, MASTER)
    if number == 0:
        own = {"address": address if len(order.places) > 1 else "127.0.0.1"}
        own["port"] = str(free_port())
        state_files.write(path, own, durable=False)
        return own["address"], own["port"]
    until = time.monotonic() + _MASTER_S
    while not (found := state_files.read(path)):
        if _is_over(folder) or time.monotonic() > until:
            raise HeddleError("the first member did not start")
        time.sleep(0.05)
    return found["address"], found["port"]


def _is_over(folder: str) -> bool:
    """All members are to end."""
    return any(os.path.exists(os.path.join(folder, name)) for name in (STOP, FAILED))


def _local_ranks(order: Order, number: int) -> dict[str, str]:
    """Of members without devices: they see the whole node, and each other on it."""
    if order.places[number].devices:
        return {}
    node = order.places[number].node
    beside = [i for i, place in enumerate(order.places) if place.node == node]
    return {"LOCAL_RANK": str(beside.index(number)), "LOCAL_WORLD_SIZE": str(len(beside))}
