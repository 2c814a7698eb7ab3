"""A release is consistent: versions, changelog, licences and the recipe."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.version import release
from tests.world import ROOT

FOLDERS = ("bench", "deploy", "docs", "examples", "facts", "native", "src", "tests", "tools")
HEADING = re.compile(r"## (\d+\.\d+\.\d+)(?: \((unreleased|\d{4}-\d{2}-\d{2})\))?")
#: These are licence texts themselves; the specification exempts them.
EXEMPT = re.compile(r"LICENSES/.*|LICENSE|REUSE\.toml")


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text())


PYPROJECT = toml("pyproject.toml")
VERSION = release(PYPROJECT["tool"]["setuptools_scm"]["fallback_version"])


def git(*words: str) -> subprocess.CompletedProcess[str] | None:
    """None without git, without a repository, or in a folder that git refuses."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
    except OSError:
        return None
    return done if done.returncode == 0 else None


def sources() -> list[str]:
    """The tracked files; without git, those of our folders that nothing has built."""
    if (ROOT / ".git").exists() and (listed := git("ls-files", "-z")):
        return [name for name in listed.stdout.split("\0") if name]
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())
    names = (path.relative_to(ROOT).as_posix() for path in found)
    return [name for name in names if "__pycache__" not in name and "/_native/" not in name]


def pattern(path: str) -> re.Pattern[str]:
    """REUSE's globs: `**` is anything, `*` anything but a slash."""
    words = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(words.get(w) or re.escape(w) for w in re.split(r"(\*\*|\*)", path)))


def annotated() -> Iterator[tuple[re.Pattern[str], str]]:
    for each in toml("REUSE.toml")["annotations"]:
        assert each["SPDX-FileCopyrightText"]
        paths = [each["path"]] if isinstance(each["path"], str) else each["path"]
        for path in paths:
            yield pattern(path), each["SPDX-License-Identifier"]


def licences() -> dict[str, str]:
    """Of every file, by the last annotation that matches it."""
    known = list(annotated())
    return {
        name: next((held for path, held in reversed(known) if path.fullmatch(name)), "")
        for name in sources()
        if not EXEMPT.fullmatch(name)
    }


def test_every_file_has_a_licence() -> None:
    """Each file has an annotation, each annotation a file, and each licence its text."""
    found = licences()
    assert [name for name, licence in found.items() if not licence] == []
    assert [path.pattern for path, _ in annotated() if not any(map(path.fullmatch, found))] == []
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == set(found.values())
    assert (ROOT / "LICENSES" / "Apache-2.0.txt").read_text() == (ROOT / "LICENSE").read_text()


def test_files_of_others_have_their_own_licence() -> None:
    """What the dashboard carries of others is not stated to be ours."""
    vendor = "src/heddle/web/static/vendor/"
    ours = {
        name.removeprefix(vendor)
        for name, licence in licences().items()
        if name.startswith(vendor) and licence == "Apache-2.0"
    }
    assert ours == {"README.md"}


def test_the_package_names_its_licences() -> None:
    """The expression in the metadata has every licence of what a wheel ships, and no other."""
    shipped = {held for name, held in licences().items() if name.startswith("src/")}
    assert set(PYPROJECT["project"]["license"].split(" AND ")) == shipped


def test_the_changelog_begins_with_the_next_version() -> None:
    """The first section is the fallback's release; older ones follow in order."""
    headings = re.findall(r"^## .*", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    parsed = [HEADING.fullmatch(heading) for heading in headings]
    versions = [found[1] for found in parsed if found]
    assert len(versions) == len(headings)
    assert versions[0] == VERSION
    assert versions == sorted(versions, key=lambda v: [*map(int, v.split("."))], reverse=True)


def test_each_line_of_the_changelog_says_what_it_is() -> None:
    """A line begins with the kind of change and is one sentence on one line."""
    for line in (ROOT / "CHANGELOG.md").read_text().split("\n## ", 1)[1].splitlines()[2:]:
        if line.startswith(("- ", " ")):
            assert re.match(r"- (Added|Changed|Fixed|Removed|Security:) .*[^.]\.$", line), line


def test_examples_install_the_next_version() -> None:
    """The file names of wheels in documents are those of the next release."""
    page = ROOT / "docs" / "start" / "install.md"
    found = set(re.findall(r"heddle_xpu-(\d[^-]*)-py3", page.read_text()))
    assert found == {VERSION}


def test_build_requirements_agree() -> None:
    """What a build needs is installed before it, in one version by all extras that pin it."""
    extras = PYPROJECT["project"]["optional-dependencies"]
    needed = PYPROJECT["build-system"]["requires"]
    assert set(needed) <= set(extras["build"])
    for name in (re.split("[>=]", line)[0] for line in needed):
        pins = {line for extra in ("dev", "wheels") for line in extras[extra] if name in line}
        assert len(pins) == 1, pins


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("0.2.0", "0.2.0"),
        ("0.2.0.dev12+g1a2b3c4.d20261117", "0.2.0"),
        ("1.10.3rc1", "1.10.3"),
        ("", ""),
    ],
)
def test_the_release_of_a_version(version: str, expected: str) -> None:
    """Neither the number of commits nor the commit are part of the release."""
    assert release(version) == expected


def test_a_dry_run_of_a_release_changes_nothing(tmp_path: Path) -> None:
    """tools/release --dry-run prints every step and the commands that publish, and does none."""
    if not (ROOT / ".git").exists() or not (before := git("status", "--porcelain")):
        pytest.skip("this is no git repository")
    done = subprocess.run(
        [ROOT / "tools" / "release", "--dry-run", "--tag"],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for part in (f"Heddle {VERSION}", "make test", "SHA256SUMS", f"tag v{VERSION}", "twine upload"):
        assert part in done.stdout
    after = git("status", "--porcelain")
    assert after is not None
    assert after.stdout == before.stdout
