"""Jobs in images: what they run, see and leave. The images are made here, without a network."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.engine.base import Equipment, Order
from heddle.engine.local.engine import Local
from heddle.engine.local.images import podman_cli
from heddle.engine.local.images.containers import Container
from heddle.engine.local.images.podman_cli import Podman
from heddle.engine.local.sandbox import isolation
from heddle.model.record import Place
from tests.components import install
from tests.conftest import missing
from tests.engines import Followed
from tests.images import copied, docker_archive, in_store, with_usual_links
from tests.integration.test_isolation import Tenants
from tests.plane import Plane
from tests.registry import Registry
from tests.world import World, eventually

TOOLS = "sh cat env id ls pwd sleep touch true head dd wc grep kill ps mkdir ln readlink mount test"


@pytest.fixture(scope="module", autouse=True)
def can_run_images(tmp_path_factory: pytest.TempPathFactory) -> None:
    found, why = podman_cli.find(str(tmp_path_factory.mktemp("state")))
    if found is None and "nstall" in why:
        missing(why, install("podman"))
    if found is None:
        pytest.skip(why)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in the image: a shell, a few tools, and what our libraries need."""
    root = tmp_path_factory.mktemp("root")
    for name in TOOLS.split():
        path = shutil.which(name)
        assert path is not None, name
        copied(root, path)
    for library in ("libsoftxpu.so.1", "libheddle-soft.so", "soft-load"):
        copied(root, native.file(library))
    shutil.rmtree(root / native.DIRECTORY.lstrip("/"))
    for folder in ("tmp", "etc"):
        (root / folder).mkdir()
    (root / "tmp").chmod(0o1777)
    (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (root / "etc" / "release").write_text("made for a test\n")
    (root / "hello").write_text('#!/bin/sh\necho "hello $*, $GREETING"\nexit 4\n')
    (root / "hello").chmod(0o755)
    with_usual_links(root)
    return root


@pytest.fixture(scope="module")
def archive(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("image")
    folder.chmod(0o755)  # tenants read it
    own = {
        "Entrypoint": ["/hello"], "Cmd": ["from", "within"], "User": "nobody",
        "Env": ["GREETING=welcome", "PATH=/usr/bin:/bin", "OWN=of the image"],
    }  # fmt: skip
    return docker_archive(root, folder / "image.tar", own)


class Runner:
    """An engine, and what members in this image do there."""

    def __init__(self, folder: Path, image: str) -> None:
        self.folder, self.image = folder, image
        self.engine = Local(str(folder))
        self.followed = Followed(self.engine)
        self._count = 0

    def start(self, *command: str, **said: Any) -> str:
        self._count += 1
        attempt = f"j{self._count}.1"
        told = {"places": (Place("here"),), "image": self.image, "grace_s": 2.0, **said}
        assert self.engine.start(Order(attempt, command, **told)) is None
        return attempt

    def log(self, attempt: str, member: int = 0) -> str:
        return self.engine.logs(attempt, member, 0, 1 << 20).decode()

    def says(self, script: str, **said: Any) -> str:
        attempt = self.start("sh", "-c", script, **said)
        end = self.followed.end(attempt)
        assert (end.state, end.exit_code) == ("ended", 0), (end, self.log(attempt))
        return self.log(attempt)

    def fails(self, *command: str, **said: Any) -> tuple[int | None, str, str]:
        attempt = self.start(*command, **said)
        end = self.followed.end(attempt)
        return end.exit_code, end.why, self.log(attempt)


@pytest.fixture
def runner(tmp_path: Path, archive: Path) -> Iterator[Runner]:
    runner = Runner(tmp_path / "engine", f"docker-archive:{archive}")
    yield runner
    runner.engine.close()
    assert nothing_is_left()


def stores() -> set[str]:
    """Of containers, in memory."""
    return {name for name in os.listdir("/dev/shm") if os.path.isdir(f"/dev/shm/{name}/s")}


def nothing_is_left() -> bool:
    """Those of tests beside this one end with them; each has a name of its own."""
    now = stores()
    return eventually(lambda: not now & stores(), 120)


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


def running(words: str) -> list[int]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if words in Path(f"/proc/{pid}/cmdline").read_text():
                found.append(int(pid))
        except OSError:
            continue
    return found


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
    assert runner.fails("true", image="localhost/trusted:1")[0] == 125
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


@pytest.fixture
def registry(tmp_path: Path, archive: Path) -> Iterator[Registry]:
    if not os.access("/etc", os.W_OK):
        pytest.skip("only root can have Podman trust a registry")
    registry = Registry(tmp_path / "registry", archive)
    yield registry
    subprocess.run(["podman", "rmi", "--force", registry.name], capture_output=True, check=False)
    registry.close()


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


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Plane]:
    plane = Plane(world, tmp_path / "state")
    plane.ok("up", "--port", "0")
    yield plane
    plane.remove()
    assert nothing_is_left()


# -- of tenants -----------------------------------------------------------------------------------


@pytest.fixture
def tenants(world: World, tmp_path: Path, archive: Path) -> Iterator[Tenants]:
    world.environment["SOFTXPU_DEVICES"] = "gpu,npu"
    world.environment["HEDDLE_JOB_MOUNTS"] = str(archive.parent)
    plane = Plane(world, tmp_path / "state")
    yield Tenants(plane)
    plane.remove()
    assert nothing_is_left()


def test_a_tenants_job_is_as_isolated_as_without(tenants: Tenants, archive: Path) -> None:
    """A user of its own, no rights, and nothing of the machine or of others."""
    state = tenants.plane.folder.parent
    said = tenants.says(
        tenants.eve,
        f"id -u; grep -E 'CapEff|NoNewPrivs|Groups' /proc/self/status; ls {state}/control; env; "
        "ls -d /proc/[0-9]* | wc -l; ls /dev/shm /dev; kill -9 1; kill -9 -1; echo end; id -un; "
        "mount -t tmpfs none /tmp; cat /proc/1/environ",
        image=f"docker-archive:{archive}",
    )
    lines = said.splitlines()
    if os.geteuid() == 0:
        assert int(lines[0]) in isolation.OWN_UIDS
        assert "of-eve" in lines
    assert "CapEff:\t0000000000000000" in lines
    assert "NoNewPrivs:\t1" in lines
    assert "token" not in said
    assert "HEDDLE_STATE" not in said
    assert "softxpu" not in said
    assert "end" in lines
    assert int(next(line for line in lines[1:] if line.isdecimal())) < 8


def test_what_a_tenant_pulls_is_its_own(tenants: Tenants, registry: Registry) -> None:
    """Who knows the name of another's private image has no more of it."""
    auth = registry.auth("ann", "right")
    with tenants.plane.client(tenants.ann) as client:
        client.set_secret("registry", auth.encode())
    secrets = {"REGISTRY_AUTH_FILE": "file:registry"}
    read = "cat /etc/release"
    assert tenants.says(tenants.ann, read, image=registry.name, secrets=secrets).endswith("test\n")
    asked = len(registry.asked)
    assert tenants.says(tenants.ann, read, image=registry.name).endswith("test\n")
    assert len(registry.asked) == asked
    other = tenants.start(tenants.eve, read, image=registry.name)
    assert tenants.plane.is_(other, "failed")
    assert "cannot be pulled" in tenants.log(other)


def test_a_tenants_file_is_read_with_its_own_rights(
    tenants: Tenants, archive: Path, tmp_path: Path
) -> None:
    """No link leads to what only the control plane may read; what the OCI's layout has is read."""
    if shutil.which("skopeo") is None:
        pytest.skip("skopeo is not installed")
    shown = archive.parent
    for kind in ("oci", "oci-archive"):
        image = f"{kind}:{shown}/{kind}"
        copy = ["skopeo", "copy", "-q", f"docker-archive:{archive}", image]
        subprocess.run(copy, check=True)
        assert tenants.says(tenants.eve, "cat /etc/release", image=image) == "made for a test\n"
    secret = tmp_path / "secret.json"
    shutil.copy(shown / "oci" / "index.json", secret)
    (shown / "oci" / "index.json").unlink()
    (shown / "oci" / "index.json").symlink_to(secret)
    with tarfile.open(shown / "linked", "w") as tar:
        tar.add(shown / "oci", ".")
    hidden = shown / "hidden.tar"
    hidden.symlink_to(secret)
    sources = [f"oci:{shown}/oci", f"oci-archive:{shown}/linked", f"docker-archive:{hidden}"]
    if os.geteuid() == 0:
        shutil.copy(archive, shown / "closed.tar")
        (shown / "closed.tar").chmod(0o600)
        sources.append(f"docker-archive:{shown}/closed.tar")
    for image in sources:
        job = tenants.start(tenants.eve, "true", image=image)
        assert tenants.plane.is_(job, "failed"), image
        log = tenants.log(job)
        assert "cannot be read" in log or "sees nothing" in log or "see nothing" in log, log


def test_it_is_scheduled_as_any_other(tenants: Tenants, archive: Path) -> None:
    """A guest of the table with what its job was given, and the other device is not there."""
    load = f"ls /dev/shm; exec {native.file('soft-load')} requests 2 500 20000 1 60"
    given = {"devices": "npu:1", "priority": "high", "share": "40%", "device_memory": "64MiB"}
    job = tenants.start(tenants.ann, load, image=f"docker-archive:{archive}", **given)

    def program() -> dict[str, Any]:
        programs = tenants.plane.json("ps")
        return next((p for p in programs if p["name"] == "sh" and p["device_time_ns"]), {})

    assert eventually(lambda: bool(program())), tenants.log(job)
    found = program()
    assert (found["priority"], found["share_milli"]) == (100, 400)
    assert found["memory_limit"] == 64 << 20
    assert found["tenant"] == "of-ann"
    files = [line for line in tenants.log(job).splitlines() if "soft" in line]
    assert [file.rpartition(".")[2] for file in files if file[-1].isdecimal()] == ["1"], files
    tenants.plane.ok("job", "cancel", job)
    assert tenants.plane.is_(job, "cancelled")


def test_a_command_is_executed_in_the_container(
    tenants: Tenants, archive: Path, tmp_path: Path
) -> None:
    """With the member's user, files, processes, variables and program; and it ends with the job."""
    plane = tenants.plane
    (tmp_path / "word").write_text("first\nsecond")
    heddle = partial(plane.world.heddle, HEDDLE_TOKEN=tenants.ann)
    done = heddle("account", "secret", "set", "word", "--from-file", str(tmp_path / "word"))
    assert done.returncode == 0, done.stderr
    load = f"{native.file('soft-load')} requests 2 500 20000 1 613"
    job = tenants.start(
        tenants.ann, f"echo mine > /tmp/mine; exec {load}", image=f"docker-archive:{archive}",
        devices="gpu:1", secrets={"WORD": "word"}, environment={"OWN": "of the job"},
    )  # fmt: skip

    def programs() -> list[dict[str, Any]]:
        return [each for each in plane.json("ps") if each["job"] == job]

    assert eventually(lambda: any(p["device_time_ns"] for p in programs())), tenants.log(job)

    def execute(*words: str, **said: Any) -> subprocess.CompletedProcess[str]:
        return heddle("job", "exec", job, "--", *words, **said)

    script = 'cat /etc/release /tmp/mine; id -u; pwd; echo "$OWN"; echo "$WORD"; echo bad >&2'
    done = execute("sh", "-c", f"{script}; exit 5")
    lines = done.stdout.splitlines()
    assert (lines[:2], done.returncode, done.stderr) == (["made for a test", "mine"], 5, "bad\n")
    assert lines[4:] == ["of the job", "first", "second"]
    if os.geteuid() == 0:
        assert int(lines[2]) in isolation.OWN_UIDS
    assert execute("sh", "-c", "grep CapEff /proc/self/status").stdout.split()[1] == "0" * 16
    assert execute("no-such-command").returncode in (126, 127)
    plane.world.start(
        sys.executable, "-m", "heddle", "job", "exec", job, "--", "sh", "-c", f"exec {load}",
        HEDDLE_TOKEN=tenants.ann,
    )  # fmt: skip
    assert eventually(lambda: len(programs()[0]["processes"]) == 2), programs()
    plane.ok("job", "cancel", job)
    assert plane.is_(job, "cancelled")
    assert eventually(lambda: not running("\x00613"))


def test_an_administrators_job_has_its_device(tenants: Tenants, archive: Path) -> None:
    """And is a guest, too: in a container nobody writes the table."""
    load = [native.file("soft-load"), "requests", "2", "500", "20000", "1", "60"]
    with tenants.plane.client() as client:
        (job,) = client.submit(
            [{"id": "a", "devices": "gpu:1", "image": f"docker-archive:{archive}", "command": load}]
        )

    def works() -> bool:
        return any(
            p["name"] == "soft-load" and p["device_time_ns"] for p in tenants.plane.json("ps")
        )

    assert eventually(works), tenants.log(job["id"])
    tenants.plane.ok("job", "cancel", job["id"])


def test_what_it_was_equipped_with_is_there(
    tenants: Tenants, archive: Path, tmp_path: Path
) -> None:
    """The snapshot with the image in it, data at its path, secrets as variables and files."""
    heddle = partial(tenants.plane.world.heddle, HEDDLE_TOKEN=tenants.ann)
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "hello").write_text("from the snapshot\n")
    shutil.copy(archive, tmp_path / "code" / "image.tar")
    for name in ("key", "word"):
        (tmp_path / name).write_text(f"{name}-hidden\n{name}-below")
        done = heddle("account", "secret", "set", name, "--from-file", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
    said = ["--snapshot", str(tmp_path / "code"), "--image", "docker-archive:image.tar"]
    said += ("--secret", "WORD=word", "--secret", "KEY=file:key")
    script = 'cat hello; echo more > more; cat more; wc -c < "$KEY"; echo ${#WORD}; echo $KEY'
    done = heddle("submit", "--wait", *said, "--", "sh", "-c", script)
    assert done.stdout.split("\n")[:5] == [
        "from the snapshot", "more", "20", "22", "/run/secrets/1",
    ], done.stderr  # fmt: skip


def test_data_is_where_it_is_outside(plane: Plane, archive: Path, tmp_path: Path) -> None:
    """What is on the node and what was fetched, to be read; and secrets are in no argument."""
    for name in ("here", "far"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(f"{name}\n")
    plane.ok("admin", "data", "create", "here", "v1", "--path", str(tmp_path / "here"))
    plane.ok("admin", "data", "create", "far", "v1", "--source", str(tmp_path / "far"))
    (tmp_path / "word").write_text("hidden-word")
    plane.ok("account", "secret", "set", "word", "--from-file", str(tmp_path / "word"))
    script = (
        "cat $HEDDLE_DATA_HERE/file $HEDDLE_DATA_FAR/file; touch $HEDDLE_DATA_HERE/more; "
        "echo ${#WORD}; echo up; sleep 631"
    )
    job = plane.submit(
        "--image", f"docker-archive:{archive}", "--data", "here", "--data", "far", "--secret",
        "WORD=word", "--", "sh", "-c", script,
    )  # fmt: skip
    assert eventually(lambda: "up" in plane.ok("job", "logs", job)), plane.job(job)
    said = plane.ok("job", "logs", job).splitlines()
    assert [line for line in said if "touch" not in line][-4:] == ["here", "far", "11", "up"]
    assert not (tmp_path / "here" / "more").exists()
    (podman_pid,) = running("--entrypoint=\x00") or (0,)
    assert podman_pid
    for name in ("cmdline", "environ"):
        assert b"hidden-word" not in Path(f"/proc/{podman_pid}/{name}").read_bytes()
    plane.ok("job", "cancel", job)
    assert plane.is_(job, "cancelled")


def test_each_alternative_has_its_image(plane: Plane, archive: Path) -> None:
    """The first cannot run here; the second does, in an image of its own."""
    with plane.client() as client:
        (job,) = client.submit(
            [{"id": "a", "command": ["cat", "/etc/release"], "alternatives": [
                {"devices": "h200:8", "image": "registry.invalid/for/h200:1"},
                {"devices": "cpu:1", "image": f"docker-archive:{archive}"},
            ]}]
        )  # fmt: skip
    assert plane.is_(job["id"], "done"), plane.job(job["id"])
    assert plane.ok("job", "logs", job["id"]) == "made for a test\n"


def test_a_terminal_in_an_image(plane: Plane, archive: Path) -> None:
    script = "trap 'echo bye' HUP TERM; test -t 0 && echo a terminal; while sleep 1; do :; done"
    with plane.client() as client:
        (job,) = client.submit(
            [{"id": "a", "devices": "cpu:1", "image": f"docker-archive:{archive}",
              "command": ["sh", "-c", script], "terminal": {"idle": "1h"}}]
        )  # fmt: skip
    assert eventually(lambda: "a terminal" in plane.ok("job", "logs", job["id"])), plane.job(
        job["id"]
    )
    plane.ok("job", "cancel", job["id"])
    assert plane.is_(job["id"], "cancelled")
    assert "bye" in plane.ok("job", "logs", job["id"])
