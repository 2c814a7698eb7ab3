"""Builds the programs of this folder, and runs each twice: plainly, and under Heddle."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heddle import native
from tests.world import World, eventually

SOURCES = Path(__file__).parent
INCLUDE = Path(native.file("include/softxpu.h")).parent
LIBRARY = Path(native.file("libsoftxpu.so.1"))
#: How a program is linked to the soft XPU.
LINK = (str(LIBRARY), f"-Wl,-rpath,{LIBRARY.parent}", "-pthread")


Build = Callable[..., Path]


def build(folder: Path, name: str, *options: str, output: str = "") -> Path:
    """Compiles one source of this folder, C or C++."""
    made = folder / (output or Path(name).stem)
    compiler = "c++" if name.endswith(".cpp") else "cc"
    words = [compiler, "-g", "-O1", "-Wall", "-Werror", f"-I{INCLUDE}", f"-I{SOURCES}"]
    subprocess.run([*words, "-o", str(made), str(SOURCES / name), *options], check=True)
    return made


@dataclass(frozen=True)
class Outcome:
    """What somebody who started the program sees of it."""

    code: int
    output: str
    complaints: str


class House:
    """Where programs are started, and told when to go on."""

    def __init__(self, world: World) -> None:
        self.world = world
        # Everybody may write there: a program may have given up its user.
        self.meeting = Path(tempfile.mkdtemp(prefix="heddle-hostile-", dir="/tmp"))
        self.meeting.chmod(0o777)
        world.environment["HOSTILE_MEETING"] = str(self.meeting)

    def remove(self) -> None:
        shutil.rmtree(self.meeting)

    def _start(self, command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
        for path in self.meeting.iterdir():
            path.unlink()
        process = subprocess.Popen(
            command,
            env=self.world.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
        self.world.adopt(process)
        return process

    def _let_go(self) -> None:
        (self.meeting / "go").touch()

    def _met(self) -> set[int]:
        return {int(path.name) for path in self.meeting.iterdir() if path.name != "go"}

    def _end(self, process: subprocess.Popen[str]) -> Outcome:
        output, complaints = process.communicate(timeout=60)
        return Outcome(process.returncode, output, complaints)

    def natively(self, command: Sequence[str]) -> Outcome:
        process = self._start(command)
        self._let_go()
        return self._end(process)

    def under_heddle(
        self, command: Sequence[str], meet: int = 1, outlived: bool = False
    ) -> tuple[Outcome, list[int]]:
        """Also: which of the processes that met are in `heddle ps`, while they use the device.

        `outlived`: by some of them, so its end does not mean that nobody comes any more.
        """
        process = self._start([sys.executable, "-m", "heddle", "run", "--", *command])

        def are_there() -> bool:
            return len(self._met()) >= meet or (process.poll() is not None and not outlived)

        assert eventually(are_there, 60), "they do not meet"
        met = self._met()
        known = {pid for program in self.ps() for pid in program["processes"]}
        self._let_go()
        return self._end(process), sorted(met & known)

    def ps(self) -> list[dict[str, Any]]:
        shown = self.world.heddle("ps", "-o", "json", LD_PRELOAD="")
        programs: list[dict[str, Any]] = [] if shown.returncode else json.loads(shown.stdout)
        return programs

    def same(self, *command: str | Path, meet: int = 1) -> Outcome:
        """The same output and exit code, nothing said, and all `meet` processes scheduled."""
        words = [str(word) for word in command]
        expected = self.natively(words)
        found, scheduled = self.under_heddle(words, meet)
        assert found == expected, f"{found} instead of {expected}"
        assert len(scheduled) == meet, f"{scheduled} of {meet} are scheduled: {found}"
        return expected

    def unscheduled(self, *command: str | Path, because: str) -> None:
        """The same output and exit code, and one line that says why it is not scheduled."""
        words = [str(word) for word in command]
        expected = self.natively(words)
        found, scheduled = self.under_heddle(words)
        assert (found.code, found.output) == (expected.code, expected.output), found.complaints
        said = found.complaints.removeprefix(expected.complaints)
        assert said.startswith("heddle: running"), found
        assert because in said
        assert said.count("\n") == 1, said
        assert not scheduled
