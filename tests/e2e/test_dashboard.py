"""The dashboard in a real browser: with the keyboard alone, live, and with nothing from elsewhere.

With HEDDLE_SCREENSHOTS=docs the pictures of docs/guides/dashboard.md are made anew.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from heddle.cluster.nodes import NodeRow
from heddle.control.core import Core
from heddle.model.record import AttemptRecord, Place
from heddle.store.base import Event
from tests.components import install
from tests.conftest import missing
from tests.dashboard import GPU, Plane, history, plane, served, until
from tests.dashboard_browser import (
    ON_SHIFT,
    OUTLINED,
    TOO_WIDE,
    UNNAMED,
    USABLE_MS,
    Visitor,
    visitor,
)
from tests.dashboard_scene import JOBS, front, joined, measured, ruled, serve
from tests.soak import IS_LONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog

pytestmark = pytest.mark.slow
CHROMIUM = os.environ.get("HEDDLE_CHROMIUM", "/usr/bin/chromium")
PAGES = (
    "/", "/nodes", "/nodes/gpu-01", "/nodes/gpu-01/devices/cuda@0", "/nodes/gpu-01/topology",
    "/jobs", "/jobs/j37", "/jobs/j39", "/jobs/j42", "/submit?example=gang", "/tenants",
    "/tenants/acme/vision", "/users", "/users/kim@acme", "/tokens", "/audit", "/services",
    "/services/classify", "/usage", "/replay",
)  # fmt: skip
NOT_THERE = ("/no-such", "/jobs/j999")
WRONG = "id: train\ndevices: h20O:1\ncommand: [python, train.py]\nmemory: 20GB\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed", "make dev")
    if shutil.which(CHROMIUM) is None:
        missing(f"there is no {CHROMIUM}", install("chromium"))
    with sync_playwright() as playwright:
        # As root, Chromium has no sandbox of its own; it only sees our pages.
        flags = ["--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1"]
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield found
        found.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Plane, str]]:
    past = history(int(time.time() * 1000))
    with pytest.MonkeyPatch.context() as patch:
        measured(patch)
        folder = tmp_path_factory.mktemp("plane")
        with plane(folder, past=[*past, *joined()]) as made, served(made) as address:
            ids = made.submit(JOBS)
            made.wait(ids[1], "running")
            made.engine.write(f"{ids[1]}.1", 0, b"step 1  loss 2.31\nstep 2  loss 2.04\n")
            ruled(made)
            serve(made)
            yield made, address


@pytest.fixture
def window(browser: Browser, running: tuple[Plane, str]) -> Iterator[Visitor]:
    made, address = running
    context = browser.new_context(locale="en-GB", timezone_id="UTC")
    yield visitor(context, address, made.tokens["admin"])
    context.close()


def test_with_the_keyboard_alone(browser: Browser, running: tuple[Plane, str]) -> None:
    """Sign in, submit, watch it run, read its log, find it again."""
    made, address = running
    context = browser.new_context(locale="en-GB")
    v = visitor(context, address)
    page, keyboard = v.page, v.page.keyboard
    v.go("/jobs")
    page.wait_for_selector("#token")
    assert v.focused() == "token"
    keyboard.type("hd_no_such")
    keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    keyboard.type(made.tokens["ann"])
    keyboard.press("Enter")
    page.wait_for_url(f"{address}/jobs")

    keyboard.press("Tab")
    assert v.focused() == "Skip to the content"
    keyboard.press("Enter")
    assert v.focused() == "main"
    keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    keyboard.press("Escape")
    page.wait_for_selector("dialog:not([open])", state="attached")
    keyboard.press("n")
    page.wait_for_url(f"{address}/submit")
    v.tab_to("file")
    keyboard.type("id: hello\ndevices: h200:1\nshare: 25%\ncommand: [echo, hello]\n")
    keyboard.press("Control+Enter")
    page.wait_for_url(f"{address}/jobs/j*")
    job_id = page.url.rpartition("/")[2]
    page.wait_for_selector("h1 .state.running")
    made.engine.write(f"{job_id}.1", 0, "first <b>line</b>\n\x1b[32mgrün\x1b[0m\n".encode())
    v.until("document.querySelector('.log').textContent.includes('grün')")
    assert page.text_content(".log") == "first <b>line</b>\ngrün\n"
    v.tab_to("log-text")
    made.engine.write(f"{job_id}.1", 0, b"last line\n")
    made.engine.end(f"{job_id}.1", 0)
    page.wait_for_selector("h1 .state.done")
    v.until("document.querySelector('.log').textContent.endsWith('last line\\n')")
    assert page.text_content("[aria-live]") == f"Job {job_id} is done"
    assert v.focused() == "log-text", "what changes does not take the focus away"

    keyboard.press("/")
    assert v.focused() == "search"
    keyboard.type("hello")
    keyboard.press("Enter")
    page.wait_for_url(f"{address}/jobs?text=hello")
    v.tab_to(f"job-{job_id}")
    keyboard.press("Enter")
    page.wait_for_url(f"{address}/jobs/{job_id}")
    refused = [text for text in v.complaints if "403" not in text]  # the wrong token
    assert not refused
    context.close()


def test_errors_are_shown_where_they_are(window: Visitor) -> None:
    window.go("/submit")
    page = window.page
    page.fill("#file", WRONG)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#problems")
    assert window.focused() == "problems"
    assert page.locator("#problems li").count() == 2
    window.tab_to("line 2, column 10", 3)
    page.keyboard.press("Enter")
    start = page.evaluate("document.getElementById('file').selectionStart")
    assert page.input_value("#file")[start:].startswith("h20O")


def test_the_pool_is_live_and_nothing_jumps(browser: Browser, running: tuple[Plane, str]) -> None:
    made, address = running
    context = browser.new_context(locale="en-GB")
    context.add_init_script(ON_SHIFT)
    v = visitor(context, address, made.tokens["admin"])
    page = v.page
    page.wait_for_selector("#to-held b")
    page.focus("#to-waiting")
    before = int(page.text_content("#to-waiting b") or "")
    (job_id,) = made.submit("{id: waits, devices: 'h200:16', command: [x]}")
    v.until(f"document.querySelector('#to-waiting b').textContent == '{before + 1}'")
    assert v.focused() == "to-waiting"
    assert f"{before + 1} wait" in (page.text_content("[aria-live]") or "")
    made.loop.ask(lambda core: core.cancel(job_id, "ann", made.loop.now_ms())).result(5)
    v.until(f"document.querySelector('#to-waiting b').textContent == '{before}'")
    assert sum(page.evaluate("window.shifts")) < 0.02
    context.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_comes_from_elsewhere(window: Visitor, lang: str) -> None:
    """No request leaves, nothing breaks the content security policy, and every page is whole."""
    page = window.page
    for path in PAGES:
        window.go(f"{path}{'&' if '?' in path else '?'}lang={lang}")
        assert page.locator("h1").count() == 1, path
        assert page.get_attribute("html", "lang") == {"en": "en", "zh": "zh-CN"}[lang]
        unnamed = page.evaluate(UNNAMED)
        assert not unnamed, path
    assert window.complaints == []
    elsewhere = [url for url in window.requests if not url.startswith(f"{window.address}/")]
    assert not elsewhere


def test_every_link_and_field_is_reached_by_tab(window: Visitor) -> None:
    for path in ("/", "/jobs", "/submit", "/nodes/gpu-01", "/tenants/acme", "/users"):
        window.go(path)
        count = window.page.evaluate(
            "[...document.querySelectorAll('a[href], button, input, textarea, select')]"
            ".filter(e => e.checkVisibility() && e.type !== 'hidden').length"
        )
        seen = set()
        for _ in range(count):
            window.page.keyboard.press("Tab")
            seen.add(
                window.page.evaluate(
                    "[...document.querySelectorAll('*')].indexOf(document.activeElement)"
                )
            )
        assert len(seen) == count, path


def test_on_a_telephone_nothing_is_beside_the_page(
    browser: Browser, running: tuple[Plane, str]
) -> None:
    """At 360 pixels rows become cards, and each cell says what it is."""
    made, address = running
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, locale="en-GB", timezone_id="UTC"
    )
    v = visitor(context, address, made.tokens["admin"])
    for path in (*PAGES, *NOT_THERE):
        v.go(path)
        assert v.page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert v.page.evaluate(TOO_WIDE) == [], path
    v.go("/nodes/gpu-01/devices/cuda@0")
    assert v.page.evaluate("document.querySelector('header').offsetHeight") <= 80
    assert v.page.evaluate("document.documentElement.scrollHeight") <= 5000, "nobody scrolls on"
    v.go("/nodes")
    cell = "document.querySelector('#node-gpu-01').closest('tr').cells[3].dataset.label"
    v.until(f"{cell} == 'Site'")
    v.go("/jobs")
    (job_id,) = made.submit("{id: news, devices: 'h200:16', command: [x]}")
    v.page.wait_for_selector(f"#job-{job_id}")
    cell = f"document.querySelector('#job-{job_id}').closest('tr').cells[2].dataset.label"
    v.until(f"{cell} == 'State'")  # also after the page has changed
    context.close()


def test_what_is_long_does_not_make_a_page_wide(
    window: Visitor, running: tuple[Plane, str]
) -> None:
    """Why an attempt was lost may be a sentence or two, and names are people's."""
    made, _ = running
    now_ms = made.loop.now_ms()
    job = made.loop.store.job("j30")
    assert job is not None
    why = "the process that watched it has ended without a word, and nothing says how it went. " * 3
    places = (Place("gpu-01", (("cuda@0", 500),), 4000, 8192),)
    lost = AttemptRecord(
        "j30.9", "j30", 9, "fake", 0, places, "lost", now_ms - 90_000, now_ms - 60_000, None, why
    )
    text = {"text": why}
    long = replace(job, name="a-name-" * 20, reason={"code": "lost", **text}, attempts=9)
    event = Event(now_ms, "job", "j30", "waiting", job.tenant, "heddle", text)
    made.loop.ask(lambda core: core.keep(lost, long, event)).result(5)
    window.page.set_viewport_size({"width": 1440, "height": 900})
    for path in (*PAGES, "/jobs/j30"):
        window.go(path)
        assert window.page.evaluate("document.documentElement.scrollWidth") <= 1440, path
        assert window.page.evaluate(TOO_WIDE) == [], path


def test_times_are_the_readers_own(browser: Browser, running: tuple[Plane, str]) -> None:
    """In tables and along the time line: half past in India is no round hour in UTC."""
    made, address = running
    context = browser.new_context(locale="en-GB", timezone_id="Asia/Kolkata")
    v = visitor(context, address, made.tokens["admin"])
    v.go("/nodes/gpu-01/devices/cuda@0")
    v.until("document.querySelector('[data-zone]').textContent == 'Asia/Calcutta' || "
            "document.querySelector('[data-zone]').textContent == 'Asia/Kolkata'")  # fmt: skip
    marks = "[...document.querySelectorAll('.timeline text.tick')].map((e) => e.textContent)"
    times = v.page.evaluate(marks)
    assert len(times) > 5
    assert all(int(text[:2]) % 3 == 0 and text[2:] == ":00" for text in times), times
    assert v.page.evaluate("document.querySelectorAll('.timeline line.tick').length") >= len(times)
    v.go("/nodes/gpu-01/devices/cuda@0?hours=168")
    assert len(v.page.evaluate(marks)) >= 6
    assert all(len(text) == 5 and text[2] == "-" for text in v.page.evaluate(marks))
    assert v.complaints == []
    context.close()


def test_the_focus_is_seen(window: Visitor) -> None:
    """Whatever has it has an outline, in the light and in the dark."""
    page = window.page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for path in ("/nodes", "/tenants/acme", "/tokens"):
            window.go(path)
            for _ in range(25):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement === document.body"):
                    break
                assert page.evaluate(OUTLINED), (path, window.focused())


def test_administration_with_the_keyboard(window: Visitor, running: tuple[Plane, str]) -> None:
    """A tenant, its quota, and a token for somebody, which is copied."""
    made, _ = running
    page, keyboard = window.page, window.page.keyboard
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.go("/tenants")
    window.tab_to("path")
    keyboard.type("lab")
    keyboard.press("Enter")
    page.wait_for_url("**/tenants/lab")
    window.tab_to("nominal.gpu")
    keyboard.type("99")
    keyboard.press("Enter")
    page.wait_for_selector(".wrong")
    assert window.focused() == "nominal.gpu", "the first that is wrong has the focus"
    assert "capacity" in (page.text_content("[id='nominal.gpu-wrong']") or "")
    keyboard.press("Control+a")
    keyboard.type("0")
    keyboard.press("Enter")
    page.wait_for_url("**/tenants/lab?saved=1")
    window.go("/tokens")
    window.tab_to("name")
    keyboard.type("pat")
    page.select_option("#tenant", "lab")
    keyboard.press("Enter")
    page.wait_for_selector("#new-token")
    text = page.input_value("#new-token")
    token = made.app.state.desk.auth.check(text)
    assert (token.name, token.tenant, token.scope) == ("pat", "lab", "submit")
    window.tab_to("Copy")
    keyboard.press("Enter")
    page.wait_for_selector("text=Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text
    refused = [each for each in window.complaints if "422" not in each]
    assert not refused


def test_nodes_and_devices_are_live(window: Visitor, running: tuple[Plane, str]) -> None:
    made, _ = running
    page = window.page
    window.go("/nodes/npu-01")
    page.wait_for_selector("#drain")
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#drain")
    page.wait_for_selector("#undrain")
    window.go("/nodes?state=drained")
    page.wait_for_selector("#node-npu-01")
    now_ms = made.loop.now_ms()
    row = made.loop.ask(lambda core: core.pool.rows["npu-01"]).result(5)
    again = replace(row, cordoned=False)
    event = Event(now_ms, "node", "npu-01", "undrained")

    def undrain(core: Core) -> None:
        core.join(again, now_ms)
        core.keep(event)

    made.loop.ask(undrain).result(5)
    window.until("!document.querySelector('#node-npu-01')")
    window.go("/nodes/gpu-01/devices/cuda@0")
    page.wait_for_selector("#now-j37")
    window.until("document.querySelector('#now-j37').closest('tr').cells[5].innerText != '—'")


def test_a_simulation_is_played(window: Visitor) -> None:
    window.go("/replay")
    v, page = window, window.page
    page.click("#replay-example")
    page.wait_for_selector("#replay-use canvas")
    page.select_option("#replay-speed", "4")
    page.click("#replay-play")
    v.until("Number(document.getElementById('replay-time').value) > 20")
    page.click("#replay-play")
    assert "hours" in (page.text_content("#replay-now") or "")
    page.set_input_files(
        "#replay-file", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    page.wait_for_selector("#replay-error:not([hidden])")
    assert window.complaints == []


def test_cancel_asks_first(window: Visitor, running: tuple[Plane, str]) -> None:
    made, _ = running
    (job_id,) = made.submit("{id: waits, devices: 'h200:16', command: [x]}")
    window.go(f"/jobs/{job_id}")
    asked: list[str] = []

    def agree(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    window.page.once("dialog", agree)
    window.page.click("#cancel")
    window.page.wait_for_selector("h1 .state.cancelled")
    assert asked == [f"Cancel {job_id}?"]


@pytest.mark.alone
def test_five_thousand_nodes_are_there_within_a_second(browser: Browser, tmp_path: Path) -> None:
    rows = [NodeRow(f"node-{i:04}", 64_000, 512 << 10, (GPU,) * 8) for i in range(5_000)]
    with plane(tmp_path, rows) as made, served(made) as address:
        context = browser.new_context()
        v = visitor(context, address, made.tokens["admin"])
        for path in ("/", "/nodes?page=20", "/nodes/node-0007", "/tenants"):
            times = []
            for _ in range(3):
                v.go(path)
                times.append(v.page.evaluate(USABLE_MS))
            assert min(times) < 1000, path
        context.close()


def test_from_heddle_up_to_a_finished_job(browser: Browser, tmp_path: Path) -> None:
    """The whole of it: the real server, the real engine, and the link that is printed."""
    environment = {**os.environ, "HEDDLE_STATE": str(tmp_path / "state")}

    def heddle(*words: str) -> str:
        command = [sys.executable, "-m", "heddle", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    said = json.loads(heddle("up", "--port", "0", "-o", "json"))
    try:
        context = browser.new_context(locale="en-GB")
        v = visitor(context, said["address"])
        v.page.goto(said["url"])
        v.page.wait_for_url(f"{said['address']}/")
        v.go("/submit?example=cores")
        v.page.focus("#file")
        v.page.keyboard.press("Control+Enter")
        v.page.wait_for_selector("h1 .state.done", timeout=60_000)
        wanted = "".join(f"step {n}\\n" for n in range(1, 6))
        v.until(f"document.querySelector('.log').textContent == '{wanted}'")
        v.go("/nodes")
        v.page.click("a.row")
        v.page.click("text=Topology >> xpath=.. >> a")
        v.page.wait_for_selector(".picture svg")
        v.page.emulate_media(color_scheme="dark")
        look = "getComputedStyle(document.querySelector('.picture svg')).filter"
        assert v.page.evaluate(look) != "none", "it is drawn on white"
        assert v.complaints == []
        context.close()
    finally:
        heddle("admin", "down")


@pytest.mark.soak
def test_pictures_for_the_documentation(
    browser: Browser, running: tuple[Plane, str], tmp_path: Path
) -> None:
    """Both languages, light and dark. They are kept only where HEDDLE_SCREENSHOTS says."""
    is_all = IS_LONG or "HEDDLE_SCREENSHOTS" in os.environ
    made, address = running
    folder = Path(os.environ.get("HEDDLE_SCREENSHOTS") or tmp_path)
    job = next(r.id for r in made.loop.store.jobs() if r.name == "pretrain")
    device = "/nodes/gpu-01/devices/cuda@0"
    shown = (
        ("pool", "/", "en", "light", 660),
        ("pool-zh", "/", "zh", "light", 660),
        ("pool-dark", "/", "en", "dark", 660),
        ("nodes", "/nodes", "en", "light", 460),
        ("jobs", "/jobs", "en", "light", 560),
        ("array", "/jobs/j42", "en", "light", 620),
        ("job", f"/jobs/{job}", "en", "light", 620),
        ("job-zh", f"/jobs/{job}", "zh", "light", 620),
        ("device", device, "en", "light", 820),
        ("device-dark", device, "zh", "dark", 820),
        ("service", "/services/classify", "en", "light", 720),
        ("tenants", "/tenants", "en", "light", 560),
        ("quota", "/tenants/acme", "en", "light", 620),
        ("users", "/users", "en", "light", 560),
        ("submit", "/submit", "en", "light", 640),
        ("replay", "/replay", "en", "light", 760),
    )
    for name, path, lang, scheme, height in shown if is_all else shown[1:4]:
        context = browser.new_context(
            viewport={"width": 1120, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            timezone_id="UTC",
            reduced_motion="reduce",
        )
        v = visitor(context, address, made.tokens["admin"])
        v.go(f"{path}?lang={lang}")
        if name == "submit":
            v.page.fill("#file", WRONG)
            v.page.keyboard.press("Control+Enter")
            v.page.wait_for_selector("#problems")
        if name.startswith("device"):
            v.until("document.querySelector('#now-j37').closest('tr').cells[5].innerText != '—'")
        if name == "service":
            for _ in range(2):
                front(made)
                v.go(f"{path}?lang={lang}")
            v.until("document.querySelectorAll('.figures b')[1].innerText != '—'")
        if name == "quota":
            v.page.fill("[name='limit.gpu']", "5")
            v.page.click("#save")
            v.page.wait_for_selector(".wrong")
        if name == "replay":
            v.page.click("#replay-example")
            v.page.wait_for_selector("#replay-use canvas")
        until(lambda v=v: v.page.evaluate("document.readyState") == "complete")  # type: ignore[misc]
        file = folder / f"dashboard-{name}.png"
        v.page.screenshot(path=file)
        assert file.stat().st_size < 150_000
        context.close()
