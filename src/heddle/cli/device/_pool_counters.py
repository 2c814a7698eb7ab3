"""The devices of this machine as one pool: capacity, what is effective, free and fragmented."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from heddle.cli._output import print_json, print_table
from heddle.model.partition import amount
from heddle.model.pool import Tally

SHOWN = ("capacity", "effective", "free", "fragmented")
WIDE = (
    "capacity",
    "overhead",
    "foreign",
    "effective",
    "booked",
    "jobs",
    "unbooked",
    "free",
    "fragmented",
)


def show(output: str) -> int:
    from heddle.cli.device import _job_claims
    from heddle.virt.pool import pool

    devices, models = pool(_job_claims.held())
    if output == "json":
        print_json(
            {
                "devices": [asdict(each) for each in devices],
                "models": [asdict(each) for each in models],
            }
        )
        return 0
    if not devices:
        print("no accelerator is here. `heddle device ls` says what was looked for.")
        return 0
    lines = WIDE if output == "wide" else SHOWN
    heads = list(dict.fromkeys(name for each in devices for name in each.counters))
    shown = [
        (each.device, f"{each.mode}, cordoned" if each.cordoned else each.mode, each.counters)
        for each in devices
    ]
    _show("DEVICE", shown, heads, lines)
    print()
    _show("MODEL", [(m.model, f"{m.devices}x", m.counters) for m in models], heads, lines)
    return 0


def _show(
    first: str,
    things: Sequence[tuple[str, str, Mapping[str, Tally]]],
    heads: Sequence[str],
    lines: Sequence[str],
) -> None:
    """A block of lines for each, with its counters as columns."""
    rows = []
    for name, what, counters in things:
        for at, line in enumerate(lines):
            cells = (_cell(head, counters.get(head), line) for head in heads)
            rows.append((*((name, what) if not at else ("", "")), line, *cells))
    titles = (head.upper().replace("_", "-") for head in heads)
    print_table((first, "MODE" if first == "DEVICE" else "HAS", "", *titles), rows)


def _cell(counter: str, tally: Tally | None, line: str) -> str:
    if tally is None:
        return "-"
    value = getattr(tally, line)
    plain = counter not in ("compute", "memory")
    return str(value) if plain else amount(counter, value)
