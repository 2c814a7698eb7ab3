"""The software of a node: whether what is installed satisfies what a job asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from heddle.errors import UsageError

_WANTED = re.compile(r"\s*([\w.+-]+?)\s*(?:(>=|==|<=|>|<)\s*([\d.]+))?\s*")
_INSTALLED = re.compile(r"\s*([\w.+-]+?)(?:[ =]+([\d.]+))?\s*")


def stack_holds(installed: Iterable[str], wanted: str) -> bool:
    """Whether what is installed ("cuda 12.4") satisfies what is wanted ("cuda>=12.1").

    :raises UsageError: if what is wanted cannot be read
    """
    said = _WANTED.fullmatch(wanted)
    if said is None:
        raise UsageError(f"software {wanted!r} cannot be read: say `cuda` or `cuda>=12.4`")
    name, operator, version = said.groups()
    for entry in installed:
        have = _INSTALLED.fullmatch(entry)
        if have is None or have[1] != name:
            continue
        if operator is None:
            return True
        if have[2] is not None and _compare(have[2], operator, version):
            return True
    return False


def _compare(have: str, operator: str, wanted: str) -> bool:
    """Only as many numbers count as are wanted: 12.4.1 is == 12.4."""
    right = [int(part) for part in wanted.split(".") if part]
    left = [int(part) for part in have.split(".") if part][: len(right)]
    left += [0] * (len(right) - len(left))
    return {
        ">=": left >= right,
        "<=": left <= right,
        "==": left == right,
        ">": left > right,
        "<": left < right,
    }[operator]


def stack_doubt(installed: Iterable[str], wanted: str) -> str:
    """To go on with behind "is not installed", where that is not certain."""
    said = _WANTED.fullmatch(wanted)
    found = [have for entry in installed if (have := _INSTALLED.fullmatch(entry))]
    if not found:
        return ", as far as is known: the node says nothing of its software"
    if said is not None and any(have[1] == said[1] and have[2] is None for have in found):
        return ", as far as is known: its version is not"
    return ""
