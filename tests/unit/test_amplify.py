"""Small documents that would become large, or would take long to read: refused, and fast."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.errors import UsageError
from heddle.model.quantity import DURATION, MEMORY
from heddle.spec import job_file
from heddle.spec.document import FileError
from heddle.spec.job_text import normal
from tests.api_world import ApiWorld, one

FAST_S = 5.0  #: on a machine that does much else; before it was minutes, or never


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path) as made:
        yield made


def aliases(times: int, value: int) -> str:
    """An environment that many alternatives share."""
    lines = ["id: a", "command: x", "environment: &e", f"  A: {'x' * value}", "alternatives:"]
    return "\n".join(
        lines + [f"- {{devices: 'gpu:{n + 1}', environment: *e}}" for n in range(times)]
    )


def nested(levels: int) -> str:
    """Each level is ten of the one before."""
    lines = ["x0: &x0 [a, a, a, a, a, a, a, a, a, a]"]
    for n in range(1, levels):
        lines.append(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 10)}]")
    return "\n".join(lines)


HOSTILE = {
    "an environment for all": (aliases(400, 200_000), "aliases repeat this 400 times"),
    "a billion": (nested(9), "aliases repeat this"),
    "many alternatives": (aliases(100, 10), "100 alternatives; at most 64 are allowed"),
    "many devices": (
        "id: a\ncommand: x\ndevices: " + "|".join(f"gpu:{n + 1}" for n in range(500)),
        "at most 64 are allowed",
    ),
    "much for each": (aliases(40, 15_000), "at most 256 KiB are allowed"),
    "a long number": (
        f"id: a\ndevices: gpu:1\ncommand: x\nmemory: {'1' * 40}!",
        "is not an amount",
    ),
    "many mistakes": ("id: a\n" + "\n".join(f"k{n}: 1" for n in range(1000)), "is not a key"),
    "many names": (
        "id: a\ndevices: gpu:1\ncommand: x\nafter: [" + ", ".join(["b"] * 1000) + "]",
        "is here twice",
    ),
    "a long line of mistakes": (
        "{id: a, " + ", ".join(f"k{n}: 1" for n in range(1000)) + "}",
        "is not a key",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_become_large_is_refused_fast(api: ApiWorld, name: str) -> None:
    file, why = HOSTILE[name]
    began = time.thread_time()
    with pytest.raises(FileError) as refused:
        job_file.parse(file)
    assert time.thread_time() - began < FAST_S
    assert why in str(refused.value)
    answer = api.ask("POST", "/v1/jobs", json={"file": file})
    assert answer.status_code == 422
    assert why in answer.text
    assert len(answer.content) < 300_000
    assert api.get("/v1/jobs").json()["jobs"] == []


def test_the_error_says_where_and_what_to_do() -> None:
    with pytest.raises(FileError) as refused:
        job_file.parse(aliases(400, 200_000))
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (3, 14) or problem.line == 4
    assert "80.0 MB more, and 1 MiB is the most" in problem.message
    assert "Say it once for the whole job" in problem.message


def test_a_file_of_a_person_with_anchors_is_read_as_ever() -> None:
    text = """
- &usual
  id: a
  command: train
  devices: gpu:1
  environment: &shared {A: "1", B: "2"}
- {id: b, command: eval, devices: "gpu:1", environment: *shared}
"""
    one, other = job_file.parse(text)
    assert one.alternatives[0].environment == other.alternatives[0].environment


def test_an_array_does_not_multiply_what_it_says(api: ApiWorld) -> None:
    spec = one("a", shape="array", members=10_000, environment={"A": "x" * 100_000})
    answer = api.ask("POST", "/v1/jobs", json={"jobs": [spec]})
    assert answer.status_code == 422
    assert "each member of an array all that its job says" in answer.json()["detail"]


@pytest.mark.slow
def test_a_page_of_jobs_is_never_megabytes(api: ApiWorld) -> None:
    specs = [one(f"a{n}", environment={"A": "x" * 200_000}) for n in range(4)]
    ids = [job for _ in range(6) for job in api.submit(*specs, hold=True)]
    seen: list[str] = []
    before = ""
    while True:
        answer = api.get(f"/v1/jobs?limit=1000{before}")
        assert len(answer.content) < 3 << 20
        page: dict[str, Any] = answer.json()
        seen += [job["id"] for job in page["jobs"]]
        if page["next"] is None:
            break
        before = f"&before={page['next']}"
    assert sorted(seen) == sorted(ids)


@settings(deadline=None)
@given(st.text("0123456789.smhd MGiBT/%!", max_size=60))
def test_amounts_are_read_in_no_time(text: str) -> None:
    began = time.thread_time()
    for quantity in (MEMORY, DURATION):
        with suppress(UsageError):
            assert quantity.parse(quantity.format(quantity.parse(text))) == quantity.parse(text)
    assert time.thread_time() - began < 1


def test_what_was_accepted_before_is_still_read(api: ApiWorld) -> None:
    (job,) = job_file.parse("id: a\ncommand: x\ndevices: gpu:1\nenvironment: {A: b}")
    spec = {**normal(job), "environment": {"A": "x" * 400_000}}
    with pytest.raises(FileError):
        job_file.parse(json.dumps(spec), is_json=True)
    assert job_file.parse(json.dumps(spec), is_json=True, is_kept=True)
