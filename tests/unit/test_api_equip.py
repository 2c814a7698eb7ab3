"""Snapshots, secrets and data over the API: each tenant has its own, and nothing leaks."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import tarfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from heddle.control.inputs.cache_sync import register, sweep
from heddle.store.base import Gone, Thing
from tests.api_world import ApiWorld, one, served
from tests.world import eventually

CANARY = "canary-7d1e-value"


def archive(*entries: bytes) -> bytes:
    """Of these, without compression."""
    return gzip.compress(b"".join(entries) + bytes(1024), 0)


def entry(name: str, content: bytes = b"") -> bytes:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    return info.tobuf(tarfile.GNU_FORMAT) + content + bytes(-len(content) % 512)


def _header() -> bytes:
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 9
    return info.tobuf(tarfile.GNU_FORMAT) + b"9 a=bcde\n".ljust(512, b"\0")


HEADER = _header()
CONTENT = archive(entry("a", b"an archive"))
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        for tenant in ("acme", "acme/vision", "other"):
            made.tenant(tenant)
        yield made


def put(api: ApiWorld, path: str, content: bytes, token: str | None = None) -> Any:
    return api.ask("PUT", path, token, content=content)


def refused(api: ApiWorld, spec: dict[str, Any], token: str | None = None) -> str:
    answer = api.ask("POST", "/v1/jobs", token, json={"jobs": [spec]})
    assert answer.status_code == 422, answer.text
    return str(answer.json()["detail"])


# Secrets


def test_a_secret_is_set_changed_listed_and_deleted(api: ApiWorld) -> None:
    made = put(api, "/v1/secrets/hf", CANARY.encode())
    assert (made.status_code, made.json()["tenant"]) == (201, "default")
    changed = put(api, "/v1/secrets/hf", b"another")
    assert changed.status_code == 200
    assert changed.json()["made_ms"] == made.json()["made_ms"]
    (listed,) = api.get("/v1/secrets").json()["secrets"]
    assert set(listed) == {"tenant", "name", "made_ms", "changed_ms", "by"}
    assert api.ask("DELETE", "/v1/secrets/hf").status_code == 204
    gone = api.ask("DELETE", "/v1/secrets/hf")
    assert (gone.status_code, "no secret 'hf'" in gone.json()["detail"]) == (404, True)
    assert [e["what"] for e in api.get("/v1/events").json()["events"] if e["kind"] == "secret"] == [
        "set", "changed", "removed",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "content", "status", "said"),
    [
        ("/v1/secrets/a%20b", b"x", 422, "is not a name"),
        ("/v1/secrets/hf", b"", 422, "is empty"),
        ("/v1/secrets/hf", bytes((64 << 10) + 1), 413, "64 KiB"),
        ("/v1/secrets/hf?tenant=nobody", b"x", 404, "no tenant"),
        ("/v1/secrets/hf?tennant=acme", b"x", 422, "Did you mean 'tenant'?"),
    ],
)
def test_what_is_wrong_is_said(
    api: ApiWorld, path: str, content: bytes, status: int, said: str
) -> None:
    answer = put(api, path, content)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_tenants_have_their_own_secrets(api: ApiWorld) -> None:
    ann, eve = api.token("ann", "acme/vision"), api.token("eve", "other", "admin")
    put(api, "/v1/secrets/up?tenant=acme", CANARY.encode())
    assert put(api, "/v1/secrets/own", CANARY.encode(), ann).json()["tenant"] == "acme/vision"
    for method, path in (
        ("PUT", "/v1/secrets/up?tenant=acme"), ("DELETE", "/v1/secrets/own?tenant=acme/vision"),
        ("GET", "/v1/secrets?tenant=acme"),
    ):  # fmt: skip
        assert api.ask(method, path, eve, content=b"x").status_code == 404
    assert api.ask("PUT", "/v1/secrets/up?tenant=acme", ann, content=b"x").status_code == 404
    assert api.get("/v1/secrets", eve).json()["secrets"] == []
    assert [s["name"] for s in api.get("/v1/secrets", ann).json()["secrets"]] == ["own"]
    assert api.ask("PUT", "/v1/secrets/x", api.token("r", "acme", "read")).status_code == 403
    # A job uses its own and those above; of another's it is told what it is told of none.
    api.submit(one("a", secrets={"A": "up", "B": "own"}), token=ann)
    said = [refused(api, one("b", secrets={"A": name}), eve) for name in ("up", "none")]
    assert said[0].replace("up", "none") == said[1]
    assert "heddle account secret set none --tenant other" in said[1]


def test_a_value_is_with_the_member_and_nowhere_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with ApiWorld(tmp_path) as api:
        answers = [put(api, "/v1/secrets/hf", CANARY.encode()).text]
        (job,) = api.submit(one("a", secrets={"HF": "hf", "F": "file:hf"}))
        api.until(job, "running")
        order = api.engine.order(f"{job}.1")
        assert order.equipment.private == {"HF": CANARY.encode()}
        assert order.equipment.files == {"F": CANARY.encode()}
        for path in ("", "/explain?detail=2", "/logs"):
            answers.append(api.get(f"/v1/jobs/{job}{path}").text)
        for path in ("jobs", "events?limit=1000", "secrets", "nodes", "openapi.json"):
            answers.append(api.get(f"/v1/{path}").text)
        told = api.get(f"/v1/jobs/{job}/explain?detail=1").json()["equipped"]
        assert told == ["secret hf in HF", "secret hf as a file, its path in F"]
        answers += [api.get("/metrics").text, api.ask("DELETE", "/v1/secrets/hf").text]
        assert api.get(f"/v1/jobs/{job}").json()["spec"]["secrets"] == {"HF": "hf", "F": "file:hf"}
    assert not [text for text in answers if CANARY in text]
    assert CANARY not in caplog.text
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if CANARY.encode() in path.read_bytes()]


def test_a_job_waits_for_a_secret_that_was_deleted_and_says_so(api: ApiWorld) -> None:
    put(api, "/v1/secrets/hf", CANARY.encode())
    (job,) = api.submit(one("a", secrets={"HF": "hf"}), hold=True)
    api.ask("DELETE", "/v1/secrets/hf")
    api.ask("POST", f"/v1/jobs/{job}/release")
    assert eventually(lambda: api.get(f"/v1/jobs/{job}").json()["reason"] != {})
    found = api.get(f"/v1/jobs/{job}").json()
    assert found["reason"]["code"] == "equipment"
    assert "heddle account secret set hf" in found["reason"]["text"]
    assert "heddle account secret set hf" in api.get(f"/v1/jobs/{job}/explain").json()["text"]
    put(api, "/v1/secrets/hf", CANARY.encode())
    api.until(job, "running")
    number = len(api.get(f"/v1/jobs/{job}").json()["attempts"])
    assert number > 1
    api.engine.end(f"{job}.{number}", 1)
    # What never ran is no failure; the one that did was the only one it may have.
    api.until(job, "failed")


# Snapshots


def test_a_snapshot_is_kept_for_its_tenant_alone(api: ApiWorld) -> None:
    ann, eve = api.token("ann", "acme"), api.token("eve", "other", "admin")
    path = f"/v1/snapshots/{DIGEST}"
    assert api.ask("HEAD", path, ann).status_code == 404
    assert put(api, path, CONTENT, ann).status_code == 201
    assert put(api, path, CONTENT, ann).status_code == 200
    assert api.ask("HEAD", path, ann).status_code == 200
    for token, where in ((eve, path), (eve, f"{path}?tenant=acme"), (None, path)):
        assert api.ask("HEAD", where, token).status_code == 404
    assert api.ask("HEAD", f"{path}?tenant=acme").status_code == 200
    (job,) = api.submit(one("a", snapshot=f"sha256:{DIGEST}"), token=ann)
    api.until(job, "running")
    archive = api.engine.order(f"{job}.1").equipment.archive
    assert archive is not None
    assert Path(archive).read_bytes() == CONTENT
    said = refused(api, one("a", snapshot=f"sha256:{DIGEST}"), eve)
    other = "0" * 64
    assert said == refused(api, one("a", snapshot=f"sha256:{other}"), eve).replace(other, DIGEST)


def test_an_upload_that_is_wrong_is_said_and_leaves_nothing(
    api: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = put(api, f"/v1/snapshots/{DIGEST}", b"something else")
    assert (answer.status_code, DIGEST in answer.json()["detail"]) == (422, True)
    assert put(api, "/v1/snapshots/abc", b"x").status_code == 422
    api.stock.snapshots.most_bytes = 1000
    for headers in ({}, {"Transfer-Encoding": "chunked"}):
        content = iter([CONTENT]) if headers else CONTENT
        answer = api.ask("PUT", f"/v1/snapshots/{DIGEST}", content=content, headers=headers)
        assert answer.status_code == 413
        assert "HEDDLE_SNAPSHOT_LIMIT" in answer.json()["detail"]
    assert [path for path in (api.folder / "snapshots").rglob("*") if path.is_file()] == []
    api.stock.snapshots.most_bytes = 4 << 20
    large = archive(entry("a", bytes(3 << 20)))  # more than other bodies may have
    digest = hashlib.sha256(large).hexdigest()
    assert put(api, f"/v1/snapshots/{digest}", large).status_code == 201
    monkeypatch.setattr("heddle.control.inputs.snapshots.KEPT_TIMES", 0)
    assert put(api, f"/v1/snapshots/{DIGEST}", CONTENT).status_code == 409


def files(api: ApiWorld) -> list[Path]:
    return [path for path in (api.folder / "snapshots").rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (archive(entry("/".join("a" * 1500))), "too deep"),
        (archive(entry("x")[:156] + b"x" + entry("x")[157:]), "damaged"),
        (archive(entry("../evil")), "leads out of it"),
        (b"no archive at all", "not a gzipped file"),
        (archive(HEADER * 1200, entry("a")), "more headers"),
    ],
)
def test_a_snapshot_that_would_not_be_unpacked_is_refused(
    api: ApiWorld, content: bytes, why: str
) -> None:
    answer = put(api, f"/v1/snapshots/{hashlib.sha256(content).hexdigest()}", content)
    assert answer.status_code == 422
    assert why in answer.json()["detail"].lower()
    assert not files(api)


def test_a_tenant_does_not_get_more_by_uploads_at_the_same_time(
    api: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each announces itself before any has sent its body."""
    monkeypatch.setattr("heddle.control.inputs.snapshots.KEPT_TIMES", 2)
    api.stock.snapshots.most_bytes = 1 << 20
    contents = [archive(entry("a", bytes([n]) * 700_000)) for n in range(6)]
    begun = threading.Barrier(len(contents))

    def send(content: bytes) -> int:
        def pieces() -> Iterator[bytes]:
            yield content[:100]
            begun.wait(10)
            yield content[100:]

        path = f"/v1/snapshots/{hashlib.sha256(content).hexdigest()}"
        headers = {"Authorization": f"Bearer {api.admin}"}
        with httpx2.Client(base_url=f"http://{host}:{port}") as client:
            return client.put(path, content=pieces(), headers=headers).status_code

    with served(api) as (host, port), ThreadPoolExecutor(len(contents)) as pool:
        codes = list(pool.map(send, contents))
    assert sorted(set(codes)) == [201, 409]
    assert codes.count(201) <= 2
    assert sum(path.stat().st_size for path in files(api)) <= 2 << 20


def test_folders_of_a_job_file_are_named_by_what_came_with_it(api: ApiWorld) -> None:
    put(api, f"/v1/snapshots/{DIGEST}", CONTENT)
    assert "`heddle submit` packs" in refused(api, one("a", snapshot="."))
    body = {"jobs": [one("a", snapshot=".")], "snapshots": {".": f"sha256:{DIGEST}"}}
    (job,) = api.ask("POST", "/v1/jobs", json=body).json()["jobs"]
    assert job["spec"]["snapshot"] == f"sha256:{DIGEST}"
    wrongs: list[Any] = [{".": "sha256:1"}, {".": 1}, [], "x"]
    for wrong in wrongs:
        answer = api.ask("POST", "/v1/jobs", json={**body, "snapshots": wrong})
        assert answer.status_code == 422
    both = {**one("a", snapshot=f"sha256:{DIGEST}"), "folder": "/tmp"}
    assert "leave one of them out" in refused(api, both)


def test_a_snapshot_stays_while_a_job_needs_it(api: ApiWorld) -> None:
    put(api, f"/v1/snapshots/{DIGEST}", CONTENT)
    api.submit(one("a", snapshot=f"sha256:{DIGEST}"), hold=True)
    path = api.stock.snapshots.path("default", DIGEST)
    os.utime(path, (1, 1))
    sweep(api.stock)
    assert os.path.exists(path)
    api.ask("POST", "/v1/jobs/j1/cancel")
    # A service without replicas has no job, and needs it all the same.
    spec = {"snapshot": f"sha256:{DIGEST}", "data": ["x@v1"]}
    service = {"tenant": "default", "name": "web", "spec": spec}
    api.loop.ask(lambda core: core.keep(Thing("service", "default/web", service))).result()
    sweep(api.stock)
    assert os.path.exists(path)
    assert "service web" in api.ask("DELETE", "/v1/data/x/v1").json()["detail"]
    api.loop.ask(lambda core: core.keep(Gone("service", "default/web"))).result()
    sweep(api.stock)
    assert not os.path.exists(path)


# Data


def test_an_organisation_has_so_many_secrets_and_not_more(
    api: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tenants it makes below it."""
    monkeypatch.setattr("heddle.api.routes.secrets.MOST", 2)
    for tenant in ("many", "many/vision", "few"):
        api.tenant(tenant)

    def put(tenant: str, name: str) -> int:
        path = f"/v1/secrets/{name}?tenant={tenant}"
        return int(api.ask("PUT", path, content=b"hidden-value").status_code)

    assert [put("many", "a"), put("many/vision", "b"), put("many/vision", "c")] == [201, 201, 409]
    assert put("many/vision", "b") == 200, "one that is there can be changed"
    assert put("few", "a") == 201
    listed = api.get("/v1/secrets?tenant=many/vision").json()["secrets"]
    assert [(each["tenant"], each["name"]) for each in listed] == [("many/vision", "b")]


def test_an_organisation_has_so_many_versions_and_not_more(
    api: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heddle.api.routes.data.MOST", 2)
    for tenant in ("many", "many/vision", "few"):
        api.tenant(tenant)

    def add(tenant: str, version: str) -> int:
        said = {"name": "x", "version": version, "source": "http://a/b", "tenant": tenant}
        return int(api.ask("POST", "/v1/data", json=said).status_code)

    assert [add("many", "v1"), add("many/vision", "v2"), add("many", "v3")] == [201, 201, 409]
    assert [add("few", "v1"), add("", "v4")] == [201, 201]
    assert api.ask("DELETE", "/v1/data/x/v1?tenant=many").status_code == 204
    assert add("many/vision", "v3") == 201


def test_data_is_registered_used_cached_and_removed(api: ApiWorld, tmp_path: Path) -> None:
    source = tmp_path / "imagenet"
    source.mkdir()
    said = {"name": "imagenet", "version": "v1", "source": str(source), "size": "2GiB"}
    made = api.ask("POST", "/v1/data", json=said)
    assert (made.status_code, made.json()["tenant"], made.json()["mib"]) == (201, "", 2048)
    again = api.ask("POST", "/v1/data", json=said)
    assert (again.status_code, "never changes" in again.json()["detail"]) == (409, True)
    assert api.ask("POST", "/v1/data", json={**said, "version": "v2"}).status_code == 201
    (job,) = api.submit(one("a", data=["imagenet"]))
    api.until(job, "running")
    assert api.get(f"/v1/jobs/{job}").json()["spec"]["data"] == ["imagenet@v2"]
    (fetch,) = api.engine.order(f"{job}.1").equipment.fetches
    assert (fetch.label, fetch.source) == ("imagenet@v2", str(source))
    kept = Path(api.stock.cache, fetch.key)
    kept.mkdir(parents=True)
    (kept / "kept.json").write_text(json.dumps({"path": "data", "bytes": 5, "at_ms": 7}))
    register(api.loop, api.stock)
    (_, cached) = api.get("/v1/data/imagenet").json()["data"]
    assert [(p["node"], p["cached"]) for p in cached["locations"]] == [("one", True)]
    (kept / "kept.json").unlink()
    register(api.loop, api.stock)
    assert api.get("/v1/data/imagenet").json()["data"][1]["locations"] == []
    used = api.ask("DELETE", "/v1/data/imagenet/v2")
    assert (used.status_code, job in used.json()["detail"]) == (409, True)
    assert api.ask("DELETE", "/v1/data/imagenet/v1").status_code == 204
    assert api.ask("DELETE", "/v1/data/imagenet/v1").status_code == 404
    whats = [e["what"] for e in api.get("/v1/events").json()["events"] if e["kind"] == "data"]
    assert whats == ["registered", "registered", "cached", "evicted", "removed"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "from where to copy it"),
        ({"path": "rel"}, "from / on"),
        ({"path": "/nowhere/at/all"}, "there is no /nowhere/at/all"),
        ({"source": "ftp://x/y"}, "is not allowed"),
        ({"source": "https://user:pw@x/y"}, "for all to read"),
        ({"source": "http://[x"}, "not an address"),
        ({"source": "/x", "sha256": "1"}, "64 lower-case hex digits"),
        ({"source": "/x", "size": "3"}, "not an amount"),
        ({"source": "/x", "sites": ["fra1"]}, "where the `path` is"),
        ({"source": "/x", "kind": "thing"}, "data or model"),
        ({"source": "/x", "version": "latest"}, "choose another name"),
        ({"source": "/x", "version": "a/b"}, "is not a version"),
        ({"source": "/x", "name": "a@b"}, "is not a name"),
        ({"source": "/x", "from": "y"}, "from: "),
    ],
)
def test_data_that_makes_no_sense_is_refused(
    api: ApiWorld, more: dict[str, Any], said: str
) -> None:
    answer = api.ask("POST", "/v1/data", json={"name": "a", "version": "v1", **more})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_tenants_see_their_own_data_and_what_is_above(api: ApiWorld) -> None:
    ann, eve = api.token("ann", "acme/vision"), api.token("eve", "other", "admin")

    def add(name: str, token: str | None = None, **more: Any) -> int:
        said = {"name": name, "version": "v1", "source": "/x", **more}
        return int(api.ask("POST", "/v1/data", token, json=said).status_code)

    assert add("all") == 201
    assert add("acmes", tenant="acme") == 201
    assert add("own", ann) == 201
    assert add("theirs", eve) == 201
    assert add("all", ann) == 409
    assert add("x", eve, tenant="acme") == 404
    assert add("x", eve, tenant="") == 404
    assert add("x", api.token("s", "", "submit")) == 403

    def names(token: str) -> list[str]:
        return [each["name"] for each in api.get("/v1/data", token).json()["data"]]

    assert names(ann) == ["acmes", "all", "own"]
    assert names(eve) == ["all", "theirs"]
    assert api.get("/v1/data/own", eve).status_code == 404
    assert api.ask("DELETE", "/v1/data/own/v1?tenant=acme/vision", eve).status_code == 404
    assert api.ask("DELETE", "/v1/data/all/v1", ann).status_code == 404
    api.submit(one("a", data=["own", "acmes", "all"]), token=ann)
    said = [refused(api, one("b", data=[name]), eve) for name in ("own", "none")]
    assert said[0].replace("own", "none") == said[1]


def test_data_at_a_site_decides_where_a_job_may_run(api: ApiWorld) -> None:
    said = {"name": "scans", "version": "v1", "path": "/mnt/scans", "sites": ["fra1"]}
    assert api.ask("POST", "/v1/data", json={**said, "size": "7GiB"}).status_code == 201
    (job,) = api.submit(one("a", data=["scans"]), anyway=True)
    spec = api.get(f"/v1/jobs/{job}").json()["spec"]
    assert spec["conditions"] == {
        "sites": ["fra1"], "data": [{"name": "scans", "sites": ["fra1"], "size": "7GiB"}],
    }  # fmt: skip
    assert eventually(lambda: (api.get(f"/v1/jobs/{job}").json()["why"] or {}) != {})
    assert api.state(job) == "waiting"  # no node here is at that site
    assert "only at fra1" in refused(api, one("b", data=["scans"], devices="gpu:1@ham2"))
