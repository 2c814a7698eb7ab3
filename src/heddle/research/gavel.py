"""Gavel's workloads (OSDI'20): measured rates, traces, and the synthetic stream of jobs.

The protocol is the published one, down to the order of the random draws, so that a seed gives the
jobs that the published figures are about.
"""

from __future__ import annotations

import ast
import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heddle.cluster.matching.base import Choice, Runnable
from heddle.errors import UsageError
from heddle.research.rounds import SimulatedJob
from heddle.sim.cluster.bad_lines import BadLine, OnBad, refuse

CLUSTER = {"v100": 36, "p100": 36, "k80": 36}
REFERENCE = "v100"  #: durations are drawn for it
ROUND_S = 360.0
#: Models and batch sizes in the order in which they are drawn; True: also on several devices.
TEMPLATES = (
    *((f"ResNet-18 (batch size {size})", True) for size in (16, 32, 64, 128, 256)),
    *((f"ResNet-50 (batch size {size})", True) for size in (16, 32, 64, 128)),
    *((f"Transformer (batch size {size})", True) for size in (16, 32, 64, 128, 256)),
    *((f"LM (batch size {size})", True) for size in (5, 10, 20, 40, 80)),
    *((f"Recommendation (batch size {size})", False) for size in (512, 1024, 2048, 4096, 8192)),
    ("A3C", False),
    ("CycleGAN", False),
)


@dataclass(frozen=True, slots=True)
class StepRates:
    """Steps a second, as measured: alone, and of pairs on the same devices."""

    alone: dict[tuple[str, str, int], float]  #: by kind, model, devices
    pairs: dict[tuple[str, str, str], tuple[float, float]]  #: by kind and two profiles

    def choices(self, model: str, devices: int) -> tuple[Choice, ...]:
        """On the kinds of the cluster, all devices of a job in one server as in the protocol."""
        found = ((kind, self.alone.get((kind, model, devices), 0.0)) for kind in CLUSTER)
        return tuple(Choice(kind, devices, rate) for kind, rate in found if rate > 0)

    def together(self, one: Runnable, other: Runnable, kind: str) -> tuple[float, float] | None:
        found = self.pairs.get((kind, one.profile, other.profile))
        if found is None and (turned := self.pairs.get((kind, other.profile, one.profile))):
            return turned[1], turned[0]
        return found


def profile(model: str, devices: int) -> str:
    return f"{model} x{devices}"


def read_rates(path: Path) -> StepRates:
    """:raises UsageError: if it is not a table of throughputs"""
    try:
        table = json.loads(path.read_text())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}. Name the folder with --traces.") from None
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}, line {error.lineno}: {error.msg}; get the file anew.") from None
    if not isinstance(table, dict):
        raise UsageError(f"{path}: an object by kind of device is expected at the top.")
    rates = StepRates({}, {})
    for kind, jobs in table.items():
        if not isinstance(jobs, dict):
            raise UsageError(f"{path}, {kind}: an object by (model, devices) is expected.")
        for key, row in jobs.items():
            where = f"{path}, {kind}, {key}"
            model, devices = _job_key(key, where)
            if not isinstance(row, dict):
                raise UsageError(f"{where}: an object of rates is expected.")
            for other, value in row.items():
                if other == "null":
                    rates.alone[kind, model, devices] = _rate(value, where)
                    continue
                with_model, with_devices = _job_key(other, where)
                if not isinstance(value, list) or len(value) != 2:
                    raise UsageError(f"{where}, beside {other}: [mine, theirs] is expected.")
                mine, theirs = (_rate(each, f"{where}, beside {other}") for each in value)
                if mine > 0 and theirs > 0:
                    names = profile(model, devices), profile(with_model, with_devices)
                    rates.pairs[kind, names[0], names[1]] = mine, theirs
    return rates


def _job_key(text: str, where: str) -> tuple[str, int]:
    try:
        model, devices = ast.literal_eval(text)
        return str(model), int(devices)
    except (ValueError, TypeError, SyntaxError):
        raise UsageError(f"{where}: {text!r} must be \"('model', devices)\".") from None


def _rate(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise UsageError(f"{where}: {value!r} is not a rate; a number not below 0 is expected.")
    return float(value)


def stream(
    rates: StepRates, seed: int, jobs_per_h: float, *, several: bool, tells: bool = False
) -> Iterator[SimulatedJob]:
    """Jobs without end, in order of arrival; with a rate of 0 all come at once."""
    draw, gaps = random.Random(seed + 2), random.Random(seed + 3)
    at_s, number = 0.0, 0
    while True:
        model, devices, lasts_s = _draw(draw, several)
        rate = rates.alone.get((REFERENCE, model, devices))
        if not rate:
            raise UsageError(f"the table of rates has no {model} on {devices} {REFERENCE}")
        yield SimulatedJob(
            number,
            at_s,
            rates.choices(model, devices),
            lasts_s * rate,
            profile(model, devices),
            tells=tells,
        )
        number += 1
        if jobs_per_h > 0:
            at_s += -math.log(1.0 - gaps.random()) * 3600.0 / jobs_per_h


def _draw(draw: random.Random, several: bool) -> tuple[str, int, float]:
    """Model, devices and duration on the reference. The order of the draws matters."""
    size = draw.uniform(0, 1)
    devices = 1 if size < 0.7 else 2 if size <= 0.8 else 4 if size < 0.95 else 8
    low, high = (3, 4) if draw.random() >= 0.8 else (1.5, 3)
    lasts_s = 60.0 * 10.0 ** draw.uniform(low, high)
    if not several:
        devices = 1
    while True:
        model, scales = draw.choice(TEMPLATES)
        if devices == 1 or scales:
            return model, devices, lasts_s


def read_trace(
    path: Path, rates: StepRates, *, tells: bool = False, skip: bool = False, bad: OnBad = refuse
) -> list[SimulatedJob]:
    """A trace of seven or ten columns between tabs.

    Jobs that the rates do not have are refused, or left out with `skip`: no rate is made up.

    :raises UsageError: with the line, if a column is missing or the rates lack the job, unless
        `bad` counts it
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}. Name the folder with --traces.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: byte {error.start}. Get it anew.") from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            job = _trace_line(line.split("\t"), path, number, rates)
            if not job.choices and not skip:
                rule = f"the rates have no {job.profile}; leave the line out."
                raise BadLine(path, number, "no rates of this model on so many devices", rule)
        except BadLine as hole:
            bad(hole)
            continue
        if job.choices:
            found.append(job)
    found.sort(key=lambda each: each.at_s)
    return [
        SimulatedJob(i, each.at_s, each.choices, each.work, each.profile, each.weight, tells=tells)
        for i, each in enumerate(found)
    ]


def _trace_line(columns: list[str], path: Path, line: int, rates: StepRates) -> SimulatedJob:
    if len(columns) not in (7, 10):
        rule = f"{len(columns)} columns; 7 or 10 are expected, with tabs between them."
        raise BadLine(path, line, "columns are missing, or too many", rule)
    try:
        if len(columns) == 10:
            model, steps, devices = columns[0], float(columns[5]), int(columns[6])
            weight, at_s = float(columns[7]), float(columns[9])
        else:
            model, steps, devices = columns[0], float(columns[4]), int(columns[6])
            weight, at_s = 1.0, float(columns[5])
    except ValueError as error:
        what = "steps, devices or times are not numbers"
        rule = f"{error}; steps, devices, times are numbers."
        raise BadLine(path, line, what, rule) from None
    finite = all(map(math.isfinite, (steps, at_s, weight)))
    if not finite or steps <= 0 or devices <= 0 or at_s < 0 or weight <= 0:
        rule = "steps, devices and weight must be above 0, the time not below."
        raise BadLine(path, line, "steps, devices, weight or time are too small", rule)
    name = profile(model, devices)
    return SimulatedJob(0, at_s, rates.choices(model, devices), steps, name, weight)
