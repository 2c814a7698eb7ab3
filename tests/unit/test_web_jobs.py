"""The dashboard: jobs and arrays, why they wait, and what is done to them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from heddle.model.record import WAITING, JobRecord
from heddle.store import open_store
from heddle.store.base import JobFilter
from heddle.web.array_view import page
from tests.dashboard import Plane, browser, busy, csrf


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with busy(tmp_path_factory.mktemp("plane")) as found:
        yield found


def test_why_a_job_waits_or_runs(made: Plane) -> None:
    client = browser(made, "admin")
    assert "1 of 4 members fit at once" in client.get("/jobs/j39").text
    assert "make it elastic" in client.get("/jobs/j39").text
    assert "改为弹性作业" in client.get("/jobs/j39?lang=zh").text
    assert "单节点设备数不足" in client.get("/jobs/j40?lang=zh").text
    assert "It runs on gpu-0" in client.get("/jobs/j37?lang=en").text
    assert 'id="holder-j37"' in client.get("/jobs/j39").text
    assert "占用所需资源的作业" in client.get("/jobs/j39?lang=zh").text


def test_hold_release_cancel(made: Plane) -> None:
    with browser(made, "ann") as client:
        _hold_release_cancel(made, client)


def _hold_release_cancel(made: Plane, client: TestClient) -> None:
    (job_id,) = made.submit("{id: waits, devices: 'h200:16', command: [x]}")
    for action, state in (("hold", "held"), ("release", "waiting"), ("cancel", "cancelled")):
        answer = client.post(f"/jobs/{job_id}/{action}", data={"csrf": csrf(client)})
        assert answer.headers["location"] == f"/jobs/{job_id}"
        record = made.loop.store.job(job_id)
        assert record is not None
        assert record.state == state
    again = client.post(f"/jobs/{job_id}/cancel", data={"csrf": csrf(client)})
    assert again.status_code == 409
    assert "is over" in again.text
    assert client.post(f"/jobs/{job_id}/melt", data={"csrf": csrf(client)}).status_code == 404


def test_a_user_is_found_by_id_and_by_name(made: Plane) -> None:
    """As at the API."""
    file = "{id: whose, devices: 'h200:16', command: [x]}"
    (of_bob,), (of_other,) = made.submit(file, "bob@acme"), made.submit(file, "bob@other")
    with browser(made, "admin") as client:
        links = [f'href="/jobs/{job}"' for job in (of_bob, of_other)]
        for user, wanted in (("bob", [True, True]), ("bob@acme", [True, False])):
            page = client.get(f"/jobs?user={user}").text
            assert [link in page for link in links] == wanted
            assert f"<small>{sum(wanted)}</small>" in page


def test_a_form_counts_once(made: Plane) -> None:
    with browser(made, "ann") as client:
        file = "{id: once, devices: 'h200:16', command: [x]}"
        data = {"csrf": csrf(client), "file": file, "key": "form-1", "hold": "on"}
        refused = client.post("/submit", data=data)
        assert refused.status_code == 422
        assert "no node could ever run it" in refused.text
        data["anyway"] = "on"
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


def test_jobs_come_in_pages(made: Plane) -> None:
    client = browser(made, "admin")
    spec = "- {id: each%d, devices: 'h200:16', command: [x]}\n"
    made.submit("".join(spec % n for n in range(60)))
    seen: list[str] = []
    address = "/jobs?text=each"
    while address:
        text = client.get(address).text
        seen += re.findall(r'id="job-([^"]+)"', text)
        found = re.search(r'id="older" href="([^"]+)"', text)
        address = found[1].replace("&amp;", "&") if found else ""
    assert len(seen) == len(set(seen)) == 60
    members = made.submit("{id: m, shape: array, members: 3, devices: 'h200:16', command: [x]}")
    text = client.get("/jobs", params={"text": members[1]}).text
    assert re.findall(r'id="job-([^"]+)"', text) == [members[1]], "who names a member sees it"
    first = members[0].replace("[", "%5B").replace("]", "%5D")
    assert client.get(f"/jobs/{first}").status_code == 200


def test_an_array_is_one_line(made: Plane) -> None:
    """With how many of its members are in which state; its page has them all."""
    client = browser(made, "admin")
    made.submit("{id: before, devices: 'h200:16', command: [x]}")
    ids = made.submit("{id: many, shape: array, members: 120, devices: 'h200:16', command: [x]}")
    array = ids[0].partition("[")[0]
    now_ms = made.loop.now_ms()
    made.loop.ask(lambda core: core.cancel(ids[3], "ann", now_ms)).result(5)
    text = client.get("/jobs").text
    assert text.count(f'id="job-{array}') == 1
    assert "120 members" in text
    assert f'href="/jobs/{array}?state=cancelled">1 cancelled</a>' in text
    assert text.index(f'id="job-{array}"') < text.index("before")
    page = client.get(f"/jobs/{array}")
    assert page.status_code == 200
    assert "many" in page.text
    seen: list[str] = []
    address = f"/jobs/{array}"
    while address:
        text = client.get(address).text
        seen += re.findall(r'id="job-([^"]+)"', text)
        found = re.search(r'id="older" href="([^"]+)"', text)
        address = f"/jobs/{array}{found[1]}".replace("&amp;", "&") if found else ""
    assert seen == ids
    only = client.get(f"/jobs/{array}?state=cancelled").text
    assert re.findall(r'id="job-([^"]+)"', only) == [ids[3]]
    assert f'href="/jobs/{array}"' in client.get(f"/jobs/{array}%5B5%5D").text, "the way back"


def test_an_array_is_held_released_and_cancelled_at_once(made: Plane) -> None:
    ids = made.submit("{id: all, shape: array, members: 5, devices: 'h200:16', command: [x]}")
    array = ids[0].partition("[")[0]
    client = browser(made, "ann")
    with client:
        for action, state in (("hold", "held"), ("release", "waiting"), ("cancel", "cancelled")):
            answer = client.post(f"/jobs/{array}/{action}", data={"csrf": csrf(client)})
            assert answer.headers["location"] == f"/jobs/{array}"
            assert made.loop.store.count_jobs(JobFilter(array=array)) == {state: 5}
        eve = browser(made, "eve")
        assert eve.get(f"/jobs/{array}").status_code == 404
        assert eve.get(f"/live/jobs/{array}").status_code == 404
        assert eve.post(f"/jobs/{array}/hold", data={"csrf": csrf(eve)}).status_code == 404
    assert '<button id="cancel"' not in client.get(f"/jobs/{array}").text


def test_submitting_an_array_leads_to_it(made: Plane) -> None:
    with browser(made, "ann") as client:
        file = "{id: a, shape: array, members: 3, devices: 'h200:16', command: [x]}"
        data = {"csrf": csrf(client), "file": file, "key": "arr-1", "anyway": "on"}
        answer = client.post("/submit", data=data)
        to = answer.headers["location"]
        assert re.fullmatch(r"/jobs/j\d+", to)
        assert "3 members" not in client.get(to).text
        assert client.get(to).text.count('id="job-j') == 3


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 9), max_size=9), st.integers(1, 5),
    st.sampled_from([None, (WAITING,), ("done",)]),
)  # fmt: skip
def test_pages_of_arrays_leave_nothing_out(
    sizes: list[int], most: int, states: tuple[str, ...] | None
) -> None:
    """Every job and every array once, the newest first, whatever the size of a page."""
    folder = tempfile.TemporaryDirectory()
    with folder as where, closing(open_store(f"{where}/store.db")) as store:
        records = [
            JobRecord(f"j{number}" if not size else f"j{number}[{i}]", "n", "t", "u", {},
                      WAITING if (number + i) % 3 else "done")
            for number, size in enumerate(sizes, 1)
            for i in range(max(1, size))
        ]  # fmt: skip
        store.write(records)
        wanted = {r.id.partition("[")[0] for r in records if states is None or r.state in states}
        found: list[str] = []
        before = None
        for _ in range(len(wanted) + 1):
            lines, before = page(store, JobFilter(states), before, most)
            assert len(lines) <= most
            found += [line.record.id for line in lines]
            for line in lines:
                size = sizes[int(line.record.id[1:]) - 1]
                assert line.members == size
            if before is None:
                break
        assert found == sorted(wanted, key=lambda name: -int(name[1:]))
