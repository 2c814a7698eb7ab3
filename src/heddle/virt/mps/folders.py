"""Where Heddle's MPS services live, and which folders are its own.

That a folder is ours is kept in the state folder, one entry for each: `folder: {card, static}`.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from heddle.errors import NoPermissionError, UsageError
from heddle.system import state
from heddle.virt.mps.service import MpsService

NAME = "mps"
DEFAULT_FOLDER = "/tmp/nvidia-mps"
LONGEST_SOCKET = 107  #: bytes, without the 0 behind them: unix(7)
SOCKET = "control_privileged"  #: the longest name that a daemon gives to one


def folder_of(card_uuid: str) -> str:
    """Where a card's service is kept; short, because a socket's path is."""
    return os.path.join(root(), card_uuid.removeprefix("GPU-")[:8])


def root() -> str:
    return os.path.join(state.folder(), NAME)


def check_folder(service: MpsService, *, ours: bool) -> None:
    """:raises HeddleError: if a service cannot live there; `ours`: one of Heddle's did already"""
    pipe = service.environment["CUDA_MPS_PIPE_DIRECTORY"]
    if DEFAULT_FOLDER in (service.folder, pipe):
        raise UsageError(
            f"{DEFAULT_FOLDER} is where other users' MPS runs. Choose a folder for Heddle, such "
            f"as {folder_of(service.card)}."
        )
    length = len(os.fsencode(os.path.join(pipe, SOCKET)))
    if length > LONGEST_SOCKET:
        raise UsageError(
            f"MPS would have sockets in {pipe} with paths of {length} bytes, and "
            f"{LONGEST_SOCKET} is the maximum. A folder with a path {length - LONGEST_SOCKET} "
            "bytes shorter would fit; HEDDLE_STATE names one."
        )
    nearest = service.folder
    while not os.path.exists(nearest):
        nearest = os.path.dirname(nearest)
    owner = os.stat(nearest).st_uid
    if nearest == service.folder and owner != os.geteuid():
        raise no_permission(
            f"the MPS folder belongs to user {owner}, and you are {os.geteuid()}", service
        )
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise no_permission("the MPS service cannot have its folder", service)
    for folder in service.environment.values():
        if not ours and os.path.isdir(folder) and os.listdir(folder):
            raise UsageError(
                f"{folder} cannot be used for MPS: it has files that Heddle did not create. "
                f"Remove it, or choose another folder, such as {folder_of(service.card)}."
            )


def no_permission(what: str, service: MpsService) -> NoPermissionError:
    return NoPermissionError(what, service.folder, NoPermissionError.STATE)


def known() -> dict[str, MpsService]:
    """Heddle's services of this user by their folders, dead or alive."""
    held: Any = state.own(NAME)
    found = {}
    for folder, entry in held.items() if isinstance(held, dict) else ():
        if isinstance(entry, dict) and isinstance(card := entry.get("card"), str):
            found[folder] = MpsService(folder, card, entry.get("static") is True)
    return found


def remember(services: Mapping[str, MpsService]) -> None:
    """:raises HeddleError: if it cannot be written"""
    entries = {key: {"card": each.card, "static": each.static} for key, each in services.items()}
    state.write(NAME, entries)


@contextmanager
def alone() -> Iterator[dict[str, MpsService]]:
    """What is known, while no other process of this user starts or stops a service.

    :raises HeddleError: if the state folder cannot be written
    """
    state.update(NAME, lambda held: held)  # makes the folder, and says why if it cannot
    path = os.path.join(state.folder(), f".{NAME}-service.lock")
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield known()
    finally:
        os.close(lock)
