"""Restore the store of this machine's control plane from a backup. The control plane must be down.

The backup may be of another kind of store, so this also moves data from SQLite to PostgreSQL and
back. The whole backup is read before anything is changed. Jobs that ran when the backup was made
are retried after the next `heddle up`; a backup does not contain their output.

examples:
  heddle admin restore /mnt/backups/heddle-2026-01-31
  heddle admin restore --replace heddle.backup        keeps the present store beside it
  heddle admin restore --store postgresql://heddle@db/heddle heddle.backup

exit codes: 1 a control plane runs; 2 jobs of this machine's store still run; 124 the backup is
incomplete, or the store is not empty
"""

from __future__ import annotations

import argparse
import os
import time
from typing import TYPE_CHECKING

from heddle.cli._output import add_output, print_json
from heddle.errors import HeddleError, UsageError

if TYPE_CHECKING:
    from heddle.engine.base import Engine

HELP = "restore the control plane's store from a backup"
PATIENCE_S = 30.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="of `heddle admin backup`")
    parser.add_argument("--store", metavar="URL", help="(default: HEDDLE_STORE, or as last time)")
    parser.add_argument(
        "--replace",
        action="store_true",
        help="replace the present store, and keep it beside the new one",
    )
    parser.add_argument(
        "--end-jobs",
        action="store_true",
        help="end jobs that still run here: they would be orphaned",
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where
    from heddle.control import home
    from heddle.store import check_backup, restore

    path = os.path.abspath(options.file)
    rows = check_backup(path)
    folder = where.folder()
    store = options.store or os.environ.get("HEDDLE_STORE") or None
    if store is not None and "://" not in store:
        store = os.path.abspath(store)
    with home.locked(folder):
        for each in home.with_attempts(folder):
            if not options.end_jobs:
                raise UsageError(
                    "jobs of the store that is here still run, and Heddle would lose track of "
                    "them. End them first: `heddle up`, `heddle admin down --all`; where "
                    "that store "
                    "cannot be used, `heddle admin restore --end-jobs`."
                )
            _end_jobs(each)
        url = home.store_url(folder, store)
        # Attempts are known by ids that their store gives: a store of its own has its own id.
        beside = restore(path, url, leave_out=[home.KIND], replace=options.replace)
        home.remember_store(folder, url)
    if options.output == "json":
        print_json({"file": path, "rows": rows, "before": beside})
        return 0
    print(f"{rows} records of {path} are restored. Start it: `heddle up`.")
    if beside is not None:
        print(f"What was there before is kept: {beside}")
    return 0


def _end_jobs(folder: str) -> None:
    """All attempts in this folder of engines.

    :raises HeddleError: if one does not end
    """
    from heddle import engine as engines

    for engine in engines.open_all(folder):
        _end_jobs_of(engine)


def _end_jobs_of(engine: Engine) -> None:
    from heddle.model.record import ALIVE

    try:
        until = time.monotonic() + PATIENCE_S
        for each in engine.seen():
            engine.stop(each.attempt, "the store was restored")
        while any(each.state in ALIVE for each in engine.seen()):
            if time.monotonic() > until:
                raise HeddleError("some jobs do not end. Nothing was restored.")
            time.sleep(0.05)
        for each in engine.seen():
            engine.forget(each.attempt)
    finally:
        engine.close()
