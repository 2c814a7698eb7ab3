"""tools/setup: what it installs, and what it says where it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIST = """
here    | true  | one          | tests of one
absent  | false | two two-more | tests of two
nowhere | false | three        | tests of three
"""
#: Has packages one and two; notes what it is told to install.
APT = """#!/bin/sh
case "$*" in
  update*) exit 0 ;;
  *three*) echo "E: Unable to locate package three" >&2; exit 100 ;;
  *--simulate*) exit 0 ;;
  *) echo "$@" >> "$APT_NOTES" ;;
esac
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with another list, and a machine with another apt-get."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup", tmp_path / "tools")
    (tmp_path / "tools" / "components").write_text(LIST)
    (tmp_path / "bin").mkdir()
    for name, text in (("apt-get", APT), ("sudo", '#!/bin/sh\nshift\nexec "$@"\n')):
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def system(tree: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": f"{tree}/bin:{os.environ['PATH']}", "APT_NOTES": str(tree / "notes")}
    return subprocess.run(
        [tree / "tools" / "setup", "system", "here", "absent", "nowhere"],
        env={**own, **variables}, capture_output=True, text=True,
    )  # fmt: skip


def test_a_package_that_the_release_lacks_is_said_and_the_others_are_installed(tree: Path) -> None:
    """Debian 13 has no oclgrind."""
    done = system(tree)
    assert done.returncode == 0, done.stderr
    assert (tree / "notes").read_text().split()[-2:] == ["two", "two-more"]
    assert "tests of three: this release does not have all of three" in done.stderr
    assert "three" in (tree / "build" / "missing").read_text()


def test_it_is_an_error_where_all_must_be_there(tree: Path) -> None:
    assert system(tree, HEDDLE_MISSING="fail").returncode != 0


def test_without_the_right_to_install_it_says_what_to_install(tree: Path) -> None:
    done = system(tree, HEDDLE_APT="no")
    assert done.returncode == 0, done.stderr
    assert not (tree / "notes").exists()
    assert "tests of two: apt-get install two two-more" in done.stderr
