"""Where the records of the table are: most in its file, a guest's in a file of its own.

Those files (native/shm/slab.cpp) belong to the table's owner. Who may not read them sees the
guest's program, but not its processes and queues.
"""

from __future__ import annotations

import mmap
import os

from heddle._gen import table as layout

GIVEN = layout.FIELDS["header"]["slab_program"]
COUNT = int(GIVEN[1][:-1])
SPARE = 0xFFFFFFFF
#: Records of one slab, by region, and where they begin in its file.
PROCESSES = layout.REGIONS["process"][1] // COUNT
SIZES = {"process": PROCESSES, "queue": layout.REGIONS["queue"][1] // COUNT}
BEGINS = {"process": 0, "queue": PROCESSES * layout.REGIONS["process"][2]}


def slab_file(path: str, process: int) -> str:
    """The file of a guest's process, for a table at `path`."""
    return os.path.join(os.path.dirname(path), "slabs", str(process // PROCESSES))


class Slabs:
    """The slabs of one table that were given away, mapped as far as they may be read."""

    def __init__(self, path: str) -> None:
        self._folder = os.path.join(os.path.dirname(path), "slabs")
        self._maps: dict[int, tuple[int, mmap.mmap]] = {}

    def close(self) -> None:
        for _, mapped in self._maps.values():
            mapped.close()
        self._maps.clear()

    def find(self, region: str, index: int, owner: int) -> tuple[mmap.mmap, int] | None:
        """Where a record of a slab with an owner is; None if it cannot be read.

        `owner` is as in the table: a program slot plus one.
        """
        slab, inside = divmod(index, SIZES[region])
        mapped = self._map(slab) if owner != SPARE else None
        if mapped is None:
            return None
        return mapped, BEGINS[region] + inside * layout.REGIONS[region][2]

    def _map(self, slab: int) -> mmap.mmap | None:
        path = os.path.join(self._folder, str(slab))
        try:
            inode = os.stat(path).st_ino
            if slab in self._maps and self._maps[slab][0] == inode:
                return self._maps[slab][1]
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            return None
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
