"""A store from a backup. The backup is read to its end before anything is touched; what was there
is kept beside."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from heddle.errors import StoreError, UsageError
from heddle.store._dump import Backup, TablePart, opened
from heddle.store._schema import refuse_newer
from heddle.store.sqlite import SCHEMES, file_of
from heddle.system.files import to_disk

if TYPE_CHECKING:
    from heddle.store._sql import SqlStore

Open = Callable[[str, int | None], "SqlStore"]


def check(path: str) -> int:
    """Reads all of a backup; gives the number of its rows.

    :raises StoreError: if it is not a backup, not whole, or a newer Heddle has written it
    """
    with opened(path) as backup:
        refuse_newer(backup.schema, f"the backup {path}")
        return sum(len(part.rows) for part in backup.parts())


def restored(
    path: str, url: str, opener: Open, leave_out: Collection[str], *, replace: bool
) -> str | None:
    """Gives where what was there is kept. Things of kinds in `leave_out` stay away.

    :raises StoreError: if the backup cannot be used, or there is something and not `replace`
    """
    check(path)
    if (url.partition("://")[0] if "://" in url else "sqlite") in SCHEMES:
        return _to_file(path, file_of(url), opener, leave_out, replace=replace)
    return _to_server(path, url, opener, leave_out, replace=replace)


def _to_file(
    path: str, file: str, opener: Open, leave_out: Collection[str], *, replace: bool
) -> str | None:
    """Made beside, and then put in its place in one step."""
    if os.path.exists(file) and os.path.samefile(path, file):
        raise UsageError(f"{path} is the store itself, not a backup of it.")
    part = f"{file}.restoring"
    _remove(part)
    try:
        _load(path, part, opener, leave_out)
        old = _put_beside(file, opener, replace=replace)
        os.replace(part, file)
        to_disk(os.path.dirname(file))
    finally:
        _remove(part)
    return old


def _put_beside(file: str, opener: Open, *, replace: bool) -> str | None:
    """A second name for the store that is there, if one is; one that is broken has to go, too."""
    if not os.path.exists(file):
        return None
    is_empty = False
    try:
        store = opener(file, None)  # also brings what is in its log into it
        is_empty = store.is_empty()
        store.close()
    except StoreError:
        if not replace:
            raise
        if _is_in_use(file):
            raise
    if is_empty:
        return None
    if not replace:
        raise _in_use(file)
    beside = f"{file}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    os.link(file, beside)
    for end in ("-wal", "-shm"):  # only if it could not be opened
        with suppress(FileNotFoundError):
            os.rename(f"{file}{end}", f"{beside}{end}")
    return beside


def _to_server(
    path: str, url: str, opener: Open, leave_out: Collection[str], *, replace: bool
) -> str | None:
    """In one transaction; what was there becomes a file, which is a backup as any other."""
    with opened(path) as backup:
        store = opener(url, backup.schema)
        try:
            beside = None
            if not store.is_empty():
                if not replace:
                    raise _in_use(store.where)
                beside = os.path.abspath(f"{path}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
                store.backup(beside)
            store.load(_without(backup, leave_out), replace=replace)
        finally:
            store.close()
    opener(url, None).close()  # an old backup has old tables
    return beside


def _load(path: str, url: str, opener: Open, leave_out: Collection[str]) -> None:
    with opened(path) as backup:
        store = opener(url, backup.schema)
        try:
            store.load(_without(backup, leave_out))
        finally:
            store.close()
    opener(url, None).close()


def _without(backup: Backup, kinds: Collection[str]) -> Backup:
    def parts() -> Iterator[TablePart]:
        for part in backup.parts():
            if part.table == "thing" and kinds:
                at = part.columns.index("kind")
                rows = [row for row in part.rows if row[at] not in kinds]
                yield TablePart(part.table, part.columns, rows)
            else:
                yield part

    return Backup(backup.schema, parts)


def _is_in_use(file: str) -> bool:
    """By another process; then it is not a broken one."""
    import fcntl

    with suppress(FileNotFoundError), open(f"{file}.lock", "rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _in_use(where: str) -> StoreError:
    return StoreError(
        f"the store {where} has something in it. Restore to a new one, or replace it: what is "
        "there is then kept beside it (`heddle admin restore --replace`)."
    )


def _remove(part: str) -> None:
    for end in ("", "-wal", "-shm", ".lock"):
        with suppress(FileNotFoundError):
            os.unlink(f"{part}{end}")
