"""What a tenant's job can reach of others: nothing, whatever it tries."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.client.wire import RefusedError
from heddle.engine.local.sandbox import isolation
from heddle.records import HELD_BY_PERSON
from tests.components import install
from tests.conftest import missing
from tests.plane import Plane
from tests.users import BOB, PYTHON, as_user, prepare, why_not
from tests.world import World, eventually

SOFT = "import heddle.inventory.apis.soft as s; print([d.id for d in s.VENDOR.devices()])"


ASK = "import sys, heddle.ask; heddle.ask.call(sys.argv[1], program=int(sys.argv[2]), share=1)"


@pytest.fixture(scope="module", autouse=True)
def can_isolate(tmp_path_factory: pytest.TempPathFactory) -> None:
    found, why = isolation.find(os.environ, str(tmp_path_factory.mktemp("state")))
    if found is None and "not installed" in why:
        missing(why, install("bubblewrap"))
    if found is None:
        pytest.skip(why)


class Tenants:
    """A control plane with two tenants that do not trust each other."""

    def __init__(self, plane: Plane) -> None:
        self.plane = plane
        plane.world.environment["HEDDLE_SHARED_USER_TENANTS"] = "0"
        plane.ok("up", "--port", "0")
        self.ann, self.eve = (self._member(name) for name in ("ann", "eve"))

    def _member(self, name: str) -> str:
        with self.plane.client() as admin:
            admin.add_tenant({"path": f"of-{name}"})
            made = admin.add_token({"name": name, "tenant": f"of-{name}", "scope": "submit"})
        return str(made["token"])

    def start(self, who: str, script: str, **spec: Any) -> str:
        said = {"id": "job", "devices": "cpu:1", "command": ["sh", "-c", script], **spec}
        with self.plane.client(who) as client:
            (job,) = client.submit([said])
        return str(job["id"])

    def says(self, who: str, script: str, **spec: Any) -> str:
        """What a job of theirs has written at its end."""
        job = self.start(who, script, **spec)
        assert self.plane.is_(job, "done"), (self.plane.job(job), self.log(job))
        return self.log(job)

    def log(self, job: str) -> str:
        return self.plane.ok("job", "logs", job)


@pytest.fixture
def tenants(world: World, tmp_path: Path) -> Iterator[Tenants]:
    world.environment["SOFTXPU_DEVICES"] = "gpu,npu"
    plane = Plane(world, tmp_path / "state")
    yield Tenants(plane)
    plane.remove()


def test_nothing_of_the_control_plane_can_be_read(tenants: Tenants) -> None:
    """Neither the token, nor the store, nor the keys: by name, or wherever a file may be."""
    state = tenants.plane.folder.parent
    token = (tenants.plane.folder / "token").read_text().strip()
    said = tenants.says(
        tenants.eve,
        f"env; find {state} -type f; cat {state}/control/token {state}/control/store.db; "
        "for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ; cat $p/cmdline; done; "
        f"{sys.executable} -m heddle account show; id -u; echo end",
    )
    assert said.endswith("end\n")
    assert token not in said
    assert "HEDDLE_STATE" not in said
    assert "SQLite" not in said
    assert "admin" not in said
    if os.geteuid() == 0:
        assert said.splitlines()[-2] != "0"


def test_another_tenants_files_and_processes_are_not_there(tenants: Tenants) -> None:
    own = tenants.start(tenants.ann, "echo mine > mine; echo mine > /tmp/mine; pwd; sleep 60")
    assert eventually(lambda: "\n" in tenants.log(own))
    work = tenants.log(own).strip()
    assert "mine" in Path(work, "mine").read_text()
    said = tenants.says(
        tenants.eve,
        f"cat {work}/mine /tmp/mine; ls {os.path.dirname(os.path.dirname(work))}; "
        "ls /proc | grep -c '^[0-9]*$'; pkill -9 sleep; kill -9 -1; echo end",
    )
    assert said.endswith("end\n")
    assert "mine\n" not in said
    assert int(next(line for line in said.splitlines() if line.isdecimal())) < 8
    assert tenants.plane.job(own)["state"] == "running"


def test_users_differ_where_the_control_plane_is_root(tenants: Tenants) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give users of their own")
    first, second = (tenants.says(who, "id -u; whoami") for who in (tenants.ann, tenants.eve))
    assert first.split()[0] != second.split()[0]
    assert int(first.split()[0]) in isolation.OWN_UIDS
    assert second.split()[1] == "of-eve"
    assert tenants.says(tenants.ann, "id -u").split() == first.split()[:1]


def test_it_cannot_outlive_its_attempt(tenants: Tenants, tmp_path: Path) -> None:
    """Control groups, sessions, an empty environment, the supervisor: nothing helps."""
    name = f"sleep-{os.getpid()}"
    job = tenants.start(
        tenants.eve,
        f"cp $(command -v sleep) {name}; "
        "cd /sys/fs/cgroup; for f in cgroup.procs */cgroup.procs; do echo $$ > $f; done; cd $HOME; "
        f"env -i setsid ./{name} 600 & (setsid env -i ./{name} 600 &) ; "
        "kill -9 $PPID; kill -9 1; echo tried; sleep 600",
    )
    assert eventually(lambda: "tried" in tenants.log(job)), tenants.log(job)
    assert _alive(name)
    tenants.plane.ok("job", "cancel", job)
    assert tenants.plane.is_(job, "cancelled")
    assert not _alive(name)


def _alive(name: str) -> list[int]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if Path(f"/proc/{pid}/comm").read_text().strip() == name[:15]:
                found.append(int(pid))
        except OSError:
            continue
    return found


def test_a_device_that_it_was_not_given_is_not_there(tenants: Tenants) -> None:
    python = f"{sys.executable} -c '{SOFT}'"
    script = f"{python}; env -u SOFTXPU_VISIBLE_DEVICES {python}; ls /dev /dev/shm; echo end"
    with_one = tenants.says(tenants.eve, script, devices="npu:1")
    assert "soft@npu" in with_one
    assert "soft@gpu" not in with_one
    assert (
        tenants.says(tenants.eve, "ls /dev/shm; ls /dev | grep -c nvidia; echo end") == "0\nend\n"
    )


def test_it_is_scheduled_as_any_other(tenants: Tenants) -> None:
    """A guest of the table, with what its job was given: that it could not have by asking."""
    load = f"exec {native.file('soft-load')} requests 2 500 20000 1 60"
    given = {"devices": "gpu:1", "priority": "high", "share": "40%", "device_memory": "64MiB"}
    tenants.start(tenants.ann, load, **given)

    def program() -> dict[str, Any]:
        programs = tenants.plane.json("ps")
        return next((p for p in programs if p["name"] == "sh" and p["device_time_ns"]), {})

    assert eventually(lambda: bool(program()))
    found = program()
    assert (found["priority"], found["share_milli"]) == (100, 400)
    assert found["memory_limit"] == 64 << 20
    assert found["tenant"] == "of-ann"
    assert found["job"]
    if os.geteuid() == 0:
        assert found["uid"] in isolation.OWN_UIDS


def test_what_is_executed_in_it_is_confined_as_it_is(
    tenants: Tenants, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the job's user, files, devices and program, nothing else, and ends with the job."""
    load = f"{native.file('soft-load')} requests 2 500 20000 1 60"
    script = f"echo mine > mine; exec {load}"
    job = tenants.start(tenants.ann, script, devices="gpu:1", share="40%")
    assert eventually(lambda: any(p["device_time_ns"] for p in tenants.plane.json("ps")))
    environment = tenants.plane.world.environment
    monkeypatch.setitem(environment, "HEDDLE_TOKEN", tenants.ann)
    state, name = tenants.plane.folder.parent, f"sleep-{os.getpid()}"

    def says(script: str) -> str:
        return tenants.plane.ok("job", "exec", job, "--", "sh", "-c", f"{script}; echo end")

    said = says(
        f"cat mine; id -u; find {state} -type f ! -path '*/work/*'; "
        f"{sys.executable} -c '{SOFT}'; tr '\\0' '\\n' < /proc/$PPID/environ"
    )
    words = said.split()
    assert words[0] == "mine"
    assert str(state) not in said.replace(f"{state}/engine/attempts", "")
    assert "soft@gpu" in said
    assert "soft@npu" not in said
    assert tenants.ann not in said
    if os.geteuid() == 0:
        assert int(words[1]) in isolation.OWN_UIDS
    tenants.plane.world.start(
        sys.executable, "-m", "heddle", "job", "exec", job, "--",
        "sh", "-c", f"cp $(command -v sleep) {name}; env -i setsid ./{name} 600 & exec {load}",
    )  # fmt: skip
    del environment["HEDDLE_TOKEN"]

    def programs() -> list[dict[str, Any]]:
        return [each for each in tenants.plane.json("ps") if each["job"] == job]

    assert eventually(lambda: len(programs()[0]["processes"]) == 2), programs()
    assert len(programs()) == 1
    assert _alive(name)
    environment["HEDDLE_TOKEN"] = tenants.eve
    foreign = tenants.plane.heddle("job", "exec", job, "--", "true")
    del environment["HEDDLE_TOKEN"]
    assert foreign.returncode == 2
    assert "there is no job" in foreign.stderr
    tenants.plane.ok("job", "cancel", job)
    assert tenants.plane.is_(job, "cancelled")
    assert not _alive(name)


def test_signals_and_codes_are_the_commands_own(tenants: Tenants) -> None:
    job = tenants.start(tenants.eve, "kill -SEGV $$")
    assert tenants.plane.is_(job, "failed")
    assert tenants.plane.job(job)["exit_code"] == -11
    asked = tenants.start(tenants.eve, "trap 'echo asked; exit 7' TERM; echo up; sleep 60 & wait")
    assert eventually(lambda: "up" in tenants.log(asked))
    tenants.plane.ok("job", "cancel", asked)
    assert tenants.plane.is_(asked, "cancelled")
    assert "asked" in tenants.log(asked), tenants.plane.job(asked)


def test_who_rules_a_tenant_does_not_act_as_the_control_plane(tenants: Tenants) -> None:
    """A job of the cluster's administrator runs as the control plane, whosever tenant pays."""
    plane = tenants.plane
    with plane.client() as admin:
        chief = admin.add_token({"name": "chief", "tenant": "of-ann", "scope": "admin"})
        (job,) = admin.submit(
            [{"id": "plain", "tenant": "of-ann", "devices": "cpu:1", "command": ["sleep", "60"]}]
        )
    assert plane.is_(job["id"], "running")
    environment = plane.world.environment
    environment["HEDDLE_TOKEN"] = str(chief["token"])
    try:
        for words in (("exec", job["id"], "--", "id"), ("cp", f"{job['id']}:.", "/nonexistent")):
            refused = plane.heddle(*words)
            assert refused.returncode != 0
            assert "administrators of the whole cluster" in refused.stderr, refused.stderr
    finally:
        del environment["HEDDLE_TOKEN"]


def test_a_command_in_a_job_joins_the_program_of_that_whatever_it_says(
    tenants: Tenants,
) -> None:
    load = f"{native.file('soft-load')} requests 2 500 20000 1 60"
    victim = tenants.start(tenants.ann, f"exec {load}", devices="soft@gpu")

    def ids() -> dict[str, int]:
        return {each["job"]: each["id"] for each in tenants.plane.json("ps")}

    assert eventually(lambda: victim in ids()), tenants.log(victim)
    forged = f"exec env HEDDLE_PROGRAM={ids()[victim]} sleep 60"
    eve = tenants.start(tenants.eve, forged, devices="soft@npu")
    assert tenants.plane.is_(eve, "running")
    environment = tenants.plane.world.environment
    environment["HEDDLE_TOKEN"] = tenants.eve
    try:

        def joined() -> str:
            done = tenants.plane.heddle(
                "job", "exec", eve, "--", "sh", "-c", "echo $HEDDLE_PROGRAM"
            )
            return done.stdout.strip()

        assert eventually(lambda: bool(joined()))
        said = joined()
    finally:
        del environment["HEDDLE_TOKEN"]
    assert said != str(ids()[victim])


def test_another_sandboxs_program_is_left_alone(tenants: Tenants) -> None:
    """Also where both have one user, as all have without root: so here two jobs of one tenant."""
    load = f"exec {native.file('soft-load')} requests 2 500 20000 1 60"
    victim = tenants.start(tenants.ann, load, devices="soft@gpu")

    def program() -> dict[str, Any]:
        return next((p for p in tenants.plane.json("ps") if p["job"] == victim), {})

    assert eventually(lambda: bool(program().get("device_time_ns")))
    number = program()["id"]
    verbs = ("hold", "release", "cancel", "hint", "strict", "join")
    asks = "; ".join(f'{sys.executable} -c "{ASK}" {verb} {number}' for verb in verbs)
    said = tenants.says(tenants.ann, f"{asks}; echo end", devices="soft@npu")
    assert said.count("another sandbox's program") == len(verbs), said
    assert program()["reason"] != HELD_BY_PERSON
    assert tenants.plane.job(victim)["state"] == "running"


def test_a_folder_that_it_does_not_see_is_refused(tenants: Tenants, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="--snapshot"):
        tenants.start(tenants.eve, "ls", folder=str(tmp_path))


def test_preloads_and_startup_files_act_inside_only(tenants: Tenants, tmp_path: Path) -> None:
    """What the environment would have our own programs do, they do not."""
    mark = tmp_path / "mark"
    environment = {"ENV": str(mark), "BASH_ENV": str(mark), "PYTHONSTARTUP": str(mark),
                   "LD_AUDIT": "/nowhere.so", "A": "x'; touch /tmp/$(id -u); echo '"}  # fmt: skip
    said = tenants.says(
        tenants.eve, 'ls /tmp; printf %s "$A"; echo; echo end', environment=environment
    )
    assert said.splitlines()[-2] == environment["A"]
    assert "0" not in said.splitlines()[0:1]


def test_a_terminal_has_job_control_and_hangs_up_gently(tenants: Tenants) -> None:
    plane = tenants.plane
    script = "set -m; sleep 60 & jobs; trap 'echo bye' HUP TERM; echo up; while sleep 1; do :; done"
    job = tenants.start(tenants.ann, script, terminal={"idle": "1h"})
    assert eventually(lambda: "up" in tenants.log(job)), tenants.log(job)
    assert "Running" in tenants.log(job)
    plane.ok("job", "cancel", job)
    assert plane.is_(job, "cancelled")
    assert "bye" in tenants.log(job)


def test_what_it_was_equipped_with_is_there(tenants: Tenants, tmp_path: Path) -> None:
    """The snapshot as a folder that it can write, secrets as files and as variables."""
    heddle = partial(tenants.plane.world.heddle, HEDDLE_TOKEN=tenants.ann)
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "hello").write_text("from the snapshot\n")
    for name in ("key", "word"):
        (tmp_path / name).write_text(f"{name}-hidden")
        done = heddle("account", "secret", "set", name, "--from-file", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
    said = (
        "--snapshot",
        str(tmp_path / "code"),
        "--secret",
        "WORD=word",
        "--secret",
        "KEY=file:key",
    )
    script = 'cat hello; echo more > more; cat more; wc -c < "$KEY"; echo ${#WORD}; echo $KEY'
    done = heddle("submit", "--wait", *said, "--", "sh", "-c", script)
    assert done.stdout.split("\n")[:5] == [
        "from the snapshot", "more", "10", "11", "/run/secrets/1",
    ], done.stderr  # fmt: skip


AS_A_USER = """
import sys, time
from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.model.record import Place

engine = Local(sys.argv[1])
print(engine.isolates_tenants or engine.why_not_isolated, flush=True)
script = "ls " + sys.argv[1] + " /home; id -u; ls /proc | grep -c '^[0-9]*$'; kill -9 -1; echo end"
engine.start(Order("j1.1", ("sh", "-c", script), (Place("here"),), isolated=True))
while not any(seen.state in ("ended", "lost") for seen in engine.seen()):
    time.sleep(0.05)
print(engine.logs("j1.1", 0, 0, 1 << 16).decode())
engine.close()
"""


def test_as_an_ordinary_user_it_hides_as_much(world: World) -> None:
    """By a user namespace: all have one user, and see nothing of each other."""
    if reason := why_not():
        pytest.skip(reason)
    prepare(world)
    state = Path("/dev/shm") / f"{world.name}.state"
    state.mkdir()
    os.chown(state, BOB, BOB)
    command = (*as_user(BOB), str(PYTHON), "-c", AS_A_USER, str(state))
    try:
        said, complaints = world.start(*command).communicate(timeout=60)
    finally:
        shutil.rmtree(state)
    if "user namespaces" in said:
        pytest.skip(said)
    lines = said.splitlines()
    assert lines[0] == "True", (said, complaints)
    assert "cannot access '/home'" in said
    assert "engine.lock" not in said
    assert str(BOB) in lines
    assert lines[-2] == "end"
