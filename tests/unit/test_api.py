"""The API: jobs are accepted durably, found again, and every refusal says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.api.guard import LARGEST
from heddle.desk.access import idempotency
from heddle.desk.jobs import submission
from heddle.errors import LogGoneError
from heddle.spec.job_file import parse, read_spec
from tests.api_world import ApiWorld, Json, one, service
from tests.world import eventually

EXAMPLES = Path(__file__).parents[2] / "examples" / "jobs"


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiWorld]:
    """For tests that do not mind what others did."""
    with ApiWorld(tmp_path_factory.mktemp("api")) as made:
        yield made


def problem(answer: Any, status: int) -> dict[str, Any]:
    """What is wrong; always in the same form."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found["status"] == status
    assert found["detail"]
    return found


def test_health_needs_no_token(still: ApiWorld) -> None:
    answer = still.client.get("/v1/health").json()
    assert answer["status"] == "ok"
    assert answer["since_ms"] <= still.now_ms()


def test_a_job_from_its_submission_to_its_end(api: ApiWorld) -> None:
    (job,) = api.submit(one("train"))
    api.until(job, "running")
    found = api.get(f"/v1/jobs/{job}").json()
    assert (found["name"], found["tenant"], found["user"]) == ("train", "default", "admin")
    (attempt,) = found["attempts"]
    assert attempt["places"][0]["devices"] == [["cuda@0", 1000]]
    api.engine.write(f"{job}.1", 0, b"hello\n")
    api.run_to_end(job)
    logs = api.get(f"/v1/jobs/{job}/logs")
    assert logs.content == b"hello\n"
    assert (logs.headers["heddle-next"], logs.headers["heddle-over"]) == ("6", "true")
    assert "exit code 0" in api.get(f"/v1/jobs/{job}/explain").json()["text"]


def test_logs_go_on_where_they_were(api: ApiWorld) -> None:
    (job,) = api.submit(one())
    api.until(job, "running")
    api.engine.write(f"{job}.1", 0, b"0123456789")
    piece = api.get(f"/v1/jobs/{job}/logs?start=3&most=4")
    assert piece.content == b"3456"
    assert (piece.headers["heddle-next"], piece.headers["heddle-over"]) == ("7", "false")
    assert "no attempt 2" in problem(api.get(f"/v1/jobs/{job}/logs?attempt=2"), 404)["detail"]
    assert "none 1" in problem(api.get(f"/v1/jobs/{job}/logs?member=1"), 404)["detail"]
    (held,) = api.submit(one(), hold=True)
    assert api.get(f"/v1/jobs/{held}/logs").headers["heddle-over"] == "false"


def test_a_held_job_waits_until_it_is_released(api: ApiWorld) -> None:
    (job,) = api.submit(one(), hold=True)
    assert api.get(f"/v1/jobs/{job}").json()["why"] == {
        "code": "held",
        "text": "a user holds it",
    }
    assert "held" in problem(api.ask("POST", f"/v1/jobs/{job}/hold"), 409)["detail"]
    released = api.ask("POST", f"/v1/jobs/{job}/release").json()["state"]
    assert released in ("waiting", "starting", "running")  # a cycle may come before the answer
    api.until(job, "running")
    assert api.ask("POST", f"/v1/jobs/{job}/cancel").status_code == 200
    api.until(job, "cancelled")
    assert "over" in problem(api.ask("POST", f"/v1/jobs/{job}/cancel"), 409)["detail"]


def test_why_a_job_waits(api: ApiWorld) -> None:
    (job,) = api.submit(one(devices="gpu:4"), anyway=True)
    assert eventually(lambda: api.get(f"/v1/jobs/{job}").json()["why"] is not None)
    short = api.get(f"/v1/jobs/{job}/explain").json()
    assert (short["why"]["code"], short["candidates"], short["nodes"]) == ("impossible", [], [])
    more = api.get(f"/v1/jobs/{job}/explain?detail=1").json()
    assert more["candidates"][0]["refusals"] == {"too-few": 2}
    assert more["would_start"]
    nodes = api.get(f"/v1/jobs/{job}/explain?detail=2").json()["nodes"]
    assert {node["node"]: node["why"]["code"] for node in nodes} == {
        "one": "too-few",
        "two": "too-few",
    }


def test_what_no_node_could_ever_run_is_refused_if_that_is_wanted(api: ApiWorld) -> None:
    """Clients of 0.1 do not say so, and their jobs wait."""
    never = one("never", devices="h100:1 | gpu:4")
    sent = {"jobs": [one(), never], "anyway": False}
    told = problem(api.ask("POST", "/v1/jobs", json=sent), 422)["detail"]
    assert told.startswith("never: no node could ever run it: 2 of 2 nodes: it has no H100")
    assert "--anyway" in told
    assert api.get("/v1/jobs").json()["jobs"] == []
    assert len(api.submit(one(), never, anyway=True)) == 2
    assert len(api.submit(never)) == 1
    assert (
        "true or false"
        in problem(api.ask("POST", "/v1/jobs", json={**sent, "anyway": 1}), 422)["detail"]
    )
    chat = {"jobs": [service(devices="gpu:4")], "anyway": False}
    assert "ever run it" in problem(api.ask("POST", "/v1/jobs", json=chat), 422)["detail"]


def test_who_has_what_a_job_waits_for(api: ApiWorld) -> None:
    """Jobs of tenants that the caller does not see have no names."""
    api.tenant("acme")
    ann = api.token("ann", "acme")
    ran = [*api.submit(one("first", expected="1h")), *api.submit(one("second"), token=ann)]
    ran += api.submit(one("third"))
    for job in ran:
        api.until(job, "running")
    asked = api.submit(one("next"), one("last"), token=ann)
    assert eventually(lambda: api.get(f"/v1/jobs/{asked[1]}").json()["why"] is not None)
    whole = api.get(f"/v1/jobs/{asked[1]}/explain?detail=1").json()
    own = api.get(f"/v1/jobs/{asked[1]}/explain?detail=1", ann).json()
    assert whole["in_front"] == own["in_front"] == 1
    named = {each["name"]: each for each in whole["holders"]}
    assert "" not in named
    assert {each["name"] for each in own["holders"]} <= {"", "second"}
    (places,) = {str(each["places"][0]["devices"]) for each in own["holders"][:1]}
    assert "1000" in places
    assert any("priority above 0" in each for each in whole["would_start"])
    assert whole["candidates"][0]["examples"]["devices"] == "0 of 1 devices are free"


def test_for_whom_an_attempt_was_preempted_and_what_came_before(api: ApiWorld) -> None:
    low = api.submit(*(one(f"low{n}") for n in range(3)))
    for job in low:
        api.until(job, "running")
    (high,) = api.submit(one("high", priority=9))
    api.until(high, "running")
    victim = next(job for job in low if api.state(job) == "waiting")
    told = api.get(f"/v1/jobs/{victim}/explain?detail=1").json()
    (attempt,) = told["attempts"]
    assert attempt["why"] == f"preempted for {high}: it has a higher priority"
    assert told["holders"]


def test_what_to_do_about_a_failure(api: ApiWorld) -> None:
    (job,) = api.submit(one())
    api.run_to_end(job, 127)
    told = api.get(f"/v1/jobs/{job}/explain?detail=1").json()
    assert "name a command that one has" in told["remedies"][0]
    assert any(f"heddle job logs {job}" in each for each in told["remedies"])


@pytest.mark.parametrize(
    ("code", "text"), [(3, "it is failed: exit code 3"), (-9, "it is failed: signal 9")]
)
def test_how_a_job_ended_is_said_once(api: ApiWorld, code: int, text: str) -> None:
    (job,) = api.submit(one())
    api.run_to_end(job, code)
    assert api.get(f"/v1/jobs/{job}/explain").json()["text"] == text


def test_a_cancelled_job_is_cancelled_and_nothing_else(api: ApiWorld) -> None:
    """The signal by which it was told to end is of no use to anybody."""
    (job,) = api.submit(one())
    api.until(job, "running")
    api.ask("POST", f"/v1/jobs/{job}/cancel")
    api.until(job, "cancelled")
    assert api.get(f"/v1/jobs/{job}/explain").json()["text"] == "it is cancelled"


def test_why_a_job_runs_where_it_does(api: ApiWorld) -> None:
    (job,) = api.submit(one())
    api.until(job, "running")
    found = api.get(f"/v1/jobs/{job}/explain?detail=1").json()
    assert (found["places"][0]["node"], found["places"][0]["fitting"]) == ("one", 2)


def test_what_to_send_instead_ends_with_one_full_stop(api: ApiWorld) -> None:
    answer = problem(api.ask("POST", "/v1/jobs", json={"jobs": []}), 422)
    assert answer["detail"].endswith('{"file": "..."}.')


def test_arrays_are_as_many_jobs_as_they_have_members(api: ApiWorld) -> None:
    assert api.submit(one("sweep", shape="array", members=3)) == ["j1[0]", "j1[1]", "j1[2]"]
    assert api.get("/v1/jobs/j1%5B2%5D").json()["name"] == "sweep"
    many = one(shape="array", members=submission.MOST_JOBS + 1)
    assert "in parts" in problem(api.ask("POST", "/v1/jobs", json={"jobs": [many]}), 422)["detail"]


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*")), ids=lambda path: path.name)
def test_examples_are_accepted_and_read_back_as_they_were(still: ApiWorld, file: Path) -> None:
    text = file.read_text()
    answer = still.ask(
        "POST", "/v1/jobs", json={"file": text, "name": file.name, "hold": True, "anyway": True}
    )
    assert answer.status_code == 201, answer.text
    now_s = answer.json()["jobs"][0]["submitted_ms"] // 1000
    meant = {job.id: job for job in parse(text, is_json=file.suffix == ".json", submitted_s=now_s)}
    for each in answer.json()["jobs"]:
        kept = read_spec(each["spec"])
        job = meant[each["name"]]
        assert (kept.alternatives, kept.tenant, kept.shape, kept.members, kept.conditions) == (
            job.alternatives, job.tenant, job.shape, job.members, job.conditions,
        )  # fmt: skip


def test_every_error_of_a_file_has_its_place(api: ApiWorld) -> None:
    text = "id: a\ndevices: gpuu:1\ncomand: x\n"
    found = problem(api.ask("POST", "/v1/jobs", json={"file": text, "name": "t.yaml"}), 422)
    places = [(each["file"], each["line"], each["column"]) for each in found["errors"]]
    assert ("t.yaml", 2, 10) in places
    assert ("t.yaml", 3, 1) in places
    assert api.get("/v1/jobs").json()["jobs"] == []


def test_errors_of_jobs_have_their_place_in_the_body(api: ApiWorld) -> None:
    body = '{\n "hold": true,\n "jobs": [\n  {"id": "a", "devices": "gpuu", "command": "x"}\n]}'
    (error,) = problem(api.ask("POST", "/v1/jobs", content=body), 422)["errors"]
    assert (error["line"], error["column"]) == (4, body.splitlines()[3].index("gpuu") + 1)
    assert "Did you mean" in error["text"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "not JSON"),
        (b"[]", 400, "an object"),
        (b"\xff", 400, "UTF-8"),
        (b'{"jobs": [{}],}', 400, "double quotes"),
        (b'{"jobs": [{}]} x', 400, "the end"),
        (b'{"job": []}', 422, "Did you mean 'jobs'?"),
        (b'{"jobs": [], "jobs": []}', 422, "twice"),
        (b"{}", 422, "either `jobs` or `file`"),
        (b'{"jobs": [{}], "file": ""}', 422, "either `jobs` or `file`"),
        (b'{"jobs": {}}', 422, "a list"),
        (b'{"jobs": [{}], "hold": 1}', 422, "true or false"),
        (b'{"jobs": [{}], "name": "x"}', 422, "name of a `file`"),
        (b'{"file": 3}', 422, "text of a job file"),
        (b'{"file": ""}', 422, "no job"),
        (b'{"jobs": ' + b"[" * 100_000, 400, "JSON"),
        (b'{"jobs": [' + b"9" * 10_000 + b"]}", 400, "JSON"),
        (b'{"jobs": [NaN]}', 422, ""),
    ],
)
def test_what_is_no_submission_is_refused(
    still: ApiWorld, body: bytes, status: int, said: str
) -> None:
    assert said in problem(still.ask("POST", "/v1/jobs", content=body), status)["detail"]


keys_of_bodies = st.sampled_from(submission.KEYS)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(keys_of_bodies, values), st.sampled_from([None, 1]))
def test_fields_are_what_json_says_and_stand_where_it_is_said(
    body: dict[str, Any], indent: int | None
) -> None:
    text = json.dumps(body, indent=indent)
    found = submission._fields(text)
    assert {key: field.value for key, field in found.items()} == body
    for field in found.values():
        assert json.loads(text[field.start : field.end]) == field.value


def test_a_list_is_read_page_by_page(api: ApiWorld) -> None:
    jobs = [api.submit(one(f"job-{i}"), hold=i % 2 == 0)[0] for i in range(6)]
    page = api.get("/v1/jobs?limit=4").json()
    assert [job["id"] for job in page["jobs"]] == jobs[:1:-1]
    rest = api.get(f"/v1/jobs?limit=4&before={page['next']}").json()
    assert [job["id"] for job in rest["jobs"]] == jobs[1::-1]
    assert rest["next"] is None
    held = api.get("/v1/jobs?state=held&state=done").json()
    assert [job["id"] for job in held["jobs"]] == jobs[4::-2]
    assert held["counts"]["held"] == 3
    assert sum(held["counts"].values()) == 6
    assert [j["name"] for j in api.get("/v1/jobs?text=JOB-3").json()["jobs"]] == ["job-3"]
    assert api.get("/v1/jobs?user=nobody").json()["jobs"] == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("limt=3", "Did you mean 'limit'?"),
        ("limit=0", "greater than or equal to 1"),
        ("limit=1001", "less than or equal to 1000"),
        ("state=runing", "'running'"),
        ("before=x", "not a job id"),
        ("text=%00", "NUL"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_refused(still: ApiWorld, query: str, said: str) -> None:
    assert said in problem(still.get(f"/v1/jobs?{query}"), 422)["detail"]


def test_a_body_that_is_too_large_is_refused(still: ApiWorld) -> None:
    body = b'{"file": "' + b"x" * LARGEST + b'"}'
    problem(still.ask("POST", "/v1/jobs", content=body), 413)
    problem(still.ask("POST", "/v1/jobs", content=iter([body[:1000], body[1000:]])), 413)
    problem(still.ask("POST", "/v1/tokens", content=iter([body])), 413)


def test_a_submission_that_is_sent_twice_counts_once(api: ApiWorld) -> None:
    sent: Json = {"json": {"jobs": [one("a"), one("b")]}, "headers": {"Idempotency-Key": "k"}}
    first = api.ask("POST", "/v1/jobs", **sent)
    again = api.ask("POST", "/v1/jobs", **sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert "idempotent-replay" not in first.headers
    assert again.headers["idempotent-replay"] == "true"
    assert [job["id"] for job in again.json()["jobs"]] == ["j1", "j2"]
    other: Json = {"json": {"jobs": [one("c")]}, "headers": {"Idempotency-Key": "k"}}
    assert "another body" in problem(api.ask("POST", "/v1/jobs", **other), 422)["detail"]
    ann = api.token("ann")
    assert api.ask("POST", "/v1/jobs", ann, **other).status_code == 201
    problem(api.ask("POST", "/v1/jobs", json={}, headers={"Idempotency-Key": "x" * 256}), 422)


def test_two_that_come_at_the_same_time_with_one_key_are_one(api: ApiWorld) -> None:
    sent: Json = {"json": {"jobs": [one()]}, "headers": {"Idempotency-Key": "k"}}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: api.ask("POST", "/v1/jobs", **sent), range(16)))
    assert sorted(answer.status_code for answer in answers) == [200] * 15 + [201]
    assert {answer.json()["jobs"][0]["id"] for answer in answers} == {"j1"}


def test_a_key_is_kept_over_a_new_start_and_for_a_day(tmp_path: Path) -> None:
    sent: Json = {"json": {"jobs": [one()]}, "headers": {"Idempotency-Key": "k"}}
    with ApiWorld(tmp_path) as api:
        assert api.ask("POST", "/v1/jobs", **sent).status_code == 201
    with ApiWorld(tmp_path) as api:
        assert api.ask("POST", "/v1/jobs", **sent).status_code == 200
        api.ahead_ms = idempotency.KEPT_MS + 1000
        assert len(idempotency.old(api.store, api.now_ms())) == 1
        assert api.ask("POST", "/v1/jobs", **sent).status_code == 201
    late = ApiWorld(tmp_path)
    late.ahead_ms = 3 * idempotency.KEPT_MS
    with late as api:
        assert eventually(lambda: not api.store.things(idempotency.KIND))


def test_nothing_is_kept_of_a_submission_that_is_refused(api: ApiWorld) -> None:
    sent: Json = {"json": {"jobs": [one("a"), one("b", after="j99")]}}
    found = problem(api.ask("POST", "/v1/jobs", headers={"Idempotency-Key": "k"}, **sent), 422)
    assert "no such job" in found["detail"]
    assert api.get("/v1/jobs").json()["counts"] == {}
    assert not api.store.things(idempotency.KIND)
    assert api.submit(one("c")) == ["j1"]


def test_jobs_wait_for_others_of_the_same_submission(api: ApiWorld) -> None:
    first, second = api.submit(one("a"), one("b", after="a"))
    assert api.get(f"/v1/jobs/{second}").json()["why"]["code"] == "behind"
    api.run_to_end(first)
    api.until(second, "running")


def test_what_is_not_there_is_said(still: ApiWorld) -> None:
    assert "no job 'j999'" in problem(still.get("/v1/jobs/j999"), 404)["detail"]
    problem(still.get("/v1/jobs/%00"), 404)
    problem(still.get("/v1/nowhere"), 404)
    problem(still.get("/nowhere"), 404)
    assert "GET" in problem(still.ask("DELETE", "/v1/pool"), 405)["detail"]


def test_an_engine_that_has_no_logs_is_said(api: ApiWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    (job,) = api.submit(one())
    api.until(job, "running")

    def broken(*_: object) -> bytes:
        raise OSError("gone")

    def dropped(*_: object) -> bytes:
        raise LogGoneError(700)

    monkeypatch.setattr(api.engine, "logs", dropped)
    gone = api.get(f"/v1/jobs/{job}/logs")
    assert (gone.status_code, gone.headers["heddle-next"]) == (410, "700")
    monkeypatch.setattr(api.engine, "logs", broken)
    assert "engine" in problem(api.get(f"/v1/jobs/{job}/logs"), 503)["detail"]


def test_an_array_is_read_and_changed_as_one(api: ApiWorld) -> None:
    ids = api.submit(one("m", shape="array", members=5))
    whole = ids[0].partition("[")[0]
    eventually(lambda: api.get(f"/v1/jobs/{whole}").json()["state"] == "running")
    page = api.get(f"/v1/jobs?array={whole}&limit=2").json()
    assert [job["id"] for job in page["jobs"]] == ids[:2]
    assert sum(page["counts"].values()) == 5
    told = api.get(f"/v1/jobs/{whole}/explain").json()["text"]
    assert told.startswith("of 5 members 3 running, 2 waiting; ")
    assert "ask for a member" in api.get(f"/v1/jobs/{whole}/logs").json()["detail"]
    held = api.ask("POST", f"/v1/jobs/{whole}/hold").json()
    assert held["reason"]["text"] == "of 5 members 3 running, 2 held"
    cancelled = api.ask("POST", f"/v1/jobs/{whole}/cancel")
    assert (cancelled.status_code, cancelled.json()["id"]) == (200, whole)
    assert eventually(lambda: api.get(f"/v1/jobs/{whole}").json()["state"] == "cancelled")
    again = api.ask("POST", f"/v1/jobs/{whole}/cancel")
    assert again.status_code == 409
    assert again.json()["detail"] == f"{whole} is over: it is cancelled."
    assert api.get("/v1/jobs/j999").status_code == 404


def test_a_folder_to_work_in_is_meant_from_the_file_on(still: ApiWorld) -> None:
    def send(works_in: str, **more: Any) -> Any:
        text = json.dumps(one("f", folder=works_in))
        sent = {"file": text, "name": "f.json", **more}
        return still.ask("POST", "/v1/jobs", json=sent)

    assert send("../x", folder="/a/b").json()["jobs"][0]["spec"]["folder"] == "/a/x"
    assert send(".", folder="/a/b").json()["jobs"][0]["spec"]["folder"] == "/a/b"
    assert send("/whole").json()["jobs"][0]["spec"]["folder"] == "/whole"
    assert "give the whole path" in send("x").json()["detail"]
    for bad in ("relative", 7):
        assert send("x", folder=bad).status_code == 422
