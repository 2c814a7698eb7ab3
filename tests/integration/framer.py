"""Writes into the soft XPU's segment what is not so: that processes have memory of a device.

framer.py SEGMENT PID...     the first one has a context, whose slot the others' are copied from
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import time

#: Where things are in a Slot of native/soft/segment.h, and how large that is.
THREAD, PROCESS, MEMORY, SLOT = 56, 104, 136, 192
LIE = 64 << 20


def ticks(pid: int) -> int:
    with open(f"/proc/{pid}/stat", "rb") as file:
        return int(file.read().rpartition(b")")[2].split()[19])


def main() -> None:
    path, (first, *others) = sys.argv[1], map(int, sys.argv[2:])
    descriptor = os.open(path, os.O_RDWR)
    with mmap.mmap(descriptor, 0) as segment:
        os.close(descriptor)  # it would give us away
        at = -1
        while at < 0:
            at = segment.find(struct.pack("<iiQ", first, 0, ticks(first)))
            time.sleep(0.01)
        slot = at - PROCESS
        for number, pid in enumerate(others, start=8):
            there = slot + number * SLOT
            segment[there : there + SLOT] = segment[slot : slot + SLOT]
            struct.pack_into("<i", segment, there + THREAD, pid)
            struct.pack_into("<iiQ", segment, there + PROCESS, pid, 0, ticks(pid))
            struct.pack_into("<Q", segment, there + MEMORY, LIE)
        struct.pack_into("<Q", segment, slot + MEMORY, LIE)
        print("framed", flush=True)
        for _ in range(600):  # the first one may be about to write its own there
            time.sleep(0.1)
            struct.pack_into("<Q", segment, slot + MEMORY, LIE)


main()
