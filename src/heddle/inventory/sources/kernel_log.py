"""The kernel's log since the machine was started: messages of drivers from before."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache

from heddle.inventory.sources.nvml_session import normalise

LOG = "/dev/kmsg"
#: Longer than any record, of which each read gives one.
RECORD_BYTES = 8192
#: "NVRM: Xid (PCI:0000:cb:00): 13, pid=...", as in public logs of NVIDIA's driver.
_XID = re.compile(r"NVRM: Xid \(PCI:([0-9A-Fa-f:.]+)\): (\d+)")


@cache
def past_xids() -> dict[str, dict[str, int]]:
    """How often each Xid event was, by the address of the GPU; read once. Empty where the log may
    not be read, which is root's alone on most machines."""
    return count(_records())


def count(lines: Iterable[str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for line in lines:
        if (said := _XID.search(line)) and (address := normalise(said[1])):
            numbers = found.setdefault(address, {})
            numbers[said[2]] = numbers.get(said[2], 0) + 1
    return found


def _records() -> Iterator[str]:
    try:
        log = os.open(LOG, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    try:
        while True:
            try:
                record = os.read(log, RECORD_BYTES)
            except BrokenPipeError:  # overwritten meanwhile: the next read is of what is left
                continue
            except OSError:  # that was the last
                return
            if not record:
                return
            yield record.decode(errors="replace")
    finally:
        os.close(log)
