"""One tenant for an engine that does not keep tenants apart; as many as there are for others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle.client import where
from heddle.desk.access import tenancy
from heddle.desk.access.auth import Token
from heddle.desk.access.tenancy import Tenancy
from heddle.desk.errors import DeskError, ForbiddenError
from heddle.desk.jobs.submission import Submission
from heddle.engine.fake import Fake
from heddle.engine.local.engine import Local
from heddle.engine.local.sandbox import isolation
from heddle.model.job import Job
from heddle.spec.job_file import parse
from heddle.spec.job_text import normal
from heddle.store import open_store
from heddle.store.base import Store


class Together(Fake):
    """Runs all jobs as one user."""

    isolates_tenants = False
    why_not_isolated = "bubblewrap is not installed"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(str(tmp_path / "store.db"))
    yield opened
    opened.close()


def admit(found: Tenancy, store: Store, *tenants: str) -> None:
    kept = found.check(tenants)
    store.write(kept)
    found.put(kept)


@pytest.mark.parametrize("installed", [True, False])
def test_the_local_engine_isolates_where_bubblewrap_is(
    installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not installed:
        monkeypatch.setenv("PATH", str(tmp_path))
    elif isolation.find({}, str(tmp_path))[0] is None:
        pytest.skip(isolation.find({}, str(tmp_path))[1])
    engine = Local(str(tmp_path / "state"))
    assert engine.isolates_tenants == installed
    assert ("bubblewrap" in engine.why_not_isolated) != installed
    engine.close()


def submission(*jobs: Job) -> Submission:
    return Submission(jobs, [normal(job) for job in jobs], hold=False)


def job(**more: Any) -> Job:
    (made,) = parse("id: a\ndevices: cpu:1\ncommand: true\n")
    return replace(made, **more)


def token(tenant: str, scope: str) -> Token:
    return Token("t", "ann", tenant, scope, 0, "admin")


def test_all_jobs_are_isolated_but_the_operators_own(store: Store) -> None:
    """Whoever may do everything anyway runs as the control plane does, unless asked otherwise."""
    found = Tenancy(store, [Fake()], shared=False)
    for caller in (token("acme", "submit"), token("acme", "admin"), token("", "submit")):
        made = found.isolated(submission(job(), job(isolated=True)), caller)
        assert [each.isolated for each in made.jobs] == [True, True]
        assert made.specs[0]["isolated"] == "true"
    operator = token("", "admin")
    made = found.isolated(submission(job(), job(isolated=True)), operator)
    assert [each.isolated for each in made.jobs] == [False, True]
    trusting = Tenancy(store, [Fake()], shared=True)
    assert not trusting.isolated(submission(job()), token("acme", "submit")).jobs[0].isolated


def test_what_cannot_be_isolated_is_refused_with_the_reason(store: Store) -> None:
    found = Tenancy(store, [Together()], shared=False)
    with pytest.raises(DeskError, match="bubblewrap is not installed"):
        found.isolated(submission(job(isolated=True)), token("", "admin"))


def test_a_second_tenant_is_refused_with_the_remedy(store: Store) -> None:
    """At once, after a new start, and in one submission; the other's name is not told."""
    found = Tenancy(store, [Together()], shared=False)
    with pytest.raises(DeskError):
        admit(found, store, "acme", "evil")
    admit(found, store, "acme", "acme")
    for each in (found, Tenancy(store, [Together()], shared=False)):
        admit(each, store, "acme")
        with pytest.raises(DeskError, match="--shared-user-tenants") as refused:
            admit(each, store, "evil")
        assert "bubblewrap is not installed" in str(refused.value)
        assert isinstance(refused.value, ForbiddenError)
        assert "acme" not in str(refused.value)


def test_it_is_taken_where_the_operator_or_the_engine_says_so(store: Store) -> None:
    """Who ran then counts, should it be said no longer."""
    for found in (
        Tenancy(store, [Together()], shared=True),
        Tenancy(store, [Fake()], shared=False),
    ):
        admit(found, store, "acme")
        admit(found, store, "evil")
    with pytest.raises(DeskError):
        admit(Tenancy(store, [Together()], shared=False), store, "acme")


@pytest.mark.parametrize(
    ("value", "is_so"), [("1", True), ("yes", True), ("0", False), ("", False)]
)
def test_the_setting(value: str, is_so: bool) -> None:
    assert tenancy.is_shared({tenancy.SHARED: value}) is is_so
    assert not tenancy.is_shared({})


def test_a_job_does_not_take_the_servers_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever its state is: the job is the server's user, and not its administrator."""
    (tmp_path / "token").write_text("hdl_first")
    server = where.Server("http://127.0.0.1:1", 1, 1, str(tmp_path))
    assert where.read_token(server) == "hdl_first"
    monkeypatch.setenv("HEDDLE_ATTEMPT", "j1.1")
    assert where.read_token(server) is None
