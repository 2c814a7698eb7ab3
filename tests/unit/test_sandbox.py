"""What a sandbox shows, and whom it runs as: the options, without starting anything."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.engine.local.sandbox import bubblewrap, isolation
from heddle.engine.local.sandbox.bubblewrap import Sandbox
from heddle.errors import UsageError

WORK = "/var/lib/heddle/attempts/j1.1/work"
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))


def binds(sandbox: Sandbox) -> dict[str, str]:
    """How each path is shown, with the last option that says it."""
    words = bubblewrap.options(sandbox, {})
    return {words[n + 2]: word for n, word in enumerate(words) if word.endswith("bind")}


def test_it_shows_the_machine_to_be_read_and_its_own_folder_to_be_written() -> None:
    shown = binds(Sandbox("bwrap", WORK, 2_000_000_007, devices=("/dev/nvidia0",)))
    assert shown["/usr"] == "--ro-bind"
    assert [path for path, how in shown.items() if how == "--bind"] == [WORK]
    assert shown["/dev/nvidia0"] == "--dev-bind"
    assert not {"/", "/home", "/root", "/var", "/run", "/dev", "/dev/shm", "/proc"} & shown.keys()


def test_what_lies_below_another_is_shown_after_it() -> None:
    sandbox = Sandbox("bwrap", "/data/jobs/1", reads=("/data", "/data/jobs/1/cache"))
    words = bubblewrap.options(sandbox, {})
    assert words.index("/data") < words.index("/data/jobs/1") < words.index("/data/jobs/1/cache")


def test_a_folder_that_the_operator_shows_is_shown_as_he_says_and_not_by_itself() -> None:
    """Others may write what it is in: by itself, it could be another folder by then."""
    shown = binds(Sandbox("bwrap", "/data/x", reads=("/data",), is_shown=True))
    assert shown["/data"] == "--ro-bind"
    assert "/data/x" not in shown


def test_as_root_it_becomes_the_tenant_and_keeps_no_right() -> None:
    as_tenant = Sandbox("bwrap", WORK, 2_000_000_007)
    assert "--unshare-user" not in bubblewrap.options(as_tenant, {})
    assert bubblewrap.becoming(as_tenant)[:3] == ["setpriv", "--reuid", "2000000007"]
    as_we_are = Sandbox("bwrap", WORK)
    assert "--unshare-user" in bubblewrap.options(as_we_are, {})
    assert bubblewrap.becoming(as_we_are) == []


@given(st.dictionaries(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,9}", fullmatch=True), TEXT))
def test_a_shell_reads_the_environment_as_it_is(environment: dict[str, str]) -> None:
    lines = bubblewrap.exported(environment)
    words = shlex.split(lines)
    assert words[::2] == ["export"] * len(environment)
    assert dict(word.split("=", 1) for word in words[1::2]) == environment


def test_values_of_variables_are_never_executed(tmp_path: Path) -> None:
    evil = {"A": f"'; touch {tmp_path}/made; '$(touch {tmp_path}/made)`touch {tmp_path}/made`\n#"}
    script = bubblewrap.exported(evil) + 'printf %s "$A"'
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == evil["A"]
    assert not (tmp_path / "made").exists()
    assert bubblewrap.exported({"A B": "x", "A;id": "x", "": "x", "1": "x"}) == ""


def test_it_is_the_same_after_a_journey() -> None:
    made = Sandbox("bwrap", WORK, 7, "acme", ("/a",), ("/b",), ("/dev/c",), (("/run/x", "y"),))
    assert Sandbox.read(made.plain()) == made


def test_tenants_have_users_of_their_own_for_ever(tmp_path: Path) -> None:
    path = str(tmp_path / "uids.json")
    users = isolation.TenantUsers(path, range(5000, 5003))
    assert [users.uid(name) for name in ("a", "b", "a")] == [5000, 5001, 5000]
    again = isolation.TenantUsers(path, range(5000, 5003))
    assert [again.uid(name) for name in ("c", "b")] == [5002, 5001]
    with pytest.raises(UsageError, match="HEDDLE_TENANT_UIDS"):
        again.uid("d")


@pytest.mark.parametrize("text", ["0-100", "1000", "5000-4000", "a-b", "1000-5000000000"])
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="HEDDLE_TENANT_UIDS"):
        isolation.parse_uids(text)


def test_folders_of_the_operators_choice_are_shown(tmp_path: Path) -> None:
    data, state = tmp_path / "data", tmp_path / "state"
    data.mkdir()
    state.mkdir()
    assert isolation.parse_shown(f"{data}, {data}/x:rw", str(state)) == (
        (str(data),),
        (f"{data}/x",),
    )
    for wrong in ("data", f"{data}:maybe", str(tmp_path), "/", os.path.expanduser("~")):
        with pytest.raises(UsageError, match="HEDDLE_JOB_MOUNTS"):
            isolation.parse_shown(wrong, str(state))
