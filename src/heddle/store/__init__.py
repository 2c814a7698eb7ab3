"""Where what was accepted is kept: SQLite, or PostgreSQL by one setting."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from heddle.errors import UsageError
from heddle.seams import Seam

if TYPE_CHECKING:
    from heddle.store._sql import SqlStore
    from heddle.store.base import Store

SEAM = Seam(__name__, "kind of store")


def open_store(url: str) -> Store:
    """The store at this address, brought up to date, and locked against other writers.

    :raises UsageError: if there is no such kind of store
    :raises StoreError: if it cannot be used, is in use, or was written by a newer Heddle
    """
    return _open(url)


def restore(
    path: str, url: str, *, leave_out: Collection[str] = (), replace: bool = False
) -> str | None:
    """Makes a store from a backup; the backup may be of another kind of store. Things of the kinds
    in `leave_out` are not restored. With `replace` a store that is there is kept beside, and this
    gives where.

    :raises StoreError: if the file is not a whole backup, or the store has something in it
    """
    from heddle.store._restore import restored

    return restored(path, url, lambda where, upto: _open(where, upto), leave_out, replace=replace)


def check_backup(path: str) -> int:
    """Reads all of a backup; gives the number of its rows.

    :raises StoreError: if it is not a backup, not whole, or a newer Heddle has written it
    """
    from heddle.store._restore import check

    return check(path)


def _open(url: str, schema: int | None = None) -> SqlStore:
    scheme, found, _ = url.partition("://")
    forms = []
    for module in SEAM.all():
        if (scheme if found else "sqlite") in module.SCHEMES:
            store: SqlStore = module.STORE(url, schema=schema)
            return store
        forms.append(module.FORM)
    # The address may hold a password: only its first word is shown.
    raise UsageError(f"there is no store {scheme!r}. A store is {', or '.join(sorted(forms))}.")
