"""One MPS control daemon: starting it, talking to it, and what the system knows of its processes.

A process belongs to a service if the service's pipe folder is in its environment. That is how a
daemon is told from a process that merely has its old number, and how servers and programs are found
that outlived their daemon.

Sources: NVIDIA's Multi-Process Service guide, release 615; nvidia-cuda-mps-control(1), driver 580.
From public logs and scripts: the socket `control_privileged`, the line of control.log with the
version, the words "Cannot find MPS control daemon process" with exit code 1. From memory: that
`quit -t` ends servers that still have clients after so many seconds.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from heddle.errors import VendorError
from heddle.virt.mps.service import CONTROL, VARIABLES, Command, MpsService

PID_FILE = f"{CONTROL}.pid"
COMM = CONTROL[:15]  #: the kernel keeps this much of the name of a process
START_S, ANSWER_S, QUIT_S, FORCED_S = 10.0, 10.0, 20.0, 1
LOOK_S = 0.02
LAST_LINES = 3


def program() -> str:
    """:raises VendorError: if it is not installed"""
    found = shutil.which(CONTROL)
    if found is None:
        raise VendorError(
            f"MPS was asked for, and {CONTROL} is not in PATH. It comes with NVIDIA's driver "
            "(nvidia-compute-utils, nvidia-driver-cuda). Without it, `heddle run --cap` limits a "
            "program by time."
        )
    return found


def ask(service: MpsService, command: Command, seconds: float = 0) -> str:
    """What the daemon answers to a command.

    :raises VendorError: if it does not answer, or says no
    """
    words, seconds = command.says.strip(), seconds or ANSWER_S
    try:
        done = _run(command, seconds)
    except subprocess.TimeoutExpired:
        raise VendorError(
            f"the MPS daemon of {service.card} did not answer {words!r} within {seconds:.0f} s. "
            "`heddle device mps stop --force` ends it."
        ) from None
    if done.returncode:
        said = (done.stdout + done.stderr).strip() or f"exit code {done.returncode}"
        raise VendorError(f"the MPS daemon of {service.card} refused {words!r}: {said}")
    return done.stdout


def say(service: MpsService, words: str, seconds: float = 0) -> str:
    """:raises VendorError: as `ask`"""
    return ask(service, Command((CONTROL,), service.environment, f"{words}\n"), seconds)


def start(service: MpsService) -> None:
    """Starts it, and waits until it answers.

    :raises VendorError: if it does not; none of its processes is left then
    """
    command = service.start()
    words = [program(), *command.words[1:]]
    for folder in service.environment.values():
        os.makedirs(folder, mode=0o700, exist_ok=True)
    try:
        # A file, not a pipe: the daemon keeps what it inherits, and a pipe would never end.
        with open(os.path.join(_logs(service), "start"), "wb") as said:
            done = subprocess.run(
                words,
                env=_environment(command),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                timeout=START_S,
                start_new_session=True,
            )
        if done.returncode or not _eventually(lambda: _answers(service), START_S):
            raise _not_started(service)
        if service.static and not _has_partitions(service):
            raise _no_partitions(service)
    except (VendorError, subprocess.TimeoutExpired) as error:
        why = error if isinstance(error, VendorError) else _not_started(service)
        end(service, force=True)
        raise why from None


def end(service: MpsService, *, force: bool = False) -> None:
    """Ends the daemon and its servers.

    :raises VendorError: if they are still there afterwards
    """
    told = pid(service) > 0
    if told:
        words = f"quit -t {FORCED_S}" if force else "quit"
        with suppress(VendorError):  # whether it is gone is looked at, whatever it said
            say(service, words, QUIT_S)
    # Servers without a daemon are not told.
    if _eventually(lambda: not processes(service), START_S if told or not force else 0):
        return
    if force:
        for number in processes(service):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        if _eventually(lambda: not processes(service), START_S):
            return
    left = ", ".join(map(str, processes(service)))
    raise VendorError(
        f"the MPS service of {service.card} was told to quit and did not (processes {left}). "
        "`heddle device mps stop --force` kills it."
    )


def pid(service: MpsService) -> int:
    """Of the daemon; 0 if none lives."""
    try:
        with open(os.path.join(_pipe(service), PID_FILE), encoding="ascii") as file:
            number = int(file.read())
    except (OSError, ValueError):
        return 0
    return number if number in processes(service) else 0


def processes(service: MpsService) -> list[int]:
    """The daemon and its servers, as far as they live."""
    return [number for number, name in _belonging(service) if name == COMM]


def programs(service: MpsService) -> list[int]:
    """What was started for this service: its clients, and programs that are not connected yet."""
    return [number for number, name in _belonging(service) if name != COMM]


def _belonging(service: MpsService) -> list[tuple[int, str]]:
    mine = f"CUDA_MPS_PIPE_DIRECTORY={_pipe(service)}".encode()
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal() and int(entry) != os.getpid() and mine in environment_of(int(entry)):
            with suppress(OSError), open(f"/proc/{entry}/comm", encoding="utf-8") as file:
                found.append((int(entry), file.read().strip()))
    return sorted(found)


def environment_of(number: int) -> list[bytes]:
    """As a process was started with; empty for one that is dead, or another user's."""
    try:
        with open(f"/proc/{number}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def version(service: MpsService) -> str:
    """As the daemon wrote it: 13.0; empty if it did not."""
    found = re.search(r"binary version: (\d+)", _log(service))
    return f"{int(found[1]) // 1000}.{int(found[1]) % 1000 // 10}" if found else ""


def _has_partitions(service: MpsService) -> bool:
    try:
        return "GPU" in say(service, "lspart")
    except VendorError:
        return False


def _no_partitions(service: MpsService) -> VendorError:
    of = f" of CUDA {found}" if (found := version(service)) else ""
    return VendorError(
        f"static partitions of {service.card} were asked for, and the MPS daemon{of} here has none:"
        " they came with CUDA 13.1. Percentages would fit (`heddle run --mps 30%`), or hardware "
        f"partitions (`heddle device mig ls`). The daemon's last words: {_last_words(service)}"
    )


def _not_started(service: MpsService) -> VendorError:
    if service.static and not version(service):  # it did not even come to its first line
        return _no_partitions(service)
    return VendorError(
        f"the MPS daemon of {service.card} did not start. Does `nvidia-smi` work? The daemon's "
        f"last words: {_last_words(service)}"
    )


def _last_words(service: MpsService) -> str:
    return " ".join(_log(service).splitlines()[-LAST_LINES:]) or "none"


def _log(service: MpsService) -> str:
    text = ""
    for name in ("control.log", "start"):
        path = os.path.join(_logs(service), name)
        with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
            text += file.read()
    return text


def _answers(service: MpsService) -> bool:
    with suppress(VendorError):
        if pid(service):
            say(service, "get_server_list")
            return True
    return False


def _run(command: Command, seconds: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program(), *command.words[1:]],
        env=_environment(command),
        input=command.says,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
    )


def _environment(command: Command) -> dict[str, str]:
    """Ours, less what steers MPS or would put our own shims into it."""
    dropped = {*VARIABLES, "CUDA_VISIBLE_DEVICES", "LD_PRELOAD"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, **command.environment}


def _pipe(service: MpsService) -> str:
    return service.environment["CUDA_MPS_PIPE_DIRECTORY"]


def _logs(service: MpsService) -> str:
    return service.environment["CUDA_MPS_LOG_DIRECTORY"]


def _eventually(condition: Callable[[], bool], seconds: float) -> bool:
    last = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > last:
            return False
        time.sleep(LOOK_S)
    return True
