"""Report the health of devices, with reasons and remedies. Exits with 1 if one has failed.

With --watch, print changes as they happen, one line per device and second (at first all that is
known), until interrupted.

examples:
  heddle device health
  heddle device health cuda@0 -o json
  heddle device health --watch
  heddle device health --watch -o json | jq .changes
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict, deque
from typing import Any

from heddle.cli._output import (
    add_output,
    bytes_text,
    clean,
    json_text,
    positive,
    print_json,
    print_table,
    tell_troubles,
)
from heddle.errors import UsageError
from heddle.inventory import cordon
from heddle.inventory.health import Verdict, verdict
from heddle.inventory.host import LiveHost
from heddle.inventory.live import Sampler
from heddle.inventory.machine import look
from heddle.inventory.named import find_component
from heddle.inventory.sample import Sample, facts
from heddle.model.hardware import ACCELERATORS, Component, ComponentProcess

HELP = "say which devices can be trusted with work; exit code 1 if one has failed"
REMEMBERED = 600  #: samples of each component in --watch, against which counters rise


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", nargs="?", metavar="DEVICE", help="one only: name, id or UUID")
    parser.add_argument("--watch", action="store_true", help="write changes as they happen")
    parser.add_argument("--seconds", type=positive, metavar="N", help="with --watch: end after N")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    host = LiveHost()
    machine = look(host)
    tell_troubles(machine)
    only = find_component(options.device, machine.components) if options.device else None
    with Sampler(machine, host) as sampler:
        if options.watch:
            return _watch(sampler, options, only)
        samples = sampler.once()
    rows = []
    for component in machine.components:
        sample = samples.get(component.id)
        if component == only or (only is None and (sample or component.kind in ACCELERATORS)):
            found = verdict(component, [sample] if sample else [])
            rows.append((component, sample, found))
    if options.output == "json":
        print_json([_plain(*row) for row in rows])
    else:
        _show(rows)
    return 1 if any(found.state == "failed" for _, _, found in rows) else 0


def _plain(component: Component, sample: Sample | None, found: Verdict) -> dict[str, Any]:
    return {
        "id": component.id,
        "device": component.device,
        "uuid": component.uuid,
        "kind": component.kind,
        "vendor": component.vendor,
        "model": component.model,
        "verdict": found.state,
        "reasons": found.reasons,
        "cordon": cordon.cordoned(component, time.time()),
        "sample": sample,
    }


def _show(rows: list[tuple[Component, Sample | None, Verdict]]) -> None:
    if not rows:
        print("nothing here can be judged: no accelerator, and no probe that reads anything")
        return
    now = time.time()
    print_table(
        ("DEVICE", "MODEL", "VERDICT", "USED", "MEMORY", "HEAT", "POWER", "PROGRAMS"),
        [(*_cells(component, sample, found, now),) for component, sample, found in rows],
    )
    for component, _, found in rows:
        for reason in found.reasons:
            text = clean(f"{component.name}: {reason.text} [{reason.code}]")
            print(f"\n{text}\n  {reason.remedy}")


def _cells(component: Component, sample: Sample | None, found: Verdict, now: float) -> list[str]:
    known = facts(sample) if sample else {}

    def cell(name: str, unit: str) -> str:
        return f"{known[name]:.0f} {unit}" if name in known else "N/A"

    used = known.get("memory_used_bytes")
    held = cordon.cordoned(component, now)
    return [
        component.name,
        f"{component.vendor}/{component.model}",
        found.state + (" (cordoned)" if held else ""),
        cell("utilisation", "%"),
        "N/A" if used is None else bytes_text(used >> 20 << 20) if used else "0 B",
        cell("temperature_c", "°C"),
        cell("power_w", "W"),
        str(len(known["processes"])) if "processes" in known else "N/A",
    ]


def _watch(sampler: Sampler, options: argparse.Namespace, only: Component | None) -> int:
    histories: dict[str, deque[Sample]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
    verdicts: dict[str, Verdict] = {}
    end = None if options.seconds is None else time.monotonic() + options.seconds
    for changes in sampler.changes():
        if only is not None and only.id not in sampler.samples:
            raise UsageError(
                f"{only.name} reports nothing that could be watched. `heddle device health "
                f"{only.name}` "
                "says what is known of it."
            )
        for id, sample in sampler.samples.items():
            if only is not None and only.id != id:
                continue
            histories[id].append(sample)
            found = verdict(sampler.components[id], histories[id])
            news = dict(changes.get(id, {}))
            told = verdicts.get(id)
            if told is None or _words(told) != _words(found):
                news["verdict"] = found.state
                news["reasons"] = found.reasons
                verdicts[id] = found
            if news:
                _tell(sampler.components[id], news, options.output)
        sys.stdout.flush()
        if end is not None and time.monotonic() >= end:
            break
    return 1 if any(found.state == "failed" for found in verdicts.values()) else 0


def _words(found: Verdict) -> tuple[str, ...]:
    """What makes two verdicts the same: a counter that rises further does not."""
    return (found.state, *(reason.code for reason in found.reasons))


def _tell(component: Component, news: dict[str, Any], output: str) -> None:
    if output == "json":
        line = {"at": time.time(), "id": component.id, "device": component.device, "changes": news}
        print(json_text(line, indent=None))
        return
    reasons = news.pop("reasons", ())
    words = ", ".join(f"{name} {_value(value)}" for name, value in news.items())
    print(clean(f"{time.strftime('%H:%M:%S')}  {component.name:<16}  {words}"))
    for reason in reasons:
        print(f"{'':>10}{clean(reason.text)} [{reason.code}]\n{'':>10}{reason.remedy}")


def _value(value: Any) -> str:
    if value is None:
        return "N/A"
    if isinstance(value, tuple):
        return (
            " ".join(str(each.pid) for each in value if isinstance(each, ComponentProcess))
            or "none"
        )
    return f"{value:.10g}" if isinstance(value, float) else str(value) or "no"
