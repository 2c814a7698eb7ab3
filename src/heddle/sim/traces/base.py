"""What a trace is, and what is done about its holes: nothing is guessed."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.nodes import Nodes
from heddle.cluster.quota import Quotas
from heddle.cluster.running import shape_of
from heddle.cluster.shapes import Mix, typical
from heddle.cluster.sites.atlas import Atlas
from heddle.errors import UsageError
from heddle.sim.cluster.bad_lines import BadLine
from heddle.sim.cluster.truth import Arrival
from heddle.sim.cluster.worth import ModelFigures


@dataclass(frozen=True, slots=True)
class Ask:
    """How to read a trace."""

    folder: Path = Path()  #: of public traces
    cluster: str | None = None  #: for traces without nodes: "h100:8x64"
    skip_bad: bool = False  #: leave lines with holes out, and count them
    seed: int = 0  #: of what the trace leaves to chance
    limit: int | None = None  #: only so many jobs, those that come first
    elastic: bool = False  #: jobs that can do with fewer devices than they ask for may have to
    atlas: Atlas = NOTHING  #: what is known of the sites of its nodes


@dataclass(slots=True)
class Trace:
    """Nodes, and what arrives on them. `seconds` of an arrival are the truth."""

    nodes: Nodes
    arrivals: list[Arrival]
    rules: list[str] = field(default_factory=list)  #: how its lines were understood
    left_out: dict[str, int] = field(default_factory=dict)  #: lines, by what is wrong with them
    quotas: Quotas | None = None
    random: bool = False  #: whether another seed gives other arrivals
    #: of devices, as far as it says them
    figures: ModelFigures = field(default_factory=ModelFigures)

    def mix(self) -> Mix:
        """The shapes that are typical of it, as the protocol of FGD has them; an alternative
        counts as much as another."""
        jobs = [each.job for each in self.arrivals]
        return typical([shape_of(job, way) for job in jobs for way in job.alternatives])


SKIP = "Correct it, or leave such lines out and have them counted with --skip-bad."


class Holes:
    """Lines of a file that cannot be used: an error, or counted if that is allowed."""

    def __init__(self, path: Path, skip: bool) -> None:
        self.left_out: Counter[str] = Counter()
        self._path, self._skip = path, skip

    def found(self, line: int, what: str, said: str = "") -> None:
        """`what` is the same for all lines of the same hole.

        :raises UsageError: unless such lines are skipped
        """
        if not self._skip:
            raise UsageError(f"{self._path}: line {line}: {what}{said and f' ({said})'}. {SKIP}")
        self.left_out[what] += 1

    def bad(self, line: BadLine) -> None:
        """The same for a line that another reader found."""
        if not self._skip:
            raise UsageError(f"{line} {SKIP}")
        self.left_out[line.what] += 1

    def whole(self, line: int, row: Mapping[str, str], key: str) -> int | None:
        """A whole number, not negative; a hole if it is not one."""
        text = (row.get(key) or "").strip()
        if text.removesuffix(".0").isdecimal():
            return int(text.removesuffix(".0"))
        if not text:
            self.found(line, f"{key} is missing")
        elif text.startswith("-"):
            self.found(line, f"{key} is negative", text)
        else:
            self.found(line, f"{key} is not a whole number", repr(text))
        return None


def rows(path: Path, needed: Sequence[str], otherwise: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Lines of a CSV file, with their numbers.

    :raises UsageError: if the file or a column is not there; `otherwise` says what to do
    """
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            for word in needed:
                if word not in (reader.fieldnames or ()):
                    raise UsageError(f"{path}: line 1: there is no column {word!r}. {otherwise}")
            for row in reader:
                yield reader.line_num, row
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}). {otherwise}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} is not CSV in UTF-8: {error}. {otherwise}") from None


def alike(devices: int, most: int) -> tuple[int, int]:
    """So many devices as members that are alike, each as large as it may be: members, and the
    devices of each."""
    each = next(size for size in range(min(devices, most), 0, -1) if devices % size == 0)
    return devices // each, each


def find(what: str, folder: Path) -> Path:
    """A file by its name, or by that within the folder of traces."""
    return next((path for path in (Path(what), folder / what) if path.is_file()), Path(what))
