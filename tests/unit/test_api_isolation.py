"""Every route, with the tokens of another organisation: nothing of the first is seen or changed.

alpha has one of everything. beta asks for it on every route with each scope, and must be told the
same as if it were not there; and alpha's own view of alpha is the same before and after. A route
that is not in the table fails the first test, which names it.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from fastapi.routing import APIRoute

from tests.api_world import ApiWorld, one

SCOPES = ("read", "submit", "admin")


class Try(NamedTuple):
    """A request about what is alpha's. None: the answer is a list, or about all."""

    path: str
    json: object = None
    body: bytes | None = None
    type: str = "application/json"


def archive() -> bytes:
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w") as tar:
        entry = tarfile.TarInfo("alpha-file")
        entry.size = 1
        tar.addfile(entry, io.BytesIO(b"x"))
    return gzip.compress(text.getvalue(), mtime=0)


DIGEST = hashlib.sha256(archive()).hexdigest()
SERVICE = {
    "id": "alpha-web",
    "shape": "service",
    "devices": "cpu:1",
    "command": ["true"],
    "service": {"replicas": 0},
}

#: What can be asked about alpha's. Every route is here or below.
ABOUT_ALPHA: dict[tuple[str, str], list[Try]] = {
    ("POST", "/v1/jobs"): [
        Try("/v1/jobs", {"jobs": [one("x", tenant="alpha")]}),
        Try("/v1/jobs", {"jobs": [one("x", tenant="alpha/vision")]}),
        Try("/v1/jobs", {"jobs": [one("x", after="j1")]}),
    ],
    ("GET", "/v1/jobs"): [Try("/v1/jobs?tenant=alpha"), Try("/v1/jobs?tenant=alpha/vision")],
    ("GET", "/v1/jobs/{job_id}"): [Try("/v1/jobs/j1"), Try("/v1/jobs/j2")],
    ("GET", "/v1/jobs/{job_id}/explain"): [Try("/v1/jobs/j1/explain?detail=2")],
    ("GET", "/v1/jobs/{job_id}/logs"): [Try("/v1/jobs/j2/logs")],
    ("POST", "/v1/jobs/{job_id}/cancel"): [Try("/v1/jobs/j1/cancel"), Try("/v1/jobs/j2/cancel")],
    ("POST", "/v1/jobs/{job_id}/hold"): [Try("/v1/jobs/j1/hold")],
    ("POST", "/v1/jobs/{job_id}/release"): [Try("/v1/jobs/j1/release")],
    ("GET", "/v1/jobs/{job_id}/terminal"): [Try("/v1/jobs/j2/terminal")],
    ("POST", "/v1/jobs/{job_id}/terminal"): [
        Try("/v1/jobs/j2/terminal", body=b"rm -rf /\n", type="application/octet-stream")
    ],
    ("GET", "/v1/jobs/{job_id}/files"): [Try("/v1/jobs/j2/files")],
    ("DELETE", "/v1/jobs/{job_id}/files"): [Try("/v1/jobs/j1/files"), Try("/v1/jobs/j2/files")],
    ("GET", "/v1/jobs/{job_id}/files/content"): [Try("/v1/jobs/j2/files/content?path=x")],
    ("PUT", "/v1/jobs/{job_id}/files/content"): [
        Try("/v1/jobs/j2/files/content?path=x", body=b"x", type="application/octet-stream")
    ],
    ("POST", "/v1/jobs/{job_id}/exec"): [Try("/v1/jobs/j2/exec", {"command": ["id"]})],
    ("POST", "/v1/jobs/{job_id}/exec/{number}"): [
        Try("/v1/jobs/j2/exec/1", body=b"x", type="application/octet-stream")
    ],
    ("POST", "/v1/tenants"): [Try("/v1/tenants", {"path": "alpha/new"})],
    ("DELETE", "/v1/tenants/{tenant:path}"): [
        Try("/v1/tenants/alpha/vision"), Try("/v1/tenants/alpha")
    ],
    ("GET", "/v1/tenants/{tenant:path}/quota"): [Try("/v1/tenants/alpha/quota")],
    ("PUT", "/v1/tenants/{tenant:path}/quota"): [
        Try("/v1/tenants/alpha/quota", {"limit": {"gpu": 0}})
    ],
    ("POST", "/v1/tokens"): [
        Try("/v1/tokens", {"name": "ann", "tenant": "alpha", "scope": "read"}),
        Try("/v1/tokens", {"name": "ann@alpha"}),
    ],
    ("DELETE", "/v1/tokens/{token_id}"): [Try("/v1/tokens/ALPHAS")],
    ("POST", "/v1/tokens/{token_id}/renew"): [Try("/v1/tokens/ALPHAS/renew")],
    ("POST", "/v1/users"): [
        Try("/v1/users", {"name": "eve", "home": "alpha"}),
        Try("/v1/users", {"name": "eve", "roles": {"alpha": "admin"}}),
    ],
    ("PUT", "/v1/users/{user:path}"): [
        Try("/v1/users/ann@alpha", {"disabled": True}),
        Try("/v1/users/ann@alpha", {"roles": {"beta": "admin"}}),
    ],
    ("DELETE", "/v1/users/{user:path}"): [Try("/v1/users/ann@alpha")],
    ("GET", "/v1/audit"): [Try("/v1/audit?tenant=alpha")],
    ("GET", "/v1/matrix"): [Try("/v1/matrix?tenant=alpha")],
    ("GET", "/v1/secrets"): [Try("/v1/secrets?tenant=alpha")],
    ("PUT", "/v1/secrets/{name}"): [Try("/v1/secrets/alpha-key?tenant=alpha", body=b"mine")],
    ("DELETE", "/v1/secrets/{name}"): [
        Try("/v1/secrets/alpha-key?tenant=alpha"), Try("/v1/secrets/alpha-key")
    ],
    ("HEAD", "/v1/snapshots/{digest}"): [
        Try(f"/v1/snapshots/{DIGEST}?tenant=alpha"), Try(f"/v1/snapshots/{DIGEST}")
    ],
    ("PUT", "/v1/snapshots/{digest}"): [
        Try(f"/v1/snapshots/{DIGEST}?tenant=alpha", body=archive())
    ],
    ("GET", "/v1/data/{name}"): [Try("/v1/data/alpha-set")],
    ("POST", "/v1/data"): [
        Try("/v1/data", {"name": "x", "version": "v1", "source": "/x", "tenant": "alpha"})
    ],
    ("DELETE", "/v1/data/{name}/{version}"): [
        Try("/v1/data/alpha-set/v1?tenant=alpha"), Try("/v1/data/alpha-set/v1")
    ],
    ("GET", "/v1/services"): [Try("/v1/services?tenant=alpha")],
    ("GET", "/v1/services/{name}"): [
        Try("/v1/services/alpha-web"), Try("/v1/services/alpha-web?tenant=alpha")
    ],
    ("PUT", "/v1/services/{name}"): [Try("/v1/services/alpha-web?tenant=alpha", SERVICE)],
    ("POST", "/v1/services/{name}/scale"): [
        Try("/v1/services/alpha-web/scale", {"replicas": 0}),
        Try("/v1/services/alpha-web/scale?tenant=alpha", {"replicas": 0}),
    ],
    ("DELETE", "/v1/services/{name}"): [
        Try("/v1/services/alpha-web"), Try("/v1/services/alpha-web?tenant=alpha")
    ],
}  # fmt: skip

#: Lists, which may not have anything of alpha's in them, and what is the same for all.
LISTS: dict[tuple[str, str], list[str]] = {
    ("GET", "/v1/jobs"): [
        "/v1/jobs", "/v1/jobs?text=alpha", "/v1/jobs?user=ann", "/v1/jobs?state=running"
    ],
    ("GET", "/v1/events"): ["/v1/events?limit=1000"],
    ("GET", "/v1/audit"): ["/v1/audit?limit=1000", "/v1/audit?actor=ann"],
    ("GET", "/v1/nodes"): ["/v1/nodes"],
    ("GET", "/v1/nodes/{name}"): ["/v1/nodes/one", "/v1/nodes/two"],
    ("GET", "/v1/pool"): ["/v1/pool"],
    ("GET", "/v1/tenants"): ["/v1/tenants"],
    ("GET", "/v1/tokens"): ["/v1/tokens"],
    ("GET", "/v1/users"): ["/v1/users"],
    ("GET", "/v1/whoami"): ["/v1/whoami"],
    ("GET", "/v1/matrix"): ["/v1/matrix", "/v1/matrix?workload=alpha-run"],
    ("GET", "/v1/usage"): ["/v1/usage?by=tenant,user,job,model", "/v1/usage?format=csv&by=job"],
    ("GET", "/v1/secrets"): ["/v1/secrets"],
    ("GET", "/v1/data"): ["/v1/data"],
    ("GET", "/v1/services"): ["/v1/services"],
    ("GET", "/v1/openapi.json"): ["/v1/openapi.json"],
    ("GET", "/v1/health"): ["/v1/health"],
}  # fmt: skip

#: Only for tokens of the whole cluster: 403 for every other, whatever is asked.
OF_THE_CLUSTER: dict[tuple[str, str], Try] = {
    ("GET", "/metrics"): Try("/metrics"),
    ("GET", "/v1/status"): Try("/v1/status"),
    ("GET", "/v1/backup"): Try("/v1/backup"),
    ("GET", "/v1/nodes/{name}/programs"): Try("/v1/nodes/one/programs"),
    ("GET", "/v1/nodes/{name}/look"): Try("/v1/nodes/one/look"),
    ("GET", "/v1/nodes/{name}/trace"): Try("/v1/nodes/one/trace"),
    ("GET", "/v1/nodes/{name}/programs/{program}/story"): Try("/v1/nodes/one/programs/1/story"),
    ("POST", "/v1/nodes/{name}/programs/{program}/hold"): Try("/v1/nodes/one/programs/1/hold"),
    ("POST", "/v1/nodes/{name}/programs/{program}/release"): Try(
        "/v1/nodes/one/programs/1/release"
    ),
    ("PATCH", "/v1/nodes/{name}/programs/{program}"): Try("/v1/nodes/one/programs/1", {}),
    ("POST", "/v1/nodes/{name}/drain"): Try("/v1/nodes/one/drain"),
    ("POST", "/v1/nodes/{name}/undrain"): Try("/v1/nodes/one/undrain"),
    ("DELETE", "/v1/nodes/{name}"): Try("/v1/nodes/one"),
    ("GET", "/v1/nodes/tokens"): Try("/v1/nodes/tokens"),
    ("POST", "/v1/nodes/tokens"): Try("/v1/nodes/tokens", {}),
    ("DELETE", "/v1/nodes/tokens/{token_id}"): Try("/v1/nodes/tokens/x"),
}

#: alpha's own view, which nobody else may change.
VIEW = (
    "/v1/jobs", "/v1/tenants", "/v1/tenants/alpha/quota", "/v1/tokens", "/v1/users", "/v1/secrets",
    "/v1/data", "/v1/services", "/v1/events?limit=1000",
)  # fmt: skip
MARKS = ("alpha", '"ann', "Ann Lee", '"j1"', '"j2"', "j2.1")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path_factory.mktemp("api")) as made:
        for tenant in ("alpha", "alpha/vision", "beta"):
            made.tenant(tenant)
        lead = made.token("lead", "alpha", "admin")
        ann = made.token("ann", "alpha")
        put(made, "PUT", "/v1/users/ann@alpha", {"full_name": "Ann Lee", "email": "ann@alpha.org"})
        put(made, "PUT", "/v1/tenants/alpha/quota", {"limit": {"gpu": 2}})
        assert made.submit(one("alpha-held"), token=ann, hold=True) == ["j1"]
        made.submit(one("alpha-run"), token=ann)
        made.until("j2", "running")
        put(made, "PUT", "/v1/secrets/alpha-key", None, ann, content=b"alpha-secret")
        put(made, "PUT", f"/v1/snapshots/{DIGEST}", None, ann, content=archive())
        put(made, "POST", "/v1/data", {"name": "alpha-set", "version": "v1", "source": "/x"}, ann)
        put(made, "PUT", "/v1/services/alpha-web", {**SERVICE, "tenant": "alpha"}, ann)
        made.lead = lead  # type: ignore[attr-defined]
        yield made


def put(
    api: ApiWorld, verb: str, path: str, json: object, token: str | None = None, **more: Any
) -> None:
    answer = api.ask(verb, path, token, **({"json": json} if json is not None else {}), **more)
    assert answer.status_code < 300, answer.text


@pytest.fixture(scope="module")
def tokens(api: ApiWorld) -> dict[str, str]:
    """beta's."""
    return {scope: api.token(f"b-{scope}", "beta", scope) for scope in SCOPES}


def routes(api: ApiWorld) -> set[tuple[str, str]]:
    found = (route for route in api.app.routes if isinstance(route, APIRoute))
    return {(method, route.path) for route in found for method in route.methods or ()}


def test_every_route_is_in_the_table(api: ApiWorld) -> None:
    known = ABOUT_ALPHA.keys() | LISTS.keys() | OF_THE_CLUSTER.keys()
    assert routes(api) - known == set(), "say here how another tenant could misuse these"
    assert known - routes(api) == set(), "these are no longer there"


def ask(api: ApiWorld, verb: str, this: Try, token: str) -> tuple[int, str]:
    """The status, and what was said, as if alpha were called gamma."""
    alphas = next(t for t in api.app.state.desk.auth.all() if t.user == "ann@alpha").id
    more: dict[str, Any] = {} if this.json is None else {"json": this.json}
    if this.body is not None:
        more = {"content": this.body, "headers": {"Content-Type": this.type}}
    answer = api.ask(verb, this.path.replace("ALPHAS", alphas), token, **more)
    text = answer.text.replace(alphas, "NONE")
    return answer.status_code, _renamed(text)


def _renamed(value: Any) -> Any:
    """What is not there has these names."""
    if isinstance(value, str):
        for name, other in (("alpha", "gamma"), ("ann", "zoe"), (DIGEST, "0" * 64)):
            value = value.replace(name, other)
        for job in ("j1", "j2"):
            value = value.replace(job, "j99")
        return value.replace("ALPHAS", "NONE")
    if isinstance(value, dict):
        return {_renamed(key): _renamed(each) for key, each in value.items()}
    return [_renamed(each) for each in value] if isinstance(value, list) else value


def view(api: ApiWorld) -> list[str]:
    return [api.get(path, api.lead).text for path in VIEW]  # type: ignore[attr-defined]


@pytest.mark.parametrize("route", ABOUT_ALPHA, ids=" ".join)
def test_what_is_alphas_is_as_if_it_were_not_there(
    api: ApiWorld, tokens: dict[str, str], route: tuple[str, str]
) -> None:
    before = view(api)
    for this in ABOUT_ALPHA[route]:
        absent = Try(_renamed(this.path), _renamed(this.json), this.body, this.type)
        for scope in SCOPES:
            said = ask(api, route[0], this, tokens[scope])
            assert said[0] in (403, 404, 422), (this, scope, said)
            assert said == ask(api, route[0], absent, tokens[scope]), (this, scope)
    assert view(api) == before
    assert (api.state("j1"), api.state("j2")) == ("held", "running")


@pytest.mark.parametrize("route", LISTS, ids=" ".join)
def test_no_list_has_anything_of_alphas(
    api: ApiWorld, tokens: dict[str, str], route: tuple[str, str]
) -> None:
    before = view(api)
    for path in LISTS[route]:
        for scope in SCOPES:
            answer = api.ask(route[0], path, tokens[scope])
            assert answer.status_code in (200, 403)
            assert not [mark for mark in MARKS if mark in answer.text], (path, scope)
    assert view(api) == before


@pytest.mark.parametrize("route", OF_THE_CLUSTER, ids=" ".join)
def test_what_is_of_the_cluster_is_for_nobody_else(
    api: ApiWorld, tokens: dict[str, str], route: tuple[str, str]
) -> None:
    this = OF_THE_CLUSTER[route]
    for scope in SCOPES:
        status, said = ask(api, route[0], this, tokens[scope])
        assert (status, "gamma" in said) == (403, False), (scope, said)
    rows = api.get("/v1/nodes").json()["nodes"]
    assert not any(row["cordoned"] for row in rows)


def test_a_project_is_as_apart_from_another_as_an_organisation(api: ApiWorld) -> None:
    api.tenant("alpha/speech")
    speech = api.token("b-speech", "alpha/speech", "admin")
    (job,) = api.submit(one("vision-only", tenant="alpha/vision"), hold=True)
    assert api.get(f"/v1/jobs/{job}", speech).status_code == 404
    assert api.get("/v1/jobs/j1", speech).status_code == 404, "nor what is above it"
    assert "vision" not in api.get("/v1/jobs", speech).text
    assert [t["path"] for t in api.get("/v1/tenants", speech).json()["tenants"]] == ["alpha/speech"]
    assert "ann" not in api.get("/v1/users", speech).text
