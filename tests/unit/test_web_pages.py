"""The dashboard: every page is whole, strict and small, whatever is sent."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.responses import Response

from heddle.cluster.nodes import NodeRow
from heddle.control.nodes.node import Node, thing_of
from heddle.errors import StoreError, StoreFullError, VendorError
from heddle.model.record import JobRecord
from heddle.store.base import Event
from heddle.web import language
from heddle.web.pages import replay
from heddle.web.site import LARGEST
from heddle.web.visit import Visit
from tests.dashboard import GPU, Plane, browser, busy, csrf, plane

TEXTS = language.load()
STATIC = Path(language.__file__).with_name("static")
PAGES = (
    "/", "/nodes", "/nodes/gpu-01", "/nodes/gpu-01/devices/cuda@0", "/nodes/gpu-01/topology",
    "/jobs", "/jobs/j37", "/jobs/j38", "/jobs/j39", "/jobs/j3", "/submit", "/submit?example=gang",
    "/submit?again=j39", "/services", "/tenants", "/tenants/default", "/users", "/tokens",
    "/usage", "/usage?days=7", "/audit", "/replay", "/no-such",
)  # fmt: skip
STRANGE = (
    "\x00",
    "\ud800",
    "%",
    "j0",
    "j99999999999999999999",
    "..",
    "a" * 900,
    "'\"<&",
    "-1",
    "é",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with busy(tmp_path_factory.mktemp("plane")) as found:
        yield found


@pytest.mark.parametrize("lang", sorted(TEXTS))
def test_pages_are_whole_and_strict(made: Plane, lang: str) -> None:
    with browser(made, "admin") as client:
        for path in PAGES:
            answer = client.get(path, params={"lang": lang} if "?" not in path else None)
            assert answer.status_code == (404 if path == "/no-such" else 200), path
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text), path
            assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text), path
            assert "://" not in answer.text.replace("http://www.w3.org/2000/svg", ""), path
            assert len(answer.content) < 90_000, path
            names = re.findall(r'\sid="([^"]+)"', answer.text)
            assert len(names) == len(set(names)), path


def test_a_language_is_kept(made: Plane) -> None:
    client = browser(made, "admin")
    assert "资源池" in client.get("/?lang=zh").text
    assert "资源池" in client.get("/").text
    assert "Pool" in client.get("/?lang=en").text


def test_what_is_written_stays_text(made: Plane) -> None:
    client = browser(made, "admin")
    evil = '"><script>alert(1)</script>'
    for path in ("/jobs", "/nodes"):
        text = client.get(path, params={"text": evil, "tenant": evil, "page": evil}).text
        assert "<script>alert" not in text
    with client:
        text = client.post("/submit", data={"csrf": csrf(client), "file": evil}).text
        assert "<script>alert" not in text


def test_a_form_may_not_be_endless(made: Plane) -> None:
    client = browser(made, "admin")
    assert client.post("/submit", content=b"x" * (LARGEST + 1)).status_code == 413


def test_static_files(made: Plane) -> None:
    client = browser(made)
    assert (STATIC / "app.css").stat().st_size < 20_000
    style = client.get("/static/app.css", headers={"Accept-Encoding": "gzip"})
    assert style.headers["content-encoding"] == "gzip"
    assert style.headers["content-type"].startswith("text/css")
    same = client.get("/static/app.css", headers={"If-None-Match": style.headers["etag"]})
    assert same.status_code == 304
    for path in ("..%2fsite.py", "%2e%2e/site.py", "nothing.js"):
        assert client.get(f"/static/{path}").status_code in (303, 404), path
    assert client.get("/static/nothing.js").status_code == 404
    for vendor in ("htmx", "htmx-sse", "uplot"):
        assert client.get(f"/static/vendor/{vendor}.LICENSE").status_code == 200


@pytest.mark.slow
def test_nothing_strange_breaks_a_page(made: Plane) -> None:
    """What a browser would never send is refused, or finds nothing."""
    client = browser(made, "admin")
    names = ("text", "tenant", "user", "before", "state", "page", "hours", "days", "member", "lang",
             "example", "again", "attempt", "next", "site", "kind", "actor")  # fmt: skip
    for text in STRANGE:
        word = quote(text.encode("utf-8", "surrogatepass"), safe="")
        query = "&".join(f"{name}={word}" for name in names)
        each = [f"{path}?{name}={word}" for path in ("/jobs", "/nodes") for name in names]
        for path in (*PAGES[:-1], "/usage.csv", "/signin", "/static/x", *each):
            answer = client.get(path if "?" in path else f"{path}?{query}")
            assert answer.status_code in (200, 403, 404, 422), (path, text)
        for path in (f"/jobs/{word}", f"/jobs/{word}/log", f"/nodes/{word}", f"/live/jobs/{word}",
                     f"/nodes/gpu-01/devices/{word}", f"/nodes/{word}/topology", f"/{word}",
                     f"/tenants/{word}", f"/users/{word}", f"/services/{word}"):  # fmt: skip
            assert client.get(path).status_code in (200, 404, 422), path
        form = "&".join(f"{name}={word}" for name in ("file", "key", "token", "next"))
        with client:
            sent = f"csrf={csrf(client)}&{form}".encode()
            assert client.post("/submit", content=sent).status_code in (303, 422), text
        assert browser(made).post("/signin", content=form.encode()).status_code == 403
    for host in ("[", "a:b", "x" * 300, ":"):
        headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "cross-site"}
        assert client.get("/jobs", headers=headers).status_code in (200, 303)
        assert client.post("/signout", headers=headers).status_code in (303, 403)


@pytest.mark.alone
@pytest.mark.slow
def test_five_thousand_nodes_and_a_hundred_thousand_jobs(tmp_path: Path) -> None:
    """Within a second, and below 200 KB with everything that a page needs."""
    rows = [NodeRow(f"node-{i:04}", 64_000, 512 << 10, (GPU,) * 8) for i in range(5_000)]
    spec = {"id": "a", "devices": "gpu:1", "command": ["x"]}
    past = [
        JobRecord(f"j{i}", "a", "acme/vision", "ann", spec, "done", 0, i, i, i + 1, 1, 0)
        for i in range(1, 100_001)
    ]
    events = [Event(i, "job", f"j{i}", "done", "acme/vision") for i in range(1, 1_001)]
    paths = (
        "/", "/nodes?page=7", "/nodes?state=open&site=eu", "/tenants", "/audit",
        "/nodes?kind=edge&page=30", "/nodes/edge-0007", "/nodes/node-0007",
        "/nodes/node-0007/devices/device@3?hours=168", "/jobs", "/jobs?text=a&before=j5000",
    )  # fmt: skip
    joined = [
        thing_of(Node(f"edge-{i:04}", "edge", f"eu/{i % 40}", "1", replace(row, name="e"), "g"))
        for i, row in enumerate(rows)
    ]
    with (
        plane(tmp_path, rows, [*past, *events, *joined]) as found,
        browser(found, "admin") as client,
    ):
        for path in paths:
            client.get(path)
            begin = time.perf_counter()
            answer = client.get(path)
            took_s = time.perf_counter() - begin
            assert answer.status_code == 200
            assert took_s < 1.0, path
            names = re.findall(r"/static/([^?\"]+)\?", answer.text)
            parts = sum((STATIC / name).stat().st_size for name in set(names))
            assert len(answer.content) + parts < 200_000, path
        assert "40,000" in client.get("/").text
        assert "100,000" in client.get("/").text


def test_what_is_not_there_is_a_page_like_the_others(made: Plane) -> None:
    client = browser(made, "admin")
    for path in ("/no-such", "/jobs/j999", "/nodes/none", "/tenants/none", "/services/none"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "<h1>" in answer.text
        assert "Back to the pool" in answer.text
    assert browser(made).get("/no-such").headers["location"] == "/signin?next=%2Fno-such"


def test_what_is_the_apis_stays_the_apis(made: Plane) -> None:
    client = browser(made, "admin")
    header = {"Authorization": f"Bearer {made.tokens['admin']}"}
    for path, status in (("/v1/none", 404), ("/v1", 404), ("/v1/jobs/j37/cancel", 405)):
        answer = client.get(path, headers=header)
        assert answer.status_code == status
        assert "json" in answer.headers["content-type"]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (ZeroDivisionError("the secret inside"), 500, "Internal server error"),
        (VendorError("the secret inside"), 503, "cannot be done now"),
        (StoreError("the secret inside"), 503, "store is not available"),
        (StoreFullError("the secret inside"), 507, "Free space on that disk"),
    ],
)
def test_a_fault_is_a_page_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str
) -> None:
    def fail(visit: Visit) -> Response:
        raise error

    monkeypatch.setattr(replay, "_show", fail)
    with plane(tmp_path) as found:
        answer = browser(found, "ann").get("/replay")
        assert answer.status_code == status
        assert said in answer.text
        assert "heddle admin check" in answer.text
        assert "secret inside" not in answer.text
