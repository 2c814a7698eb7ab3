"""Measure the real performance of devices, a file system or the network to another node.

Without --device: every device of this machine and its processors. Values are stored (--show) for
`heddle device score`, each with the versions that it holds for; --only names parts of them, such
as compute.bf16 or memory. A busy device is not measured unless --even-if-busy is given.

examples:
  heddle device measure --device cuda@0
  heddle device measure --device cuda@0 --only compute.bf16,memory --seconds 20 -o json
  heddle device measure --device soft@gpu --preemption
  heddle device measure --resume           what is missing in the present versions
  heddle device measure --path /data       a file system
  heddle device measure --listen 10.0.0.7  on one node, and on another
  heddle device measure --to 10.0.0.7
  heddle device measure --show
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from typing import Any

from heddle.cli._output import (
    Progress,
    add_output,
    clean,
    complain,
    positive,
    print_json,
    print_table,
)
from heddle.errors import UsageError
from heddle.measure import busy, network, nominal, plan, store, ways
from heddle.measure import run as runner
from heddle.measure.ways.base import MeasureStep, MeasureTarget
from heddle.model.metric import Metric

HELP = "measure compute, memory, copies, launches, storage, network"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device", action="append", default=[], help="cuda@0, soft@gpu, opencl@0, cpu, a UUID"
    )
    parser.add_argument("--path", metavar="FOLDER", help="measure the file system of this folder")
    parser.add_argument("--only", default="", help="names or beginnings of them, with commas")
    parser.add_argument(
        "--seconds", type=positive, default=60.0, help="for each device at most (default 60)"
    )
    parser.add_argument("--resume", action="store_true", help="measure only what is missing")
    parser.add_argument("--preemption", action="store_true", help="measure preemption.level* too")
    parser.add_argument("--even-if-busy", action="store_true", help="measure busy devices, too")
    parser.add_argument("--show", action="store_true", help="show what was measured earlier")
    parser.add_argument(
        "--listen",
        metavar="ADDRESS[:PORT]",
        nargs="?",
        const="127.0.0.1",
        help=f"let others measure the way to here (default 127.0.0.1:{network.PORT})",
    )
    parser.add_argument("--to", metavar="HOST[:PORT]", help="measure the network to a listener")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    if options.listen is not None:
        return listen(options.listen)
    if options.to is not None:
        return measure_way(options)
    if options.show:
        return show(options)
    words = options.device + ([] if options.path is None else [f"storage@{options.path}"])
    targets = [ways.find(word) for word in words] or ways.everything(complain)
    reports = [measure(target, options, is_named=bool(words)) for target in targets]
    if options.output == "json":
        print_json(reports[0] if len(words) == 1 else reports)
    return 0 if any(report["metrics"] for report in reports) else 1


def measure(
    target: MeasureTarget, options: argparse.Namespace, *, is_named: bool
) -> dict[str, Any]:
    """One device, from the question whether it is idle to the table."""
    begin = time.monotonic()
    only = [word for word in options.only.split(",") if word]
    offered = runner.steps_of(target)
    if only and not is_named:  # not every device has everything
        known = [step.name for _, step in offered]
        only = [word for word in only if any(plan.means(word, name) for name in known)]
        offered = offered if only else []
    also = ["preemption"] if options.preemption else []
    wanted = plan.chosen([step for _, step in offered], only, also)
    record = store.begun(target)
    done = {metric.name for metric in record.metrics} if options.resume else set()
    left = {step.name for step in plan.missing(wanted, done)}
    steps = [(way, step) for way, step in offered if step.name in left]
    result = runner.MeasureResult()
    if steps and not options.even_if_busy and (why := busy.reasons(target)):
        reason = f"{target.id} is busy: {'; '.join(why)}"
        if is_named:
            raise UsageError(f"{reason}. Wait for its end, or measure with --even-if-busy.")
        result.left_out += [{"name": step.name, "reason": reason} for _, step in steps]
        steps = []
    record = _work(target, steps, options.seconds - (time.monotonic() - begin), result, record)
    names = {step.name for step in wanted}
    fresh = {metric.name for metric in result.metrics}
    metrics = [m for m in record.metrics if m.name in names and m.name in done | fresh]
    report = {
        "device": target.id,
        "model": target.model,
        "versions": record.versions,
        "facts": record.facts,
        "metrics": metrics,
        "left_out": result.left_out,
        "seconds": round(time.monotonic() - begin, 1),
    }
    if options.output == "table" and (names or is_named):
        _print(target.id, target.model, metrics, nominal.of(target), result.left_out)
    return report


def _work(
    target: MeasureTarget,
    steps: Sequence[tuple[str, MeasureStep]],
    seconds: float,
    result: runner.MeasureResult,
    record: store.DeviceRecord,
) -> store.DeviceRecord:
    """Keeps every value as it comes: what is interrupted can be resumed."""
    progress, begin = Progress(), time.monotonic()

    def begun(name: str) -> None:
        done = len(result.metrics) + len(result.left_out)
        bar = "#" * (20 * done // len(steps))
        spent = time.monotonic() - begin
        progress.show(f"{target.id} [{bar:<20}] {done}/{len(steps)} {spent:.0f} s  {name}")

    kept = record

    def finished() -> None:
        nonlocal kept
        new = kept.with_metrics(result.metrics, {**kept.facts, **result.facts})
        if new != kept:
            kept = new
            store.keep(target, kept)

    try:
        if steps:
            runner.measure(target, steps, seconds, result, begun, finished)
    finally:
        progress.done()
    return kept


def listen(text: str) -> int:
    with network.listener(network.place(text)) as server:
        here = network.Endpoint(*server.getsockname()[:2])
        print(f"listening; on the other node: heddle device measure --to {here}", flush=True)
        seen: set[str] = set()

        def greet(address: str) -> None:
            if address not in seen:
                seen.add(address)
                print(f"measured by {address}", flush=True)

        network.serve(server, greet)
    return 0


def measure_way(options: argparse.Namespace) -> int:
    progress, begin = Progress(), time.monotonic()
    seconds = min(options.seconds, network.LONGEST_S / 2)
    peer, metrics = network.measure(network.place(options.to), seconds, progress.show)
    progress.done()
    if options.output == "json":
        seconds = round(time.monotonic() - begin, 1)
        about = {"node": peer.node, "calls_itself": peer.calls_itself}
        print_json({**about, "metrics": metrics, "seconds": seconds})
    else:
        name = f"(calls itself {peer.calls_itself})" if peer.calls_itself else ""
        _print(f"to {peer.node}", name, metrics, {}, [])
    return 0


def show(options: argparse.Namespace) -> int:
    only = [word for word in options.only.split(",") if word]
    ids = [ways.find(word).id for word in options.device]
    records = [record for record in store.records() if not ids or record.device in ids]
    if options.output == "json":
        print_json(records)
        return 0
    if not records:
        print("nothing was measured yet: heddle device measure --device cpu")
    for record in records:
        metrics = [
            m for m in record.metrics if not only or any(plan.means(w, m.name) for w in only)
        ]
        _print(record.device, record.model, metrics, nominal.of_model(record.model), [])
    return 0


def _print(
    device: str,
    model: str,
    metrics: Iterable[Metric],
    promised: dict[str, float],
    left_out: list[dict[str, str]],
) -> None:
    print(clean(f"{device}  {model}".rstrip()))
    rows = [
        (
            f"  {metric.name}",
            f"{metric.value:.4g}" if metric.value < 1000 else f"{metric.value:.0f}",
            metric.unit,
            "N/A" if metric.spread is None else f"{100 * metric.spread:.1f} %",
            metric.count,
            nominal.part(metric, promised),
        )
        for metric in metrics
    ]
    if rows:
        print_table(("  METRIC", "MEDIAN", "UNIT", "SPREAD", "COUNT", "OF NOMINAL"), rows)
    for entry in left_out:
        print(clean(f"  {entry['name']}: left out, {entry['reason']}"))
    print()
