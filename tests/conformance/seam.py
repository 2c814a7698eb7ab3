"""The vendors of the conformance suite: one tests/conformance/vendors/<api>.toml each."""

from __future__ import annotations

import glob
import importlib
import json
import subprocess
import sys
import time
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.errors import HeddleError
from heddle.records import ProgramState
from heddle.table import Table
from tests.conftest import missing
from tests.world import BUILT, World, eventually

SOURCES = Path(__file__).parent / "vendors"
PROGRAMS = sorted(path.stem for path in SOURCES.glob("*.cpp"))


@dataclass(frozen=True)
class Case:
    """What the suite is told of a vendor; the keys of its file."""

    api: str
    title: str  #: as the support matrix calls it
    device: str  #: the one that its programs use here
    here: str  #: what `make test` runs it on: hardware, runtime, fake or software
    tested_on: str  #: the most real of these that it was ever tested on
    tested_name: str  #: which, in words
    levels: tuple[int, ...]  #: those that it has here
    libraries: tuple[str, ...]  #: files that must be there, as patterns; the vendor's own first
    best_level: int = 0  #: on the hardware, if that is more
    device_time: bool = False
    out_of_memory: int = 0  #: the vendor's code for it; 0: there is no quota
    quota_granularity: int = 0  #: bytes
    without: tuple[str, ...] = ()  #: programs that make no sense for it; the notes say why
    remedy: str = "make native"  #: if a library is not there
    notes: str = ""
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return BUILT / "conformance-vendors" / self.api

    @property
    def load(self) -> str:
        return native.file(f"{self.api}-load")

    @property
    def functions(self) -> dict[str, str]:
        roles: dict[str, str] = importlib.import_module(f"heddle._gen.{self.api}_api").FUNCTIONS
        return roles

    @property
    def soname(self) -> str:
        return str(importlib.import_module(f"heddle._gen.{self.api}_api").LIBRARY)

    @property
    def library(self) -> Path:
        """The vendor's library that it runs on here."""
        return Path(sorted(glob.glob(self.libraries[0]))[0])

    def enter(self, world: World) -> None:
        """Lets the world's programs see this vendor; skips if that cannot be."""
        for pattern in self.libraries:
            if glob.glob(pattern):
                continue
            missing(f"{self.title} needs {pattern}", self.remedy)
        if not self.folder.is_dir():
            pytest.fail(
                f"{self.title} has no conformance programs: is there a "
                f"native/programs/{self.api}_device.h? fix: make native"
            )
        if self.here == "fake":
            world.environment["LD_LIBRARY_PATH"] = str(self.library.parent)
        world.environment.update(self.environment)


def read(path: Path) -> Case:
    """:raises ValueError: if a word is unknown or missing"""
    told = tomllib.loads(path.read_text().replace("{build}", str(BUILT)))
    known = {each.name for each in fields(Case)}
    if unknown := set(told) - known:
        raise ValueError(f"{path}: unknown {sorted(unknown)}; there are {sorted(known)}")
    for word in ("levels", "libraries", "without"):
        told[word] = tuple(told.get(word, ()))
    try:
        return Case(api=path.stem, **told)
    except TypeError as error:
        raise ValueError(f"{path}: {error}") from None


CASES = [read(path) for path in sorted(SOURCES.glob("*.toml"))]


def inventory(world: World, api: str, **variables: str) -> list[dict[str, Any]]:
    """The vendor's devices as a new process finds them."""
    script = (
        "import json, sys; from dataclasses import asdict; from heddle.inventory import apis;"
        "of = [each for each in apis.vendors() if each.api == sys.argv[1]];"
        "found = [d for each in of if each.present() for d in each.devices()];"
        "print(json.dumps([{'id': d.id, **asdict(d)} for d in found]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, api],
        env={**world.environment, **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    devices: list[dict[str, Any]] = json.loads(done.stdout)
    return devices


class Running:
    """A load under Heddle that logs a line for each request that is done."""

    def __init__(self, world: World, case: Case, log: Path, *words: str, **options: str) -> None:
        self._world, self._log, self._words = world, log, log.with_suffix(".words")
        told = [word for name, value in options.items() for word in (f"--{name}", value)]
        run = ["-m", "heddle", "run", *told, "--", case.load, "requests", *words]
        with log.open("w") as output, self._words.open("w") as complaints:
            self.process = subprocess.Popen(
                [sys.executable, *run],
                env=world.environment,
                stdout=output,
                stderr=complaints,
                text=True,
            )
        world.adopt(self.process)
        if not eventually(lambda: self.requests() > 2 or self.process.poll() is not None):
            raise AssertionError("it does nothing")

    def state(self) -> ProgramState | None:
        with suppress(HeddleError), Table(str(self._world.table)) as table:
            return next((p for p in table.programs() if p.pid == self.process.pid), None)
        return None

    def here(self) -> ProgramState:
        state = self.state()
        assert state, f"Heddle does not know it: {self._words.read_text()}"
        return state

    def requests(self) -> int:
        return self._log.read_text().count("\n")

    def took_ns(self) -> int:
        """From the first request's begin to the last one's end."""
        times = [int(word) for word in self._log.read_text().split()]
        return times[-1] - times[0]

    def stands_still(self) -> bool:
        """Nothing of it was done for a while: much longer than a request of it takes."""
        before = self.requests()
        time.sleep(0.5)
        return self.requests() == before

    def goes_on(self) -> bool:
        before = self.requests()
        return eventually(lambda: self.requests() > before)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
