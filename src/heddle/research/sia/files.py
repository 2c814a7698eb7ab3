"""Readers of the workloads and profiles that Sia and Pollux published."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from heddle.errors import UsageError
from heddle.research.sia.profiles import ApplicationProfile, Placement, Training, canonical
from heddle.sim.cluster.bad_lines import BadLine, OnBad, refuse

Point = tuple[float, float, float]  #: batch of one device, seconds of a step, of synchronising

#: Epochs to train: Sia's artifact, applications.py.
EPOCHS = {
    "bert": 2,
    "cifar10": 100,
    "deepspeech2": 80,
    "imagenet": 90,
    "ncf": 10,
    "yolov3": 50,
}


@dataclass(frozen=True, slots=True)
class Submitted:
    """A line of a workload; devices and batch are the tuned request, for rigid policies."""

    name: str
    at_s: float
    application: str
    devices: int
    batch: int
    line: int = 0  #: of its file


def _rows(
    path: Path, columns: Sequence[str], bad: OnBad = refuse
) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}. Name the traces' folder with --traces or HEDDLE_TRACES."
        ) from None
    reader = csv.reader(text.splitlines())
    header = next(reader, [])
    missing = [name for name in columns if name not in header]
    if missing:
        raise UsageError(
            f"{path}, line 1: no column {missing[0]!r}. "
            f"The first line must name {', '.join(columns)}."
        )
    empty = True
    for fields in reader:
        if not any(field.strip() for field in fields):
            continue
        empty = False
        if len(fields) != len(header):
            rule = f"{len(fields)} values for {len(header)} columns. Fix the line, or remove it."
            bad(BadLine(path, reader.line_num, "values are missing, or too many", rule))
            continue
        yield reader.line_num, dict(zip(header, fields, strict=True))
    if empty:
        raise UsageError(f"{path}: nothing below the first line. Fetch the file again.")


def _number(path: Path, line: int, row: dict[str, str], name: str, least: float = 0.0) -> float:
    try:
        value = float(row[name])
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= least):
        what = f"{name} is not a number of at least {least:g}"
        rule = f"{name} is {row[name]!r}, and must be a number of at least {least:g}."
        raise BadLine(path, line, what, rule)
    return value


def read_workload(
    path: Path, applications: Sequence[str] = tuple(EPOCHS), bad: OnBad = refuse
) -> list[Submitted]:
    """The jobs of a workload, by the time when they were submitted.

    :raises UsageError: if it cannot be read, and for a line that is bad unless `bad` counts it
    """
    found: dict[str, Submitted] = {}
    columns = ("name", "time", "application", "num_replicas", "batch_size")
    for line, row in _rows(path, columns, bad):
        try:
            job = _submitted(path, line, row, applications)
            if job.name in found:
                rule = f"a second job {job.name!r}. Give it another name."
                raise BadLine(path, line, "the name of another job", rule)
        except BadLine as hole:
            bad(hole)
            continue
        found[job.name] = job
    return sorted(found.values(), key=lambda job: job.at_s)


def _submitted(
    path: Path, line: int, row: dict[str, str], applications: Sequence[str]
) -> Submitted:
    application = row["application"]
    if application not in applications:
        known = ", ".join(sorted(applications))
        rule = f"no profile of application {application!r}. There are {known}."
        raise BadLine(path, line, "no profile of the application", rule)
    return Submitted(
        row["name"],
        _number(path, line, row, "time"),
        application,
        int(_number(path, line, row, "num_replicas", 1)),
        int(_number(path, line, row, "batch_size", 1)),
        line,
    )


def _points(path: Path) -> Iterator[tuple[int, dict[str, str], Point]]:
    for line, row in _rows(path, ("local_bsz", "step_time", "sync_time")):
        yield (
            line,
            row,
            (
                _number(path, line, row, "local_bsz", 1),
                _number(path, line, row, "step_time", 1e-9),
                _number(path, line, row, "sync_time"),
            ),
        )


@cache
def read_profile(folder: Path, kind: str = "") -> ApplicationProfile:
    """An application's step times on one kind; "" reads the files without a kind (Pollux)."""
    suffix = f"-{kind}" if kind else ""
    placements: dict[Placement, list[Point]] = {}
    path = folder / f"placements{suffix}.csv"
    for line, row, point in _points(path):
        digits = row.get("placement", "")
        if not digits.isdigit() or "0" in digits:
            raise UsageError(
                f"{path}, line {line}: placement is {digits!r}, "
                "and must be one digit for each node, such as 44."
            )
        placements.setdefault(canonical(tuple(map(int, digits))), []).append(point)
    if (1,) not in placements:
        raise UsageError(f"{path}: no placement 1. Profiles must begin with a single device.")
    scalability: dict[tuple[int, int], list[Point]] = {}
    path = folder / f"scalability{suffix}.csv"
    for line, row, point in _points(path):
        size = tuple(
            int(_number(path, line, row, name, 1)) for name in ("num_nodes", "num_replicas")
        )
        scalability.setdefault((size[0], size[1]), []).append(point)
    return ApplicationProfile(placements, scalability)


@cache
def read_training(folder: Path) -> Training:
    """An application's validation files, one for each batch size."""
    files = {}
    for path in folder.glob("validation-*.csv"):
        digits = path.stem.removeprefix("validation-")
        if not digits.isdigit():
            raise UsageError(f"{path}: the name must end with a batch size, as validation-128.csv.")
        files[int(digits)] = path
    if not files:
        raise UsageError(f"{folder}: no validation-*.csv. Fetch the profiles again.")
    epochs = EPOCHS.get(folder.name, 0)
    columns = ("progress", "grad_sqr", "grad_var")
    tables = []
    for size in sorted(files):
        rows = [
            [_number(files[size], line, row, name) for name in columns]
            for line, row in _rows(files[size], columns)
        ]
        if len(rows) < epochs:
            raise UsageError(
                f"{files[size]}: {len(rows)} epochs, and {folder.name} trains {epochs}. "
                "The file was cut off: fetch it again."
            )
        tables.append(rows[:epochs] if epochs else rows)
    length = min(map(len, tables))
    whole = np.array([table[:length] for table in tables])  # batch x epoch x column
    return Training(
        np.array(sorted(files), dtype=np.float64),
        whole[:, :, 0].min(axis=0),
        whole[:, :, 1].T.copy(),
        whole[:, :, 2].T.copy(),
    )
