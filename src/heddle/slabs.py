"""Where the records of the table are: most in its file, a guest's in a file of its own.

Those files (native/shm/slab.cpp) have no name: the agent's guard holds them open, for the table's
owner. Users without that right see the guest's program, but not its processes and queues.
"""

from __future__ import annotations

import mmap
import os
import struct

from heddle._gen import table as layout

HEADER = layout.FIELDS["header"]
COUNT = int(HEADER["slab_program"][1][:-1])
SPARE = 0xFFFFFFFF
#: Records of one slab, by region, and where they begin in its file.
PROCESSES = layout.REGIONS["process"][1] // COUNT
SIZES = {"process": PROCESSES, "queue": layout.REGIONS["queue"][1] // COUNT}
BEGINS = {"process": 0, "queue": PROCESSES * layout.REGIONS["process"][2]}


class Slabs:
    """The slabs of one table that were given away, mapped as far as they may be read."""

    def __init__(self, table: mmap.mmap) -> None:
        self._table = table
        self._maps: dict[int, tuple[int, mmap.mmap]] = {}

    def close(self) -> None:
        for _, mapped in self._maps.values():
            mapped.close()
        self._maps.clear()

    def owner(self, region: str, index: int) -> int:
        """The program slot, plus one, that a slab of these was given to; 0: to none."""
        return self._number("slab_program", index // SIZES[region]) if region in SIZES else 0

    def find(self, region: str, index: int) -> tuple[mmap.mmap, int]:
        """In which memory a record is, and where. One that cannot be read is as it was before."""
        offset, _, size = layout.REGIONS[region]
        if self.owner(region, index) not in (0, SPARE):
            slab, inside = divmod(index, SIZES[region])
            if mapped := self._map(slab):
                return mapped, BEGINS[region] + inside * size
        return self._table, offset + index * size

    def _number(self, field: str, index: int = 0) -> int:
        value: int = struct.unpack_from("<I", self._table, HEADER[field][0] + 4 * index)[0]
        return value

    def _map(self, slab: int) -> mmap.mmap | None:
        path = f"/proc/{self._number('holder_pid')}/fd/{self._number('slab_file', slab)}"
        try:
            inode = os.stat(path).st_ino
            if slab in self._maps and self._maps[slab][0] == inode:
                return self._maps[slab][1]
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:  # not ours, or the holder changes just now
            return self._maps[slab][1] if slab in self._maps else None
        try:
            mapped = mmap.mmap(descriptor, 0, prot=mmap.PROT_READ)
        except (OSError, ValueError):
            return None
        finally:
            os.close(descriptor)
        if slab in self._maps:  # another guest has it now
            self._maps.pop(slab)[1].close()
        self._maps[slab] = (inode, mapped)
        return mapped
