"""PyTorch and others, unmodified: inference beside training, decoders of which one is urgent, and
whatever other library is installed.

Each row says whether the output is bit for bit that of the program alone and without Heddle, and
how many kernels were modified, which is none. Needs a Python with PyTorch; name it with --python if
it is not the one that runs Heddle.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from heddle.errors import UsageError, WorkloadError
from heddle.harness.report import Bar, Report, interruptible, quantile
from heddle.harness.workload import Arena, Request, Under, Workload, machine

HELP = "PyTorch inference beside training, decoders, other libraries; needs PyTorch"

TRAINING_LIMIT, KEEP_LIMIT, BURST_KEEP_LIMIT = 0.99, 0.95, 0.9
#: What a saturating neighbour may add, in milliseconds: to requests every 20 ms, to those at random
#: times, to tokens without a pause, and to tokens in bursts but for the first of each.
PACED_MS, POISSON_MS, TOKEN_MS, BURST_MS = 0.15, 0.2, 0.03, 0.2
URGENT, BACKGROUND = Under(100), Under(-100)
FOLDER = os.path.join(os.path.dirname(os.path.realpath(__file__)), "programs")
PROGRAM, STACK_PROGRAM = (os.path.join(FOLDER, f"{name}_load.py") for name in ("torch", "stack"))
STACKS = ("cupy", "triton", "jax", "transformers")
RUNS = 3  #: of which each has to hold
SWITCH_MS = 0.17  #: of context, which no program can use
FIRST_PAUSE_MS = 10.0  #: a token that begins this long after the last is the first of a burst
#: The other decoder has more to do than the urgent one takes to start and to finish.
TOKENS, OTHER_TOKENS = 3000, 25_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(device="cuda@0")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each row (default 4)")
    parser.add_argument("--python", default=sys.executable, help="a Python that has PyTorch")
    parser.add_argument(
        "--parts",
        default=",".join(PARTS),
        help=f"which to measure (default {','.join(PARTS)})",
    )


def why_not(python: str, library: str) -> str:
    """The last line of what it says; empty if it has the library."""
    done = subprocess.run([python, "-c", f"import {library}"], capture_output=True, text=True)
    return (
        (done.stderr.strip().splitlines() or ["it does not say why"])[-1] if done.returncode else ""
    )


@dataclass(frozen=True, slots=True)
class Done:
    """What a program did once it was warm, and a digest of what came out."""

    requests: list[Request]
    output: str

    @classmethod
    def by(cls, run: Workload) -> Done:
        return cls(run.requests()[20:], run.words("text"))

    def quantile(self, fraction: float) -> float:
        return quantile([request.latency_ms for request in self.requests], fraction)

    def rate(self, during: Done | None = None) -> float:
        """Requests a second, in its own time or while another program ran."""
        span = (during or self).requests
        start_ns, end_ns = span[0].begin_ns, span[-1].end_ns
        done = sum(start_ns <= request.end_ns < end_ns for request in self.requests)
        return done / ((end_ns - start_ns) / 1e9)

    def behind_the_first(self) -> Done:
        """Without the first token of each burst."""
        kept = [
            token
            for last, token in pairwise(self.requests)
            if (token.begin_ns - last.end_ns) / 1e6 < FIRST_PAUSE_MS
        ]
        return Done(kept, self.output)


class Bench:
    """One device and one Python with PyTorch."""

    def __init__(self, device: str, python: str, seconds: float) -> None:
        self._device, self.python, self.seconds = device, python, seconds
        if why := why_not(python, "torch"):
            raise UsageError(f"{python} has no PyTorch ({why}). Name one with --python.")

    def _start(self, arena: Arena, under: Under | None, words: tuple[object, ...]) -> Workload:
        program = STACK_PROGRAM if words[0] in STACKS else PROGRAM
        command = [self.python, program, *map(str, words)]
        return arena.start_program(self._device, command, under)

    def alone(self, *words: object, under: Under | None = None) -> Done:
        with Arena() as arena:
            run = self._start(arena, under, words)
            run.wait()
            return Done.by(run)

    def beside(
        self, other: tuple[object, ...], *words: object, scheduled: bool, runs: int = 1
    ) -> tuple[list[Done], Done]:
        """What the urgent one did, so many times, and what the other one did meanwhile; if that
        makes tokens, until its end."""
        ways = (URGENT, BACKGROUND) if scheduled else (None, None)
        with Arena() as arena:
            background = self._start(arena, ways[1], other)
            while background.running() and len(background.requests()) < 20:
                time.sleep(0.2)
            found = []
            for _ in range(runs):
                run = self._start(arena, ways[0], words)
                run.wait()
                found.append(Done.by(run))
            if not background.running():
                raise WorkloadError("the other program ended too early; nothing was measured")
            if other[0] == "decode":
                background.wait()
            else:
                background.stop()
            return found, Done.by(background)


Rows = list[dict[str, object]]
Say = Callable[[str], None]


def _row(name: str, done: Done, base: Done | None = None, **more: float | str) -> dict[str, object]:
    """`base`: the same program alone and without Heddle."""
    row: dict[str, object] = {
        "row": name,
        "p50_ms": done.quantile(0.50),
        "p99_ms": done.quantile(0.99),
        "max_ms": max(request.latency_ms for request in done.requests),
        "requests": len(done.requests),
        **more,
    }
    return row if base is None else {**row, **_evidence(done.output == base.output)}


def _evidence(same: bool) -> dict[str, object]:
    return {"bits_equal": "yes" if same else "no", "kernels_modified": "none"}


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    parts = options.parts.split(",")
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise UsageError(f"no part {unknown[0]!r}: choose from {', '.join(PARTS)}.")
    bench = Bench(options.device, options.python, options.seconds)
    rows: Rows = []
    bars: list[Bar] = []
    with interruptible(lambda: rows):
        for part in parts:
            PARTS[part](bench, say, rows, bars)
    differ = sum(row.get("bits_equal") == "no" for row in rows)
    bars.append(Bar("rows whose output differs", 0, differ))
    return Report("frameworks", rows, bars, machine())


def _training(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    rates: dict[str, list[float]] = {"native": [], "heddle": []}
    outputs = []
    for i in range(2):
        for name, under in (("native", None), ("heddle", Under())):
            say(f"training alone, {name}, round {i + 1} of 2")
            steps = bench.alone("train", bench.seconds, under=under)
            rates[name].append(steps.rate())
            outputs.append(steps.output)
    for name, found in rates.items():
        same = _evidence(len(set(outputs)) == 1)
        rows.append({"row": f"training alone, {name}", "steps_per_s": median(found), **same})
    kept = median(rates["heddle"]) / median(rates["native"])
    name = "training alone under Heddle, of native"
    bars.append(Bar(name, TRAINING_LIMIT, kept, at_least=True))


def _graph(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    say("training alone")
    train = ("train", 900)
    training = bench.alone("train", bench.seconds)
    for mode, limit, label in (
        ("graph", PACED_MS, "a CUDA graph every 20 ms"),
        ("graph-poisson", POISSON_MS, "a CUDA graph at random times"),
    ):
        alone = []
        for run in range(1, RUNS + 1):
            say(f"{label}, alone, run {run} of {RUNS}")
            alone.append(bench.alone(mode, bench.seconds))
            rows.append(_row(f"{label}, alone, run {run}", alone[-1]))
        say(f"{label} beside training, native")
        (native,), steps = bench.beside(train, mode, bench.seconds, scheduled=False)
        name = f"{label} beside training, native"
        rows.append(_row(name, native, alone[0], steps_per_s=steps.rate(native)))
        say(f"{label} beside training, {RUNS} runs")
        found, steps = bench.beside(train, mode, bench.seconds, scheduled=True, runs=RUNS)
        base = median(each.quantile(0.99) for each in alone)
        for run, each in enumerate(found, 1):
            name, rate = f"{label} beside training, run {run}", steps.rate(each)
            rows.append(_row(name, each, alone[0], steps_per_s=rate))
            bars.append(Bar(f"{name}, p99 ms", base + limit, each.quantile(0.99)))
        kept = min(steps.rate(each) / _left(each, alone[0]) for each in found) / training.rate()
        name = f"training kept of what is left beside {label}"
        bars.append(Bar(name, KEEP_LIMIT, kept, at_least=True))


def _left(beside: Done, alone: Done) -> float:
    """The part of the time that an urgent program leaves to others."""
    span = (beside.requests[-1].end_ns - beside.requests[0].begin_ns) / 1e6
    return 1 - len(beside.requests) * (alone.quantile(0.5) + 2 * SWITCH_MS) / span


def _eager(bench: Bench, say: Say, rows: Rows, _bars: list[Bar]) -> None:
    label, words = "eager inference", ("infer", bench.seconds)
    say(f"{label}, alone")
    alone = bench.alone(*words)
    rows.append(_row(f"{label}, alone", alone))
    for name in ("native", "heddle"):
        say(f"{label} beside training, {name}")
        found, steps = bench.beside(("train", 900), *words, scheduled=name == "heddle")
        label_of = f"{label} beside training, {name}"
        rows.append(_row(label_of, found[0], alone, steps_per_s=steps.rate(found[0])))


def _decoders(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    other = ("decode", OTHER_TOKENS, 0)
    say("the other decoder, alone")
    base = bench.alone(*other)
    rows.append(_row("a decoder, alone", base))
    words: tuple[object, ...] = ("decode", TOKENS, 0)
    say("an urgent decoder that never pauses")
    alone = bench.alone(*words)
    rows.append(_row("an urgent decoder, alone", alone))
    for name in ("native", "heddle"):
        (tokens,), rest = bench.beside(other, *words, scheduled=name == "heddle")
        label = f"an urgent decoder beside another, {name}"
        rows.append(_row(label, tokens, alone, other_tokens_per_s=rest.rate(tokens)))
        rows[-1]["other_bits_equal"] = "yes" if rest.output == base.output else "no"
    for fraction, what in ((0.5, "p50"), (0.99, "p99")):
        limit = alone.quantile(fraction) + TOKEN_MS
        bars.append(Bar(f"urgent token {what} ms", limit, tokens.quantile(fraction)))
    say("an urgent decoder, 64 tokens every 100 ms")
    words = ("burst", bench.seconds)
    alone = bench.alone(*words).behind_the_first()
    rows.append(_row("urgent tokens in bursts, alone", alone))
    (bursts,), rest = bench.beside(other, *words, scheduled=True)
    tokens = bursts.behind_the_first()
    rate = rest.rate(bursts)
    label = "urgent tokens in bursts beside a decoder, heddle"
    rows.append(_row(label, tokens, other_tokens_per_s=rate))
    rows[-1] |= _evidence(rest.output == base.output)
    limit = alone.quantile(0.99) + BURST_MS
    bars.append(Bar("urgent token in a burst, p99 ms", limit, tokens.quantile(0.99)))
    kept = rate / base.rate() / (1 - _busy(bursts))
    bars.append(Bar("the other's part of what is left", BURST_KEEP_LIMIT, kept, at_least=True))


def _busy(tokens: Done) -> float:
    """The part of the time in which a program was at work on its tokens."""
    span = (tokens.requests[-1].end_ns - tokens.requests[0].begin_ns) / 1e6
    return sum(token.latency_ms for token in tokens.requests) / span


def _stacks(bench: Bench, say: Say, rows: Rows, _bars: list[Bar]) -> None:
    for name in STACKS:
        if why := why_not(bench.python, name):
            say(f"{name} is not installed ({why})")
            rows.append({"row": name, "left_out": why})
            continue
        say(f"{name}, alone and beside training")
        words = (name, bench.seconds)
        alone = bench.alone(*words)
        rows.append(_row(f"{name}, alone", alone))
        (beside,), steps = bench.beside(("train", 900), *words, scheduled=True)
        label = f"{name} beside training, heddle"
        rows.append(_row(label, beside, alone, steps_per_s=steps.rate(beside)))


PARTS = {
    "training": _training,
    "graph": _graph,
    "eager": _eager,
    "decoders": _decoders,
    "stacks": _stacks,
}
