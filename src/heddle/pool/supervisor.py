"""Stays while the program runs: passes signals on to it, and sees to whoever knocks at its door."""

from __future__ import annotations

import importlib
import os
import selectors
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress

from heddle import native
from heddle.inventory import apis
from heddle.model.wire.tickets import DEVICE_TOKEN

DOOR = "HEDDLE_PROXY"  #: the variable: where the servers are reached
LIBRARIES = "remote"  #: the folder of libraries that programs load instead of vendors'
#: What is passed on to the program. The others are its own, or nobody can catch them; a broken pipe
#: is ours, when a connection is lost.
PASSED = (
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM),
    *(signal.SIGWINCH, signal.SIGINT, signal.SIGQUIT),
)
#: Typed at a terminal, they reach the program without us.
_TYPED = (signal.SIGINT, signal.SIGQUIT, signal.SIGWINCH)
_AGAIN_S = 0.02  #: until a signal is tried again that came before the program


def environment(door: str, *without: str, base: Mapping[str, str] | None = None) -> dict[str, str]:
    """Of the program: as it was, with our libraries first, and a door."""
    variables = dict(os.environ if base is None else base)
    for name in ("LD_PRELOAD", "HEDDLE_PROGRAM", DEVICE_TOKEN, *without):
        variables.pop(name, None)
    ours = os.path.join(native.DIRECTORY, LIBRARIES)
    for vendor in apis.vendors():
        variables.pop(vendor.layer_variable, None)
        # Its choice among the devices is made: what the servers see, it counts from 0.
        variables.pop(vendor.visible_variable, None)
        if vendor.driver_variables:
            library = str(importlib.import_module(f"heddle._gen.{vendor.api}_api").LIBRARY)
            variables |= dict.fromkeys(vendor.driver_variables, os.path.join(ours, library))
    others = variables.get("LD_LIBRARY_PATH", "")
    variables["LD_LIBRARY_PATH"] = f"{ours}:{others}" if others else ours
    variables[DOOR] = door
    return variables


def supervise(
    start: Callable[[], subprocess.Popen[bytes]],
    line: socket.socket,
    accept: Callable[[], None],
    program: Callable[[int], int] | None = lambda pid: pid,
) -> int:
    """Starts a command and returns its exit code; -N: signal N. `accept` is called when `line` has
    somebody to accept. `program`: where a signal goes, for the process that was started; 0: it is
    too early; None: whoever signals us signals the program, too."""
    woken, wakes = os.pipe()
    for end in (woken, wakes):
        os.set_blocking(end, False)
    caught: list[int] = []
    # What is ignored stays so, for the program, too: nohup, and jobs in a script's background.
    heard = [each for each in PASSED if signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, lambda number, _: caught.append(number)) for each in heard}
    previous = signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    try:
        return _until_it_ends(start(), line, accept, woken, caught, program)
    finally:
        signal.set_wakeup_fd(previous)
        for each, handler in before.items():
            signal.signal(each, handler)
        for end in (woken, wakes):
            os.close(end)


def _until_it_ends(
    child: subprocess.Popen[bytes],
    line: socket.socket,
    accept: Callable[[], None],
    woken: int,
    caught: list[int],
    program: Callable[[int], int] | None,
) -> int:
    ends = os.pidfd_open(child.pid)
    if program is None:  # what came before it was there
        for number in caught:
            _pass_on(number, child.pid)
    with selectors.DefaultSelector() as selector:
        for file in (ends, woken, line):
            selector.register(file, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select(_AGAIN_S if caught else None):
                if key.fd == woken:
                    os.read(woken, 4096)
                elif key.fd != ends:
                    accept()
            if program is None:
                caught.clear()
            while caught and program is not None and (pid := program(child.pid)):
                _pass_on(caught.pop(0), pid)
            if (code := child.poll()) is not None:
                os.close(ends)
                return code


def exit_code(code: int) -> int:
    """As a shell has it; of a signal, 128 more."""
    return code if code >= 0 else 128 - code


def _pass_on(number: int, pid: int) -> None:
    if number in _TYPED and _is_at_terminal():
        return
    with suppress(ProcessLookupError):  # it has ended meanwhile
        os.kill(pid, number)


def _is_at_terminal() -> bool:
    """Whether what is typed goes to this group; wherever its input comes from."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)
