"""Rate the devices: raw values, a score for each category, and one from 0 to 10.

0 to 3 means avoid, 4 to 7 optional, 8 to 10 prefer. Without --total, current use by others is
subtracted. Measured values (`heddle device measure`) take precedence over the vendor's figures;
missing values are listed and lower the confidence. With --units, devices are counted in one
currency instead: 1000 units are one NVIDIA A100 80GB. docs/reference/metering.md has every rule.

examples:
  heddle device score
  heddle device score cuda@0 --level 0
  heddle device score --total --level 1
  heddle device score --units --profile inference
  heddle device score --units --workload llama-8b  by its measured rates (`heddle device matrix`)
  heddle device score -o json                      in the fields of IETF CATS
  heddle device score --machine machine.json       another machine, from its record
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from heddle.cli._output import add_output, complain, print_json, print_table, tell_troubles
from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.inventory.host import LiveHost, load
from heddle.inventory.listing import accelerators
from heddle.inventory.live import Sampler
from heddle.inventory.machine import look
from heddle.inventory.named import find_component
from heddle.inventory.site import measured_network
from heddle.metering.level0 import level0, of_facts, of_measured, of_network
from heddle.metering.matrix import remembered
from heddle.metering.models import facts_of, facts_of_part, model_name
from heddle.metering.record import MetricRecord
from heddle.metering.scores import Score, Scores, band, scores
from heddle.metering.units import PROFILES, Units, by_throughput, profile, units
from heddle.model.hardware import Component, Machine, Reading
from heddle.model.metric import Metric
from heddle.system import state

HELP = "rate the devices, from 0 to 10 or in compute units"
#: How long one look at a device looks, as the inventory does once a second.
WINDOW_S = 1
HEADS = ("DEVICE", "CATEGORY", "SCORE", "ADVICE", "CONFIDENCE", "USED", "MISSING")


@dataclass(frozen=True, slots=True)
class ScoredDevice:
    """One device and what it is worth."""

    component: Component
    model: str  #: vendor/model, as the facts spell it
    records: list[MetricRecord]
    scores: Scores

    @property
    def metrics(self) -> list[Metric]:
        return [record.metric for record in self.records if record.metric]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", nargs="?", metavar="DEVICE", help="one only: name, id or UUID")
    parser.add_argument("--level", type=int, choices=(0, 1, 2), help="this level of CATS only")
    parser.add_argument("--total", action="store_true", help="whatever others use now")
    parser.add_argument("--units", action="store_true", help="in normalised compute units")
    parser.add_argument("--profile", default="default", help=f"{', '.join(PROFILES)}")
    parser.add_argument("--workload", metavar="W", help="units by this workload's measured rates")
    parser.add_argument("--machine", metavar="FILE", type=Path, help="read a record instead")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    profile(options.profile)
    found = _find(options)
    worth = _worth(found, options) if options.units or options.workload else {}
    if options.output == "json":
        print_json([_plain(each, worth.get(each.component.id), options.level) for each in found])
    elif not found:
        print("no accelerator found (the soft XPU is switched off by SOFTXPU_DEVICES)")
    elif worth:
        _show_units(found, worth)
    else:
        {None: _show, 0: _show_raw, 1: _show_categories, 2: _show_total}[options.level](found)
    return 0


def _find(options: argparse.Namespace) -> list[ScoredDevice]:
    host = load(options.machine) if options.machine else LiveHost()
    machine = look(host)
    tell_troubles(machine)
    listed = accelerators(machine, [] if options.machine else apis.devices(complain))
    here = [replace(entry.component, device=entry.id) for entry in listed]
    measured = [] if options.machine else state.read("measured")
    network = [] if options.machine else of_network(measured_network())
    cpus = [component for component in machine.components if component.kind == "cpu"]
    if options.device:
        wanted = [find_component(options.device, [*here, *cpus])]
    else:
        wanted = here + [cpu for cpu in cpus if of_measured(cpu, measured, node=False)]
    readings: dict[str, Reading | None] = {}
    if not options.machine and not options.total:
        with Sampler(machine, host) as sampler:
            readings = {id: sample.reading for id, sample in sampler.once().items()}
    edition = "total" if options.total or options.machine else "available"
    found = []
    for component in wanted:
        model, nominal = _nominal(component, machine)
        reading, metrics = readings.get(component.id), of_measured(component, measured)
        records = level0(component, nominal, reading, [*metrics, *network], WINDOW_S)
        known = [record.metric for record in records if record.metric]
        found.append(ScoredDevice(component, model, records, scores(known, edition)))
    return found


def _nominal(component: Component, machine: Machine) -> tuple[str, dict[str, Any]]:
    """The model and its figures; a partition is a model of its own."""
    model = model_name(f"{component.vendor}/{component.model}")
    if "partition" not in component.attributes:
        return model, facts_of(model, component.memory_bytes)
    whole = next((c for c in machine.components if c.id == component.parent), component)
    facts = facts_of_part(facts_of(model, whole.memory_bytes), component, whole)
    return f"{model} {component.attributes['partition']}", facts if whole != component else {}


def _worth(found: list[ScoredDevice], options: argparse.Namespace) -> dict[str, Units]:
    worth = {each.component.id: units(each.metrics, options.profile) for each in found}
    if not options.workload:
        return worth
    matrix = remembered()
    rates = matrix.measured(options.workload)
    if not rates:
        known = ", ".join(matrix.workloads()) or "none"
        raise UsageError(
            f"no run of workload {options.workload!r} is known. Known workloads: {known}. "
            "Record one: `heddle device matrix create --help`."
        )
    by_model = {model: units(of_facts(facts_of(model)), options.profile).value for model in rates}
    by_model |= {each.model: worth[each.component.id].value for each in found}
    counted = by_throughput(rates, {model: value for model, value in by_model.items() if value})
    for each in found:
        if (value := counted.get(each.model)) is not None:
            rate = matrix.rate(options.workload, each.model)
            worth[each.component.id] = Units(
                value,
                f"workload {options.workload}",
                rate.confidence_milli,
                note=rate.reason,
            )
    return worth


def _plain(each: ScoredDevice, worth: Units | None, level: int | None) -> dict[str, Any]:
    levels = {
        0: ("L0", [{**record.fields(), "metric": record.metric} for record in each.records]),
        1: ("L1", [_score(s) for s in (*each.scores.categories, each.scores.composed)]),
        2: ("L2", _score(each.scores.total)),
    }
    return {
        "device": each.component.name,
        "id": each.component.id,
        "uuid": each.component.uuid,
        "model": each.model,
        "edition": each.scores.edition,
        **{name: value for n, (name, value) in levels.items() if level in (None, n)},
        **({"units": worth} if worth else {}),
    }


def _score(score: Score) -> dict[str, Any]:
    plain = asdict(score)
    for name in ("metric_type", "level"):  # among the fields, by the draft's names
        del plain[name]
    return {**score.record.fields(), "advice": band(score.value), **plain}


def _number(value: float | None) -> str:
    return "N/A" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def _percent(milli: int) -> str:
    return f"{milli / 10:.0f} %"


def _show(found: list[ScoredDevice]) -> None:
    heads = ["DEVICE", "MODEL", "SCORE", "ADVICE", "CONFIDENCE"]
    heads += [score.category.upper() for score in found[0].scores.categories]
    rows = []
    for each in found:
        total = each.scores.total
        row = [each.component.name, each.model, _number(total.value), band(total.value)]
        row += [_percent(total.confidence_milli)]
        rows.append(row + [_number(score.value) for score in each.scores.categories])
    print_table(heads, rows)
    if unknown := [each.component.name for each in found if each.scores.total.value is None]:
        print(
            f"\nhow fast {', '.join(unknown)} computes is not known: `heddle device measure` "
            "finds out"
        )


def _show_raw(found: list[ScoredDevice]) -> None:
    rows = [
        (
            each.component.name,
            m.name,
            _number(m.value),
            m.unit,
            m.source,
            *(("N/A", "N/A") if m.source == "nominal" else (m.statistic, m.count)),
        )
        for each in found
        for m in each.metrics
    ]
    print_table(("DEVICE", "METRIC", "VALUE", "UNIT", "SOURCE", "STATISTIC", "COUNT"), rows)


def _show_categories(found: list[ScoredDevice]) -> None:
    rows = [(e, s) for e in found for s in (*e.scores.categories, e.scores.composed)]
    print_table(HEADS, [_row(*row) for row in rows])


def _show_total(found: list[ScoredDevice]) -> None:
    print_table(HEADS, [_row(each, each.scores.total) for each in found])
    for each in found:
        if each.scores.total.note:
            print(f"{each.component.name}: {each.scores.total.note}")


def _row(each: ScoredDevice, score: Score) -> tuple[object, ...]:
    return (
        each.component.name,
        score.category,
        _number(score.value),
        band(score.value),
        _percent(score.confidence_milli),
        ", ".join(f"{used.input} ({used.source})" for used in score.used) or "-",
        ", ".join(score.missing) or "-",
    )


def _show_units(found: list[ScoredDevice], worth: dict[str, Units]) -> None:
    rows = [
        (
            each.component.name,
            each.model,
            _number(mine.value),
            mine.profile,
            _percent(mine.confidence_milli),
            mine.note
            or ", ".join(f"{u.input} x{u.ratio:.3g} ({u.source})" for u in mine.used)
            or "-",
            ", ".join(mine.missing) or "-",
        )
        for each in found
        for mine in [worth[each.component.id]]
    ]
    print_table(("DEVICE", "MODEL", "UNITS", "FOR", "CONFIDENCE", "USED", "MISSING"), rows)
