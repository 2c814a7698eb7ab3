"""Several engines at once: each node belongs to one; one that is down concerns its own alone."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from heddle import engine as engines
from heddle.cluster.row import DeviceClass, NodeRow
from heddle.control.core import Core
from heddle.control.home import with_attempts
from heddle.control.loop import Loop
from heddle.control.nodes.pool import Pool
from heddle.engine.fake import Fake
from heddle.errors import HeddleError, UsageError
from heddle.model.record import AttemptRecord
from heddle.server.plane import _check_engines
from heddle.server.rows import Rows
from heddle.store import open_store
from heddle.store.base import Store
from tests.core_world import one, read
from tests.world import eventually

GPU = DeviceClass("gpu", "T4", "nvidia", 15360, 3)


class Named(Fake):
    """With nodes of its own."""

    def __init__(self, name: str, *nodes: str) -> None:
        super().__init__(lambda: int(time.time() * 1000))
        self.name = name
        self.rows = [NodeRow(each, 8000, 32768, (GPU, GPU)) for each in nodes]


@dataclass(frozen=True)
class Two:
    """A control plane with two engines that have two nodes each."""

    loop: Loop
    store: Store
    first: Named
    second: Named

    def submit(self, **spec: object) -> str:
        spec = {**one(), **spec}
        asked = self.loop.ask(lambda core: core.submit([read(spec)], [spec], "ann", 0))
        return asked.result(10)[0].id

    def attempt(self, job: str) -> AttemptRecord | None:
        return next(iter(self.store.attempts(job)), None)

    def state(self, job: str) -> str:
        found = self.store.job(job)
        assert found is not None
        return found.state


@contextmanager
def running(folder: Path, first: Named, second: Named) -> Iterator[Two]:
    store = open_store(str(folder / "store.db"))
    both: Sequence[Named] = (first, second)
    pool = Pool(replace(row, engine=each.name) for each in both for row in each.rows or ())
    core = Core(pool, store.job, read, last_number=store.last_number("job"))
    loop = Loop(store, both, core)
    loop.start()
    yield Two(loop, store, first, second)
    loop.stop()
    store.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    with running(tmp_path, Named("first", "a1", "a2"), Named("second", "b1", "b2")) as made:
        yield made


def test_each_attempt_is_run_by_the_engine_of_its_node(two: Two) -> None:
    jobs = [two.submit(devices="gpu:2") for _ in range(4)]
    assert eventually(lambda: all(two.state(job) == "running" for job in jobs))
    for job in jobs:
        attempt = two.attempt(job)
        assert attempt is not None
        own = two.first if attempt.engine == "first" else two.second
        assert attempt.places[0].node in [row.name for row in own.rows or ()]
        assert attempt.id in [each.attempt for each in own.seen()]
        assert two.loop.engine_of(attempt) is own
    attempt = two.attempt(jobs[0])
    assert attempt is not None
    {"first": two.first, "second": two.second}[attempt.engine].end(attempt.id, 0)
    assert eventually(lambda: two.state(jobs[0]) == "done")


def test_the_members_of_a_gang_have_one_engine(two: Two) -> None:
    gang = two.submit(devices="gpu:2", members=2, shape="gang")
    too_large = two.submit(devices="gpu:2", members=3, shape="gang")
    assert eventually(lambda: two.state(gang) == "running")
    attempt = two.attempt(gang)
    assert attempt is not None
    assert len({place.node[0] for place in attempt.places}) == 1
    assert two.state(too_large) == "waiting"


def test_one_that_is_down_concerns_its_own_nodes_alone(tmp_path: Path) -> None:
    """What ran there is taken to run on, also after a new start; the other goes on."""
    first, second = Named("first", "a1"), Named("second", "b1")
    with running(tmp_path, first, second) as two:
        jobs = [two.submit(devices="gpu:2") for _ in range(2)]
        assert eventually(lambda: all(two.state(job) == "running" for job in jobs))
        (there,) = (job for job in jobs if f"{job}.1" in [s.attempt for s in first.seen()])
        (other,) = (job for job in jobs if job != there)
    first.down = "it does not answer"
    with running(tmp_path, first, second) as two:
        second.end(f"{other}.1", 0)
        assert eventually(lambda: two.state(other) == "done")
        assert two.state(there) == "running"
        first.down = ""
        first.end(f"{there}.1", 0)
        assert eventually(lambda: two.state(there) == "done")


def test_a_server_without_the_engine_of_a_running_job_does_not_start(two: Two) -> None:
    """Nobody would see it end."""
    job = two.submit(devices="gpu:2")
    assert eventually(lambda: two.state(job) == "running")
    attempt = two.attempt(job)
    assert attempt is not None
    missing = [each for each in (two.first, two.second) if each.name != attempt.engine]
    with pytest.raises(UsageError, match=f"--engine {attempt.engine}"):
        _check_engines(two.store, missing)
    _check_engines(two.store, [two.first, two.second])


def test_the_nodes_of_all_engines() -> None:
    """One that cannot say keeps what it had; those of the machine itself are one engine's."""
    warnings: list[HeddleError] = []
    first, second, here = Named("first", "a1"), Named("second", "b1"), Named("here")
    here.rows = None
    rows = Rows([first, second, here], warnings.append)
    found = rows.look(())
    own = {name: row.engine for name, row in found.items()}
    assert own == {"a1": "first", "b1": "second", rows.here.name: "here"}
    first.down = "gone for a while"
    assert rows.downs() == {"first": "gone for a while"}
    meanwhile = rows.look(())
    assert meanwhile.keys() == found.keys()
    assert {name: row.down for name, row in meanwhile.items() if row.down} == {
        "a1": "gone for a while"
    }
    assert [str(each) for each in warnings] == ["gone for a while"]
    first.down, first.rows = "", [NodeRow("b1", 1000, 1000)]
    with pytest.raises(UsageError, match="first and second both have a node b1"):
        rows.look(())
    also = Named("also")
    also.rows = None
    with pytest.raises(UsageError, match="here and also"):
        Rows([here, also], warnings.append)


def test_engines_are_listed_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_ENGINE", "slurm, local")
    assert engines.wanted() == ["slurm", "local"]
    monkeypatch.delenv("HEDDLE_ENGINE")
    assert engines.wanted() == ["local"]
    with pytest.raises(UsageError, match="twice"):
        engines.wanted("local,local")


def test_attempts_of_every_engine_keep_the_store(tmp_path: Path) -> None:
    assert with_attempts(str(tmp_path)) == []
    (Path(engines.folder_of(str(tmp_path), "slurm")) / "attempts" / "j1.1").mkdir(parents=True)
    assert with_attempts(str(tmp_path)) == [str(tmp_path)]


def test_a_job_goes_where_the_engine_supports_what_it_uses(two: Two) -> None:
    def lack(core: Core) -> None:
        for row in [row for row in core.pool.rows.values() if row.engine == "first"]:
            core.join(replace(row, lacks=("image",)), 0)

    two.loop.ask(lack).result(10)
    jobs = [two.submit(image="debian", command="true") for _ in range(4)]
    assert eventually(lambda: all(two.state(job) == "running" for job in jobs))
    assert {attempt.engine for job in jobs if (attempt := two.attempt(job))} == {"second"}
    for node in ("b1", "b2"):
        two.loop.ask(partial(Core.leave, name=node, now_ms=0)).result(10)
    never = two.submit(image="debian", command="true")

    def said() -> str:
        reason = two.loop.ask(lambda core: core.reason(never)).result(10)
        return reason.text if reason else ""

    assert eventually(lambda: "its engine, first, does not support image" in said()), said()


def test_a_job_that_only_an_engine_that_is_down_could_run_waits_for_it(two: Two) -> None:
    """It says so, no attempt is made in vain, and it starts when the engine is back; jobs that the
    other engine can run do not wait."""
    names = [row.name for row in two.first.rows or ()]

    def mark(why: str) -> None:
        def change(core: Core) -> None:
            for name in names:
                core.join(replace(core.pool.rows[name], down=why), 0)

        two.loop.ask(change).result(10)

    mark("slurmctld does not answer")
    other = two.submit(devices="gpu:2")
    assert eventually(lambda: two.state(other) == "running")
    two.second.end(f"{other}.1", 0)
    assert eventually(lambda: two.state(other) == "done")
    for node in ("b1", "b2"):
        two.loop.ask(partial(Core.leave, name=node, now_ms=0)).result(10)
    waits = two.submit(devices="gpu:2")
    assert two.state(waits) == "waiting"

    def said() -> str:
        reason = two.loop.ask(lambda core: core.reason(waits)).result(10)
        return reason.text if reason else ""

    assert eventually(lambda: "its engine cannot be asked: slurmctld" in said()), said()
    assert two.attempt(waits) is None
    mark("")
    assert eventually(lambda: two.state(waits) == "running")
