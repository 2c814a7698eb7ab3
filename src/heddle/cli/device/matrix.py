"""How fast workloads run on models of devices, learned from runs, and predicted where none was.

A rate is the median of the runs, with the interval that holds it with 95 % probability; confidence
is its low end by its high end. A rate that was never measured is an estimation with a wide
interval. docs/reference/metering.md says how.

The control plane learns by itself, from the jobs that it runs, and chooses among their alternatives
by it: --jobs shows these rates.

examples:
  heddle device matrix
  heddle device matrix --jobs             what the control plane has learned from jobs
  heddle device matrix run --workload resnet50 --work 500 --unit steps/s -- python3 train.py
  heddle device matrix create --workload llama-8b --device h200 --rate 41.5 --unit steps/s
  heddle device matrix predict --workload llama-8b  on all models that anything ran on
  heddle device matrix predict --workload llama-8b --device a100 --profile training
  heddle device matrix rm --workload llama-8b --device h200
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from typing import Any

from heddle.cli._output import add_verbs, complain, positive, print_json, print_table
from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.launch.watched import run_watched
from heddle.metering.estimate import FULL_RUN_S, Estimate
from heddle.metering.level0 import of_facts
from heddle.metering.matrix import Matrix, forget, record, record_run, remembered
from heddle.metering.models import facts_of, known_models, model_name
from heddle.metering.observation import Observation
from heddle.metering.units import PROFILES, profile, units
from heddle.model.device import find_device

#: Of a model's units, to guess a rate from: half of what a full data sheet gives.
LEAST_CONFIDENCE_MILLI = 250
HELP = "how fast workloads run on models of devices, learned from runs"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "all rates (the default)",
        "run": "run a command under Heddle, and remember its rate",
        "create": "remember a run that was measured elsewhere",
        "predict": "rates where the workload never ran as well",
        "rm": "forget runs of your own",
    }
    all_, learn, add, predict, away = add_verbs(parser, verbs)
    parser.add_argument("--jobs", action="store_true", help="of jobs, from the control plane")
    # Without a default of its own, the verb would take back what was said before it.
    all_.add_argument(
        "--jobs", action="store_true", default=argparse.SUPPRESS, help="of jobs, from the control "
        "plane",
    )  # fmt: skip
    learn.add_argument("--workload", required=True)
    learn.add_argument("--device", help="as of heddle run: soft@gpu, cuda@0")
    learn.add_argument("--work", type=positive, default=1, help="how much it does (one run)")
    learn.add_argument("--unit", default="runs/s", help="of what: steps/s, tokens/s (runs/s)")
    learn.add_argument("command", nargs=argparse.REMAINDER, metavar="-- CMD ...")
    add.add_argument("--workload", required=True)
    add.add_argument("--device", required=True, metavar="MODEL", help="h200, nvidia/H200")
    add.add_argument("--rate", required=True, type=positive, help="work a second of device time")
    add.add_argument("--unit", required=True, help="what was counted: steps/s, tokens/s")
    add.add_argument(
        "--seconds", type=positive, default=FULL_RUN_S, help="that it took (%(default)g)"
    )
    predict.add_argument("--workload", required=True)
    predict.add_argument("--device", metavar="MODEL", help="this one only")
    predict.add_argument("--all", action="store_true", help="all models that Heddle has facts of")
    predict.add_argument("--profile", default="default", help=", ".join(PROFILES))
    away.add_argument("--workload")
    away.add_argument("--device", metavar="MODEL")
    away.add_argument("--all", action="store_true", help="everything")


def run(options: argparse.Namespace) -> int:
    verbs = {
        None: _list,
        "ls": _list,
        "run": _run,
        "create": _add,
        "predict": _predict,
        "rm": _forget,
    }
    return verbs[options.verb](options)


def _list(options: argparse.Namespace) -> int:
    if options.jobs:
        return _jobs(options.output)
    matrix = remembered()
    cells = sorted({(o.workload, o.device) for o in matrix.observations()})
    if not cells and options.output == "table":
        print("no run is known yet. `heddle device matrix create --help` says how to tell one.")
        return 0
    _print(matrix, cells, {}, options.output)
    return 0


def _jobs(output: str) -> int:
    from heddle.client import where

    with where.find() as client:
        found = client.matrix()["cells"]
    if output == "json":
        print_json(found)
        return 0
    if not found:
        print("no run of a job is known yet: the control plane learns when jobs end well.")
        return 0
    rows = [
        (
            *(each["tenant"], each["workload"], each["devices"], _number(each["rate"])),
            *(_number(each["low"]), _number(each["high"]), each["unit"], each["runs"]),
            f"{each['confidence_milli'] / 10:.0f} %",
        )
        for each in found
    ]
    heads = ("TENANT", "WORKLOAD", "DEVICES", "RATE", "LOW", "HIGH", "UNIT", "RUNS", "CONFIDENCE")
    print_table(heads, rows)
    return 0


def _run(options: argparse.Namespace) -> int:
    """The command's words go to stdout as ever, so ours go to stderr."""
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise UsageError("say what to run behind --: heddle device matrix run --workload W -- CMD")
    remembered().check_unit(options.workload, options.unit)  # before hours of work are for nothing
    seen = run_watched(command, options.device)
    if seen.exit_code:
        complain(f"it ended with {seen.exit_code}: nothing is remembered")
        return seen.exit_code
    if len(seen.devices) != 1 or not seen.device_seconds:
        used = ", ".join(seen.devices) or "no device"
        raise UsageError(
            f"it used {used}: a rate is for one device. Choose one with --device, and see "
            "`heddle admin check` if it should have used one."
        )
    model = find_device(seen.devices[0], apis.devices(lambda error: None)).model
    found = record_run(*(options.workload, model, options.work, seen.device_seconds, options.unit))
    complain(
        f"{found.workload} on {found.device}: {found.rate:.4g} {found.unit} "
        f"({seen.device_seconds:.2f} s of the device)"
    )
    return 0


def _add(options: argparse.Namespace) -> int:
    device, now = model_name(options.device), time.time()
    record(Observation(options.workload, device, options.rate, options.unit, options.seconds, now))
    _print(remembered(), [(options.workload, device)], {}, options.output)
    return 0


def _predict(options: argparse.Namespace) -> int:
    profile(options.profile)
    matrix = remembered()
    if options.workload not in matrix.workloads():
        known = ", ".join(matrix.workloads()) or "none"
        raise UsageError(
            f"no run of workload {options.workload!r} is known. Known workloads: {known}. "
            "Record one: `heddle device matrix create --help`."
        )
    worth = {}
    for name in known_models():
        found = units(of_facts(facts_of(name)), options.profile)
        if found.value and found.confidence_milli >= LEAST_CONFIDENCE_MILLI:
            worth[name] = found.value
    devices = sorted({*matrix.devices(), *(worth if options.all else ())})
    if options.device:
        devices = [model_name(options.device)]
    _print(matrix, [(options.workload, device) for device in devices], worth, options.output)
    return 0


def _forget(options: argparse.Namespace) -> int:
    if options.all == bool(options.workload or options.device):
        raise UsageError("say what to forget: --workload, --device or both; or --all.")
    device = model_name(options.device) if options.device else None
    forgotten = forget(options.workload, device)
    if options.output == "json":
        print_json({"forgotten": forgotten})
    else:
        print(f"{forgotten} run{'s' * (forgotten != 1)} forgotten")
    return 0


def _print(
    matrix: Matrix, cells: list[tuple[str, str]], worth: dict[str, int], output: str
) -> None:
    now = time.time()
    found = [(w, d, matrix.rate(w, d, worth, now)) for w, d in cells]
    if output == "json":
        print_json([_plain(*each) for each in found])
        return
    rows = [
        (
            *(workload, device, _number(e.value), _number(e.low), _number(e.high), e.unit, e.count),
            *(f"{e.confidence_milli / 10:.0f} %", e.source if e.value else "N/A", e.reason),
        )
        for workload, device, e in found
    ]
    heads = ("WORKLOAD", "MODEL", "RATE", "LOW", "HIGH", "UNIT", "RUNS", "CONFIDENCE", "SOURCE")
    print_table((*heads, "WHY"), rows)


def _plain(workload: str, device: str, found: Estimate) -> dict[str, Any]:
    derived = {"milli": found.milli, "confidence_milli": found.confidence_milli}
    return {"workload": workload, "device": device, **asdict(found), **derived}


def _number(value: float | None) -> str:
    return "N/A" if value is None else f"{value:.4g}"
