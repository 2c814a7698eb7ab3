"""A vendor that nobody here has thought of, added as docs/guides/new-vendor.md says: from its
public header, in a copy of the tree, with no file changed but its own. Then the suite that every
vendor has to pass is run for it; and a part of it for one that is as tools/new-vendor writes it.

It takes 50 to 60 s on two cores, half of which are the compiler's.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heddle import native
from tests.conformance.same import natively
from tests.conformance.seam import PROGRAMS
from tests.world import ROOT, World

#: The vendor's own: its header, and what somebody has written who wants to add it. What is not
#: there stays as tools/new-vendor has written it.
GIVEN = Path(__file__).parent / "outside"
ADDED, UNCHANGED = "kiln", "zork"
VENDORS = (ADDED, UNCHANGED)
PARTS = ("facts", "native", "tools", "src/heddle", "tests", "CMakeLists.txt", "pyproject.toml")
#: Where each file belongs that is written by hand: to schedule, and to test; and the fake's.
BY_HAND = {
    "facts.toml": "facts/{}.toml",
    "roles.h": "native/shim/{}/roles.h",
    "inventory.py.in": "src/heddle/inventory/apis/{}.py",
    "device.h": "native/programs/{}_device.h",
    "vendor.toml": "tests/conformance/vendors/{}.toml",
}
OF_FAKE = {
    "fake.cpp": "native/fake/{}/library.cpp",
    "symbols.h": "native/fake/{}/symbols.h",
    "fake.map": "native/fake/{0}/{0}.map",
}
PLACES = BY_HAND | OF_FAKE
MOST_LINES = 200  #: by hand, for levels 1 and 2, less the fake
SUITE = f"{ADDED} or ({UNCHANGED} and stops)"


def run(tree: Path, *command: str, **variables: str) -> str:
    # In front of the installed one, to be found by all that the suite starts.
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), **variables}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree with the vendor in it, and nothing generated or built yet."""
    for part in PARTS:
        source, target = ROOT / part, tmp_path / part
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "_native"))
        else:
            shutil.copy(source, target)
    before = files_of(tmp_path)
    for api in VENDORS:
        run(tmp_path, sys.executable, "tools/new-vendor", api)
    for name, place in PLACES.items():
        if (GIVEN / name).exists():
            shutil.copy(GIVEN / name, tmp_path / place.format(ADDED))
    after = files_of(tmp_path)
    assert after.items() >= before.items(), "it changes what is not its own"
    own = {place.format(api) for place in PLACES.values() for api in VENDORS}
    assert after.keys() - before.keys() == own
    return tmp_path


def files_of(tree: Path) -> dict[str, bytes]:
    found = (path for path in tree.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {str(path.relative_to(tree)): path.read_bytes() for path in found}


def build(tree: Path) -> None:
    """The vendor alone; of Heddle, what it is linked with. The rest is what is installed."""
    folder = str(tree / "build/native")
    options = ("-G", "Ninja", "-DHEDDLE_TESTS=ON", "-DHEDDLE_WERROR=ON")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    run(tree, "cmake", "-S", ".", "-B", folder, *options, PATH=path)
    targets = [f"conformance_{ADDED}_with_{name}" for name in PROGRAMS]
    for api in VENDORS:
        targets += [f"heddle-{api}", f"fake-{api}", f"{api}-load", f"conformance_{api}_with_order"]
    run(tree, "cmake", "--build", folder, "--target", *targets, PATH=path)
    installed = tree / "src/heddle/_native"
    shutil.copytree(native.DIRECTORY, installed)
    for name in ("libheddle.so", *(f"libheddle-{api}.so" for api in VENDORS)):
        shutil.copy(tree / "build/native" / name, installed)
    for api in VENDORS:
        shutil.copy(tree / "build/native" / f"{api}-load", installed)


def check_lanes(tree: Path, world: World) -> None:
    """Default streams, and two devices in one thread: each has a queue, and nobody can tell."""
    world.environment |= {
        "PYTHONPATH": str(tree / "src"),
        "LD_LIBRARY_PATH": str(tree / "build/native/fake" / ADDED),
        "SOFTXPU_DEVICES": "gpu,npu",
    }
    program = (sys.executable, str(GIVEN / "lanes.py"))
    code, expected, _ = natively(world, Path(program[0]), program[1:], 60)
    assert code == 0
    for level in ("1", "2"):
        done = world.heddle("run", "--level", level, "--", *program)
        assert (done.returncode, done.stdout) == (0, expected), done.stderr
        (shown,) = json.loads(done.stderr)
        assert sorted(shown["devices"]) == [f"{ADDED}@0", f"{ADDED}@1"]


@pytest.mark.slow
def test_a_vendor_is_added_from_the_guide_alone(tree: Path, world: World) -> None:
    for api in VENDORS:
        written = [(tree / place.format(api)).read_text() for place in BY_HAND.values()]
        assert sum(text.count("\n") for text in written) <= MOST_LINES
    before = files_of(tree)
    run(tree, sys.executable, "tools/gen/declared.py", ADDED, "--headers", str(GIVEN))
    run(tree, sys.executable, "tools/gen")
    after = files_of(tree)
    changed = {name for name in before if after[name] != before[name]}
    assert changed == {"native/_gen/fakes.gen.cmake"}, "it changes what is not its own"
    build(tree)
    suite = ("tests/conformance/test_vendors.py", "-k", SUITE, "-m", "not alone", "-n", "2")
    told = run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *suite)
    assert " passed" in told
    assert "skipped" not in told
    check_lanes(tree, world)
