"""Warnings are errors for developers and never for users, whose compilers we do not know."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def commands(folder: Path, *options: str) -> list[str]:
    """What CMake would run to compile everything, tests and conformance programs included."""
    subprocess.run(
        [Path(sys.prefix) / "bin" / "cmake", "-S", ROOT, "-B", folder, "-G", "Unix Makefiles",
         "-DHEDDLE_TESTS=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options],
        check=True, capture_output=True,
    )  # fmt: skip
    return [
        entry["command"] for entry in json.loads((folder / "compile_commands.json").read_text())
    ]


@pytest.mark.parametrize("wanted", [False, True])
def test_warnings_are_errors_only_if_asked_for(tmp_path: Path, wanted: bool) -> None:
    found = commands(tmp_path, *(["-DHEDDLE_WERROR=ON"] if wanted else []))
    assert len(found) > 100
    assert {"-Werror" in command.split() for command in found} == {wanted}
    assert all("-Wextra" in command.split() for command in found)
