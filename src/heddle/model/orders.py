"""What a person wants done to a program of another node: told to the node at its next beat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heddle.errors import UsageError

HOLD, RELEASE, SET = "hold", "release", "set"
VERBS = (HOLD, RELEASE, SET)
#: What `set` may change, as `heddle.hint` calls it.
SETTINGS = ("priority", "deadline", "share", "cap", "weight", "quantum")


@dataclass(frozen=True, slots=True)
class ProgramOrder:
    """One of them. `number` is another one each time: a node that is told twice acts once."""

    number: str
    verb: str
    program: int
    settings: Mapping[str, Any] = field(default_factory=dict)  #: of `set`


def plain_order(order: ProgramOrder) -> dict[str, Any]:
    named = ("number", "verb", "program")
    said: dict[str, Any] = {name: getattr(order, name) for name in named}
    return said | ({"settings": dict(order.settings)} if order.settings else {})


def read_order(said: Mapping[str, Any]) -> ProgramOrder:
    """:raises UsageError: if it is invalid"""
    number, verb, program = said.get("number"), said.get("verb"), said.get("program")
    settings = said.get("settings", {})
    if not isinstance(number, str) or verb not in VERBS or not isinstance(program, int):
        raise UsageError(f"an order needs a number, a verb ({', '.join(VERBS)}) and a program.")
    if not isinstance(settings, Mapping) or not settings.keys() <= set(SETTINGS):
        raise UsageError(f"settings: only {', '.join(SETTINGS)} can be set.")
    return ProgramOrder(number, verb, program, settings)
