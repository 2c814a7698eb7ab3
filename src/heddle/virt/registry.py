"""The book: which partitions there are, and how much more memory than there is may be promised.

A JSON file of the state folder. root's applies to all users of the machine, a user's to that user.
Only its creator changes and enters a partition: its limits are enforced in that user's
table. Every change, and every entry, holds a lock from the check to the write.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from typing import Any

from heddle.errors import UsageError, did_you_mean
from heddle.model.metric import is_number
from heddle.model.partition import ONCE, Partition
from heddle.system import state
from heddle.system.lock import alone as lock

FILE = "partitions"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,62}")
MOST_FACTOR = 100 * ONCE


def check_name(name: str) -> None:
    """:raises UsageError: if no partition can be called so; numbers are programs"""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is not a partition name: a letter, then letters, digits, '.', '_' or "
            "'-', 63 at most."
        )


def load() -> list[Partition]:
    """All that are remembered, the machine's first."""
    found = state.read(FILE)
    if not all(_is_whole(held) for held in found):
        state.warn(
            f"a part of {FILE}.json in {' or '.join(state.folders())} is invalid: a device may "
            "be promised that is not listed. Fix the file."
        )
    return [each for held in found for each in _partitions(held)]


def factors() -> dict[str, int]:
    """Thousandths of a device's memory that may be promised, by UUID, where it is not all of it
    once."""
    return {uuid: value for held in state.read(FILE) for uuid, value in _factors(held).items()}


def stamp() -> tuple[tuple[int, int, int] | None, ...]:
    """Another one whenever the book was written; cheap, for callers that look often."""
    found: list[tuple[int, int, int] | None] = []
    for place in state.folders():
        try:
            its = os.stat(os.path.join(place, f"{FILE}.json"))
        except OSError:
            found.append(None)
        else:
            found.append((its.st_mtime_ns, its.st_size, its.st_ino))
    return tuple(found)


def find(name: str) -> Partition:
    """:raises UsageError: if there is none; it names the nearest"""
    there = load()
    for each in there:
        if each.name == name:
            return each
    names = [each.name for each in there]
    hint = did_you_mean(name, names, 0.5)
    have = ", ".join(names) or "none"
    raise UsageError(
        f"no partition {name!r}.{hint} There are: {have}. See `heddle device partition ls`."
    )


def of_program(program: int) -> Partition | None:
    """The partition of this user whose slot in the table this is, as far as the book knows."""
    own = (each for each in load() if each.owner == os.getuid())
    return next((each for each in own if program and each.program == program), None)


def find_own(name: str) -> Partition:
    """:raises UsageError: if there is none, or it is another user's"""
    found = find(name)
    if found.owner != os.getuid():
        raise UsageError(
            f"partition {name} is user {found.owner}'s, and its limits hold in that user's table. "
            "Run as that user, or make one of your own: `heddle device partition create`."
        )
    return found


def alone() -> AbstractContextManager[None]:
    """A lock from reading the book to writing it."""
    return lock(".partitions.alone", "keep the book of partitions")


def put(partition: Partition) -> None:
    """Writes it, in place of the one of that name.

    :raises HeddleError: if it cannot be written
    """

    def changed(there: list[Partition]) -> list[Partition]:
        names = [each.name for each in there]
        if partition.name not in names:
            return [*there, partition]
        return [partition if each.name == partition.name else each for each in there]

    _change(changed)


def drop(name: str) -> None:
    """:raises HeddleError: if it cannot be written"""
    _change(lambda there: [each for each in there if each.name != name])


def entered(partition: Partition, program: int, made_ns: int) -> Partition:
    """Remembers the slot in the table."""
    now = replace(partition, program=program, program_made_ns=made_ns)
    put(now)
    return now


def set_factor(uuid: str, factor: int) -> None:
    """:raises HeddleError: if it cannot be written"""

    def changed(held: Any) -> Any:
        others = {key: value for key, value in _factors(held).items() if key != uuid}
        return _file(_entries(held), {**others, uuid: factor} if factor != ONCE else others)

    state.update(FILE, changed)


def _change(change: Callable[[list[Partition]], list[Partition]]) -> None:
    def changed(held: Any) -> Any:
        strange = [entry for entry in _entries(held) if _partition(entry) is None]
        new = [asdict(each) for each in change(_partitions(held))]
        return _file([*new, *strange], _factors(held))

    state.update(FILE, changed)


def _file(entries: list[Any], factors: Mapping[str, int]) -> Any:
    found = {"partitions": entries, "memory_factor_milli": dict(factors)}
    return found if entries or factors else None


def _entries(held: Any) -> list[Any]:
    entries = held.get("partitions") if isinstance(held, dict) else None
    return entries if isinstance(entries, list) else []


def _partitions(held: Any) -> list[Partition]:
    return [each for entry in _entries(held) if (each := _partition(entry)) is not None]


def _factors(held: Any) -> dict[str, int]:
    found = held.get("memory_factor_milli") if isinstance(held, dict) else None
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: v for key, v in pairs if _count(v) and ONCE <= v <= MOST_FACTOR}


def _is_whole(held: Any) -> bool:
    return isinstance(held, dict) and len(_partitions(held)) == len(_entries(held))


def _partition(entry: Any) -> Partition | None:
    """Without what a newer Heddle may have added; None if it is not a partition."""
    if not isinstance(entry, dict):
        return None
    try:
        found = Partition(**{n: entry[n] for n in Partition.__slots__ if n in entry})
    except TypeError:
        return None
    words = (found.name, found.device, found.uuid, found.kind, found.tenant)
    counts = (found.share, found.cap, found.memory_mib, found.owner, found.program)
    good = (
        all(isinstance(word, str) for word in words)
        and all(map(_count, (*counts, found.program_made_ns)))
        and isinstance(found.priority, int)
        and isinstance(found.alone, bool)
        and is_number(found.since)
        and _table(found.takes, _count)
        and _table(found.found, lambda value: isinstance(value, str))
    )
    return found if good else None


def _table(value: Any, is_good: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(is_good, value.values()))


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
