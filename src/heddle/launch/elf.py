"""The little that we read of an executable: 64-bit little-endian ELF, others have nothing."""

from __future__ import annotations

import struct

PT_LOAD, PT_DYNAMIC, PT_INTERP = 1, 2, 3
DT_NEEDED, DT_STRTAB = 1, 5
_LONGEST_NAME = 4096

#: Kind, offset in the file, address, bytes in the file.
Header = tuple[int, int, int, int]


def is_elf64(head: bytes) -> bool:
    return len(head) >= 64 and head[:4] == b"\x7fELF" and head[4] == 2 and head[5] == 1


def headers(path: str) -> list[Header]:
    """Its program headers.

    :raises OSError: if it cannot be read
    """
    with open(path, "rb") as file:
        head = file.read(64)
        if not is_elf64(head):
            return []
        (offset,) = struct.unpack_from("<Q", head, 32)
        size, count = struct.unpack_from("<HH", head, 54)
        if offset >> 63:  # nothing that the system would execute
            return []
        file.seek(offset)
        table = file.read(size * count)
    found = []
    for at in range(0, len(table) - 39, size or 56):
        (kind,) = struct.unpack_from("<I", table, at)
        begin, address, _, length = struct.unpack_from("<QQQQ", table, at + 8)
        found.append((kind, begin, address, length))
    return found


def needed(path: str) -> list[str]:
    """The libraries that it is linked to; what cannot be read has none."""
    try:
        known = headers(path)
        dynamic = next((header for header in known if header[0] == PT_DYNAMIC), None)
        if dynamic is None:
            return []
        with open(path, "rb") as file:
            file.seek(dynamic[1])
            entries = list(struct.iter_unpack("<qQ", file.read(dynamic[3] // 16 * 16)))
            strings = next(value for tag, value in entries if tag == DT_STRTAB)
            at = next(
                begin + strings - address
                for kind, begin, address, length in known
                if kind == PT_LOAD and address <= strings < address + length
            )
            names = []
            for offset in (value for tag, value in entries if tag == DT_NEEDED):
                file.seek(at + offset)
                names.append(file.read(_LONGEST_NAME).split(b"\0", 1)[0].decode("utf-8", "replace"))
            return names
    except (OSError, StopIteration, struct.error, OverflowError, ValueError):
        return []
