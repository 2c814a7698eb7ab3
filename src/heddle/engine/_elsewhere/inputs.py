"""What a member on another machine needs before it starts, as its order file names it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from typing import Any

from heddle.engine.local.files import handover
from heddle.engine.local.files.removal import remove
from heddle.engine.local.files.unpacking import UnpackError, unpack
from heddle.errors import HeddleError
from heddle.model.wire.handover import SNAPSHOT


class SnapshotError(HeddleError):
    """The snapshot cannot be had here, or not unpacked; it says why."""


def equipment(told: Mapping[str, Any], node: str) -> dict[str, Any]:
    """For the member's supervisor, which asks the node right before the start; nothing if
    nothing. `told` is the order file."""
    if not told.get("wants"):
        return {}
    asked = {"node": node, "attempt": told["attempt"], "wants": told["wants"]}
    empty: dict[str, Any] = {"archive": None, "most_bytes": 0, "private": {}, "files": {}}
    empty |= {"fetches": [], "paths": [], "cache": "", "cache_bytes": 0}
    return {"equipment": {**empty, "handover": asked}}


def unpack_snapshot(
    told: Mapping[str, Any], node: str, work: str, stopped: Callable[[], bool]
) -> None:
    """From the folder of the control plane where it can be read here, otherwise from the node.

    :raises SnapshotError: if it cannot be had, or not unpacked
    """
    has = None
    try:
        archive: str = told["archive"]
        if not os.access(archive, os.R_OK):
            has = handover.ask(node, told["attempt"], (SNAPSHOT,), stopped=stopped)
            archive = f"/proc/self/fd/{has.archive}"
        _check(archive, told["snapshot"])
        remove(work)
        os.makedirs(work, 0o700)
        unpack(archive, work, told["most_bytes"], stopped)
    except handover.HandoverError as error:
        raise SnapshotError(f"its snapshot cannot be fetched: {error}") from None
    except UnpackError as error:
        raise SnapshotError(f"its snapshot cannot be unpacked: {error}") from None
    except OSError as error:
        raise SnapshotError(f"its snapshot cannot be unpacked: {error.strerror}") from None
    finally:
        if has is not None:
            has.close()


def _check(archive: str, snapshot: str) -> None:
    """:raises UnpackError: if it is another one"""
    with open(archive, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if f"sha256:{found}" != snapshot:
        raise UnpackError(f"what came has the sha256 {found}, and {snapshot} is expected")
