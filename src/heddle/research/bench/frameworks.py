"""PyTorch, unmodified: inference beside training, and two decoders of which one is urgent.

Needs a Python with PyTorch; name it with --python if it is not the one that runs Heddle.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from heddle.errors import UsageError, WorkloadError
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import Arena, Request, Under, Workload, machine

HELP = "PyTorch inference beside training, two decoders; needs PyTorch"

SWITCH_LIMIT_MS, TRAINING_LIMIT, KEEP_LIMIT = 0.2, 0.99, 0.95
URGENT, BACKGROUND = Under(100), Under(-100)
PROGRAM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "programs", "torch_load.py")
#: The other decoder has more to do than the urgent one takes to start and to finish.
TOKENS, EVERY_MS, OTHER_TOKENS = 400, 10, 25_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(device="cuda@0")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each row (default 4)")
    parser.add_argument("--python", default=sys.executable, help="a Python that has PyTorch")
    parser.add_argument(
        "--parts",
        default=",".join(PARTS),
        help=f"which to measure (default {','.join(PARTS)})",
    )


def why_no_torch(python: str) -> str:
    """The last line of what it says; empty if it has PyTorch."""
    done = subprocess.run([python, "-c", "import torch"], capture_output=True, text=True)
    return (
        (done.stderr.strip().splitlines() or ["it does not say why"])[-1] if done.returncode else ""
    )


class Bench:
    """One device and one Python with PyTorch."""

    def __init__(self, device: str, python: str, seconds: float) -> None:
        self._device, self._python, self._seconds = device, python, seconds
        if why := why_no_torch(python):
            raise UsageError(f"{python} has no PyTorch ({why}). Name one with --python.")

    def start(self, arena: Arena, under: Under | None, *words: object) -> Workload:
        program = [self._python, PROGRAM, *map(str, words)]
        return arena.start_program(self._device, program, under)

    def alone(self, mode: str, under: Under | None = None) -> list[Request]:
        with Arena() as arena:
            run = self.start(arena, under, mode, self._seconds)
            run.wait()
            return run.requests()[20:]

    def beside_training(self, mode: str, scheduled: bool) -> tuple[list[Request], float]:
        """The urgent program's requests, and the training's steps per second meanwhile."""
        with Arena() as arena:
            training = self.start(arena, BACKGROUND if scheduled else None, "train", 600)
            self._wait_for_steps(training)
            urgent = self.start(arena, URGENT if scheduled else None, mode, self._seconds)
            urgent.wait()
            training.stop()
            requests = urgent.requests()[20:]
            return requests, _rate(training.requests(), requests[0].begin_ns, requests[-1].end_ns)

    def decoders(self, scheduled: bool) -> tuple[list[Request], str, float]:
        """The urgent decoder's tokens, the other's text and its tokens per second meanwhile."""
        with Arena() as arena:
            other = self.start(arena, BACKGROUND if scheduled else None, "decode", OTHER_TOKENS, 0)
            self._wait_for_steps(other)
            urgent = self.start(arena, URGENT if scheduled else None, "decode", TOKENS, EVERY_MS)
            urgent.wait()
            if not other.running():
                raise WorkloadError("the other decoder ended too early; nothing was measured")
            other.wait()
            tokens = urgent.requests()[20:]
            rate = _rate(other.requests(), tokens[0].begin_ns, tokens[-1].end_ns)
            return tokens, other.words("text"), rate

    def decoder_alone(self) -> tuple[list[Request], str]:
        with Arena() as arena:
            urgent = self.start(arena, None, "decode", TOKENS, EVERY_MS)
            urgent.wait()
            other = self.start(arena, None, "decode", OTHER_TOKENS, 0)
            other.wait()
            return urgent.requests()[20:], other.words("text")

    @staticmethod
    def _wait_for_steps(run: Workload) -> None:
        while run.running() and len(run.requests()) < 20:
            time.sleep(0.2)


def _rate(requests: list[Request], start_ns: int, end_ns: int) -> float:
    done = sum(start_ns <= request.end_ns < end_ns for request in requests)
    return done / ((end_ns - start_ns) / 1e9)


def _row(name: str, requests: list[Request], **more: float | str) -> dict[str, object]:
    latencies = [request.latency_ms for request in requests]
    return {
        "row": name,
        "p50_ms": quantile(latencies, 0.50),
        "p99_ms": quantile(latencies, 0.99),
        "max_ms": max(latencies),
        "requests": len(latencies),
        **more,
    }


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    parts = options.parts.split(",")
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise UsageError(f"no part {unknown[0]!r}: choose from {', '.join(PARTS)}.")
    bench = Bench(options.device, options.python, options.seconds)
    rows: list[dict[str, object]] = []
    bars: list[Bar] = []
    for part in parts:
        PARTS[part](bench, say, rows, bars)
    return Report("frameworks", rows, bars, machine())


Rows = list[dict[str, object]]
Say = Callable[[str], None]


def _training(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    rates: dict[str, list[float]] = {"native": [], "heddle": []}
    for i in range(2):
        for name, under in (("native", None), ("heddle", Under())):
            say(f"training alone, {name}, round {i + 1} of 2")
            steps = bench.alone("train", under)
            rates[name].append(_rate(steps, steps[0].end_ns, steps[-1].end_ns))
    rows += [{"row": f"training alone, {k}", "steps_per_s": median(v)} for k, v in rates.items()]
    kept = median(rates["heddle"]) / median(rates["native"])
    name = "training alone under Heddle, of native"
    bars.append(Bar(name, TRAINING_LIMIT, kept, at_least=True))


def _inference(
    bench: Bench, say: Say, rows: Rows, mode: str, label: str
) -> tuple[list[Request], list[Request], float]:
    say(f"{label}, alone")
    alone = bench.alone(mode)
    rows.append(_row(f"{label}, alone", alone))
    for name in ("native", "heddle"):
        say(f"{label} beside training, {name}")
        requests, rate = bench.beside_training(mode, scheduled=name == "heddle")
        rows.append(_row(f"{label} beside training, {name}", requests, steps_per_s=rate))
    return alone, requests, rate


def _graph(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    alone, beside, rate = _inference(bench, say, rows, "graph", "inference as a CUDA graph")
    say("training alone")
    steps = bench.alone("train")
    alone_rate = _rate(steps, steps[0].end_ns, steps[-1].end_ns)
    bars += _graph_bars(alone, beside, rate / alone_rate)


def _eager(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    _inference(bench, say, rows, "infer", "eager inference")


def _decoders(bench: Bench, say: Say, rows: Rows, bars: list[Bar]) -> None:
    say("decoders")
    tokens, expected = bench.decoder_alone()
    rows.append(_row("urgent decoder, alone", tokens, text=expected[:12]))
    for name in ("native", "heddle"):
        tokens, text, rate = bench.decoders(scheduled=name == "heddle")
        label = f"urgent decoder beside another, {name}"
        rows.append(_row(label, tokens, text=text[:12], other_tokens_per_s=rate))
    bars.append(Bar("texts of the other decoder that differ", 0, float(text != expected)))


PARTS = {"training": _training, "graph": _graph, "eager": _eager, "decoders": _decoders}


def _graph_bars(alone: list[Request], beside: list[Request], share: float) -> list[Bar]:
    base = quantile([request.latency_ms for request in alone], 0.99)
    p99 = quantile([request.latency_ms for request in beside], 0.99)
    busy = median(request.latency_ms for request in alone)
    span = (beside[-1].end_ns - beside[0].begin_ns) / 1e6
    switches = 2 * 0.17
    left = 1 - len(beside) * (busy + switches) / span
    return [
        Bar("graph inference p99 ms beside training", base + SWITCH_LIMIT_MS, p99),
        Bar("training kept of what is left", KEEP_LIMIT, share / left, at_least=True),
    ]
