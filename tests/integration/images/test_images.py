"""An engine that runs commands in images: what they run, see and leave."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.engine.base import Equipment, Order
from heddle.engine.local.engine import Local
from heddle.engine.local.images.containers import Container
from heddle.engine.local.images.podman_cli import Podman
from heddle.model.record import Place
from tests.images import in_store
from tests.integration.images.runner import Runner, running
from tests.registry import Registry
from tests.world import eventually


def test_a_command_runs_in_the_image(runner: Runner, tmp_path: Path) -> None:
    """Its files, its environment below the job's own, and the job's folder to work in."""
    (tmp_path / "work").mkdir()
    said = runner.says(
        'cat /etc/release; test -e /usr/bin/python3 || echo "not here"; pwd; touch made; id -u; '
        'echo "$OWN, $GREETING, $WORDS"; test -e /root || echo "no root"',
        environment={"GREETING": "good day", "WORDS": "two\nlines ' \" $x"},
        folder=str(tmp_path / "work"),
    ).splitlines()
    assert said[:2] == ["made for a test", "not here"]
    assert said[2:4] == [str(tmp_path / "work"), "0"]
    assert (tmp_path / "work" / "made").exists()
    assert said[4:] == ["of the image, good day, two", "lines ' \" $x", "no root"]


def test_without_a_command_the_image_says_what_runs(runner: Runner) -> None:
    assert runner.fails() == (4, "", "hello from within, welcome\n")


def test_codes_and_signals_are_the_commands_own(runner: Runner) -> None:
    assert runner.fails("sh", "-c", "exit 3")[0] == 3
    assert runner.fails("sh", "-c", "kill -SEGV $$")[0] == -11
    asked = runner.start("sh", "-c", "trap 'echo asked; exit 7' TERM; echo up; sleep 60 & wait")
    assert eventually(lambda: "up" in runner.log(asked))
    runner.engine.stop(asked, "cancelled")
    assert runner.followed.end(asked).exit_code == 7
    assert runner.log(asked) == "up\nasked\n"


def test_nothing_outlives_its_attempt(runner: Runner) -> None:
    """Neither what ignores signals, nor what has a session of its own, nor a mount."""
    script = "trap '' TERM HUP; (sleep 611) & echo up; sleep 612; sleep 613"
    attempt = runner.start("sh", "-c", script, grace_s=0.2)
    assert eventually(lambda: "up" in runner.log(attempt))
    assert running("sleep\x00611")
    runner.engine.stop(attempt, "cancelled")
    assert runner.followed.end(attempt).exit_code == -9
    assert not running("sleep\x0061")
    assert not running("conmon\x00")
    assert "/dev/shm/heddle" not in Path("/proc/mounts").read_text()


def test_a_killed_supervisor_leaves_nothing(runner: Runner) -> None:
    attempt = runner.start("sh", "-c", "echo up; sleep 621")
    assert eventually(lambda: "up" in runner.log(attempt))
    state = json.loads((runner.folder / "attempts" / attempt / "state.json").read_text())
    os.kill(state["supervisor"], signal.SIGKILL)
    assert runner.followed.end(attempt).state == "lost"
    assert not running("sleep\x00621")
    assert eventually(lambda: not running("conmon\x00"))


def test_more_memory_than_its_own_is_its_end(runner: Runner) -> None:
    if not next(limit for limit in runner.engine.limits() if limit.name == "memory").enforced:
        pytest.skip("no control groups")
    place = Place("here", memory_mib=128)
    code, why, _ = runner.fails("sh", "-c", "head -c 300m /dev/zero | wc -c", places=(place,))
    assert code == 0
    script = "head -c 300m /dev/zero > /dev/shm/much; echo end"
    code, why, log = runner.fails("sh", "-c", script, places=(place,))
    assert "out of memory" in why, (code, log)
    assert code


def test_members_of_a_gang_reach_each_other(runner: Runner) -> None:
    """They have the machine's network, and each a container of its own."""
    script = "echo $RANK of $WORLD_SIZE at $MASTER_ADDR:$MASTER_PORT; readlink /proc/self/ns/net"
    attempt = runner.start("sh", "-c", script, places=(Place("here"), Place("here")))
    assert runner.followed.end(attempt).exit_code == 0
    first, second = (runner.log(attempt, member).splitlines() for member in (0, 1))
    assert first[0].startswith("0 of 2 at 127.0.0.1:")
    assert second[0] == first[0].replace("0 of", "1 of", 1)
    assert first[1] == second[1] == os.readlink("/proc/self/ns/net")


def test_images_are_found_or_the_failure_says_what_helps(
    runner: Runner, archive: Path, tmp_path: Path
) -> None:
    """By a name that is here no registry is asked; what an archive is called names nothing."""
    code, why, log = runner.fails("true", image="registry.invalid/no/such:1")
    assert code == 125
    assert "registry.invalid/no/such:1 is not on this machine and cannot be pulled" in why
    assert "podman load" in why
    assert "cannot be pulled" in log
    runner.says("true")
    code, why, log = runner.fails("true", image="localhost/trusted:1")
    assert code == 125, (why, log)
    code, why, _ = runner.fails("true", image="docker-archive:/no/such.tar")
    assert (code, why) == (125, "the image /no/such.tar cannot be read: No such file or directory")
    (tmp_path / "broken.tar").write_text("no image")
    assert (
        "cannot be read" in runner.fails("true", image=f"docker-archive:{tmp_path}/broken.tar")[1]
    )


def test_a_name_is_no_path(runner: Runner, archive: Path, tmp_path: Path) -> None:
    """Podman would read other kinds of places as well, and take options."""
    subprocess.run(["tar", "-xf", archive, "-C", tmp_path], check=True)
    for image in (f"dir:{tmp_path}", f"tarball:{archive}", "--help", "containers-storage:x"):
        code, why, _ = runner.fails("true", image=image)
        assert (code, "cannot be pulled" in why) == (125, True), (image, why)


def test_a_folder_that_somebody_else_made_is_not_used(runner: Runner) -> None:
    """What is written there is secret, and /dev/shm is everybody's."""
    if os.geteuid() != 0:
        pytest.skip("only root can pass for others")
    name = runner.engine._group("j1.1", "0")
    folder = Path("/dev/shm", f"heddle-{hashlib.sha256(name.encode()).hexdigest()[:12]}")
    folder.mkdir(0o700)
    os.chown(folder, 65534, 65534)
    try:
        code, _, log = runner.fails("true")
        assert list(folder.iterdir()) == []
    finally:
        folder.rmdir()
    assert (code, "is another user's" in log) == (126, True), log


def test_it_can_be_stopped_before_its_command_runs(runner: Runner) -> None:
    began = time.monotonic()
    attempt = runner.start("sleep", "60", grace_s=30.0)
    runner.engine.stop(attempt, "cancelled")
    assert runner.followed.end(attempt).exit_code
    assert time.monotonic() - began < 15


def test_without_podman_it_waits_and_says_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    engine = Local(str(tmp_path / "engine"))
    reason = engine.start(Order("j1.1", ("true",), (Place("here"),), image="debian"))
    engine.close()
    assert reason is not None
    assert reason.code == "engine"
    assert "packages `podman`, `crun` and `catatonit`" in reason.text


@pytest.fixture
def named(archive: Path) -> Iterator[str]:
    """An image in Podman's own store."""
    with in_store(archive) as name:
        yield name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("python:3.12", "docker.io/library/python:3.12"),
        ("ann/tool", "docker.io/ann/tool"),
        ("3f", "docker.io/library/3f"),
        ("localhost/tool:1", "localhost/tool:1"),
        ("registry:5000/tool", "registry:5000/tool"),
        ("docker://ghcr.io/a/b@sha256:0", "ghcr.io/a/b@sha256:0"),
    ],
)
def test_a_short_name_is_no_other_registrys(said: str, name: str) -> None:
    """Podman takes it for any image that ends like it, and a few digits for an id."""
    podman = Podman("", "", "", most_bytes=0, is_root=True)
    assert Container(podman, said, "", is_isolated=True, owner="1").full_name == name


def test_an_image_that_is_here_is_not_pulled(runner: Runner, named: str) -> None:
    assert runner.says("cat /etc/release", image=named) == "made for a test\n"


def test_a_registry_is_asked_with_the_secret(runner: Runner, registry: Registry) -> None:
    """And with nothing else: a wrong one is refused, and what was pulled is not pulled again."""
    refused = runner.fails("true", image=registry.name)
    assert (refused[0], registry.asked) == (125, [])
    assert "REGISTRY_AUTH_FILE: file:NAME" in refused[1]

    def asking(password: str) -> dict[str, Any]:
        files = {"REGISTRY_AUTH_FILE": registry.auth("ann", password).encode()}
        return {"image": registry.name, "equipment": Equipment(files=files)}

    assert runner.fails("true", **asking("wrong"))[0] == 125
    assert set(registry.asked) == {"ann:wrong"}
    assert runner.says("cat /etc/release", **asking("right")).endswith("made for a test\n")
    asked = len(registry.asked)
    assert runner.says("cat /etc/release", image=registry.name) == "made for a test\n"
    assert len(registry.asked) == asked
    nonsense = {"REGISTRY_AUTH_FILE": b"no JSON"}
    code, why, _ = runner.fails(
        "true", image=f"{registry.address}/other:1", equipment=Equipment(files=nonsense)
    )
    assert (code, "podman login --authfile" in why) == (125, True)


def test_a_folder_can_be_an_image(runner: Runner, archive: Path, tmp_path: Path) -> None:
    """Of the OCI's layout; a path that is not whole begins where the job works."""
    if shutil.which("skopeo") is None:
        pytest.skip("skopeo is not installed")
    (tmp_path / "work").mkdir()
    copied_to = f"oci:{tmp_path}/work/image"
    subprocess.run(["skopeo", "copy", "-q", runner.image, copied_to], check=True)
    folder = str(tmp_path / "work")
    assert runner.says("cat /etc/release", image="oci:image", folder=folder) == "made for a test\n"
    shutil.copy(archive, tmp_path / "work" / "file.tar")
    relative = "docker-archive:file.tar"
    assert runner.says("cat /etc/release", image=relative, folder=folder) == "made for a test\n"


def test_a_path_has_no_colon(runner: Runner, archive: Path, tmp_path: Path) -> None:
    """Behind it Podman would look for an image in the archive."""
    shutil.copy(archive, tmp_path / "image:1.tar")
    code, why, _ = runner.fails("true", image=f"docker-archive:{tmp_path}/image:1.tar")
    assert (code, "no colon" in why) == (125, True)


def test_without_room_it_says_how_much_there_is(
    tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody uses goes first."""
    size = archive.stat().st_size >> 20
    monkeypatch.setenv("HEDDLE_IMAGES_LIMIT", f"{size * 3 // 2}MiB")
    runner = Runner(tmp_path / "engine", f"docker-archive:{archive}")
    try:
        assert runner.says("cat /etc/release") == "made for a test\n"
        kept = tmp_path / "engine" / "images" / "operator"
        (kept / "part-1").mkdir()  # of one that was killed
        (kept / "part-1" / "blob").write_bytes(b"x" * (size << 20))
        assert runner.says("cat /etc/release") == "made for a test\n"
        assert not (kept / "part-1").exists()
        monkeypatch.setenv("HEDDLE_IMAGES_LIMIT", "1MiB")
        small = Runner(tmp_path / "small", f"docker-archive:{archive}")
        code, why, _ = small.fails("true")
        small.engine.close()
    finally:
        runner.engine.close()
    assert code == 125
    assert "may take 1 MiB here" in why
    assert "HEDDLE_IMAGES_LIMIT" in why
