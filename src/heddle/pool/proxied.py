"""`heddle run --proxied`: the program gets a socket and no device.

What it asks of a device is done by servers, which are scheduled as any program. It cannot reach
them: its processes, files and rights are kept apart by a sandbox.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial

from heddle.errors import CannotProxyError, UsageError
from heddle.inventory import apis
from heddle.launch.command import resolve
from heddle.launch.run import api_of_device, environment, note, register_program
from heddle.pool import entry, sandbox, supervisor
from heddle.pool.broker import UNSAFE, Broker, forwarded_devices, listen, servers_of
from heddle.system.process import Stat

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
    known = servers_of(api_of_device(device) if device else None)
    _check(served, known)
    served["HEDDLE_PROGRAM"] = str(register_program(asked, tenant, os.path.basename(command[0])))
    folder = tempfile.mkdtemp(prefix="heddle-proxy-")
    door = os.path.join(folder, "door")
    broker = Broker(listen(door), served, known, note)
    try:
        told, tells = os.pipe()
        given = tells, sandbox.no_typing()
        words = [bubblewrap, *sandbox.options(door, *given, os.path.abspath(path), writes), "--"]
        return _supervise(broker, words, [path, *command], told, given)
    finally:
        broker.close()
        shutil.rmtree(folder, ignore_errors=True)


def _check(served: Mapping[str, str], known: Mapping[str, str]) -> None:
    """:raises CannotProxyError: if no device that the servers see can be forwarded"""
    seen = [
        vendor.api
        for vendor in apis.vendors()
        if vendor.present() and served.get(vendor.visible_variable) != vendor.hidden
    ]
    if not any(api in known for api in seen):
        unsafe = sorted(UNSAFE.intersection(seen))
        by_name = "".join(f"`--device {api}@N` forwards {api}, too. " for api in unsafe)
        raise CannotProxyError(
            f"--proxied forwards {', '.join(sorted(set(forwarded_devices()) - UNSAFE))}, and there "
            f"is {', '.join(seen) or 'no device'} here. {by_name}Without --proxied, the program "
            "has the device itself."
        )


def _supervise(
    broker: Broker, words: Sequence[str], program: Sequence[str], told: int, given: Sequence[int]
) -> int:
    """`words` make the sandbox; `program` is a file and its command; `told` is read for its
    process; what is `given` is bubblewrap's alone."""
    os.set_blocking(told, False)
    heard = bytearray()

    def inside() -> int:
        with suppress(BlockingIOError):
            heard.extend(os.read(told, 4096))
        return _pid_in(bytes(heard))

    try:
        code = supervisor.supervise(
            partial(_start, [*words, sys.executable, "-I", "-S", entry.__file__], program, given),
            broker.line,
            broker.accept,
            lambda _: _first_child(inside()),
        )
        if not inside():
            raise CannotProxyError(f"bubblewrap cannot be used. {sandbox.REMEDY}")
        return supervisor.exit_code(code)
    finally:
        for file in (told, *given):
            os.close(file)


def _start(
    words: Sequence[str], program: Sequence[str], given: Sequence[int]
) -> subprocess.Popen[bytes]:
    """With signals blocked, which entry.py undoes for the program."""
    kept = [file for file in sandbox.inherited() if file not in given]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, supervisor.PASSED)
    try:
        numbers = ",".join(str(int(each)) for each in supervisor.PASSED if each not in before)
        return subprocess.Popen(
            [*words, numbers, *program],
            env=supervisor.environment(sandbox.DOOR, TOKEN),
            pass_fds=[*given, *kept],
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pid_in(words: bytes) -> int:
    """Of the first process inside, which waits for the program; as it is called outside. 0: there
    is more to come."""
    try:
        return int(json.loads(words)["child-pid"])
    except (ValueError, KeyError):
        return 0


def _first_child(pid: int) -> int:
    """The oldest; 0: it has none yet."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")) if pid else ():
        stat = Stat.find(int(name))
        if stat is not None and stat.parent == pid:
            found.append((stat.start_ticks, int(name)))
    return min(found, default=(0, 0))[1]
