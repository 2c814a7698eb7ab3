"""MPS services that Heddle runs: started, adopted, listed, ended.

A service is a control daemon of one card with a folder of its own. That a folder is ours is written
down before the daemon starts: after a process was killed half way, the next one finds the daemon
and goes on with it. A daemon that Heddle did not start is never used, and never one at NVIDIA's
default folder. Starting or stopping one takes a lock, so several processes agree.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass

from heddle.errors import UsageError
from heddle.virt.mps import daemon as daemon
from heddle.virt.mps import folders as book
from heddle.virt.mps.service import MpsService

#: MPS's limit counts what the driver takes for itself, too, Heddle's quota only what is asked for.
#: This much is left for the driver, so that the quota stays exact and MPS stands behind it.
DRIVER_MIB = 1024


@dataclass(frozen=True, slots=True)
class MpsClient:
    """A program of a service; None is not known (another user's, or in a container)."""

    pid: int
    command: str
    connected: bool  #: False: it has not used the card yet
    percent: int | None
    memory_mib: int | None
    partition: str


def ensure(card_uuid: str, folder: str, static: bool = False) -> MpsService:
    """The service of this card in this folder, started if none lives there.

    :raises HeddleError: if it cannot be had; it says what there is and what would do
    """
    service = MpsService(os.path.abspath(folder), card_uuid, static)
    with book.alone() as known:
        there = known.pop(service.folder, None)
        if there is None and (strangers := daemon.processes(service)):
            raise UsageError(
                f"an MPS service was asked for in {service.folder}, where one lives that Heddle "
                f"did not start (process {strangers[0]}). Choose another folder, such as "
                f"{book.folder_of(card_uuid)}."
            )
        book.check_folder(service, ours=there is not None)
        if there is not None and daemon.pid(service):
            _check_same(service, there)
            daemon.say(service, "get_server_list")
            return service
        _remove_dead(service, force=False)
        book.remember({**known, service.folder: service})
        try:
            daemon.start(service)
        except BaseException as error:
            book.remember(known)
            _remove_folder(service)
            if isinstance(error, PermissionError):
                raise book.no_permission("MPS cannot have its folder", service) from None
            raise
    return service


def stop(service: MpsService, *, force: bool = False) -> None:
    """Ends it, and leaves nothing of it.

    :raises UsageError: if it is not Heddle's, or programs use it and it is not forced
    :raises VendorError: if it does not end
    """
    with book.alone() as known:
        if known.pop(service.folder, None) is None:
            have = ", ".join(f"{each.card} in {each.folder}" for each in known.values()) or "none"
            raise UsageError(f"Heddle runs no MPS service in {service.folder}. It runs: {have}.")
        if daemon.pid(service):
            if not force and (using := clients(service)):
                raise UsageError(
                    f"the MPS service of {service.card} cannot be stopped while programs use it: "
                    f"{named(using)}. Wait for their end, or end their work, too, with --force."
                )
            daemon.end(service, force=force)
        _remove_dead(service, force=force)
        book.remember(known)


def services() -> list[MpsService]:
    """All of this user's, dead ones too: `alive` tells."""
    return list(book.known().values())


def living(folder: str) -> MpsService | None:
    """The one that lives in a folder, if any."""
    service = book.known().get(os.path.abspath(folder))
    return service if service is not None and alive(service) else None


def alive(service: MpsService) -> bool:
    return daemon.pid(service) > 0


def clients(service: MpsService) -> list[MpsClient]:
    """Its programs, connected or not: one that has yet to connect counts on finding it.

    :raises VendorError: if the daemon does not answer
    """
    connected: set[int] = set()
    for server in _numbers(daemon.say(service, "get_server_list")):
        connected |= set(_numbers(daemon.say(service, f"get_client_list {server}")))
    together = sorted(connected | set(daemon.programs(service)))
    return [_client(number, number in connected) for number in together]


def client_environment(
    service: MpsService, percent: int, memory_mib: int = 0, partition: str = ""
) -> dict[str, str]:
    """What a program must be started with. 0 percent: no cap; 0 MiB: no limit.

    A launcher first removes what `heddle.virt.mps.service.VARIABLES` names.

    :raises UsageError: if MPS cannot do what is asked
    """
    found = service.client(
        cap=percent * 10 if percent else None,
        memory_mib=memory_mib + DRIVER_MIB if memory_mib > 0 else memory_mib or None,
        partition=partition or None,
    )
    # By UUID: a number would be looked for among the cards that the server has left over.
    return {**found, "CUDA_VISIBLE_DEVICES": service.card}


def _client(number: int, connected: bool) -> MpsClient:
    had = dict(
        entry.decode(errors="replace").partition("=")[::2]
        for entry in daemon.environment_of(number)
        if entry.startswith(b"CUDA_MPS_")
    )
    command = ""
    with suppress(OSError), open(f"/proc/{number}/comm", encoding="utf-8") as file:
        command = file.read().strip()
    limit = re.fullmatch(r"0=(\d+)M", had.get("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", ""))
    percent = had.get("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "")
    return MpsClient(
        number,
        command,
        connected,
        int(percent) if percent.isdecimal() else None,
        int(limit[1]) - DRIVER_MIB if limit else None,
        had.get("CUDA_MPS_SM_PARTITION", ""),
    )


def named(using: list[MpsClient]) -> str:
    return ", ".join(f"{each.pid} ({each.command or 'not ours'})" for each in using)


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split() if word.isdecimal()]


def _check_same(service: MpsService, there: MpsService) -> None:
    """:raises UsageError: if the service that lives there is not the one that was asked for"""
    if there != service:
        asked, have = (
            f"{'static partitions' if each.static else 'percentages'} of {each.card}"
            for each in (service, there)
        )
        raise UsageError(
            f"an MPS service for {asked} was asked for, and the one in {service.folder} is for "
            f"{have}. End it first with `heddle device mps stop`."
        )


def _remove_dead(service: MpsService, *, force: bool) -> None:
    """What a daemon that died has left: servers are ended, programs only if it is forced.

    :raises UsageError: if programs still use its server
    """
    if (servers := daemon.processes(service)) and (left := daemon.programs(service)) and not force:
        raise UsageError(
            f"the MPS daemon of {service.card} has died; its server (process {servers[0]}) and the "
            f"programs {', '.join(map(str, left))} still run. A new one can start when they have "
            "ended; `heddle device mps stop --force` ends the server, and with it their work."
        )
    daemon.end(service, force=True)
    _remove_folder(service)


def _remove_folder(service: MpsService) -> None:
    for folder in service.environment.values():
        shutil.rmtree(folder, ignore_errors=True)
    for folder in (service.folder, book.root()):
        with suppress(OSError):  # it is not empty, or not there
            os.rmdir(folder)
