"""What earlier versions have written, and how answers of now are compared with theirs."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

#: Counters, what is made anew each time, and sentences for people: their type counts.
MADE = {"deadline", "detail", "epoch", "id", "key", "last", "next", "number", "store", "text",
        "token", "version"}  # fmt: skip
MADE_ENDS = ("_ms", "_us", "_s", "_bytes")
#: Within a text: the id of a token, or what stands for one in the recording.
TOKEN_ID = re.compile(r"\b[0-9a-f]{12}\b|{{\w+}}")
#: Since 0.2 people are known by their id, `ann@acme`; they were by their name (CHANGELOG).
PEOPLE = {"user", "actor", "by"}


def lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def differences(
    old: Any, new: Any, at: str = "", *, free: Collection[str] = (), exact: bool = False
) -> list[str]:
    """What a client of before would miss in an answer of now: a field, its type or its value.
    Fields may be added, and what was null may be known. What is `free` need only be there. Where
    it is not `exact`, what is made anew each time may be another."""
    if old is None:
        return []
    name = at.rpartition(".")[2].partition("[")[0]
    if name in free:
        return []
    if type(old) is not type(new):
        return [f"{at}: {old!r} is now {new!r}"]
    if isinstance(old, dict):
        found = [f"{at}.{name}: is gone" for name in old if name not in new]
        for name in old.keys() & new.keys():
            found += differences(old[name], new[name], f"{at}.{name}", free=free, exact=exact)
        return found
    if isinstance(old, list):
        if len(old) != len(new):
            return [f"{at}: there were {len(old)}, and now are {len(new)}: {old} {new}"]
        found, pairs = [], enumerate(zip(old, new, strict=True))
        for n, (a, b) in pairs:
            found += differences(a, b, f"{at}[{n}]", free=free, exact=exact)
        return found
    if old == new or (not exact and (name in MADE or name.endswith(MADE_ENDS))):
        return []
    if isinstance(old, str) and TOKEN_ID.sub("", old) == TOKEN_ID.sub("", new):
        return []
    if name in PEOPLE and new.startswith(f"{old}@"):
        return []
    return [f"{at}: {old!r} is now {new!r}"]
