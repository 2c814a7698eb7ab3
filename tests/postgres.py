"""A PostgreSQL server of our own, in a temporary folder, on a Unix socket only."""

from __future__ import annotations

import glob
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from tests.components import install
from tests.conftest import missing

START_S = 60


class Server:
    """Starts at once, and ends with this process at the latest. As root it runs as the user
    `postgres`, because it refuses root."""

    def __init__(self) -> None:
        found = [shutil.which("initdb"), *sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))]
        if not (initdb := next((path for path in reversed(found) if path), None)):
            missing("there is no PostgreSQL", install("postgres"))
        if not importlib.util.find_spec("psycopg"):
            missing("there is no psycopg", "make dev")
        self._programs = Path(str(initdb)).parent
        self._numbers = itertools.count(1)
        self.folder = Path(tempfile.mkdtemp(prefix="heddle-pg-"))
        self._as = ["setpriv", "--pdeathsig=QUIT"]
        if os.geteuid() == 0:
            self._as += ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self.folder, "postgres")
        # Only power can fail so that what is not on the disk is lost, and it does not in tests.
        options = ["--no-sync", "--auth=trust", "--username=heddle", "--encoding=UTF8"]
        if self._start("initdb", *options, "--locale=C").wait():
            raise RuntimeError(f"initdb failed: {self._log.read_text()}")
        self._run()

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [*self._as, str(self._programs / program), "-D", str(self.folder / "data")]
        with open(self._log, "ab") as log:
            return subprocess.Popen([*command, *arguments], stdout=log, stderr=log, cwd="/")

    def _run(self) -> None:
        import psycopg

        self._server = self._start("postgres", "-k", str(self.folder), "-h", "", "-F")
        until = time.monotonic() + START_S
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                if self._server.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"it does not start: {self._log.read_text()}") from None
                time.sleep(0.05)

    @property
    def url(self) -> str:
        return f"postgresql://heddle@/postgres?host={quote(str(self.folder), safe='')}"

    def crash(self) -> None:
        """Ends it as a crash does, and starts it again."""
        self.halt()
        self.resume()

    def halt(self) -> None:
        """As a crash does."""
        self._quit()

    def resume(self) -> None:
        self._run()

    def _quit(self) -> None:
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()

    def new_url(self) -> str:
        """Of an empty store."""
        import psycopg

        schema = f"store_{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return f"{self.url}&options=-csearch_path%3D{schema}"

    def stop(self) -> None:
        self._quit()
        shutil.rmtree(self.folder)
