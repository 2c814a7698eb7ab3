"""`heddle run --proxied`: the program gets a socket and no device.

What it asks of a device is done by servers, which are scheduled as any program. It cannot reach
them: its processes, files and rights are kept apart by a sandbox.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from heddle import native
from heddle.errors import CannotProxyError, UsageError
from heddle.inventory import apis
from heddle.launch.command import resolve
from heddle.launch.run import environment, note, register_program
from heddle.pool import sandbox
from heddle.pool.broker import Broker, forwarded, listen

DOOR = "HEDDLE_PROXY"  #: the variable: where the servers are reached
LIBRARIES = "remote"  #: the folder of libraries that programs load instead of vendors'
#: What is passed on to the program. The others are its own, or nobody can catch them.
PASSED = (
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM),
    *(signal.SIGWINCH, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE),
)
#: Typed at a terminal, they reach the program without us.
_TYPED = (signal.SIGINT, signal.SIGQUIT, signal.SIGWINCH)


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


def _inside(door: str) -> dict[str, str]:
    """The environment of the program: as it was, with our libraries first, and a door."""
    variables = dict(os.environ)
    for name in ("LD_PRELOAD", "HEDDLE_PROGRAM"):
        variables.pop(name, None)
    for vendor in apis.vendors():
        variables.pop(vendor.layer_variable, None)
    ours = os.path.join(native.DIRECTORY, LIBRARIES)
    others = variables.get("LD_LIBRARY_PATH", "")
    variables["LD_LIBRARY_PATH"] = f"{ours}:{others}" if others else ours
    variables[DOOR] = door
    return variables


def _supervise(broker: Broker, words: Sequence[str], told: int, given: Sequence[int]) -> int:
    """`told` is read for the program's process; what is `given` is bubblewrap's alone."""
    kept = [file for file in sandbox.inherited() if file not in given]
    woken, wakes = os.pipe()
    for end in (woken, wakes):
        os.set_blocking(end, False)
    caught: list[int] = []
    before = {each: signal.signal(each, lambda number, _: caught.append(number)) for each in PASSED}
    previous = signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    try:
        child = subprocess.Popen(
            words,
            env=_inside(sandbox.DOOR),
            pass_fds=[*given, *kept],
        )
        for file in given:
            os.close(file)
        return _until_it_ends(broker, child, told, woken, caught)
    finally:
        signal.set_wakeup_fd(previous)
        for each, handler in before.items():
            signal.signal(each, handler)
        for end in (told, woken, wakes):
            os.close(end)


def _until_it_ends(
    broker: Broker, child: subprocess.Popen[bytes], told: int, woken: int, caught: list[int]
) -> int:
    ends = os.pidfd_open(child.pid)
    inside, words = 0, b""
    with selectors.DefaultSelector() as selector:
        for file in (ends, told, woken, broker.line):
            selector.register(file, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fd == told:
                    more = os.read(told, 4096)
                    words += more
                    inside = _pid_in(words)
                    if inside or not more:
                        selector.unregister(told)
                elif key.fd == woken:
                    os.read(woken, 4096)
                elif key.fd != ends:
                    broker.accept()
            while caught and inside:
                _pass_on(caught.pop(0), _first_child(inside))
            if (code := child.poll()) is None:
                continue
            os.close(ends)
            if not inside and not _pid_in(words + os.read(told, 4096)):
                raise CannotProxyError(f"bubblewrap cannot be used. {sandbox.REMEDY}")
            return code if code >= 0 else 128 - code


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


def _pass_on(number: int, pid: int) -> None:
    if not pid or (number in _TYPED and _is_at_terminal()):
        return
    with suppress(ProcessLookupError):  # it has ended meanwhile
        os.kill(pid, number)


def _is_at_terminal() -> bool:
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False
