"""Templates, and the words for times, durations and shares."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from heddle.model.job import WHOLE

FOLDER = Path(__file__).with_name("templates")
NA = "N/A"


def environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(
        when=when,
        lasted=lasted,
        whole=whole,
        gib=gib,
        part=part,
        word=word,
        way=way,
        paid=paid,
        joules=joules,
    )
    found.globals["percent"] = percent
    return found


def when(at_ms: int | None) -> Markup:
    """In UTC; a script shows it in the reader's own zone, in as many characters."""
    if at_ms is None:
        return Markup(NA)
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return Markup('<time datetime="{}" data-ms="{}">{}</time>').format(
        at.isoformat(timespec="seconds"), at_ms, f"{at:%Y-%m-%d %H:%M:%S}"
    )


def lasted(ms: int | None) -> str:
    """The two largest units."""
    if ms is None:
        return NA
    seconds, rest = divmod(max(ms, 0), 1000)
    if seconds < 10:
        return f"{seconds}.{rest // 100} s"
    units = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))
    first = next(i for i, (_, size) in enumerate(units) if seconds >= size)
    said: list[str] = []
    for name, size in units[first : first + 2]:
        count, seconds = divmod(seconds, size)
        if count or not said:
            said.append(f"{count} {name}")
    return " ".join(said)


def whole(milli: int) -> str:
    """Thousandths as a number of devices or cores."""
    return f"{milli / WHOLE:,.3f}".rstrip("0").rstrip(".")


def gib(mib: int) -> str:
    return f"{mib / 1024:,.0f} GiB" if mib >= 1024 else f"{mib} MiB"


def paid(costs: Mapping[str, int], currency: str) -> str:
    """Millionths of a currency, to four digits; nothing is a dash."""
    return f"{costs[currency] // 100 / 10**4:,.4f}" if currency in costs else "—"


def joules(millijoules: int | None) -> str:
    """What nobody measured is a dash."""
    return "—" if millijoules is None else f"{millijoules / 1000:,.1f} J"


def percent(some: float, of: float) -> str:
    return f"{100 * some / of:.0f} %" if of else NA


def part(milli: int) -> str:
    """Thousandths of one device."""
    return f"{milli / 10:g} %"


def word(text: str) -> str:
    """As one part of an address."""
    return quote(text, safe="")


def way(text: str) -> str:
    """As several parts of an address: a tenant."""
    return quote(text, safe="/")


def translate(texts: Mapping[str, str], key: str, facts: Mapping[str, Any]) -> str:
    return texts[key].format(**facts) if facts else texts[key]
