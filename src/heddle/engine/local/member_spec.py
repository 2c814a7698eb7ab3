"""An order in the words of the local engine: one command and one environment for each member."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heddle.engine.base import NOTHING, Order
from heddle.engine.local.bare_python import python
from heddle.engine.local.marker import MARKER
from heddle.engine.local.member import STATE
from heddle.engine.local.sandbox.bubblewrap import Sandbox
from heddle.errors import UsageError
from heddle.model.record import Place

#: An attempt's id is the name of a folder and of a control group.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._\[\]-]{0,99}")

#: What members have of the server's own environment. The rest is its own: it may hold secrets.
_INHERITED = frozenset(
    ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR",
     "LD_LIBRARY_PATH", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "HEDDLE_TABLE")
)  # fmt: skip
_INHERITED_PREFIXES = ("LC_", "CUDA_", "SOFTXPU_")
#: Of these, what is the server's own: an isolated member has others, or none.
_PERSONAL = frozenset(
    ("HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", STATE)
)


def check_id(attempt: str) -> str:
    """:raises UsageError: if it cannot be the name of a folder"""
    if not _ID.fullmatch(attempt):
        raise UsageError(
            f"attempt {attempt!r} is not allowed: up to 100 letters, digits and . _ - [ ], "
            "a letter or digit first."
        )
    return attempt


def check(order: Order) -> None:
    """:raises UsageError: if it is invalid"""
    check_id(order.attempt)
    if not (order.command or order.image) or not order.places:
        raise UsageError(f"{order.attempt} has no command or no place, so nothing can start.")
    if order.folder is not None and not os.path.isabs(order.folder):
        raise UsageError(
            f"{order.attempt} is to work in {order.folder!r}: give the whole path, from / on."
        )


def inherited(environment: Mapping[str, str]) -> dict[str, str]:
    """What every member has, before what the order says."""
    found = {
        name: value
        for name, value in environment.items()
        if name in _INHERITED or name.startswith(_INHERITED_PREFIXES)
    }
    state = environment.get("HEDDLE_STATE")
    return {**found, STATE: state} if state else found


def job_of(attempt: str) -> str:
    """j7.1 is the first attempt of j7."""
    return attempt.rpartition(".")[0] or attempt


def index_of(attempt: str) -> str:
    """j7[3].1 is of the member 3 of an array; other jobs are their only member."""
    return job_of(attempt).partition("[")[2].rstrip("]") or "0"


def ranks(order: Order, member: int) -> dict[str, str]:
    """As torchrun sets them, so that its programs run as they are; MASTER_PORT comes later.

    A member with devices sees only those, as if it had a machine of its own: programs take the
    device of their LOCAL_RANK, and that must be the first.
    """
    count = len(order.places)
    alone = bool(order.places[member].devices)
    return {
        "RANK": str(member),
        "WORLD_SIZE": str(count),
        "LOCAL_RANK": "0" if alone else str(member),
        "LOCAL_WORLD_SIZE": "1" if alone else str(count),
        "MASTER_ADDR": "127.0.0.1",
        "HEDDLE_ATTEMPT": order.attempt,
        "HEDDLE_JOB": job_of(order.attempt),
        "HEDDLE_MEMBER": str(member),
        "HEDDLE_INDEX": index_of(order.attempt),
    }


def command(order: Order, place: Place) -> list[str]:
    """In a terminal, if it is to have one."""
    if order.terminal_idle_s is None:
        return _scheduled(order, place)
    words = (str(order.terminal_idle_s), "1" if place.devices else "0", *_scheduled(order, place))
    return python("heddle.engine.local.terminal.host", *words)


def _scheduled(order: Order, place: Place) -> list[str]:
    """Under the scheduler where there is a device to schedule; plainly where not."""
    is_kept = order.isolated or order.image is not None
    if not place.devices and not (is_kept and order.terminal_idle_s is not None):
        return list(order.command)
    return [*starter(order, place), *order.command]


def starter(order: Order, place: Place) -> list[str]:
    """What stands before a command that is scheduled or isolated; others need nothing."""
    if not place.devices and not order.isolated:
        return []
    names = ",".join(name for name, _ in place.devices)
    if place.lender:
        names = f"{place.lender}/{names}"
    share = min((order.share_milli, *(milli for _, milli in place.devices)))
    asked = share if 0 < share < 1000 else 0
    mib = min((mib for mib in place.device_mib if mib), default=0)  # one limit holds for each
    numbers = (order.priority, asked, order.cap_milli, mib)
    return python("heddle.engine.local.member", names, *map(str, numbers), order.tenant)


def equipped(order: Order) -> dict[str, Any]:
    """What the supervisor has to put in place first, as JSON can say it; nothing if nothing."""
    has = order.equipment
    if has == NOTHING:
        return {}
    found = {
        "archive": has.archive,
        "most_bytes": has.most_bytes,
        "private": {name: os.fsdecode(value) for name, value in has.private.items()},
        "files": {name: value.decode("latin-1") for name, value in has.files.items()},
        "fetches": [
            (f.variable, f.key, f.label, f.source, f.mib << 20, f.sha256) for f in has.fetches
        ],
        "paths": has.paths,
        "cache": has.cache,
        "cache_bytes": has.cache_bytes,
    }
    return {"equipment": found}


def member(
    order: Order,
    number: int,
    folder: str,
    base: Mapping[str, str],
    hidden: Mapping[str, str],
    sandbox: Sandbox | None = None,
) -> dict[str, Any]:
    """All that the supervisor needs to start it. `hidden` are the variables that show devices: a
    member that was given none finds none by accident."""
    place = order.places[number]
    own = {**ranks(order, number), MARKER: folder}
    found: dict[str, Any] = {
        "command": command(order, place),
        "limits": {"memory": place.memory_mib, "cpu": place.cpu_milli},
        # What is executed beside it has no device that another node lends.
        "starter": starter(order, replace(place, devices=()) if place.lender else place),
        "has_devices": bool(place.devices) and not place.lender,
    }
    if place.lender:
        found["is_lent"] = True
    if order.terminal_idle_s is not None:
        found["has_terminal"] = True
    if order.takes_input and number == 0:
        found["takes_input"] = True
    if sandbox is None:
        environment = {**base, **order.environment, **own}
    else:
        usual = at_home(base, sandbox) if order.image is None else in_image(order, sandbox)
        environment = {**usual, **order.environment, **own}
        is_direct = not place.devices and order.terminal_idle_s is None
        found |= {"sandbox": sandbox.plain(), "outside": {**base, **own}, "is_direct": is_direct}
    if not place.devices:
        environment |= hidden
        environment.pop(STATE, None)
        if sandbox is not None:
            environment["SOFTXPU_DEVICES"] = "none"  # it could emulate some for itself
    return {**found, "environment": environment}


def at_home(base: Mapping[str, str], sandbox: Sandbox) -> dict[str, str]:
    """What an isolated member has of the server's, and instead of it."""
    shared = {name: text for name, text in base.items() if name not in _PERSONAL}
    return {**shared, "HOME": sandbox.work, "USER": sandbox.user, "LOGNAME": sandbox.user}


def in_image(order: Order, sandbox: Sandbox) -> dict[str, str]:
    """What a member in an image has besides what the image says: that knows its own paths."""
    return at_home({}, sandbox) if order.isolated else {}
