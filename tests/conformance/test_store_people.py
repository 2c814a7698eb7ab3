"""Every store brings the jobs of 0.1 up to date, which had the name of their user, not the id."""

from __future__ import annotations

from heddle.model.record import DONE, WAITING
from heddle.store import _open, open_store
from heddle.store.base import Change, JobFilter, Thing
from tests.conformance.test_store import job

BEFORE = 2  #: the schema of 0.1


def user(name: str, home: str, **roles: str) -> Thing:
    user_id = f"{name}@{home}" if home else name
    return Thing("user", user_id, {"name": name, "home": home, "roles": roles})


def test_jobs_of_before_get_the_id_of_the_only_user_it_can_be(url: str) -> None:
    """Where it could be two, or nobody, the name stays."""
    kept: list[Change] = [
        user("ann", "acme"),
        user("ann", "clinic"),
        user("bob", "other", **{"acme/vision": "member"}),
        user("admin", ""),
        user("eve", ""),
        user("eve", "acme"),
        job("j1", user="ann", tenant="acme/vision", state=DONE),
        job("j2", user="ann", tenant="acme/vision", state=WAITING),
        job("j3", user="ann", tenant="clinic"),
        job("j4", user="ann", tenant="default"),
        job("j5", user="bob", tenant="acme/vision"),
        job("j6", user="bob", tenant="acme"),
        job("j7", user="admin", tenant="acme"),
        job("j8", user="eve", tenant="acme"),
        job("j9", user="ann@acme", tenant="acme/vision", state=DONE),
    ]
    of_before = _open(url, BEFORE)
    of_before.write(kept)
    of_before.close()
    store = open_store(url)
    try:
        assert {each.id: each.user for each in store.jobs()} == {
            "j1": "ann@acme",
            "j2": "ann@acme",
            "j3": "ann@clinic",
            "j4": "ann",
            "j5": "bob@other",
            "j6": "bob",
            "j7": "admin",
            "j8": "eve",
            "j9": "ann@acme",
        }
        anns = JobFilter(user="ann@acme")
        assert store.count_jobs(anns) == {DONE: 2, WAITING: 1}
        assert len(store.jobs(anns)) == 3
        assert store.count_jobs(JobFilter(user="ann")) == {WAITING: 1}
        store.write([job("j2", user="ann@acme", tenant="acme/vision", state=DONE)])
        assert store.count_jobs(anns) == {DONE: 3}
    finally:
        store.close()
