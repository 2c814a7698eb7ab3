"""The soft XPU knows all contexts on its devices: memory to the byte, timeslice, activity.

Its files have the mode of device nodes, so any user can write anything there.
Such words are worth a report, and prove nothing.
"""

from __future__ import annotations

import os
import stat
from glob import escape, glob

from heddle.agent.look import Use
from heddle.agent.users import uids
from heddle.agent.witnesses import Testimony
from heddle.inventory.apis.soft import VENDOR, contexts, segment
from heddle.system.printable import printable
from heddle.system.process import Stat


def testify() -> Testimony:
    if not VENDOR.present():
        return Testimony()
    try:
        files = [os.stat(path) for path in glob(f"/dev/shm/{escape(segment())}.[0-9]*")]
    except FileNotFoundError:  # they are being removed
        files = []
    found = []
    for one in contexts():
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
