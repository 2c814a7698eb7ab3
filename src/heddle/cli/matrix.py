"""How fast workloads run on models of devices, learned from runs, and predicted where none was.

A rate is the median of the runs, with the interval that holds it with 95 % probability; confidence
is its low end by its high end. A rate that was never measured is an estimation with a wide
interval. docs/metering.md says how.

examples:
  heddle matrix
  heddle matrix add --workload llama-8b --device h200 --rate 41.5 --unit steps/s --seconds 600
  heddle matrix predict --workload llama-8b          on all models that anything ran on
  heddle matrix predict --workload llama-8b --device a100 --profile training
  heddle matrix forget --workload llama-8b --device h200
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from typing import Any

from heddle.cli.output import add_output, print_json, print_table
from heddle.errors import UsageError
from heddle.metering.estimate import FULL_RUN_S, Estimate
from heddle.metering.level0 import of_facts
from heddle.metering.matrix import Matrix, forget, record, remembered
from heddle.metering.models import facts_of, known_models, model_name
from heddle.metering.observation import Observation
from heddle.metering.units import PROFILES, profile, units

#: Of a model's units, to guess a rate from: half of what a full data sheet gives.
LEAST_CONFIDENCE_MILLI = 250
HELP = "how fast workloads run on models of devices, learned from runs"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="add | predict | forget")
    add = verbs.add_parser("add", help="remember a run")
    add.add_argument("--workload", required=True)
    add.add_argument("--device", required=True, metavar="MODEL", help="h200, nvidia/H200")
    add.add_argument("--rate", required=True, type=float, help="work a second of device time")
    add.add_argument("--unit", required=True, help="what was counted: steps/s, tokens/s")
    add.add_argument("--seconds", type=float, default=FULL_RUN_S, help="that it took (%(default)g)")
    predict = verbs.add_parser("predict", help="rates where the workload never ran as well")
    predict.add_argument("--workload", required=True)
    predict.add_argument("--device", metavar="MODEL", help="this one only")
    predict.add_argument("--all", action="store_true", help="all models that Heddle has facts of")
    predict.add_argument("--profile", default="default", help=", ".join(PROFILES))
    away = verbs.add_parser("forget", help="forget runs of your own")
    away.add_argument("--workload")
    away.add_argument("--device", metavar="MODEL")
    away.add_argument("--all", action="store_true", help="everything")
    for verb in (add, predict, away):
        add_output(verb)


def run(options: argparse.Namespace) -> int:
    return {None: _list, "add": _add, "predict": _predict, "forget": _forget}[options.verb](options)


def _list(options: argparse.Namespace) -> int:
    matrix = remembered()
    cells = sorted({(o.workload, o.device) for o in matrix.observations()})
    if not cells and options.output == "table":
        print("no run is known yet. `heddle matrix add --help` says how to tell one.")
        return 0
    _print(matrix, cells, {}, options.output)
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
            "Tell one: `heddle matrix add --help`."
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
