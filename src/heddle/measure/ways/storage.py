"""A file system: one large file from end to end, and 4 KiB of it here and there.

Past the page cache (O_DIRECT) where the file system lets us; the file is gone afterwards.
"""

from __future__ import annotations

import mmap
import os
import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from heddle.errors import UsageError
from heddle.measure.repeat import repeat, summary
from heddle.measure.ways.base import LeftOut, MeasureStep, MeasureTarget
from heddle.model.hardware import Value
from heddle.model.metric import Metric

#: Of the file: at most, at least, and no more than that part of what is free.
MOST_BYTES, LEAST_BYTES, PART = 1 << 30, 64 << 20, 20
LARGE, SMALL = 4 << 20, 4096
#: How many small requests are under way at once, and how many make one value.
AT_ONCE, SAMPLE = 16, 256

STEPS = (
    MeasureStep("storage.write", 3.0),
    MeasureStep("storage.read", 3.0),
    MeasureStep("storage.random_read", 2.0),
    MeasureStep("storage.random_write", 2.0),
    MeasureStep("storage.latency", 1.0),
)


class StorageWay:
    start_s = 0.5

    def targets(self) -> list[MeasureTarget]:
        """None: no disk is written to unasked."""
        return []

    def named(self, word: str) -> MeasureTarget | None:
        api, _, path = word.partition("@")
        if api != "storage":
            return None
        folder = os.path.realpath(path)
        if not path or not os.path.isdir(folder):
            raise UsageError(f"{path!r} is not a folder. Name one: storage@/data, or --path /data.")
        return MeasureTarget(
            f"storage@{folder}", f"storage@{folder}", _file_system(folder), is_usual=False
        )

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return list(STEPS) if target.id.startswith("storage@") else []

    def open(self, target: MeasureTarget) -> StorageSession:
        return StorageSession(target.id.partition("@")[2])


def _file_system(folder: str) -> str:
    """Type and source of what is mounted there."""
    best, found = "", "unknown"
    try:
        with open("/proc/self/mounts", encoding="utf-8") as file:
            for line in file:
                source, place, kind = line.split()[:3]
                inside = folder == place or folder.startswith(place.rstrip("/") + "/")
                if inside and len(place) >= len(best):
                    best, found = place, f"{kind} on {source}"
    except OSError:
        pass
    return found


class StorageSession:
    """A file of our own."""

    def __init__(self, folder: str) -> None:
        free = os.statvfs(folder)
        room = free.f_bavail * free.f_frsize // PART
        self._size = min(MOST_BYTES, room) // LARGE * LARGE
        if not self._size:
            raise LeftOut(f"too little is free in {folder}: {LARGE * PART >> 20} MiB are needed")
        try:
            handle, path = tempfile.mkstemp(dir=folder, prefix=".heddle-measure-")
        except OSError as error:
            raise LeftOut(f"{folder} cannot be written to ({error.strerror})") from None
        try:
            self._file = os.open(path, os.O_RDWR | os.O_DIRECT)
            is_direct = True
        except OSError:
            self._file = os.open(path, os.O_RDWR)
            is_direct = False
        os.close(handle)
        os.unlink(path)  # whatever happens to us, nothing stays behind
        self.facts: dict[str, Value] = {"direct": is_direct, "file_bytes": self._size}
        self._block = mmap.mmap(-1, LARGE)  # aligned, as O_DIRECT demands
        self._block.write(random.Random(1).randbytes(LARGE))  # no zeros: some stores skip them
        self._at, self._written = 0, 0

    def close(self) -> None:
        os.close(self._file)

    def measure(self, name: str, seconds: float) -> Metric:
        if name == "storage.write":
            return summary(name, repeat(self._large(True), seconds), "GB/s")
        self._fill(seconds)
        match name:
            case "storage.read":
                return summary(name, repeat(self._large(False), seconds), "GB/s")
            case "storage.random_read" | "storage.random_write":
                with ThreadPoolExecutor(AT_ONCE) as pool:
                    one = self._small(name == "storage.random_write")
                    return summary(name, repeat(_rate(pool, one), seconds), "operations/s")
            case "storage.latency":
                one, (page,) = self._small(False), _pages(1)
                return summary(name, repeat(lambda: _time_us(one, page), seconds), "us")
        raise LeftOut(f"nothing measures {name}")

    def _fill(self, seconds: float) -> None:
        """There must be something to read; a slow disk gets a smaller file. What the page cache
        holds of it is forgotten, if it is used."""
        end = time.monotonic() + seconds
        while self._written < min(self._size, LEAST_BYTES) or (
            self._written < self._size and time.monotonic() < end
        ):
            self._written += os.pwritev(self._file, [self._block], self._written)
        self._size = self._written
        self.facts["file_bytes"] = self._size
        if not self.facts["direct"]:
            os.fdatasync(self._file)
            os.posix_fadvise(self._file, 0, 0, os.POSIX_FADV_DONTNEED)

    def _large(self, write: bool) -> Callable[[], float]:
        """Eight blocks further on each time; what is written is on the disk in the end."""
        self._at = 0

        def sample() -> float:
            begin = time.perf_counter()
            for _ in range(8):
                if write:
                    os.pwritev(self._file, [self._block], self._at)
                    self._written = max(self._written, self._at + LARGE)
                else:
                    os.preadv(self._file, [self._block], self._at)
                self._at = (self._at + LARGE) % self._size
            if write:
                os.fdatasync(self._file)
            return 8 * LARGE / (time.perf_counter() - begin) / 1e9

        return sample

    def _small(self, write: bool) -> Callable[[mmap.mmap], object]:
        choose = random.Random(2).randrange
        blocks = self._size // SMALL

        def one(page: mmap.mmap) -> None:
            place = choose(blocks) * SMALL
            if write:
                os.pwritev(self._file, [page], place)
            else:
                os.preadv(self._file, [page], place)

        return one


def _pages(count: int) -> list[mmap.mmap]:
    pages = [mmap.mmap(-1, SMALL) for _ in range(count)]
    for page in pages:
        page.write(random.Random(3).randbytes(SMALL))
    return pages


def _rate(pool: ThreadPoolExecutor, one: Callable[[mmap.mmap], object]) -> Callable[[], float]:
    pages = _pages(AT_ONCE)

    def several(page: mmap.mmap) -> None:
        for _ in range(SAMPLE // AT_ONCE):
            one(page)

    def sample() -> float:
        begin = time.perf_counter()
        list(pool.map(several, pages))
        return SAMPLE / (time.perf_counter() - begin)

    return sample


def _time_us(one: Callable[[mmap.mmap], object], page: mmap.mmap) -> float:
    begin = time.perf_counter()
    one(page)
    return (time.perf_counter() - begin) * 1e6


WAY = StorageWay()
