"""`heddle run --proxied`: the program gets a socket and no device.

What it asks of a device is done by servers, which are scheduled as any program. It cannot reach
them: its processes, files and rights are kept apart by a sandbox.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from heddle.errors import CannotProxyError, UsageError
from heddle.inventory import apis
from heddle.launch.command import resolve
from heddle.launch.run import environment, note, register_program
from heddle.pool import sandbox, supervisor
from heddle.pool.broker import Broker, forwarded, listen

TOKEN = "HEDDLE_TOKEN"  #: for the control plane: with it a program could start others


def run(
    command: Sequence[str],
    asked: Mapping[str, int],
    *,
    device: str | None = None,
    tenant: str = "",
    avoid: Collection[str] = (),
    writes: Sequence[str] = (),
) -> int:
    """Runs the command, and returns its exit code; of a signal, 128 more.

    `asked` has fields of native.NativePlan; `writes` are folders that it can write, beside the
    one to work in.

    :raises HeddleError: if it cannot be kept from the devices
    """
    if not command:
        raise UsageError("no command given. Example: heddle run --proxied -- python train.py")
    path, bubblewrap = resolve(command[0]), sandbox.program()
    rank, level = asked.get("rank", 0), asked.get("level_limit", 0)
    served = environment(priority=rank, level=level, device=device, avoid=avoid)
    _check(served)
    served["HEDDLE_PROGRAM"] = str(register_program(asked, tenant, os.path.basename(command[0])))
    folder = tempfile.mkdtemp(prefix="heddle-proxy-")
    door = os.path.join(folder, "door")
    broker = Broker(listen(door), served, note)
    try:
        told, tells = os.pipe()
        given = tells, sandbox.no_typing()
        words = [bubblewrap, *sandbox.options(door, *given, os.path.abspath(path), writes), "--"]
        return _supervise(broker, [*words, path, *command[1:]], told, given)
    finally:
        broker.close()
        shutil.rmtree(folder, ignore_errors=True)


def _check(served: Mapping[str, str]) -> None:
    """:raises CannotProxyError: if no device that the servers see can be forwarded"""
    known = forwarded()
    seen = [
        vendor.api
        for vendor in apis.vendors()
        if vendor.present() and served.get(vendor.visible_variable) != vendor.hidden
    ]
    if not any(api in known for api in seen):
        raise CannotProxyError(
            f"--proxied forwards {', '.join(sorted(known))}, and there is "
            f"{', '.join(seen) or 'no device'} here. Without --proxied, the program has the device "
            "itself."
        )


def _supervise(broker: Broker, words: Sequence[str], told: int, given: Sequence[int]) -> int:
    """`told` is read for the program's process; what is `given` is bubblewrap's alone."""
    kept = [file for file in sandbox.inherited() if file not in given]
    os.set_blocking(told, False)
    heard = bytearray()

    def inside() -> int:
        with suppress(BlockingIOError):
            heard.extend(os.read(told, 4096))
        return _pid_in(bytes(heard))

    try:
        code = supervisor.supervise(
            words,
            supervisor.environment(sandbox.DOOR, without=(TOKEN,)),
            broker.line,
            broker.accept,
            files=[*given, *kept],
            program=lambda _: _first_child(inside()),
        )
        if not inside():
            raise CannotProxyError(f"bubblewrap cannot be used. {sandbox.REMEDY}")
        return code
    finally:
        for file in (told, *given):
            os.close(file)


def _pid_in(words: bytes) -> int:
    """Of the first process inside, which waits for the program; as it is called outside. 0: there
    is more to come."""
    try:
        return int(json.loads(words)["child-pid"])
    except (ValueError, KeyError):
        return 0


def _first_child(pid: int) -> int:
    """0: it has none."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return int((file.read().split() or ["0"])[0])
    except OSError:
        return 0
