"""The dashboard: who may see and do what, in both languages, and small at any size."""

from __future__ import annotations

import re
import string
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.routing import Route
from starlette.testclient import TestClient

from heddle.api.auth import Auth
from heddle.cluster.explain import REMEDIES
from heddle.cluster.jobfile import parse
from heddle.cluster.nodes import NodeRow, Nodes
from heddle.engine.fake import Fake
from heddle.errors import LogGoneError
from heddle.model.reason import SENTENCES
from heddle.model.record import ATTEMPT_STATES, JOB_STATES, JobRecord
from heddle.store.base import Event, Gone
from heddle.web import language
from heddle.web.job_view import TAIL_BYTES, Log
from heddle.web.live import Changed, WhenWritten, event
from heddle.web.pages.submit import EXAMPLES
from heddle.web.pool_view import Snapshot, groups
from heddle.web.render import lasted, whole
from heddle.web.session import LINK_LASTS_S, Sessions
from heddle.web.site import LARGEST
from tests.dashboard import GPU, NPU, Plane, history, plane

COOKIE = "heddle_session_7878"
TEXTS = language.load()
STATIC = Path(language.__file__).with_name("static")
PAGES = (
    "/", "/nodes", "/nodes/gpu-01", "/nodes/gpu-01/devices/cuda@0", "/nodes/gpu-01/topology",
    "/jobs", "/jobs/j37", "/jobs/j38", "/jobs/j39", "/jobs/j3", "/submit", "/submit?example=gang",
    "/submit?again=j39", "/tenants", "/usage", "/usage?days=7", "/replay", "/no-such",
)  # fmt: skip
JOBS = """
- {id: train, tenant: acme/research, devices: "h200:4", command: [x], cpu: 16}
- {id: notebook, devices: "gpu:1", share: 25%, command: [x]}
- {id: pretrain, shape: gang, members: 4, devices: "h200:2", command: [x]}
- {id: too-big, devices: "h200:16", command: [x]}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    past = history(int(time.time() * 1000))
    with plane(tmp_path_factory.mktemp("plane"), past=past) as found:
        ids = found.submit(JOBS)
        assert ids == ["j37", "j38", "j39", "j40"]
        found.wait("j37", "running")
        yield found


def browser(made: Plane, name: str = "") -> TestClient:
    """One of somebody who has signed in, if named."""
    client = TestClient(made.app, base_url="http://127.0.0.1:7878", follow_redirects=False)
    if name:
        answer = client.post("/signin", data={"token": made.tokens[name]})
        assert answer.status_code == 303
    return client


def csrf(client: TestClient) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/submit").text)
    assert found is not None
    return found[1]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


# Words


def test_all_languages_have_the_same_words() -> None:
    assert set(TEXTS) == {"en", "zh"}
    assert TEXTS["en"].keys() == TEXTS["zh"].keys()
    for key, text in TEXTS["en"].items():
        assert fields(text) == fields(TEXTS["zh"][key]), key
        assert text.strip(), key


def test_every_reason_and_state_has_a_word() -> None:
    words = TEXTS["en"].keys()
    assert {f"reason.{code}" for code in SENTENCES} <= words
    assert {f"remedy.{code}" for code in REMEDIES} <= words
    assert {f"state.{state}" for state in JOB_STATES} <= words
    assert {f"attempt.{state}" for state in ATTEMPT_STATES} <= words
    assert {f"submit.example_{name}" for name in EXAMPLES} <= words
    for code, sentence in SENTENCES.items():
        assert fields(TEXTS["en"][f"reason.{code}"]) == fields(sentence), code


def test_every_word_that_templates_use_is_there() -> None:
    folder = Path(language.__file__).with_name("templates")
    used = {
        key
        for file in folder.glob("*.html")
        for key in re.findall(r"\bt\('([\w.-]+)'[,)]", file.read_text(encoding="utf-8"))
    }
    assert used <= TEXTS["en"].keys()


def test_which_language() -> None:
    def choose(asked: str | None, kept: str | None, accepts: str) -> str:
        return language.choose(TEXTS, asked, kept, accepts)

    assert choose("zh", "en", "en") == "zh"
    assert choose("xx", "zh", "en") == "zh"
    assert choose(None, None, "zh-CN,zh;q=0.9,en;q=0.8") == "zh"
    assert choose(None, None, "fr, zh;q=0.2, en;q=0.5") == "en"
    assert choose(None, None, "zh;q=0") == "en"


@given(st.text(), st.text())
def test_a_browser_may_accept_anything(asked: str, accepts: str) -> None:
    assert language.choose(TEXTS, asked, None, accepts) in TEXTS


@pytest.mark.parametrize(
    ("ms", "said"),
    [(None, "N/A"), (0, "0.0 s"), (1_250, "1.2 s"), (59_999, "59 s"), (3_600_000, "1 h"),
     (3_725_000, "1 h 2 min"), (90_000_000, "1 d 1 h")],
)  # fmt: skip
def test_how_long(ms: int | None, said: str) -> None:
    assert lasted(ms) == said


def test_whole_devices() -> None:
    assert [whole(milli) for milli in (0, 250, 1000, 1_234_500)] == ["0", "0.25", "1", "1,234.5"]


# Who may


def test_signing_in(made: Plane) -> None:
    client = browser(made)
    assert (
        client.get("/jobs?state=done").headers["location"] == "/signin?next=%2Fjobs%3Fstate%3Ddone"
    )
    wrong = client.post("/signin", data={"token": "hd_a_b"})
    assert (wrong.status_code, wrong.cookies.get(COOKIE)) == (403, None)
    right = client.post("/signin", data={"token": made.tokens["ann"], "next": "/jobs"})
    assert right.headers["location"] == "/jobs"
    cookie = right.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert made.tokens["ann"] not in right.headers["set-cookie"]
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil", "x", "/a\nb"])
def test_nobody_is_sent_elsewhere(made: Plane, to: str) -> None:
    answer = browser(made).post("/signin", data={"token": made.tokens["ann"], "next": to})
    assert answer.headers["location"] == "/"


def test_a_link_signs_in_once(made: Plane) -> None:
    word = made.sessions.link(made.tokens["ann"])
    answer = browser(made).get(f"/?token={word}")
    assert COOKIE in answer.cookies
    assert word not in answer.text
    assert 'content="0;url=/"' in answer.text
    assert browser(made).get(f"/?token={word}").status_code == 403


def test_a_program_gets_a_link_with_a_token(made: Plane) -> None:
    client = browser(made)
    assert client.post("/signin/link").status_code == 401
    header = {"Authorization": f"Bearer {made.tokens['ann']}"}
    found = client.post("/signin/link", headers=header).json()
    assert made.tokens["ann"] not in found["path"]
    assert COOKIE in client.get(found["path"]).cookies


def test_a_link_is_for_soon(made: Plane) -> None:
    now = [0.0]
    sessions = Sessions(Auth(made.loop.store, made.loop.now_ms), lambda: now[0])
    word = sessions.link(made.tokens["ann"])
    now[0] = LINK_LASTS_S + 1
    assert sessions.follow_link(word) is None


def test_a_session_ends_with_its_token(tmp_path: Path) -> None:
    with plane(tmp_path) as found:
        client = browser(found, "ann")
        assert client.get("/").status_code == 200
        token_id = found.tokens["ann"].split("_")[1]
        found.loop.ask(lambda core: core.keep(Gone("token", token_id))).result(5)
        found.app.state.desk.auth.remove(token_id)
        assert client.get("/").headers["location"] == "/signin"


def test_signing_out(made: Plane) -> None:
    client = browser(made, "ann")
    word = client.cookies[COOKIE]
    assert client.post("/signout", data={"csrf": csrf(client)}).status_code == 303
    client.cookies.set(COOKIE, word)
    assert client.get("/").status_code == 303


def routes(made: Plane, method: str) -> list[str]:
    from heddle.web.site import make_pages

    router = make_pages(made.loop, made.app.state.desk.auth)
    found = [r for r in router.routes if isinstance(r, Route) and method in (r.methods or ())]
    paths = [re.sub(r"\{(\w+)(:path)?\}", "j37", route.path) for route in found]
    assert paths
    return paths


def test_every_page_needs_a_sign_in(made: Plane) -> None:
    client = browser(made)
    for path in routes(made, "GET"):
        answer = client.get(path)
        if not path.startswith(("/static/", "/signin")):
            assert answer.status_code == (401 if path.startswith("/live/") else 303), path
            assert "j37" not in answer.text
    for path in routes(made, "POST"):
        if path not in ("/signin", "/signin/link"):
            assert client.post(path).headers["location"] == "/signin", path


def test_every_form_needs_its_secret(made: Plane) -> None:
    client = browser(made, "admin")
    for path in routes(made, "POST"):
        for data in ({}, {"csrf": "x"}, {"csrf": "ü"}):
            assert client.post(path, data=data).status_code == 403, path
        stolen = {"csrf": csrf(client), "file": EXAMPLES["cores"]}
        elsewhere = {"Origin": "http://evil.example"}
        assert client.post(path, data=stolen, headers=elsewhere).status_code == 403, path
    token = {"token": made.tokens["ann"]}
    null = {"Origin": "null"}
    assert browser(made).post("/signin", data=token, headers=null).status_code == 403


def test_who_comes_from_another_site_is_led_once_more(made: Plane) -> None:
    """A strict cookie does not come along, although the reader is signed in."""
    answer = browser(made).get('/jobs?text="x', headers={"Sec-Fetch-Site": "cross-site"})
    assert 'content="0;url=/jobs?text=%22x"' in answer.text


def test_a_tenant_sees_its_own(made: Plane) -> None:
    eve = browser(made, "eve")  # of clinic
    assert eve.get("/jobs/j37").status_code == 404
    assert eve.get("/jobs/j37/log").status_code == 404
    assert eve.get("/live/jobs/j37").status_code == 404
    assert eve.get("/jobs?tenant=acme").status_code == 403
    jobs = eve.get("/jobs").text
    assert "clinic" in jobs
    assert "acme" not in jobs
    assert "acme" not in eve.get("/").text
    assert "acme" not in eve.get("/tenants").text
    assert "acme" not in eve.get("/usage").text
    assert "acme" not in eve.get("/usage.csv").text
    assert "acme" not in eve.get("/submit?again=j37").text
    node = eve.get("/nodes/gpu-02").text
    assert "another tenant" in node
    assert "j37" not in node
    device = eve.get("/nodes/gpu-01/devices/cuda@0?hours=168").text
    assert "another tenant" in device
    assert "j38" not in device


def test_who_only_reads_changes_nothing(made: Plane) -> None:
    eve = browser(made, "eve")
    assert eve.post("/submit", data={"csrf": csrf(eve), "file": "id: a"}).status_code == 403
    own = next(r for r in made.loop.store.jobs() if r.tenant == "clinic")
    answer = eve.post(f"/jobs/{own.id}/cancel", data={"csrf": csrf(eve)})
    assert answer.status_code == 403
    assert eve.post("/jobs/j37/cancel", data={"csrf": csrf(eve)}).status_code == 404
    assert '<button id="cancel"' not in eve.get(f"/jobs/{own.id}").text


def test_nobody_submits_for_another_tenant(made: Plane) -> None:
    ann = browser(made, "ann")
    file = "{id: a, tenant: clinic, devices: 'cpu:1', command: [x]}"
    answer = ann.post("/submit", data={"csrf": csrf(ann), "file": file})
    assert answer.status_code == 422
    assert "clinic" in answer.text


# What pages show and do


@pytest.mark.parametrize("lang", sorted(TEXTS))
def test_pages_are_whole_and_strict(made: Plane, lang: str) -> None:
    with browser(made, "admin") as client:
        for path in PAGES:
            answer = client.get(path, params={"lang": lang} if "?" not in path else None)
            assert answer.status_code == (404 if path == "/no-such" else 200), path
            if path != "/no-such":
                policy = answer.headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text), path
                assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text), path
                assert "://" not in answer.text.replace("http://www.w3.org/2000/svg", ""), path
                assert len(answer.content) < 90_000, path


def test_a_language_is_kept(made: Plane) -> None:
    client = browser(made, "admin")
    assert "资源池" in client.get("/?lang=zh").text
    assert "资源池" in client.get("/").text
    assert "Pool" in client.get("/?lang=en").text


def test_why_a_job_waits_or_runs(made: Plane) -> None:
    client = browser(made, "admin")
    assert "1 of 4 members fit at once" in client.get("/jobs/j39").text
    assert "let it be elastic" in client.get("/jobs/j39").text
    assert "改为弹性作业" in client.get("/jobs/j39?lang=zh").text
    assert "单节点设备数不足" in client.get("/jobs/j40?lang=zh").text
    assert "It runs on gpu-0" in client.get("/jobs/j37?lang=en").text


def test_who_was_preempted_for_whom(tmp_path: Path) -> None:
    with plane(tmp_path) as found:
        low = "- {id: low%d, devices: 'gpu:4', command: [x], priority: low}\n"
        ids = found.submit("".join(low % n for n in range(2)))
        found.wait(ids[0], "running")
        found.wait(ids[1], "running")
        (high,) = found.submit("{id: high, devices: 'gpu:4', command: [x], priority: high}")
        found.wait(high, "running")
        record = next(a for i in ids for a in found.loop.store.attempts(i) if a.why)
        node = record.places[0].node
        ann, eve = (browser(found, name) for name in ("ann", "eve"))
        assert f"preempted for {high}" in ann.get(f"/nodes/{node}/devices/cuda@0").text
        assert f"被 {high} 抢占" in ann.get(f"/nodes/{node}/devices/cuda@0?lang=zh").text
        assert high not in eve.get(f"/nodes/{node}/devices/cuda@0").text


def test_hold_release_cancel(made: Plane) -> None:
    client = browser(made, "ann")
    (job_id,) = made.submit("{id: waits, devices: 'h200:16', command: [x]}")
    for action, state in (("hold", "held"), ("release", "waiting"), ("cancel", "cancelled")):
        answer = client.post(f"/jobs/{job_id}/{action}", data={"csrf": csrf(client)})
        assert answer.headers["location"] == f"/jobs/{job_id}"
        record = made.loop.store.job(job_id)
        assert record is not None
        assert record.state == state
    again = client.post(f"/jobs/{job_id}/cancel", data={"csrf": csrf(client)})
    assert again.status_code == 422
    assert "is over" in again.text
    assert client.post(f"/jobs/{job_id}/melt", data={"csrf": csrf(client)}).status_code == 404


def test_a_form_counts_once(made: Plane) -> None:
    with browser(made, "ann") as client:
        file = "{id: once, devices: 'h200:16', command: [x]}"
        data = {"csrf": csrf(client), "file": file, "key": "form-1", "hold": "on"}
        answers = [client.post("/submit", data=data) for _ in range(2)]
        assert answers[0].status_code == 303
        assert answers[0].headers["location"] == answers[1].headers["location"]
        record = made.loop.store.job(answers[0].headers["location"].removeprefix("/jobs/"))
        assert record is not None
        assert (record.state, record.tenant, record.user) == ("held", "acme/vision", "ann")


def test_errors_of_a_job_file_have_their_place(made: Plane) -> None:
    with browser(made, "ann") as client:
        file = "id: a\r\ndevices: h20O:1\r\ncommand: [x]\r\nmemory: 20GB"
        answer = client.post("/submit", data={"csrf": csrf(client), "file": file})
        assert answer.status_code == 422
        assert 'data-line="2" data-column="10"' in answer.text
        assert 'data-line="4" data-column="9"' in answer.text
        assert "devices: h20O:1\n" in answer.text, "what was written is not lost"
        jobs = client.post("/submit", data={"csrf": csrf(client), "file": '{"id": 1, x}'})
        assert 'data-line="1"' in jobs.text


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


def test_jobs_come_in_pages(made: Plane) -> None:
    client = browser(made, "admin")
    made.submit("{id: many, shape: array, members: 60, devices: 'h200:16', command: [x]}")
    seen: list[str] = []
    address = "/jobs?text=many"
    while address:
        text = client.get(address).text
        seen += re.findall(r'id="job-([^"]+)"', text)
        found = re.search(r'id="older" href="([^"]+)"', text)
        address = found[1].replace("&amp;", "&") if found else ""
    assert len(seen) == len(set(seen)) == 60
    first = seen[0].replace("[", "%5B").replace("]", "%5D")
    assert client.get(f"/jobs/{first}").status_code == 200


def test_examples_are_jobs() -> None:
    assert len(EXAMPLES) >= 4
    for name, text in EXAMPLES.items():
        assert parse(text, name), name


# Usage


def test_the_ledger_adds_up(made: Plane) -> None:
    client = browser(made, "admin")
    hours = sum(
        e.detail["ms"] * e.detail["device_milli"] / 3_600_000_000
        for e in made.loop.store.events(kind="usage", limit=10_000)
    )
    for _ in range(2):
        lines = client.get("/usage.csv?days=365").text.splitlines()
        assert lines[0] == "day,tenant,device_hours,core_hours,attempts"
        assert sum(float(line.split(",")[2]) for line in lines[1:]) == pytest.approx(hours, 1e-4)


# Logs


def test_the_end_of_a_log() -> None:
    engine = _written(b"".join(b"line %d\n" % n for n in range(100_000)))
    log = Log(engine, "j1.1", 0)
    text = "".join(log.pieces(most=100))
    assert log.skipped > 0
    assert len(text) == TAIL_BYTES
    assert text.endswith("line 99999\n")


@given(st.text(max_size=50), st.integers(1, 9))
def test_a_log_may_end_in_the_middle_of_a_character(text: str, size: int) -> None:
    data = text.encode("utf-8", "replace")
    engine = _written(b"")
    log = Log(engine, "j1.1", 0)
    found = ""
    for at in range(0, len(data), size):
        engine.write("j1.1", 0, data[at : at + size])
        found += "".join(log.pieces())
    plain = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
    assert found == plain.sub("", data.decode())


def test_colours_of_a_log_are_left_out() -> None:
    log = Log(_written(b"\x1b[1;32mgreen\x1b[0m\x1b]\x07\tx\r\n"), "j1.1", 0)
    assert "".join(log.pieces()).replace("]", "") == "green\tx\r\n"


def test_a_log_whose_beginning_is_gone() -> None:
    class Dropped(Fake):
        def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
            if start < 1_000_000:
                raise LogGoneError(1_000_000)
            return b"x" * 10 if start == 1_000_000 else b""

    log = Log(Dropped(), "j1.1", 0)
    assert "".join(log.pieces()) == "x" * 10


def _written(data: bytes) -> Fake:
    from heddle.engine.base import Order

    engine = Fake()
    engine.start(Order("j1.1", ("x",), ()))
    engine.write("j1.1", 0, data)
    return engine


# Live


def test_only_what_changed_is_told() -> None:
    changed = Changed()
    assert changed.only([("a", "1"), ("b", "1")]) == [("a", "1"), ("b", "1")]
    assert changed.only([("a", "1"), ("b", "2")]) == [("b", "2")]


def test_nothing_is_rendered_while_nothing_is_written() -> None:
    number, rendered = [1], [0]

    def render() -> list[tuple[str, str]]:
        rendered[0] += 1
        return [("pool", str(number[0]))]

    tell = WhenWritten(lambda: number[0], render)
    assert tell() == [("pool", "1")]
    assert [tell() for _ in range(3)] == [[], [], []]
    assert rendered == [1]
    number[0] = 2
    assert tell() == [("pool", "2")]


@given(st.text())
def test_an_event_is_one_event(text: str) -> None:
    data = event("log", text).decode()
    assert data.endswith("\n\n")
    assert all(line.startswith(("event: ", "data: ")) for line in data[:-2].split("\n"))


# Size


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 1000), max_size=4), st.booleans(), st.booleans()),
        min_size=1,
        max_size=6,
    )
)
def test_all_of_the_pool_is_counted_once(
    drawn: list[tuple[list[int], bool, bool]],
) -> None:
    rows = [
        NodeRow(f"n{i}", 1500, 0, (GPU if is_gpu else NPU,) * len(free), cordoned=cordoned)
        for i, (free, is_gpu, cordoned) in enumerate(drawn)
    ]
    capacity = Nodes.from_rows(rows)
    nodes = capacity.copy()
    for i, (free, _, _) in enumerate(drawn):
        nodes.device_free[i, : len(free)] = free
    found = groups(Snapshot(nodes, capacity, {}, {}, {}, None))
    for group in found[:-1]:
        parts = group.used_milli + group.fragmented_milli + 1000 * (group.free + group.drained)
        assert parts == group.total_milli
    assert sum(group.count for group in found[:-1]) == sum(len(free) for free, _, _ in drawn)


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
    paths = ("/", "/nodes?page=7", "/nodes/node-0007", "/jobs", "/jobs?text=a&before=j5000")
    with plane(tmp_path, rows, [*past, *events]) as found, browser(found, "admin") as client:
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


def test_static_files(made: Plane) -> None:
    client = browser(made)
    assert (STATIC / "app.css").stat().st_size < 20_000
    style = client.get("/static/app.css", headers={"Accept-Encoding": "gzip"})
    assert style.headers["content-encoding"] == "gzip"
    assert style.headers["content-type"].startswith("text/css")
    same = client.get("/static/app.css", headers={"If-None-Match": style.headers["etag"]})
    assert same.status_code == 304
    for path in ("..%2fsite.py", "../site.py", "%2e%2e/site.py", "nothing.js"):
        assert client.get(f"/static/{path}").status_code == 404
    for vendor in ("htmx", "htmx-sse", "uplot"):
        assert client.get(f"/static/vendor/{vendor}.LICENSE").status_code == 200


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


def test_nothing_strange_breaks_a_page(made: Plane) -> None:
    """What a browser would never send is refused, or finds nothing."""
    client = browser(made, "admin")
    names = ("text", "tenant", "user", "before", "state", "page", "hours", "days", "member", "lang",
             "example", "again", "attempt", "next")  # fmt: skip
    for text in STRANGE:
        word = quote(text.encode("utf-8", "surrogatepass"), safe="")
        query = "&".join(f"{name}={word}" for name in names)
        each = [f"{path}?{name}={word}" for path in ("/jobs", "/nodes") for name in names]
        for path in (*PAGES[:-1], "/usage.csv", "/signin", "/static/x", *each):
            answer = client.get(path if "?" in path else f"{path}?{query}")
            assert answer.status_code in (200, 403, 404, 422), (path, text)
        for path in (f"/jobs/{word}", f"/jobs/{word}/log", f"/nodes/{word}", f"/live/jobs/{word}",
                     f"/nodes/gpu-01/devices/{word}", f"/nodes/{word}/topology"):  # fmt: skip
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
