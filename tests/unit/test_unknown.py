"""Functions of a vendor's library that the facts do not name."""

from __future__ import annotations

import subprocess
from pathlib import Path

from heddle.inventory.unknown import common_prefix, exported, library_file


def test_what_a_library_offers_is_read_from_its_file(tmp_path: Path) -> None:
    """Functions that it defines; not what it needs, nor variables, nor what it hides."""
    source, library = tmp_path / "some.c", tmp_path / "some.so"
    source.write_text(
        "int shown_variable = 1; int puts(const char *);\n"
        "int shown(void) { return puts(__FILE__); }\n"
        '__attribute__((visibility("hidden"))) int hidden(void) { return shown(); }\n'
    )
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    found = set(exported(str(library)))
    assert "shown" in found
    assert not {"hidden", "shown_variable", "puts"} & found


def test_what_is_no_library_offers_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "libbroken.so"
    broken.write_bytes(b"no library at all")
    assert list(exported(str(broken))) == []
    assert library_file(str(broken)) == ""
    assert library_file("libnobodyhasthis.so.77") == ""


def test_a_library_is_found_as_a_program_finds_it() -> None:
    assert Path(library_file("libc.so.6")).name == "libc.so.6"


def test_how_the_functions_of_a_vendor_begin() -> None:
    assert common_prefix(["cuInit", "cuMemAlloc_v2", "__cuInternal"]) == "cu"
    assert common_prefix(["zeInit"]) == "zeInit"
