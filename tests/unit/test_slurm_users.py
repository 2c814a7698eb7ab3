"""Tenants of a control plane on Slurm: each runs as its user, and one without a user is refused."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.desk.access.tenancy import Tenancy
from heddle.desk.errors import ForbiddenError
from heddle.engine.base import Order
from heddle.engine.slurm.engine import Slurm
from heddle.engine.slurm.users import FOLDER, USERS, SlurmUsers, rights_of
from heddle.engine.slurm.verdict import is_sound
from heddle.errors import UsageError
from heddle.model.record import Place
from heddle.store import open_store
from tests.engines import Followed, order, within, written
from tests.slurm import SlurmServer
from tests.users import AS_ROOT, PYTHON, why_not

NOBODY, GAMES = pwd.getpwnam("nobody"), pwd.getpwnam("games")
MAPPING = "acme=nobody, zeta=games"
CLOSED = pytest.mark.skipif(bool(why_not()), reason=why_not())


def test_a_tenant_has_the_user_of_the_nearest_one_above() -> None:
    users = SlurmUsers("acme=nobody,acme/vision=games", uid=0)
    names = [found.name if (found := users.of(each)) else "" for each in
             ("acme", "acme/speech", "acme/vision", "acme/vision/x", "acmes")]  # fmt: skip
    assert names == ["nobody", "nobody", "games", "games", ""]
    assert "HEDDLE_SLURM_USERS=acmes=USER" in users.why_not("acmes")
    assert users.why_not("acme/speech") == ""
    assert users.is_apart
    assert users.uids == [0, GAMES.pw_uid, NOBODY.pw_uid]


def test_tenants_that_share_a_user_or_are_root_are_not_apart() -> None:
    for text in ("acme=nobody,zeta=nobody", "acme=root", "acme=root,zeta=nobody"):
        assert not SlurmUsers(text, uid=0).is_apart
    assert not SlurmUsers("", uid=NOBODY.pw_uid).is_apart


def test_without_root_all_jobs_are_the_own_users() -> None:
    own = SlurmUsers("", uid=NOBODY.pw_uid)
    assert (own.why_not("acme"), own.of("acme"), own.others) == ("", None, [])
    SlurmUsers("acme=nobody", uid=NOBODY.pw_uid)
    with pytest.raises(UsageError, match="only root submits jobs for others"):
        SlurmUsers("acme=games", uid=NOBODY.pw_uid)


@pytest.mark.parametrize(
    ("text", "says"),
    [("acme", "give TENANT=USER"), ("=nobody", "give TENANT=USER"), ("a=nobody1", "there is no")],
)
def test_a_wrong_setting_is_refused(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        SlurmUsers(text, uid=0)


@AS_ROOT
def test_rights_are_those_of_the_user_in_this_thread_alone(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0o640)
    os.chmod(tmp_path, 0o755)
    read: list[str] = []
    is_inside = threading.Event()

    def look() -> None:
        is_inside.wait()
        read.append(secret.read_text())

    other = threading.Thread(target=look)
    other.start()
    with rights_of(NOBODY.pw_uid, NOBODY.pw_gid):
        with pytest.raises(PermissionError):
            secret.read_text()
        is_inside.set()
        other.join()
    assert (read, secret.read_text()) == (["x"], "x")


@pytest.fixture(scope="module")
def slurm() -> Iterator[SlurmServer]:
    """One of their own: tests that kill the controller leave jobs that take long to end."""
    server = SlurmServer()
    yield server
    server.stop()


@pytest.fixture
def followed(slurm: SlurmServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Followed]:
    """Of two tenants, in a folder that they can enter, with a Python that they can execute."""
    monkeypatch.setattr(sys, "executable", str(PYTHON))
    shutil.rmtree(tenants(slurm), ignore_errors=True)
    made = Followed(engine_of(slurm))
    yield made
    engine = made.engine
    for seen in engine.seen():
        engine.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in ("ended", "lost") for seen in engine.seen()))
    engine.close()
    slurm.ask("scancel", "--user=nobody,games")  # what a test has hidden from the engine
    assert within(lambda: not slurm.ask("squeue", "-h").strip())


def tenants(slurm: SlurmServer) -> Path:
    return slurm.folder / "tenants"


def engine_of(slurm: SlurmServer, **settings: str) -> Slurm:
    folder = tenants(slurm)
    return slurm.engine(folder / "state", **{USERS: MAPPING, FOLDER: str(folder), **settings})


def attempt(name: str, tenant: str, *command: str) -> Order:
    return Order(name, command, (Place("n1"),), {"MINE": "yes"}, tenant=tenant)


@CLOSED
def test_jobs_run_as_the_user_of_their_tenant(slurm: SlurmServer, followed: Followed) -> None:
    show = ("sh", "-c", "id -un; id -G; echo $USER $HOME $MINE; pwd; touch mine; sleep 1")
    for name, tenant in (("j1.1", "acme/vision"), ("j2.1", "zeta")):
        assert followed.engine.start(attempt(name, tenant, *show)) is None
    for name, user in (("j1.1", NOBODY), ("j2.1", GAMES)):
        end = followed.end(name)
        assert (end.state, end.exit_code) == ("ended", 0), end
        own = [user.pw_name, str(user.pw_gid), f"{user.pw_name} {user.pw_dir} yes"]
        assert written(followed.engine, name).splitlines()[:3] == own
        folder = tenants(slurm) / "attempts" / name
        assert (folder.stat().st_uid, folder.stat().st_mode & 0o777) == (user.pw_uid, 0o700)
        assert (folder / "work" / "mine").stat().st_uid == user.pw_uid
    assert followed.engine.start(attempt("j3.1", "zeta", "sleep", "1000")) is None
    followed.until("j3.1", "running")
    assert slurm.ask("squeue", "-h", "-o", "%u", "--name=j3.1").strip() == "games"
    followed.engine.stop("j3.1", "cancelled")
    assert followed.end("j3.1").why == "cancelled"
    followed.engine.forget("j3.1")


@CLOSED
def test_a_tenant_without_a_user_is_refused_with_the_remedy(
    followed: Followed, tmp_path: Path
) -> None:
    """When it submits, and nothing is left where it got through."""
    refused = followed.engine.start(attempt("j1.1", "other", "true"))
    assert refused is not None
    assert (refused.code, "HEDDLE_SLURM_USERS=other=USER" in refused.why) == ("impossible", True)
    assert followed.engine.seen() == []
    tenancy = Tenancy(open_store(str(tmp_path / "s.db")), [followed.engine], shared=False)
    with pytest.raises(ForbiddenError, match="tenant other has no user in Slurm"):
        tenancy.check(["other"])
    tenancy.put(tenancy.check(["acme", "zeta"]))  # they are apart


@CLOSED
@pytest.mark.parametrize("text", ['{"state": "ended", "exit_code": "no"}', '{"nonsense": 1}', "{"])
def test_what_a_user_writes_into_its_files_concerns_that_job_alone(
    slurm: SlurmServer, followed: Followed, text: str
) -> None:
    target = "batch.json" if "exit_code" in text else "state.json"
    script = f"cd ..; rm -f {target}; printf '%s' '{text}' > {target}; echo up; sleep 1000"
    followed.engine.start(attempt("j1.1", "acme", "sh", "-c", script))
    followed.engine.start(attempt("j2.1", "zeta", "sh", "-c", "sleep 2; exit 3"))
    assert within(lambda: written(followed.engine, "j1.1") == "up\n")
    assert followed.end("j2.1").exit_code == 3
    assert all(is_sound(each) for each in followed.engine.seen())
    if '"' in text:
        assert within(lambda: slurm.ask("squeue", "-h", "--name=j1.1").strip() == "")


@CLOSED
def test_a_user_cannot_pass_the_job_of_another_for_its_own(
    slurm: SlurmServer, followed: Followed
) -> None:
    """Its files say another number and nonce; a new engine does not ask them."""
    followed.engine.start(attempt("j1.1", "zeta", "sleep", "1000"))
    followed.until("j1.1", "running")
    victim = slurm.ask("squeue", "-h", "-o", "%i|%k", "--name=j1.1").strip().split("|")
    lie = json.dumps({"id": victim[0], "nonce": victim[1].split()[-1], "grace_s": 0})
    script = f"cd ..; for f in job order; do rm -f $f.json; echo '{lie}' > $f.json; done; echo up"
    followed.engine.start(attempt("j2.1", "acme", "sh", "-c", f"{script}; sleep 1000"))
    assert within(lambda: written(followed.engine, "j2.1") == "up\n")
    followed.engine.close()
    again = Followed(engine_of(slurm))
    followed.engine = again.engine
    again.engine.stop("j2.1", "cancelled")
    assert again.end("j2.1").state == "ended"
    assert within(lambda: slurm.ask("squeue", "-h", "-o", "%j").split() == ["j1.1"])


@CLOSED
def test_logs_are_read_with_the_rights_of_the_user(slurm: SlurmServer, followed: Followed) -> None:
    """A user who puts a link in the place of its output does not read root's files by it."""
    secret = slurm.folder / "root-only"
    secret.write_text("secret")
    secret.chmod(0o600)
    steal = f"for file in ../0/*.log; do ln -sf {secret} $file; done; echo done; sleep 1000"
    followed.engine.start(attempt("j1.1", "acme", "sh", "-c", f"echo up; sleep 1; {steal}"))
    folder = tenants(slurm) / "attempts" / "j1.1" / "0"
    assert within(lambda: any(file.is_symlink() for file in folder.glob("*.log")))
    try:
        said = written(followed.engine, "j1.1")
    except OSError:
        said = ""
    assert "secret" not in said


@CLOSED
def test_a_folder_that_users_cannot_enter_is_refused(
    slurm: SlurmServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(PYTHON))
    os.chmod(tmp_path, 0o700)
    with pytest.raises(UsageError, match=rf"{tmp_path} is closed to them\. Set {FOLDER}"):
        slurm.engine(tmp_path / "state", **{USERS: MAPPING})


@AS_ROOT
def test_root_without_a_mapping_runs_nothing(slurm: SlurmServer, tmp_path: Path) -> None:
    engine = Slurm(str(tmp_path), environment=slurm.environment)
    refused = engine.start(order("j1.1", "true"))
    assert refused is not None
    assert "jobs do not run as root" in refused.why
    assert json.loads((tmp_path / "nodes.json").read_text()).keys() == {"n1", "n2"}
    engine.close()


@CLOSED
def test_a_user_without_rights_is_named_at_the_start(
    slurm: SlurmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The partition is open to the group of one of the two."""
    monkeypatch.setattr(sys, "executable", str(PYTHON))
    slurm.ask("scontrol", "create", "PartitionName=closed", "Nodes=ALL", "AllowGroups=nogroup")
    refused = "the engine slurm does not start for games: .*not permitted.*ask the administrator"
    with pytest.raises(UsageError, match=refused):
        engine_of(slurm, SBATCH_PARTITION="closed")
    engine_of(slurm).close()
    slurm.ask("scontrol", "delete", "PartitionName=closed")
