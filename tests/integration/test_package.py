"""What is installed: libraries that fit into anybody's process."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from heddle import native
from tests.components import install
from tests.conftest import missing

LIBC = {"libc.so.6", "libpthread.so.0", "libdl.so.2"}  # one library since glibc 2.34


def read_elf(option: str, name: str) -> str:
    tool = shutil.which("readelf")
    if tool is None:
        missing("readelf is not installed", install("compiler"))
    command = [str(tool), option, "-W", native.file(name)]
    return subprocess.run(command, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("libheddle.so", LIBC),
        ("libheddle-soft.so", LIBC | {"libheddle.so"}),
        ("libsoftxpu.so.1", LIBC | {"libm.so.6"}),
    ],
)
def test_what_is_loaded_into_programs_needs_libc_only(name: str, allowed: set[str]) -> None:
    """No C++ runtime that could clash with the program's own."""
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)]", read_elf("-d", name)))
    assert {lib for lib in needed if not lib.startswith("ld-linux")} <= allowed


def test_only_the_abi_is_exported() -> None:
    """Everything else could collide with a symbol of the program."""
    lines = [line.split() for line in read_elf("--dyn-syms", "libheddle.so").splitlines()]
    exported = {w[7] for w in lines if len(w) == 8 and w[3] == "FUNC" and w[6] != "UND"}
    # The last one: a sanitizer asks every library for its options.
    allowed = {"dlsym", "dlvsym", "dlopen", "__asan_default_options"}
    assert {n for n in exported if not n.startswith("heddle_")} - allowed == set()
    assert "heddle_program_create" in exported


def test_the_shim_has_the_vendors_symbol_versions() -> None:
    """A program's reference to sxLaunchKernel@SOFTXPU_1 binds to the shim."""
    assert "sxLaunchKernel@@SOFTXPU_1" in read_elf("--dyn-syms", "libheddle-soft.so")
