"""The verbs of tenants, users, tokens, quotas, usage and audit, as a person types them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.cli import main
from heddle.cli._time import moment
from tests.api_world import ApiWorld, one, served

Type = Callable[..., tuple[int, str, str]]


@pytest.fixture
def api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made, served(made) as (host, port):
        monkeypatch.setenv("HEDDLE_SERVER", f"http://{host}:{port}")
        monkeypatch.setenv("HEDDLE_TOKEN", made.admin)
        yield made


@pytest.fixture
def heddle(api: ApiWorld, capsys: pytest.CaptureFixture[str]) -> Type:
    def run(*words: str) -> tuple[int, str, str]:
        try:
            code = main(list(words))
        except SystemExit as end:
            code = int(end.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def as_json(heddle: Type, *words: str) -> Any:
    code, out, err = heddle(*words, "-o", "json")
    assert code == 0, err
    return json.loads(out)


def test_an_organisation_from_nothing_to_a_bill(
    api: ApiWorld, heddle: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert heddle("admin", "tenant", "create", "acme")[0] == 0
    assert as_json(heddle, "admin", "tenant", "create", "acme/vision")["kind"] == "project"
    code, out, _ = heddle(
        "admin", "user", "create", "ann", "--home", "acme", "--full-name", "Ann Lee"
    )
    assert (code, "ann@acme: acme=member" in out) == (0, True)
    code, token, told = heddle(
        "account", "token", "create", "ann", "--tenant", "acme", "--days", "90"
    )
    assert code == 0
    assert token.startswith("hd_"), "nothing else, so that it can go into a file"
    assert token.count("\n") == 1
    assert "only now" in told
    assert token.strip().split("_", 2)[2] not in heddle("account", "token")[1]
    assert heddle("admin", "quota", "set", "acme", "--limit", "gpu=2", "--nominal", "gpu=1")[0] == 0
    assert heddle("admin", "quota", "set", "acme", "--weight", "3")[0] == 0
    quota = as_json(heddle, "admin", "quota", "show", "acme")
    assert (quota["limit"], quota["nominal"], quota["weight"]) == ({"gpu": 2}, {"gpu": 1}, 3)

    monkeypatch.setenv("HEDDLE_TOKEN", token.strip())
    assert "Ann Lee" in heddle("account", "show")[1]
    who = as_json(heddle, "account", "show")
    assert (who["user"], who["tenant"], who["scope"]) == ("ann", "acme", "submit")
    (job,) = api.submit(one(), token=token.strip())
    assert [each["id"] for each in as_json(heddle, "job", "ls", "--mine")] == [job]
    api.until(job, "running")
    api.ahead_ms += 5_000
    assert "acme" in heddle("account", "usage")[1]
    report = as_json(heddle, "account", "usage", "--by", "tenant,user,model")
    (row,) = report["rows"]
    assert (row["tenant"], row["user"]) == ("acme", "ann@acme")
    assert (row["model"], row["running"]) == ("T4", 1)
    code, out, _ = heddle("account", "usage", "--by", "job", "--since", "7d", "-o", "csv")
    assert [each["job"] for each in csv.DictReader(io.StringIO(out))] == [job]
    code, _, err = heddle("account", "token", "create", "eve")
    assert (code, "scope admin" in err) == (111, True)

    monkeypatch.setenv("HEDDLE_TOKEN", api.admin)
    assert [e["what"] for e in as_json(heddle, "admin", "audit", "--actor", "ann@acme")] == [
        "submitted"
    ]
    assert (
        "quota"
        in heddle("admin", "audit", "--tenant", "acme", "--kind", "tenant", "--since", "1h")[1]
    )
    assert as_json(heddle, "admin", "audit", "--until", "2020-01-01") == []
    assert "organisation" in heddle("admin", "tenant")[1]


def test_roles_are_given_and_taken_away(api: ApiWorld, heddle: Type) -> None:
    api.tenant("acme")
    api.tenant("other")
    api.token("ann", "acme")
    given = as_json(heddle, "admin", "user", "set", "ann@acme", "other=viewer", "acme=admin")
    assert given["roles"] == {"acme": "admin", "other": "viewer"}
    given = as_json(heddle, "admin", "user", "set", "ann@acme", "acme=none", "*=viewer")
    assert given["roles"] == {"": "viewer", "other": "viewer"}
    assert "*=viewer other=viewer" in heddle("admin", "user")[1]
    assert as_json(heddle, "admin", "user", "disable", "ann@acme")["disabled"]
    assert "disabled" in heddle("admin", "user")[1]
    assert not as_json(heddle, "admin", "user", "enable", "ann@acme")["disabled"]
    assert heddle("admin", "user", "rm", "ann@acme")[0] == 0
    assert [each["id"] for each in as_json(heddle, "admin", "user")] == ["admin"]
    (token,) = as_json(heddle, "account", "token")
    assert heddle("account", "token", "rm", token["id"])[0] == 2, "the last administrator's"
    assert heddle("admin", "tenant", "rm", "other")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("users", "make", "ann", "--role", "acme"), "TENANT=ROLE"),
        (("users", "make", "ann", "--role", "acme=boss"), "viewer, member, admin"),
        (("users", "roles", "nobody", "acme=viewer"), "there is no user 'nobody'"),
        (("users", "make", "a b"), "is not a name"),
        (("tokens", "make", "ann", "--tenant", "nowhere"), "there is no tenant 'nowhere'"),
        (("admin", "quota", "set", "default"), "nothing to set"),
        (("admin", "quota", "set", "default", "--limit", "gpu"), "KIND=N"),
        (("admin", "quota", "set", "default", "--nominal", "gpu=99"), "the capacity is 3 gpu"),
        (("usage", "--since", "yesterday"), "is not a time"),
        (("usage", "--by", "tenants"), "Did you mean 'tenant'?"),
        (("audit", "--tenant", "nowhere"), "there is no tenant"),
    ],
)
def test_what_makes_no_sense_is_said(heddle: Type, words: tuple[str, ...], said: str) -> None:
    code, _, err = heddle(*words)
    assert code == 2
    assert said in err


def test_times_are_dates_times_or_how_long_ago() -> None:
    assert moment("1970-01-02") == 86_400_000
    assert moment("1970-01-01T01:00:00+01:00") == 0
    assert moment("1970-01-01T00:00:01Z") == 1000
    assert 0 < moment("1h") - moment("2h") - 3_600_000 + 5 < 1000
