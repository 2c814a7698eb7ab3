"""Measuring one device: workers are started, watched and, if they hang, ended."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from heddle.measure import plan, ways
from heddle.measure.ways.base import MeasureStep, MeasureTarget
from heddle.model.hardware import Value
from heddle.model.metric import Metric

#: A step that takes this much longer than it should hangs.
PATIENCE_S = 20.0


@dataclass(slots=True)
class MeasureResult:
    """What came of it; grows while it runs."""

    metrics: list[Metric] = field(default_factory=list)
    left_out: list[dict[str, str]] = field(default_factory=list)
    facts: dict[str, Value] = field(default_factory=dict)


def steps_of(target: MeasureTarget) -> list[tuple[str, MeasureStep]]:
    """All that any way can measure on it, each with the way's name."""
    return [(name, step) for name in ways.names() for step in ways.way(name).steps(target)]


def measure(
    target: MeasureTarget,
    steps: Sequence[tuple[str, MeasureStep]],
    seconds: float,
    result: MeasureResult,
    begun: Callable[[str], None],
    finished: Callable[[], None],
) -> None:
    """Does these steps; `begun` hears the name of each, `finished` when `result` has grown."""
    names = list(dict.fromkeys(way for way, _ in steps))
    starts = sum(ways.way(name).start_s for name in names)
    end = time.monotonic() + seconds
    spare = max(0.0, seconds - starts - plan.OWN_S)
    fitted = dict(
        zip([s.name for _, s in steps], plan.timed([s for _, s in steps], spare), strict=True)
    )
    for name in names:
        left = [fitted[step.name] for way, step in steps if way == name]
        while left:
            done = _work(name, target, left, end - time.monotonic(), result, begun, finished)
            left = [step for step in left if step.name not in done]


def _work(
    way: str,
    target: MeasureTarget,
    steps: list[MeasureStep],
    seconds: float,
    result: MeasureResult,
    begun: Callable[[str], None],
    finished: Callable[[], None],
) -> set[str]:
    """One worker's life; gives the names that need not be tried again: one at least."""
    job = {
        "way": way,
        "target": asdict(target),
        "steps": [asdict(step) for step in steps],
        "seconds": seconds,
    }
    worker = subprocess.Popen(
        [sys.executable, "-m", "heddle.measure.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **target.variables},
        start_new_session=True,  # so that the programs it starts end with it
    )
    lines: queue.Queue[str | None] = queue.Queue()
    words: list[str] = []
    readers = [
        threading.Thread(target=_read, args=(worker.stdout, lines.put), daemon=True),
        threading.Thread(target=_read, args=(worker.stderr, words.append), daemon=True),
    ]
    for reader in readers:
        reader.start()
    done: set[str] = set()
    allowed = {step.name: step.seconds for step in steps}
    # A device that cannot be opened is not tried again for each step.
    current, limit = list(allowed), ways.way(way).start_s + PATIENCE_S
    try:
        assert worker.stdin
        with suppress(BrokenPipeError):  # it has died, and its last words say why
            worker.stdin.write(json.dumps(job))
            worker.stdin.close()
        while True:
            line = lines.get(timeout=limit)
            if line is None:
                if worker.wait(limit) or not done:
                    last = next((w for w in reversed(words) if w and w.strip()), "it crashed")
                    reason = f"the worker ended with {worker.returncode}: {last.strip()}"
                    _leave_out(result, current, reason, done)
                break
            said: dict[str, Any] = json.loads(line)
            if name := said.get("begin"):
                current, limit = [name], 3 * allowed[name] + PATIENCE_S
                begun(name)
            if metric := said.get("metric"):
                result.metrics.append(Metric(**metric))
                done.add(metric["name"])
            if left_out := said.get("left_out"):
                result.left_out.append(left_out)
                done.add(left_out["name"])
            result.facts |= said.get("facts", {})
            finished()
    except (queue.Empty, subprocess.TimeoutExpired):
        _leave_out(result, current, f"no answer within {limit:.0f} s; the worker was ended", done)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):  # it hangs in a driver and cannot be ended
            worker.wait(PATIENCE_S)
    return done


def _leave_out(result: MeasureResult, names: list[str], reason: str, done: set[str]) -> None:
    result.left_out += [{"name": name, "reason": reason} for name in names if name not in done]
    done.update(names)


def _read(stream: Any, hear: Callable[[Any], None]) -> None:
    with stream:
        for line in stream:
            hear(line)
    hear(None)
