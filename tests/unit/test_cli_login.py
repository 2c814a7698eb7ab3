"""`heddle account login`, profiles, and one's own tokens."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.client import profiles
from tests.cli_world import CliWorld, cli_world


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[CliWorld]:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "home"))
    monkeypatch.delenv("HEDDLE_PROFILE", raising=False)
    monkeypatch.delenv("HEDDLE_ATTEMPT", raising=False)
    with cli_world(tmp_path, monkeypatch, capsys) as made:
        made.api.tenant("acme")
        yield made


def sign_in(cli: CliWorld, monkeypatch: pytest.MonkeyPatch, token: str, *words: str) -> int:
    address = os.environ["HEDDLE_SERVER"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{token}\n"))
    return cli.heddle("account", "login", address, *words)[0]


def test_from_signing_in_to_signing_out(cli: CliWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = cli.api.token("ann", "acme")
    address = os.environ["HEDDLE_SERVER"]
    assert sign_in(cli, monkeypatch, "hd_0_wrong", "--profile", "work") == 111
    assert not os.path.exists(profiles.path())
    assert sign_in(cli, monkeypatch, ann, "--profile", "work") == 0
    assert stat.S_IMODE(os.stat(profiles.path()).st_mode) == 0o600
    monkeypatch.delenv("HEDDLE_SERVER")
    monkeypatch.delenv("HEDDLE_TOKEN")
    assert cli.json("account", "show")["user_id"] == "ann@acme"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{cli.api.admin}\n"))
    cli.ok("account", "login", address, "--profile", "admin")
    assert cli.json("account", "show")["user"] == "admin"
    listed = cli.json("account", "login", "--list")
    assert [(each["profile"], each["used"]) for each in listed] == [
        ("admin", True),
        ("work", False),
    ]
    assert ann not in cli.ok("account", "login", "--list")
    monkeypatch.setenv("HEDDLE_PROFILE", "work")
    assert cli.json("account", "show")["user_id"] == "ann@acme"
    monkeypatch.setenv("HEDDLE_PROFILE", "nowhere")
    code, _, err = cli.heddle("account", "show")
    assert (code, "no profile 'nowhere'" in err) == (2, True)
    monkeypatch.delenv("HEDDLE_PROFILE")
    cli.ok("account", "login", "--use", "work")
    assert cli.json("account", "show")["user_id"] == "ann@acme"
    monkeypatch.setenv("HEDDLE_ATTEMPT", "j1.1")
    assert cli.heddle("account", "show")[0] == 123, "a job is not its user"
    monkeypatch.delenv("HEDDLE_ATTEMPT")
    cli.ok("account", "logout", "--revoke")
    assert cli.api.get("/v1/whoami", ann).status_code == 401
    assert cli.heddle("account", "show")[0] == 123
    assert cli.json("account", "login", "--list")[0]["profile"] == "admin"


def test_a_token_in_the_environment_goes_to_no_profiles_server(
    cli: CliWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sign_in(cli, monkeypatch, cli.api.admin) == 0
    monkeypatch.delenv("HEDDLE_SERVER")
    assert cli.heddle("account", "show")[0] == 123


def test_what_others_can_read_is_refused(cli: CliWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sign_in(cli, monkeypatch, cli.api.admin) == 0
    monkeypatch.delenv("HEDDLE_SERVER")
    monkeypatch.delenv("HEDDLE_TOKEN")
    os.chmod(profiles.path(), 0o644)
    code, _, err = cli.heddle("account", "show")
    assert code != 0
    assert "chmod 600" in err


def test_members_see_renew_and_revoke_their_own(
    cli: CliWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_ms = cli.api.now_ms()
    ann = cli.api.token("ann", "acme", expires_ms=now_ms + 3_600_000)
    lesser = cli.api.token("ann", "acme", "read")
    bob = cli.api.token("bob", "acme")
    cli.is_(ann)
    own = cli.json("account", "token")
    assert {each["user"] for each in own} == {"ann@acme"}
    assert len(own) == 2
    ids = {text: text.split("_")[1] for text in (ann, lesser, bob)}
    for verb in ("revoke", "renew"):
        assert cli.heddle("account", "token", verb, ids[bob])[0] == 2
    cli.is_(lesser)
    assert len(cli.json("account", "token")) == 1, "not the one that may more"
    assert cli.heddle("account", "token", "renew", ids[ann])[0] == 2
    assert cli.heddle("account", "token", "create", "eve")[0] == 111
    cli.is_(ann)
    renewed = cli.json("account", "token", "renew")
    assert (renewed["scope"], renewed["tenant"]) == ("submit", "acme")
    assert abs(renewed["expires_ms"] - now_ms - 3_600_000) < 60_000
    assert cli.heddle("account", "show")[0] == 111, "the old one has ended"
    cli.is_(renewed["token"])
    cli.ok("account", "token", "rm", ids[lesser])
    assert cli.api.get("/v1/whoami", lesser).status_code == 401
    assert cli.api.get("/v1/whoami", bob).status_code == 200


def test_a_token_lasts_no_longer_because_a_shorter_one_renews_it(cli: CliWorld) -> None:
    """A stolen token of a day must not become one that never expires."""
    api, now_ms = cli.api, cli.api.now_ms()
    short = api.token("ann", "acme", expires_ms=now_ms + 60_000)
    lasting = api.token("ann", "acme")
    longer = f"/v1/tokens/{lasting.split('_')[1]}/renew"
    refused = api.ask("POST", longer, short)
    assert (refused.status_code, "longer than the token" in refused.text) == (403, True)
    assert api.ask("POST", longer, lasting).status_code == 201
    lasting = api.token("ann", "acme")
    api.ahead_ms += 61_000
    expired = api.ask("POST", f"/v1/tokens/{short.split('_')[1]}/renew", lasting)
    assert (expired.status_code, "expired" in expired.text) == (409, True)


def test_a_profile_keeps_the_renewed_token(cli: CliWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = cli.api.token("ann", "acme")
    assert sign_in(cli, monkeypatch, ann) == 0
    monkeypatch.delenv("HEDDLE_SERVER")
    monkeypatch.delenv("HEDDLE_TOKEN")
    told = cli.json("account", "token", "renew")
    assert "token" not in told
    assert cli.json("account", "show")["token"] == told["id"]
    assert ann not in Path(profiles.path()).read_text()
    assert json.loads(Path(profiles.path()).read_text())["used"]
