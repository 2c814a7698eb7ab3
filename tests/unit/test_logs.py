"""The log of the server: lines that programs read, with ids, and never a secret."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.api.problem import FAULT
from heddle.control import event_log, logs
from heddle.control.logs import JsonForm, TextForm, about, without_secrets
from heddle.errors import UsageError
from heddle.model.record import ENDED, RUNNING, STARTING, AttemptRecord, Place
from heddle.store.base import Change, Event
from tests.api_world import ApiWorld, one
from tests.world import eventually

SECRET = "abcDEF0123456789abcDEF0123456789"


class Heard(logging.Handler):
    """Lines, as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonForm())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))

    def of(self, event: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line.get("event") == event]


@pytest.fixture
def heard() -> Iterator[Heard]:
    handler = Heard()
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def test_the_life_of_a_job_is_in_the_log(api: ApiWorld, heard: Heard) -> None:
    """With the ids of all that has to do with it."""
    (job,) = api.submit(one("a", tenant="default"))
    api.run_to_end(job, exit_code=3)
    assert eventually(lambda: bool(heard.of("job.failed")))
    (submitted,), (starting,), (started,), (failed,) = (
        heard.of(f"job.{what}") for what in ("submitted", "starting", "started", "failed")
    )
    assert submitted["job"] == job
    assert "attempt" not in submitted
    for line in (starting, started, failed):
        assert (line["job"], line["attempt"]) == (job, f"{job}.1")
        assert line["node"] in ("one", "two")
        assert line["device"].startswith("cuda@")
        assert line["tenant"] == "default"
    assert failed["exit_code"] == 3
    assert "exit_code" not in started
    assert started["level"] == "info"
    assert started["time"].endswith("Z")
    assert "T" in started["time"]


def test_a_request_has_an_id_that_comes_back(api: ApiWorld, heard: Heard) -> None:
    """Its own, if that is fit for a log."""
    own = api.get("/v1/jobs", headers={"X-Request-Id": "from-a-proxy.7"})
    assert own.headers["x-request-id"] == "from-a-proxy.7"
    for wrong in ("a b", "x" * 65, 'a","level":"info'):
        assert api.get("/v1/jobs", headers={"X-Request-Id": wrong}).headers["x-request-id"] != wrong
    made = [api.get("/v1/jobs").headers["x-request-id"] for _ in range(2)]
    assert made[0] != made[1]
    assert api.client.get("/v1/jobs").headers["x-request-id"], "also of a refusal"
    assert not [line for line in heard.lines if line["logger"] == "heddle.api.guard"]


def test_failed_and_slow_requests_are_told(
    api: ApiWorld, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heddle.api.guard.SLOW_S", 0.0)
    api.get("/v1/health")
    (slow,) = [line for line in heard.lines if "request" in line]
    assert (slow["level"], slow["route"], slow["status"]) == ("warning", "/v1/health", 200)
    assert slow["ms"] >= 0

    def broken(_: object) -> None:
        raise RuntimeError(f"hd_abc_{SECRET}")

    heard.lines.clear()
    monkeypatch.setattr(api.app.state.desk.store, "job", broken)
    answer = api.get("/v1/jobs/j1", headers={"X-Request-Id": "mine"})
    assert answer.status_code == 500
    assert answer.json()["detail"] == FAULT
    assert answer.headers["x-request-id"] == "mine"
    told = [line for line in heard.lines if line.get("request") == "mine"]
    assert {line["level"] for line in told} == {"error"}
    assert any("RuntimeError" in line.get("traceback", "") for line in told)
    assert [line["status"] for line in told if "status" in line] == [500]
    assert SECRET not in json.dumps(heard.lines)
    assert 'status="500"' in api.get("/metrics").text


@pytest.mark.parametrize("form", [JsonForm(), TextForm()])
@pytest.mark.parametrize("kind", ["hd", "hj", "hn"])
def test_a_token_never_gets_into_the_log(form: logging.Formatter, kind: str) -> None:
    """Wherever somebody puts it: in the message, in a field, in an exception."""
    token = f"{kind}_k3y_{SECRET}"
    stream = io.StringIO()
    hand = logging.StreamHandler(stream)
    hand.setFormatter(form)
    logger = logging.Logger("test")
    logger.addHandler(hand)
    try:
        raise ValueError(f"Authorization: Bearer {token}")
    except ValueError:
        logger.exception("cannot use %s at /?token=%s", token, token, extra=about(why=token))
    logger.info("postgresql://heddle:%s@db/heddle; authorization: bearer %s", SECRET, SECRET)
    said = stream.getvalue()
    assert SECRET not in said
    assert f"{kind}_k3y_***" in said, "which one it was can be told"
    assert "postgresql://heddle:***@db/heddle" in said


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_message_is_one_line_of_json(text: str, field: str) -> None:
    record = logging.LogRecord("x", 20, "", 0, "%s", (text,), None)
    record.about = {"why": field}
    line = JsonForm().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert read["message"] == without_secrets(text) or "***" in read["message"]


def test_every_event_is_told_with_its_own_attempt() -> None:
    """Also where one turn has several."""
    place = (Place("gpu1", (("cuda@0", 1000),), 1000, 100),)

    def attempt(number: int, state: str, code: int | None = None) -> AttemptRecord:
        at = f"j1.{number}", "j1", number
        return AttemptRecord(*at, "local", 0, place, state, 1, exit_code=code)

    changes: list[Change] = [
        Event(1, "job", "j1", "submitted", "t", "ann"),
        attempt(1, STARTING),
        Event(1, "job", "j1", "starting", "t"),
        attempt(1, ENDED, 1),
        Event(1, "usage", "j1.1", "used", "t"),
        Event(1, "job", "j1", "waiting", "t"),
        attempt(2, RUNNING),
        Event(1, "job", "j1", "started", "t"),
        Event(1, "node", "gpu1", "drained", "", "ann"),
    ]
    told = [fields["about"] for _, fields in event_log.told(changes)]
    assert [each["event"].partition(".")[2] for each in told] == [
        "submitted", "starting", "waiting", "started", "drained",
    ]  # fmt: skip
    assert [each.get("attempt") for each in told] == [None, "j1.1", "j1.1", "j1.2", None]
    assert told[2]["exit_code"] == 1
    assert told[0]["user"] == "ann"
    assert told[4]["node"] == "gpu1"


def test_the_last_words_are_in_the_file_and_a_large_one_is_put_aside(tmp_path: Path) -> None:
    """A process that ends at once has said why; nothing is lost when the file is changed."""
    path = tmp_path / "server.log"
    text = f"""
import logging, os, sys
from heddle.control import logs
logs.LARGEST = 20_000
with logs.logging_to({str(path)!r}):
    for number in range(300):
        logging.getLogger("x").info("line %d", number, extra=logs.about(job=f"j{{number}}"))
    logging.getLogger("x").info("%d that does not fit", "x")
    print("not of the log", file=sys.stderr, flush=True)
    logging.getLogger("x").error("the end")
    os._exit(70)
"""
    with open(path, "ab") as file:
        ended = subprocess.run([sys.executable, "-c", text], stderr=file)
    assert ended.returncode == 70
    files = [path, *sorted(tmp_path.glob("server.log.*"))]
    assert len(files) >= 2
    lines = [line for each in files for line in each.read_text().splitlines()]
    told = [json.loads(line) for line in lines if line.startswith("{")]
    assert {line.get("job") for line in told} >= {f"j{number}" for number in range(300)}
    assert json.loads(path.read_text().splitlines()[-1])["message"] == "the end"
    # the complaint about what does not fit is written at the same time, maybe in the same line
    assert any("not of the log" in line for line in lines)
    assert path.stat().st_mode & 0o077 == 0


def test_text_for_people_and_json_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEDDLE_LOG", raising=False)
    elsewhere = io.StringIO()
    assert isinstance(logs.form_of(None, elsewhere), JsonForm)
    assert isinstance(logs.form_of("text", elsewhere), TextForm)
    monkeypatch.setenv("HEDDLE_LOG", "text")
    assert isinstance(logs.form_of(None, elsewhere), TextForm)
    assert isinstance(logs.form_of("json", elsewhere), JsonForm)
    monkeypatch.setenv("HEDDLE_LOG", "xml")
    with pytest.raises(UsageError, match="HEDDLE_LOG=xml"):
        logs.form_of(None, elsewhere)
    record = logging.LogRecord("x", 20, "", 0, "it runs", (), None)
    record.about = {"job": "j7"}
    assert TextForm().format(record).endswith("INFO x it runs job=j7")


@given(text=st.text(), value=st.text())
def test_a_line_for_people_is_one_line_that_steers_nothing(text: str, value: str) -> None:
    """Whatever a tenant calls its jobs: no forged lines, no escapes."""
    record = logging.makeLogRecord({"msg": "%s", "args": (text,), "about": {"job": value}})
    assert TextForm().format(record).isprintable()
