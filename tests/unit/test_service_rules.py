"""What services are decided by: their file, their scaling and the steps of an update."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.control.services import autoscale, rollout
from heddle.control.services.autoscale import Scaler, ServiceLoad
from heddle.model.service import HealthCheck, Service
from heddle.spec.document import FileError
from heddle.spec.job_file import parse, read_spec
from heddle.spec.job_text import as_text, normal
from tests.api_world import service as spec
from tests.world import ROOT

NAMES = st.text("abcz/-.", min_size=1, max_size=9)
TIMES = st.integers(1000, 10**7)


@st.composite
def a_service(draw: st.DrawFn) -> Service:
    least = draw(st.integers(0, 5))
    most = draw(st.integers(max(1, least), 9)) if draw(st.booleans()) else least
    by = draw(st.booleans()) if least != most else None
    more = draw(st.integers(0, 3))
    return Service(
        draw(st.integers(0, 65535)), least, most,
        draw(st.integers(1, 99)) if by is True else None,
        draw(TIMES) if by is False else None,
        draw(TIMES) if least != most else Service().idle_ms,
        HealthCheck(
            draw(st.none() | NAMES.map(lambda name: f"/{name}")), draw(TIMES), draw(TIMES),
            draw(TIMES), draw(st.integers(1, 100)),
        ),
        more, draw(st.integers(0 if more else 1, 3)), draw(TIMES),
    )  # fmt: skip


@given(a_service())
def test_a_job_file_says_every_service(service: Service) -> None:
    job = replace(read_spec(spec()), service=service)
    assert parse(as_text(job)) == [job]
    assert read_spec(normal(job)) == job


@pytest.mark.parametrize(
    ("text", "place", "rule"),
    [
        ("shape: gang\nmembers: 2\nservice: {}", (6, 10), "only a job with `shape: service`"),
        ("shape: service\nmembers: 2\nservice: {}", (5, 10), "says `replicas`"),
        ("shape: service\nservice: {replicas: {least: 0, most: 2}}", (5, 21), "nothing says when"),
        ("shape: service\nservice: {scale: {requests: 2}}", (5, 18), "there are always 1"),
        ("shape: service\nservice: {health: {interval: 5s}}", (5, 20), "Did you mean 'every'?"),
        ("shape: service\nservice: {drain: 30}", (5, 18), "'30' is not a time"),
        ("shape: service\nservice: {update: {more: 0}}", (5, 19), "could ever be replaced"),
        ("shape: service\nservice: {port: 70000}", (5, 17), "from 0 to 65535"),
        ("shape: service\nservice: {}\nenvironment: {PORT: 1}", (6, 14), "PORT is set by Heddle"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: tuple[int, int], rule: str) -> None:
    with pytest.raises(FileError) as raised:
        parse(f"id: a\ndevices: gpu:1\ncommand: x\n{text}\n")
    problem = raised.value.problems[0]
    assert (problem.line, problem.column) == place
    assert rule in problem.message


LOADS = st.lists(st.tuples(st.floats(0, 100), st.integers(0, 20_000)), max_size=30)


@given(a_service(), LOADS, st.integers(0, 9))
def test_scaling_stays_within_its_bounds_and_sleeps_only_when_idle(
    service: Service, loads: list[tuple[float, int]], wanted: int
) -> None:
    scaler, now, last = Scaler(wanted), 1_000_000, 1_000_000
    for requests, pause in loads:
        now += pause
        last = now if requests else last
        p95 = 10 * requests if requests else None
        scaler = autoscale.step(service, scaler, ServiceLoad(requests, p95, last), now)
        assert service.least <= scaler.wanted <= service.most
        if not service.is_fixed and now - last < service.idle_ms:
            assert scaler.wanted >= 1
        if not service.is_fixed and now - last >= service.idle_ms:
            assert scaler.wanted == service.least
        if service.requests is not None and requests:
            assert scaler.wanted >= min(service.most, requests / service.requests)


@given(st.integers(1, 50), st.floats(0.1, 60))
def test_a_load_that_stays_settles(requests: int, load: float) -> None:
    service = Service(least=0, most=9, requests=requests)
    scaler, seen = Scaler(1), []
    for now in range(0, 300_000, 1000):
        scaler = autoscale.step(service, scaler, ServiceLoad(load, None, now), now)
        seen.append(scaler.wanted)
    assert len(set(seen[-200:])) == 1


def test_latency_adds_replicas_and_takes_them_back_slowly() -> None:
    service, scaler, seen = Service(least=1, most=8, latency_ms=100), Scaler(1), []
    for now in range(0, 400_000, 1000):
        work = 350 if now < 200_000 else 100  # milliseconds, for one replica
        p95 = work / scaler.wanted
        scaler = autoscale.step(service, scaler, ServiceLoad(1, p95, now), now)
        seen.append(scaler.wanted)
    assert seen[199] in (4, 5), "enough, and not many more"
    assert len(set(seen[100:199])) == 1
    assert seen[-1] < seen[199]
    assert 100 / seen[-1] <= 100


SEATS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=9)


@given(SEATS, st.integers(0, 6), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_one_step_of_an_update_keeps_what_serves(
    seats: list[tuple[bool, bool]], wanted: int, more: int, less: int, fails: bool
) -> None:
    found = [rollout.RolloutReplica(f"j{n}", new, well) for n, (new, well) in enumerate(seats)]
    step = rollout.step(found, wanted, more, less, fails=fails)
    assert len(set(step.stop)) == len(step.stop)
    stay = [seat for seat in found if seat.job not in step.stop]
    healthy = sum(seat.healthy for seat in found)
    assert sum(seat.healthy for seat in stay) >= min(healthy, wanted - less)
    new = [seat for seat in stay if seat.is_current]
    assert len(new) + step.start <= wanted
    if step.start and any(not seat.is_current for seat in found):
        assert len(found) - (len(found) - len(stay)) + step.start <= wanted + more + len(step.stop)
    if not fails:
        assert step.back == 0


def test_the_example_of_the_documentation_is_understood() -> None:
    said = (ROOT / "docs/guides/services.md").read_text().split("```yaml\n")[1].split("```")[0]
    (job,) = parse(said)
    assert job.service == Service(8090, 0, 2, requests=8, health=HealthCheck("/"))


@pytest.mark.parametrize(
    ("said", "least"),
    [
        ("health: {every: 1ms}", "500ms"),
        ("health: {within: 1ms}", "50ms"),
        ("health: {start: 10ms}", "1s"),
        ("replicas: {least: 0, most: 2}\n  scale: {requests: 1}\n  idle: 1ms", "1s"),
    ],
)
def test_what_is_done_again_and_again_has_a_pause(said: str, least: str) -> None:
    """One replica that is looked at a thousand times a second costs a quarter of a core."""
    text = f"id: a\ndevices: cpu:1\ncommand: x\nshape: service\nservice:\n  {said}\n"
    with pytest.raises(FileError, match=f"is from {least} to"):
        parse(text)
    assert parse(text.replace("1ms", least).replace("10ms", least))


def test_a_service_of_before_there_were_bounds_is_read_with_them() -> None:
    kept = {**normal(parse(SERVED)[0]), "service": {"health": {"every": "1ms", "start": "1ms"}}}
    found = read_spec(kept).service
    assert found is not None
    assert (found.health.every_ms, found.health.start_ms) == (500, 1000)


SERVED = "id: a\ndevices: cpu:1\ncommand: x\nshape: service\nservice: {}\n"
