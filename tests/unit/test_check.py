"""What `heddle admin check` makes of what the server says of itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle._gen.rest import Status
from heddle.cli.admin._check_plane import asked, control_plane, files, of_status
from heddle.cli.admin._finding import Finding
from heddle.client import profiles, where
from heddle.client.client import Client
from heddle.client.where import Server
from heddle.errors import NoServerError
from tests.api_world import ApiWorld, one, served

DAY_MS = 86_400_000
NOW_MS = 1_800_000_000_000
WELL: Status = {
    "version": "0.2",
    "since_ms": NOW_MS,
    "now_ms": NOW_MS,
    "store": "/srv/store.db",
    "store_bytes": 1 << 20,
    "store_free_bytes": 100 << 30,
    "last_write_ms": 1.5,
    "engine": "local",
    "limits": [{"name": "memory", "enforced": True, "text": "..."}],
    "certificate_ends_ms": None,
    "oldest_wait_ms": None,
    "nodes": {"ready": 0, "late": 0, "lost": 0},
    "devices": [{"device": "cuda@0", "state": "healthy", "text": "", "remedy": ""}],
}


def found(begun: float = NOW_MS / 1000, **changed: Any) -> dict[str, Finding]:
    status = cast(Status, {**WELL, **changed})
    return {each.what: each for each in of_status(status, begun, begun + 0.1)}


def test_nothing_is_wrong_where_nothing_is() -> None:
    assert {each.state for each in found().values()} == {"ok"}


@pytest.mark.parametrize(
    ("what", "state", "says", "changed"),
    [
        ("store", "wrong", "make room", {"store_free_bytes": 1 << 20}),
        ("store", "note", "is its disk busy", {"last_write_ms": 2000.0}),
        ("store", "ok", "last write", {"store_free_bytes": None}),
        ("certificate", "ok", "400 days", {"certificate_ends_ms": NOW_MS + 400 * DAY_MS}),
        ("certificate", "note", "30 days", {"certificate_ends_ms": NOW_MS + 30 * DAY_MS}),
        ("certificate", "wrong", "in 3 days", {"certificate_ends_ms": NOW_MS + 3 * DAY_MS}),
        ("nodes", "ok", "5 ready", {"nodes": {"ready": 5, "late": 0, "lost": 0}}),
        ("nodes", "note", "1 late", {"nodes": {"ready": 4, "late": 1, "lost": 0}}),
        ("nodes", "wrong", "2 lost", {"nodes": {"ready": 3, "late": 0, "lost": 2}}),
        ("jobs", "note", "for 60 minutes", {"oldest_wait_ms": 3_600_000}),
        (
            "limits: memory",
            "note",
            "not held",
            {"limits": [{"name": "memory", "enforced": False, "text": "not held. Do this."}]},
        ),
        (
            "device cuda@0",
            "wrong",
            "Reset it",
            {
                "devices": [
                    {"device": "cuda@0", "state": "failed", "text": "x", "remedy": "Reset it"}
                ]
            },
        ),
    ],
)
def test_what_is_worth_saying_is_said(
    what: str, state: str, says: str, changed: dict[str, Any]
) -> None:
    finding = found(**changed)[what]
    assert finding.state == state
    assert says in finding.detail


@given(st.floats(-1e6, 1e6), st.floats(0, 10))
def test_a_slow_answer_is_no_skew(skew: float, took: float) -> None:
    """The server's clock was read at some time between question and answer."""
    begun = NOW_MS / 1000 - took / 2 + skew
    (clock,) = [each for each in of_status(WELL, begun, begun + took) if each.what == "clock"]
    beyond = max(0.0, abs(skew) - took / 2)
    if beyond < 1.9:
        assert clock.state == "ok"
    elif 2.1 < beyond < 29:
        assert clock.state == "note"
    elif beyond > 31:
        assert clock.state == "wrong"


def test_a_server_is_asked(tmp_path: Path) -> None:
    """One that answers; a job that does not get further is found; a small token is told so."""
    with ApiWorld(tmp_path) as api, served(api) as (host, port):
        (job,) = api.submit(one("a"))
        api.until(job, "running")
        with Client(f"http://{host}:{port}", api.admin) as client:
            what = {each.what: each for each in asked(client)}
        assert what["control plane"].state == "ok"
        assert what["store"].detail.startswith(str(tmp_path))
        api.tenant("acme")
        with Client(f"http://{host}:{port}", api.token("ann", "acme")) as client:
            *_, last = asked(client)
        assert last.state == "note"
        assert "whole cluster" in last.detail


def test_secrets_that_others_can_read_are_found(tmp_path: Path) -> None:
    server = Server("http://127.0.0.1:1", 1, 1, str(tmp_path))
    tmp_path.chmod(0o700)
    (tmp_path / "token").write_text("x")
    (tmp_path / "token").chmod(0o600)
    assert [each.state for each in files(server)] == ["ok"]
    (tmp_path / "token").chmod(0o640)
    (finding,) = files(server)
    assert finding.state == "wrong"
    assert f"chmod go= {tmp_path}/token" in finding.detail


def test_a_server_that_a_profile_names_is_the_one_that_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one of this machine, which nobody talks to then."""
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    for name in ("HEDDLE_SERVER", "HEDDLE_TOKEN", "HEDDLE_ATTEMPT", "HEDDLE_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    assert not where.is_named()
    known = {"work": profiles.Profile("http://127.0.0.1:1", "x")}
    profiles.save(profiles.Profiles(known, "work"))
    assert where.is_named()
    with pytest.raises(NoServerError, match=r"127\.0\.0\.1:1"):
        list(control_plane())


def test_where_nobody_started_one_that_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    monkeypatch.delenv("HEDDLE_SERVER", raising=False)
    (finding,) = control_plane()
    assert finding.state == "note"
    assert "heddle up" in finding.detail
