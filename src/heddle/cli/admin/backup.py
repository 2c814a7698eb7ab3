"""Copy all data of the control plane into one file: jobs, tenants, tokens, the ledger.

It reads a running server, while jobs continue; otherwise the store of this machine. The file holds
secrets: only you can read it. It does not contain the output of jobs. `heddle admin restore`
restores it.

examples:
  heddle admin backup /mnt/backups/heddle-2026-01-31
  HEDDLE_SERVER=https://gpu1:7878 heddle admin backup gpu1.backup

exit codes: 2 the file exists; 124 it cannot be written, or the store cannot be read
"""

from __future__ import annotations

import argparse
import os

from heddle.cli._output import add_output, print_answer

HELP = "copy all data of the control plane into a file"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a new file")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    path = os.path.abspath(options.file)
    source, rows = _copy(path)
    size = os.path.getsize(path)
    found = {"file": path, "of": source, "bytes": size, "rows": rows}
    print_answer(options.output, found, f"{path}: {size} bytes, {rows} records of {source}.")
    return 0


def _copy(path: str) -> tuple[str, int]:
    """Of what, and how many records. A backup that cannot be read is not a backup."""
    from heddle.client import where
    from heddle.control import home
    from heddle.errors import NoServerError
    from heddle.store import check_backup, open_store
    from heddle.store._files import new_file
    from heddle.system.process import Process

    server = where.running()
    is_alive = server is not None and Process(server.pid, server.started).is_alive
    if os.environ.get(where.SERVER) or is_alive:
        with where.find() as client, new_file(path) as part:
            with open(part, "wb") as file:
                for piece in client.backup():
                    file.write(piece)
            return client.address, check_backup(part)
    folder = where.folder()
    if not os.path.isdir(folder):
        raise NoServerError("none runs on this machine, HEDDLE_SERVER names none, and none was")
    with home.locked(folder):
        url = home.store_url(folder, os.environ.get("HEDDLE_STORE") or None)
        store = open_store(url)
        try:
            store.backup(path)
            return f"the store {store.size().where}", check_backup(path)
        finally:
            store.close()
