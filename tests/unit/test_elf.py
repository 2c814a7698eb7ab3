"""What is read of an executable: right for real ones, and nothing breaks for what only looks so."""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from heddle.launch import elf
from heddle.launch.command import why_not_preloadable
from heddle.launch.sanitizers import let_start

IDENT = b"\x7fELF\x02\x01\x01" + bytes(9)


def test_the_libraries_of_a_real_program() -> None:
    assert any(name.startswith("libc.so") for name in elf.needed(sys.executable))
    assert any(header[0] == elf.PT_INTERP for header in elf.headers(sys.executable))


def test_what_is_no_program_needs_nothing(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\n")
    assert elf.needed(str(script)) == []
    assert elf.needed(str(tmp_path / "missing")) == []


@given(st.binary(max_size=300))
@example(struct.pack("<16x16xQ", 1 << 63))
@example(struct.pack("<16x16xQ14xHH", 64, 1, 65535))
def test_nothing_that_looks_like_one_breaks_us(rest: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(IDENT + rest[16:])
        file.flush()
        elf.needed(file.name)
        why_not_preloadable(file.name)


def test_only_sanitized_programs_are_told(tmp_path: Path) -> None:
    source = tmp_path / "main.c"
    source.write_text("int main(void) { return 0; }\n")
    plain, sanitized = tmp_path / "plain", tmp_path / "sanitized"
    subprocess.run(["cc", "-o", plain, source], check=True)
    subprocess.run(["cc", "-fsanitize=address", "-o", sanitized, source], check=True)
    cases = [
        (plain, {}, {}),
        (sanitized, {}, {"ASAN_OPTIONS": "verify_asan_link_order=0"}),
        (sanitized, {"ASAN_OPTIONS": "a=1"}, {"ASAN_OPTIONS": "a=1:verify_asan_link_order=0"}),
        (sanitized, {"ASAN_OPTIONS": "verify_asan_link_order=1"}, None),
    ]
    for path, before, after in cases:
        variables = dict[str, str](before)
        let_start(str(path), variables)
        assert variables == (before if after is None else after)
