"""The shape of the tree: no cycles, no folder or file that has grown too large, one word for one
thing."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.world import ROOT

MOST_FILES, MOST_LINES, MOST_SAME = 25, 500, 10
SOURCES = ROOT / "src"


def modules() -> dict[str, Path]:
    found = {}
    for path in SOURCES.rglob("*.py"):
        name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imported(statements: list[ast.stmt]) -> Iterator[str]:
    """Names of modules, and of what might be one; also inside functions, but not for types only."""
    for each in statements:
        if isinstance(each, ast.If) and "TYPE_CHECKING" in ast.unparse(each.test):
            continue
        if isinstance(each, ast.ImportFrom) and each.module:
            yield from (f"{each.module}.{name.name}" for name in each.names)
            yield each.module
        elif isinstance(each, ast.Import):
            yield from (name.name for name in each.names)
        for part in ("body", "orelse", "finalbody", "handlers"):
            yield from imported(getattr(each, part, []))


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Inside packages, too, which the layers of pyproject.toml do not look at."""
    known = modules()
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        found = set(imported(ast.parse(path.read_text()).body))
        # `from package import module` is about the module; the package only says where it is.
        packages = {each.rpartition(".")[0] for each in found if each in known}
        graph[name] = {each for each in found - packages if each in known and each != name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a cycle: {' -> '.join(error.args[1])}")


def tracked(*folders: str) -> list[Path]:
    """Files that people wrote."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", *folders], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip("no git, or not its tree")
    names = filter(None, done.stdout.split("\0"))
    return [ROOT / name for name in names if "_gen" not in name and (ROOT / name).is_file()]


def test_no_folder_is_crowded() -> None:
    """What belongs together gets a folder."""
    counts: dict[Path, int] = {}
    for path in tracked("src", "native"):
        counts[path.parent] = counts.get(path.parent, 0) + 1
    assert {str(path): n for path, n in counts.items() if n > MOST_FILES} == {}


def test_no_file_is_long() -> None:
    """A second thought gets a file."""
    files = [path for path in tracked("src", "native") if path.suffix in (".py", ".cpp", ".h")]
    lengths = {str(path): len(path.read_text().splitlines()) for path in files}
    assert {path: n for path, n in lengths.items() if n > MOST_LINES} == {}


#: Names that a seam gives to every one of its kind.
SEAM_CLASSES = {
    "Bench",  # in a benchmark: one device, and how programs on it are measured
}


def test_every_public_class_has_a_name_of_its_own() -> None:
    """Who searches for a name finds one thing."""
    places: dict[str, list[str]] = {}
    for name, path in modules().items():
        if "._gen." in name:  # the names there are C's
            continue
        for each in ast.parse(path.read_text()).body:
            if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
                places.setdefault(each.name, []).append(name)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in SEAM_CLASSES} == {}
    assert twice.keys() >= SEAM_CLASSES, "a seam's name that is used once is not a convention"


def code_of(path: Path) -> list[tuple[int, str]]:
    """Lines that say something, with their numbers: no imports, comments or lone brackets."""
    text = path.read_text()
    passed_over: set[int] = set()
    for each in ast.walk(ast.parse(text)):
        if isinstance(each, ast.Import | ast.ImportFrom):
            passed_over |= set(range(each.lineno, (each.end_lineno or each.lineno) + 1))
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [
        (number, line)
        for number, line in lines
        if number not in passed_over
        and not line.startswith("#")
        and any(letter.isalnum() for letter in line)
    ]


def test_nothing_is_written_twice() -> None:
    """What two places need is a function of its own."""
    places: dict[tuple[str, ...], list[str]] = {}
    for path in tracked("src/heddle"):
        if path.suffix != ".py":
            continue
        lines = code_of(path)
        for at in range(len(lines) - MOST_SAME):
            run = tuple(line for _, line in lines[at : at + MOST_SAME + 1])
            places.setdefault(run, []).append(f"{path.relative_to(ROOT)}:{lines[at][0]}")
    assert [found for found in places.values() if len(found) > 1] == []
