"""Whose the jobs of 0.1 are: it kept the names of users, not their ids. Pure, but for `fill`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from heddle.store import _queries as sql
from heddle.store._session import SqlSession

USER = "user"  #: the kind of thing that a user is


def meant(users: Mapping[str, Mapping[str, Any]], name: str, path: str) -> str | None:
    """The id of the only user of this name who could submit at a tenant, or at one above it; None
    if there are several, or none."""
    found = [
        user_id
        for user_id, user in users.items()
        if user["name"] == name and any(_is_at(path, at) for at in (user["home"], *user["roles"]))
    ]
    return found[0] if len(found) == 1 else None


def _is_at(path: str, tenant: str) -> bool:
    return not tenant or path.startswith(f"{tenant}/")


def changed(
    users: Mapping[str, Mapping[str, Any]], said: Iterable[tuple[str, str]]
) -> list[tuple[str, str, str]]:
    """The id, and the path and name that it takes the place of."""
    ids = ((meant(users, name, path), path, name) for path, name in said)
    return [(new, path, name) for new, path, name in ids if new not in (None, name)]


def fill(session: SqlSession) -> None:
    """Jobs get the ids of their users, and so do the numbers of them. In a transaction."""
    users = {str(key): json.loads(value) for key, value in session.rows(sql.THINGS, (USER,))}
    said = session.rows('SELECT DISTINCT path, "user" FROM job_count')
    if rows := changed(users, ((str(path), str(name)) for path, name in said)):
        session.each(sql.NAME_JOBS, rows)
        session.each(sql.NAME_COUNTS, rows)
        session.each(sql.REMOVE_COUNTS, [(path, name) for _, path, name in rows])
