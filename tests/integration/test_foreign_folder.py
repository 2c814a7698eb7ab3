"""What another user has put where Heddle looks is neither read, nor executed, nor written."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.launch.run import preload
from tests.users import BOB, LOAD, PYTHON, as_user, prepare, why_not
from tests.world import World, eventually

VICTIM = 61_234  # a user whose folder nobody has made

POLICY = """
import pathlib
HELP, EVERY_MS = "an attack", 0
pathlib.Path(__file__).with_name("ran").touch()
def plan(snapshot):
    return {}
"""


def plant(folder: Path, mode: int) -> Path:
    """What an attacker leaves: `agent.json` that names a policy; what is there if that ran."""
    folder.mkdir(exist_ok=True)
    policy = folder / "attack.py"
    policy.write_text(POLICY)
    chosen = {"*": {"name": "attack", "options": {}, "path": str(policy)}}
    (folder / "agent.json").write_text(json.dumps(chosen))
    for path in (policy, folder / "agent.json", folder):
        path.chmod(mode)
    return folder / "ran"


def run_agent(world: World) -> subprocess.CompletedProcess[str]:
    """Until it ends by itself, which it does at once if it refuses."""
    return world.heddle("node", "agent", timeout=20)


def test_an_agent_runs_nothing_from_a_folder_that_others_can_write(world: World) -> None:
    """Who may write there chooses the policy, and the agent would execute it."""
    ran = plant(world.folder, 0o777)
    done = run_agent(world)
    assert done.returncode == 111, done
    assert not ran.exists()
    assert "others may write it (mode 0777)" in done.stderr
    assert "HEDDLE_TABLE=" in done.stderr


def test_a_link_is_no_folder_of_ours(world: World, tmp_path: Path) -> None:
    """It may be somebody else's, and lead elsewhere tomorrow."""
    ran = plant(tmp_path / "elsewhere", 0o755)
    world.folder.symlink_to(ran.parent)
    try:
        done = run_agent(world)
        assert done.returncode == 111, done
        assert not ran.exists()
    finally:
        world.folder.unlink()


@pytest.mark.parametrize("writable", ["agent.json", "attack.py"])
def test_an_agent_runs_nothing_that_others_can_write(world: World, writable: str) -> None:
    """The folder is ours, one file in it is not: the agent starts, and does without."""
    ran = plant(world.folder, 0o755)
    (world.folder / writable).chmod(0o666)
    agent = world.start_agent()
    assert not ran.exists()
    assert world.heddle("node", "policy", "-o", "json").stdout.count("attack") == 0
    agent.terminate()
    assert f"{writable} is not used, because others may write it" in agent.communicate()[1]


def test_a_policy_is_taken_only_from_where_nobody_else_can_write(
    world: World, tmp_path: Path
) -> None:
    """Neither the file, nor its folder, nor one above may be open to others."""
    world.start_agent()
    folder = tmp_path / "above" / "policies"
    folder.mkdir(parents=True)
    ran = plant(folder, 0o755)
    for path in (folder / "attack.py", folder, folder.parent):
        path.chmod(0o777)
        refused = world.heddle("node", "policy", "load", str(folder / "attack.py"))
        assert refused.returncode == 120, refused
        assert "others may write it" in refused.stderr
        path.chmod(0o755)
    assert not ran.exists()
    taken = world.heddle("node", "policy", "load", str(folder / "attack.py"))
    assert taken.returncode == 0, taken
    assert ran.exists()


@pytest.mark.parametrize(("name", "words"), [("agent.json", ()), ("strict.json", ("--strict",))])
def test_what_is_written_follows_no_link(
    world: World, tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    """A link at the name of the temporary file had any file of the agent's user overwritten."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    world.folder.mkdir()
    (world.folder / f"{name}.new").symlink_to(precious)
    world.start_agent(*words)
    assert world.heddle("node", "policy", "set", "fair").returncode == 0
    assert eventually((world.folder / name).exists)
    assert precious.read_text() == "precious"
    shown = stat.S_IMODE((world.folder / name).stat().st_mode)
    assert shown == (0o600 if name == "agent.json" else 0o644)


def test_a_program_runs_unscheduled_where_the_folder_is_foreign(world: World) -> None:
    """With one line that names the folder and the way out, with `heddle run` and without."""
    world.folder.mkdir()
    world.folder.chmod(0o777)
    load = (LOAD, "requests", "1", "100", "0", "1", "0.1")
    under = world.heddle("run", "--", *load)
    alone = subprocess.run(
        load, env={**world.environment, "LD_PRELOAD": preload(["soft"])},
        capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    for done in (under, alone):
        assert done.returncode == 0, done
        assert done.stdout
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert str(world.folder) in done.stderr
        assert "HEDDLE_TABLE=" in done.stderr
    assert "running without scheduling" in alone.stderr
    assert list(world.folder.iterdir()) == []


def test_a_control_plane_keeps_nothing_where_others_can_write(world: World, tmp_path: Path) -> None:
    """Its tokens and keys would be theirs."""
    state = tmp_path / "state"
    (state / "control").mkdir(parents=True)
    for foreign in (state, state / "control"):
        foreign.chmod(0o777)
        command = ("up", "--foreground", "--port", "0")
        done = world.heddle(*command, HEDDLE_STATE=str(state), timeout=20)
        assert done.returncode == 111, done
        assert f"{foreign} is not used" in done.stderr
        assert "HEDDLE_STATE=" in done.stderr
        foreign.chmod(0o755)


# -- by another user, as root can show it ---------------------------------------------------------


@pytest.fixture
def squatted(world: World) -> Iterator[Path]:
    """The default folder of a user, made by somebody else before."""
    if reason := why_not():
        pytest.skip(reason)
    prepare(world)
    del world.environment["HEDDLE_TABLE"]
    folder = Path(f"/dev/shm/heddle-{VICTIM}")
    make = "import os, sys; os.mkdir(sys.argv[1])"
    subprocess.run([*as_user(BOB), str(PYTHON), "-c", make, str(folder)], check=True)
    plant(folder, 0o755)
    for path in (folder, *folder.iterdir()):
        os.chown(path, BOB, BOB)
    yield folder
    shutil.rmtree(folder)


def as_victim(world: World, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*as_user(VICTIM), str(PYTHON), "-m", "heddle", *words],
        env={**world.environment, **variables}, capture_output=True, text=True, timeout=30,
    )  # fmt: skip


def test_nobody_becomes_another_user_through_a_folder_in_dev_shm(
    world: World, squatted: Path
) -> None:
    """The victim's agent executed what the attacker had put there."""
    done = as_victim(world, "node", "agent")
    assert done.returncode == 111, done
    assert not (squatted / "ran").exists()
    assert f"({BOB})" in done.stderr, "it names the owner"
    assert "have root remove it" in done.stderr


def test_a_user_whose_folder_was_taken_can_still_work(world: World, squatted: Path) -> None:
    """Unscheduled at once, and scheduled with a table elsewhere, as the message says."""
    load = ("run", "--", LOAD, "requests", "1", "100", "0", "1", "0.1")
    unscheduled = as_victim(world, *load)
    assert unscheduled.returncode == 0, unscheduled
    assert str(squatted) in unscheduled.stderr
    refused = as_victim(world, "ps")
    assert refused.returncode == 111, refused
    own = Path(f"/dev/shm/{world.name}-own")
    try:
        scheduled = as_victim(world, *load, HEDDLE_TABLE=str(own / "table"))
        assert (scheduled.returncode, scheduled.stderr) == (0, "")
        assert own.stat().st_uid == VICTIM
    finally:
        shutil.rmtree(own)


def test_roots_agent_refuses_a_folder_of_somebody_else(world: World) -> None:
    """Root may write everywhere, and must not trust everything."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    ran = plant(world.folder, 0o755)
    for path in (world.folder, *world.folder.iterdir()):
        os.chown(path, BOB, BOB)
    done = subprocess.run(
        [sys.executable, "-m", "heddle", "node", "agent"],
        env=world.environment, capture_output=True, text=True, timeout=20,
    )  # fmt: skip
    assert done.returncode == 111, done
    assert not ran.exists()
