"""Functions of a vendor's library that our facts do not name: mostly, it is newer than they are.

They pass through untouched, because nothing intercepts them; users of one should know.
"""

from __future__ import annotations

import importlib
import os
import struct
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from heddle import native
from heddle.errors import NativeLibraryError

DYNSYM = 11  #: sh_type
FUNCTION_KINDS = (2, 10)  #: STT_FUNC, STT_GNU_IFUNC
#: Loads a library in a separate process, and prints the file that it came from.
FIND = """
import ctypes, sys
loaded = ctypes.CDLL(sys.argv[1])
class Map(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]
map = ctypes.POINTER(Map)()
ctypes.CDLL(None).dlinfo(ctypes.c_void_p(loaded._handle), 2, ctypes.byref(map))
sys.stdout.buffer.write(map.contents.name)
"""


def library_file(name: str) -> str:
    """The file that a program gets that asks for this library; empty if none."""
    candidates = [name]
    with suppress(NativeLibraryError):
        candidates.append(native.file(name))  # the soft XPU's lies beside us
    for candidate in candidates:
        done = subprocess.run([sys.executable, "-c", FIND, candidate], capture_output=True)
        if done.returncode == 0:
            return os.fsdecode(done.stdout)
    return ""


def exported(path: str) -> Iterator[str]:
    """The functions that a library offers (64-bit little endian; of others none)."""
    image = Path(path).read_bytes()
    if image[:6] != b"\x7fELF\x02\x01":
        return
    (table,) = struct.unpack_from("<Q", image, 40)
    size, count = struct.unpack_from("<HH", image, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, table + i * size) for i in range(count)]
    for _, kind, _, _, offset, length, link, _, _, entry in sections:
        if kind != DYNSYM:
            continue
        names = sections[link][4]
        for at in range(offset, offset + length, entry):
            name, info, _, section = struct.unpack_from("<IBBH", image, at)
            if section and info & 15 in FUNCTION_KINDS:
                yield image[names + name : image.index(b"\0", names + name)].decode()


def common_prefix(names: Collection[str]) -> str:
    """How a vendor's functions begin, leaving out those that begin with an underscore."""
    ordinary = sorted(name for name in names if not name.startswith("_"))
    same = takewhile(lambda pair: pair[0] == pair[1], zip(ordinary[0], ordinary[-1], strict=False))
    return "".join(letter for letter, _ in same)


def unknown(api: str) -> tuple[str, list[str]]:
    """The vendor's library, and which of its functions we do not know, by name."""
    facts = importlib.import_module(f"heddle._gen.{api}_api")
    known = set(facts.FUNCTIONS)
    prefix = common_prefix(known)
    path = library_file(facts.LIBRARY)
    found = exported(path) if path else ()
    return path, sorted({name for name in found if is_for_programs(name, prefix)} - known)


def is_for_programs(name: str, prefix: str) -> bool:
    """Not what a library has for loaders and tools: those begin with another word, as cudbg and
    zel, or hand out tables of functions."""
    rest = name.removeprefix(prefix)
    return rest != name and not rest[:1].islower() and not name.endswith("ProcAddrTable")
