"""The template of a vendor: what tools/new-vendor writes is complete, and compiles."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("facts", "native", "tools", "src")
SOURCES = (
    "native/_gen/zork_stubs.gen.cpp",
    "native/_gen/zork_fake.gen.cpp",
    "native/fake/zork/library.cpp",
    "native/programs/load_main.cpp",
    "tests/conformance/vendors/order.cpp",
)


def run(*command: str, at: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=at, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what a vendor is added to."""
    for part in (*PARTS, "tests/conformance/vendors"):
        shutil.copytree(ROOT / part, tmp_path / part)
    return tmp_path


@pytest.mark.slow
def test_a_new_vendor_is_generated_and_compiles(tree: Path) -> None:
    """Nothing but its own files changes, and every warning is an error."""
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert run(sys.executable, "tools/new-vendor", "zork", at=tree).returncode == 0
    done = run(sys.executable, "tools/gen", at=tree)
    assert done.returncode == 0, done.stderr
    changed = {path for path, content in before.items() if path.read_bytes() != content}
    assert {path.name for path in changed if path.suffix != ".pyc"} <= {"fakes.gen.cmake"}
    for source in SOURCES:
        compiler = ["c++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Inative"]
        device = '-DDEVICE_HEADER="programs/zork_device.h"'
        done = run(*compiler, device, source, at=tree)
        assert done.returncode == 0, done.stderr


def test_its_files_say_what_the_suite_asks(tree: Path) -> None:
    """No word of another vendor is left in them, and the suite can read its file."""
    done = run(sys.executable, "tools/new-vendor", "zork", at=tree)
    written = [tree / line.removeprefix("wrote: ") for line in done.stdout.splitlines()[:-1]]
    assert all("acme" not in path.read_text().lower() for path in written)
    told = tomllib.loads((tree / "tests/conformance/vendors/zork.toml").read_text())
    known = tomllib.loads((ROOT / "tests/conformance/vendors/soft.toml").read_text())
    assert set(told) == set(known)


def test_what_is_there_is_not_overwritten(tree: Path) -> None:
    before = (tree / "facts/cuda.toml").read_bytes()
    done = run(sys.executable, "tools/new-vendor", "cuda", at=tree)
    assert done.returncode == 1
    assert "take another name" in done.stderr
    assert (tree / "facts/cuda.toml").read_bytes() == before
    assert run(sys.executable, "tools/new-vendor", "No-Good", at=tree).returncode == 2


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ('query_strem = "zorkStreamQuery(stream)"', "unknown ['query_strem']"),
        ('set_device = "zorkSetDevice(device)"', "not declared: zorkSetDevice"),
    ],
)
def test_a_wrong_word_in_hal_is_named(tree: Path, wrong: str, complaint: str) -> None:
    run(sys.executable, "tools/new-vendor", "zork", at=tree)
    facts = tree / "facts/zork.toml"
    facts.write_text(facts.read_text().replace("[hal]", f"[hal]\n{wrong}"))
    done = run(sys.executable, "tools/gen", at=tree)
    assert done.returncode == 1
    assert complaint in done.stderr
