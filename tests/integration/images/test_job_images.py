"""Jobs in images, of tenants and of anybody: their isolation, devices, data and terminals."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.engine.local.sandbox import isolation
from tests.integration.images.runner import running
from tests.integration.test_isolation import Tenants
from tests.plane import Plane
from tests.registry import Registry
from tests.world import eventually


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
