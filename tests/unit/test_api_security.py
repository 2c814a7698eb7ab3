"""Every route, one by one: not without a token, not with too little scope, not across tenants."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from heddle.api.guard import GUARDED
from tests.api_world import ApiWorld, one, service

PUBLIC = {("GET", "/v1/health")}


class Route(NamedTuple):
    """What must hold for it: the least scope, and what a token of another tenant is told."""

    scope: str
    other: int  #: status for who may do it, but to another tenant
    path: str = ""  #: with the ids of what belongs to acme; none: the same for all
    body: object = None


#: A route that is not here fails a test below.
ROUTES = {
    ("POST", "/v1/jobs"): Route(
        "submit", 422, "/v1/jobs", {"jobs": [one(tenant="acme")]}
    ),
    ("GET", "/v1/jobs"): Route("read", 404, "/v1/jobs?tenant=acme"),
    ("GET", "/v1/jobs/{job_id}"): Route("read", 404, "/v1/jobs/j1"),
    ("GET", "/v1/jobs/{job_id}/explain"): Route("read", 404, "/v1/jobs/j1/explain"),
    ("GET", "/v1/jobs/{job_id}/terminal"): Route("submit", 404, "/v1/jobs/j1/terminal"),
    ("POST", "/v1/jobs/{job_id}/terminal"): Route("submit", 404, "/v1/jobs/j1/terminal"),
    ("GET", "/v1/jobs/{job_id}/files"): Route("submit", 404, "/v1/jobs/j1/files"),
    ("DELETE", "/v1/jobs/{job_id}/files"): Route("submit", 404, "/v1/jobs/j1/files"),
    ("GET", "/v1/jobs/{job_id}/files/content"): Route(
        "submit", 404, "/v1/jobs/j1/files/content?path=x"
    ),
    ("PUT", "/v1/jobs/{job_id}/files/content"): Route(
        "submit", 404, "/v1/jobs/j1/files/content?path=x", "x"
    ),
    ("POST", "/v1/jobs/{job_id}/exec"): Route(
        "submit", 404, "/v1/jobs/j1/exec", {"command": ["id"]}
    ),
    ("POST", "/v1/jobs/{job_id}/exec/{number}"): Route("submit", 404, "/v1/jobs/j1/exec/1"),
    ("GET", "/v1/jobs/{job_id}/logs"): Route("read", 404, "/v1/jobs/j1/logs"),
    ("POST", "/v1/jobs/{job_id}/hold"): Route("submit", 404, "/v1/jobs/j1/hold"),
    ("POST", "/v1/jobs/{job_id}/release"): Route("submit", 404, "/v1/jobs/j1/release"),
    ("POST", "/v1/jobs/{job_id}/cancel"): Route("submit", 404, "/v1/jobs/j1/cancel"),
    ("GET", "/v1/events"): Route("read", 200),
    ("GET", "/v1/nodes"): Route("read", 200),
    ("GET", "/v1/nodes/{name}"): Route("read", 200, "/v1/nodes/one"),
    ("DELETE", "/v1/nodes/{name}"): Route("admin", 403, "/v1/nodes/one"),
    ("GET", "/v1/nodes/tokens"): Route("admin", 403),
    ("POST", "/v1/nodes/tokens"): Route("admin", 403, "/v1/nodes/tokens", {}),
    ("DELETE", "/v1/nodes/tokens/{token_id}"): Route("admin", 403, "/v1/nodes/tokens/x"),
    ("GET", "/v1/nodes/{name}/programs"): Route("admin", 403, "/v1/nodes/one/programs"),
    ("GET", "/v1/nodes/{name}/look"): Route("admin", 403, "/v1/nodes/one/look"),
    ("GET", "/v1/nodes/{name}/trace"): Route("admin", 403, "/v1/nodes/one/trace"),
    ("GET", "/v1/nodes/{name}/programs/{program}/story"): Route(
        "admin", 403, "/v1/nodes/one/programs/1/story"
    ),
    ("POST", "/v1/nodes/{name}/programs/{program}/hold"): Route(
        "admin", 403, "/v1/nodes/one/programs/1/hold"
    ),
    ("POST", "/v1/nodes/{name}/programs/{program}/release"): Route(
        "admin", 403, "/v1/nodes/one/programs/1/release"
    ),
    ("PATCH", "/v1/nodes/{name}/programs/{program}"): Route(
        "admin", 403, "/v1/nodes/one/programs/1", {}
    ),
    ("POST", "/v1/nodes/{name}/drain"): Route("admin", 403, "/v1/nodes/one/drain"),
    ("POST", "/v1/nodes/{name}/undrain"): Route("admin", 403, "/v1/nodes/one/undrain"),
    ("GET", "/v1/pool"): Route("read", 200),
    ("GET", "/v1/tenants"): Route("read", 200),
    ("POST", "/v1/tenants"): Route("admin", 404, "/v1/tenants", {"path": "acme/new"}),
    ("DELETE", "/v1/tenants/{tenant}"): Route("admin", 404, "/v1/tenants/acme/vision"),
    ("GET", "/v1/tenants/{tenant}/quota"): Route("read", 404, "/v1/tenants/acme/quota"),
    ("PUT", "/v1/tenants/{tenant}/quota"): Route("admin", 404, "/v1/tenants/acme/quota", {}),
    ("GET", "/v1/tokens"): Route("read", 200),
    ("POST", "/v1/tokens"): Route("admin", 404, "/v1/tokens", {"name": "eve", "tenant": "acme"}),
    ("DELETE", "/v1/tokens/{token_id}"): Route("read", 404, "/v1/tokens/TOKEN"),
    ("POST", "/v1/tokens/{token_id}/renew"): Route("read", 404, "/v1/tokens/TOKEN/renew"),
    ("GET", "/v1/users"): Route("admin", 200),
    ("POST", "/v1/users"): Route("admin", 404, "/v1/users", {"name": "eve", "home": "acme"}),
    ("PUT", "/v1/users/{user}"): Route("admin", 404, "/v1/users/ann@acme", {"disabled": True}),
    ("DELETE", "/v1/users/{user}"): Route("admin", 404, "/v1/users/ann@acme"),
    ("GET", "/v1/whoami"): Route("read", 200),
    ("GET", "/v1/audit"): Route("read", 404, "/v1/audit?tenant=acme"),
    ("GET", "/v1/secrets"): Route("read", 404, "/v1/secrets?tenant=acme"),
    ("PUT", "/v1/secrets/{name}"): Route("submit", 404, "/v1/secrets/s?tenant=acme", "x"),
    ("DELETE", "/v1/secrets/{name}"): Route("submit", 404, "/v1/secrets/s?tenant=acme"),
    ("HEAD", "/v1/snapshots/{digest}"): Route(
        "submit", 404, f"/v1/snapshots/{'0' * 64}?tenant=acme"
    ),
    ("PUT", "/v1/snapshots/{digest}"): Route(
        "submit", 404, f"/v1/snapshots/{'0' * 64}?tenant=acme", "x"
    ),
    ("GET", "/v1/data"): Route("read", 200),
    ("GET", "/v1/data/{name}"): Route("read", 404, "/v1/data/acme-data"),
    ("POST", "/v1/data"): Route(
        "submit", 404, "/v1/data",
        {"name": "a", "version": "v1", "source": "/x", "tenant": "acme"},
    ),
    ("DELETE", "/v1/data/{name}/{version}"): Route(
        "submit", 404, "/v1/data/acme-data/v1?tenant=acme"
    ),
    ("GET", "/v1/services"): Route("read", 404, "/v1/services?tenant=acme"),
    ("GET", "/v1/services/{name}"): Route("read", 404, "/v1/services/secret-service"),
    ("PUT", "/v1/services/{name}"): Route(
        "submit", 422, "/v1/services/secret-service", service("secret-service", tenant="acme")
    ),
    ("POST", "/v1/services/{name}/scale"): Route(
        "submit", 404, "/v1/services/secret-service/scale", {"replicas": 1}
    ),
    ("DELETE", "/v1/services/{name}"): Route("submit", 404, "/v1/services/secret-service"),
    ("GET", "/v1/usage"): Route("read", 200),
    ("GET", "/v1/matrix"): Route("read", 404, "/v1/matrix?tenant=acme"),
    ("GET", "/metrics"): Route("read", 403),
    ("GET", "/v1/status"): Route("read", 403),
    ("GET", "/v1/backup"): Route("admin", 403),
    ("GET", "/v1/openapi.json"): Route("read", 200),
}  # fmt: skip
each_route = pytest.mark.parametrize("route", ROUTES, ids=" ".join)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiWorld]:
    """acme has a job that is held and runs another; the tests may not change either."""
    with ApiWorld(tmp_path_factory.mktemp("api")) as made:
        for tenant in ("acme", "acme/vision", "other"):
            made.tenant(tenant)
        ann = made.token("ann", "acme")
        assert made.submit(one("secret-held"), token=ann, hold=True) == ["j1"]
        made.submit(one("secret-run"), token=ann)
        made.until("j2", "running")
        made.submit(service("secret-service"), token=ann)
        yield made


def ask(api: ApiWorld, route: tuple[str, str], token: str | None) -> int:
    """The status that comes back."""
    method, path = route
    given = ROUTES[route]
    path = (given.path or path).replace("TOKEN", token_id(api, "ann"))
    headers = {b"Authorization": f"Bearer {token}".encode("latin-1")} if token else {}
    answer = api.client.request(method, path, headers=headers, json=given.body)
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code


def token_id(api: ApiWorld, name: str) -> str:
    tokens = api.get("/v1/tokens").json()["tokens"]
    return str(next(token["id"] for token in tokens if token["name"] == name))


def test_every_route_is_here(api: ApiWorld) -> None:
    document = api.get("/v1/openapi.json").json()
    there = {
        (method.upper(), path) for path, found in document["paths"].items() for method in found
    }
    assert there | {("GET", "/v1/openapi.json")} == ROUTES.keys() | PUBLIC
    assert document["openapi"].startswith("3.1")
    assert all(path.startswith(GUARDED) for _, path in there)


@each_route
def test_nobody_without_a_token(api: ApiWorld, route: tuple[str, str]) -> None:
    secret = api.admin.split("_", 2)[2]
    for token in (
        None, "x", "hd_", "hd__", "hd_x_y", api.admin[:-1], f"{api.admin}x", f"hd_x_{secret}",
        api.admin.replace("hd_", "hb_"), "hd_\xff_\xff",
    ):  # fmt: skip
        assert ask(api, route, token) == 401, token


@each_route
def test_nobody_with_too_little_scope(api: ApiWorld, route: tuple[str, str]) -> None:
    enough = {"read": (), "submit": ("read",), "admin": ("read", "submit")}
    for scope in enough[ROUTES[route].scope]:
        assert ask(api, route, api.token(f"little-{scope}", "acme", scope)) == 403
        assert ask(api, route, api.token(f"little-{scope}", "", scope)) == 403


@each_route
def test_nobody_across_tenants(api: ApiWorld, route: tuple[str, str]) -> None:
    for tenant in ("other", "acme/vision"):
        if "acme/vision" in ROUTES[route].path and tenant == "acme/vision":
            continue  # that one is its own
        mallory = api.token("mallory", tenant, "admin")
        assert ask(api, route, mallory) == ROUTES[route].other
    assert api.state("j1") == "held"
    assert api.state("j2") == "running"


def test_what_is_listed_is_of_the_own_tenant(api: ApiWorld) -> None:
    mallory = api.token("mallory", "other", "admin")
    for path in (
        "/v1/jobs", "/v1/jobs?text=secret", "/v1/jobs?user=ann", "/v1/events?limit=1000",
        "/v1/nodes", "/v1/nodes/one", "/v1/pool", "/v1/tenants", "/v1/tokens", "/v1/usage?by=job",
        "/v1/matrix",
    ):  # fmt: skip
        text = api.get(path, mallory).text
        for foreign in ("acme", "ann", "secret", '"j1"', '"j2"'):
            assert foreign not in text, (path, foreign)


def test_a_job_of_another_tenant_is_as_one_that_is_not_there(api: ApiWorld) -> None:
    mallory = api.token("mallory", "other", "admin")
    assert (
        api.get("/v1/jobs/j1", mallory).json()["detail"].replace("j1", "j99")
        == api.get("/v1/jobs/j99", mallory).json()["detail"]
    )
    said = []
    for job in ("j1", "j99"):
        body = {"jobs": [one("x", after=job)]}
        answer = api.ask("POST", "/v1/jobs", mallory, json=body)
        assert answer.status_code == 422
        said.append(answer.json()["detail"].replace(job, "JOB"))
    assert said[0] == said[1]


def test_secrets_are_nowhere_but_in_the_answer_that_makes_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with ApiWorld(tmp_path) as api:
        made = api.token("ann")
        secrets = [token.split("_", 2)[2] for token in (made, api.admin)]
        api.get("/v1/jobs", made)
        api.get("/v1/jobs", f"{made}x")
        api.ask("POST", "/v1/jobs", made, content=b"{")
        text = api.get("/v1/tokens").text + api.get("/v1/events").text + api.get("/metrics").text
        text += api.get("/v1/openapi.json").text
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("store*"))
    for secret in secrets:
        assert secret not in text
        assert secret not in caplog.text
        assert secret.encode() not in kept


def test_an_error_that_nobody_foresaw_tells_nothing_of_the_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ApiWorld(tmp_path) as api:

        def broken(*_: object, **__: object) -> None:
            raise RuntimeError("the inside")

        monkeypatch.setattr(api.store, "job", broken)
        answer = api.get("/v1/jobs/j1")
        assert answer.status_code == 500
        assert "inside" not in answer.text
