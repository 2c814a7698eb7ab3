"""The Python environment that somebody submits from: jobs have it, or it is said why not."""

from __future__ import annotations

import os
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plane import Plane
from tests.world import World

WHEEL = "only_here-1.0-py3-none-any.whl"
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"
SHOW = "import only_here, sys; print(only_here.WORD, sys.prefix)"


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    world.environment["SOFTXPU_DEVICES"] = "none"
    made = Plane(world, tmp_path / "state")
    made.ok("up", "--port", "0")
    yield made
    made.remove()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What somebody works on, with a package that nobody else has."""
    made = tmp_path / "work"
    made.mkdir()
    about = "only_here-1.0.dist-info"
    with zipfile.ZipFile(made / WHEEL, "w") as wheel:
        wheel.writestr("only_here.py", "WORD = 'found'\n")
        wheel.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: only-here\nVersion: 1.0\n"
        )
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")
    return made


def activate(plane: Plane, tmp_path: Path, folder: Path) -> Path:
    """An environment with that package, as pip would leave it, active for all that comes."""
    made = tmp_path / "venv"
    venv.create(made, symlinks=True)
    there = made / "lib" / f"python{HERE}" / "site-packages"
    with zipfile.ZipFile(folder / WHEEL) as wheel:
        wheel.extractall(there)
    url = f'{{"url": "file://{folder / WHEEL}", "archive_info": {{}}}}'
    (there / "only_here-1.0.dist-info" / "direct_url.json").write_text(url)
    plane.world.environment["VIRTUAL_ENV"] = str(made)
    path = plane.world.environment.get("PATH", os.defpath)
    plane.world.environment["PATH"] = f"{made}/bin{os.pathsep}{path}"
    return made


def test_jobs_of_this_machine_have_the_environment_that_is_active(
    plane: Plane, tmp_path: Path, folder: Path
) -> None:
    made = activate(plane, tmp_path, folder)
    assert plane.ok("submit", "--wait", "--", "python", "-c", SHOW).split() == ["found", str(made)]
    without = plane.heddle("submit", "--wait", "--no-venv", "--", "python3", "-c", SHOW)
    assert without.returncode == 1
    assert "No module named 'only_here'" in without.stdout


def test_an_environment_that_jobs_do_not_see_is_said_at_once(
    plane: Plane, tmp_path: Path, folder: Path
) -> None:
    """The server is another machine's, as far as anybody can tell."""
    made = activate(plane, tmp_path, folder)
    with plane.client() as admin:
        token = str(admin.add_token({"name": "ann", "tenant": "", "scope": "submit"})["token"])
    away = {
        "HEDDLE_SERVER": plane.server["address"],
        "HEDDLE_TOKEN": token,
        "HEDDLE_STATE": str(tmp_path / "nothing"),
    }
    plane.world.environment |= away
    said = plane.heddle("submit", "--", "python", "train.py")
    assert said.returncode == 2
    assert f"python is that of your virtual environment {made}" in said.stderr
    assert f"it is Python {HERE} here, " in said.stderr
    assert "--snapshot --venv" in said.stderr
    other = plane.heddle("submit", "--wait", "--", "sh", "-c", "true")
    assert (other.returncode, "is not used there" in other.stderr) == (0, True)
    assert plane.heddle("submit", "--venv", "--", "python", "train.py").returncode == 2


@pytest.mark.skipif(not Path(f"/usr/bin/python{HERE}").exists(), reason="no such Python for jobs")
@pytest.mark.slow
def test_an_environment_is_carried_and_built_there(
    plane: Plane, tmp_path: Path, folder: Path
) -> None:
    made = activate(plane, tmp_path, folder)
    (folder / "show.py").write_text(SHOW)
    carried = ("submit", "--wait", "--venv", f"--snapshot={folder}", "--", "python", "show.py")
    done = plane.heddle(*carried)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "building the Python environment of .heddle/venv.txt" in done.stdout
    word, prefix = done.stdout.split()[-2:]
    assert word == "found"
    assert not prefix.startswith(str(made))
    assert plane.job("j1")["spec"]["conditions"]["stack"] == [f"python=={HERE}"]
    (tmp_path / "elsewhere").mkdir()
    other = plane.heddle("submit", "--venv", f"--snapshot={tmp_path / 'elsewhere'}", "--", "true")
    assert other.returncode == 2
    assert "only-here was installed from" in other.stderr
