"""The soft XPU knows all contexts on its devices: memory to the byte, timeslice, activity.

Its files have the mode of device nodes, so any user can write anything there.
Such words are worth a report, and prove nothing.
"""

from __future__ import annotations

import ctypes
import os
import stat
from functools import cache
from glob import escape, glob

from heddle import native
from heddle._gen.soft_abi import FUNCTIONS, Process
from heddle._gen.soft_api import LIBRARY
from heddle.agent.look import Use
from heddle.agent.users import uids
from heddle.agent.witnesses import Testimony
from heddle.errors import HeddleError
from heddle.inventory.apis.soft import VENDOR, segment
from heddle.system.printable import printable
from heddle.system.process import Stat

MOST = 1024  # 16 devices of 64 contexts


@cache
def _library() -> native.Library | None:
    try:
        library = native.Library(LIBRARY, FUNCTIONS)
        return library if hasattr(library, "sxGetProcesses") else None
    except HeddleError:
        return None


def testify() -> Testimony:
    library = _library()
    if library is None or not VENDOR.present():
        return Testimony()
    try:
        files = [os.stat(path) for path in glob(f"/dev/shm/{escape(segment())}.[0-9]*")]
    except FileNotFoundError:  # they are being removed
        files = []
    if not files:
        return Testimony()
    count, told = ctypes.c_int(MOST), (Process * MOST)()
    if library.sxGetProcesses(told, ctypes.byref(count)):
        return Testimony()
    found = []
    for one in told[: min(count.value, MOST)]:
        try:
            name, uid = Stat.read(one.pid).name, uids(one.pid)[0]
        except (OSError, ValueError):
            continue
        found.append(
            Use(
                pid=one.pid,
                start_ticks=one.start_ticks,
                uid=uid,
                name=name,
                device=f"{VENDOR.api}@{printable(one.device.decode(errors='replace'))}",
                memory=one.memory,
                is_busy=bool(one.is_busy),
                slice_us=one.timeslice_us or None,
                is_proven=all(
                    _only_writers(file) and file.st_uid in (0, os.geteuid(), uid) for file in files
                ),
            )
        )
    return Testimony(found)


def _only_writers(file: os.stat_result) -> bool:
    """Whether only the owner of the segment can have written it."""
    return not file.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
