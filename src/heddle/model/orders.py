"""What a person wants of another node, told to it at its next beat: that something is done to a
program of it, or what it sees there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heddle.errors import UsageError

HOLD, RELEASE, SET = "hold", "release", "set"
LOOK, EXPLAIN, TRACE = "look", "explain", "trace"  #: change nothing, and have an answer
VERBS = (HOLD, RELEASE, SET, LOOK, EXPLAIN, TRACE)
#: What `set` may change, as `heddle.hint` calls it; and what `trace` has to know.
SETTINGS = ("priority", "deadline", "share", "cap", "weight", "quantum", "memory")
TRACE_SETTINGS = ("seconds",)
LONGEST_TRACE_S = 60.0
LARGEST_ANSWER = 700 << 10  #: bytes, packed: it travels in a beat


@dataclass(frozen=True, slots=True)
class NodeOrder:
    """One of them. `number` is another one each time: a node that is told twice acts once."""

    number: str
    verb: str
    program: int = 0  #: 0: of all
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def takes_s(self) -> float:
        return float(self.settings["seconds"]) if self.verb == TRACE else 0.0


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What came of one."""

    error: str = ""
    answer: str = ""  #: packed; empty where nothing was asked


def plain_order(order: NodeOrder) -> dict[str, Any]:
    named = ("number", "verb", "program")
    said: dict[str, Any] = {name: getattr(order, name) for name in named}
    return said | ({"settings": dict(order.settings)} if order.settings else {})


def read_order(said: Mapping[str, Any]) -> NodeOrder:
    """:raises UsageError: if it is invalid"""
    number, verb, program = said.get("number"), said.get("verb"), said.get("program")
    settings = said.get("settings", {})
    if not isinstance(number, str) or verb not in VERBS or not isinstance(program, int):
        raise UsageError(f"an order needs a number, a verb ({', '.join(VERBS)}) and a program.")
    known = TRACE_SETTINGS if verb == TRACE else SETTINGS
    if not isinstance(settings, Mapping) or not settings.keys() <= set(known):
        raise UsageError(f"settings: of {verb}, only {', '.join(known)} can be given.")
    if verb == TRACE:
        check_seconds(settings.get("seconds"))
    return NodeOrder(number, verb, program, settings)


def check_seconds(seconds: object) -> float:
    """:raises UsageError: if no node records for that long"""
    if isinstance(seconds, int | float) and 0.01 <= seconds <= LONGEST_TRACE_S:
        return float(seconds)
    raise UsageError(
        f"seconds: a recording of another node has 0.01 to {LONGEST_TRACE_S:g} s, not "
        f"{seconds!r:.20}."
    )


def plain_result(result: OrderResult) -> dict[str, str]:
    return {"error": result.error} | ({"answer": result.answer} if result.answer else {})


def read_result(said: object) -> OrderResult:
    """:raises UsageError: if it is invalid"""
    if not isinstance(said, Mapping) or not said.keys() <= {"error", "answer"}:
        raise UsageError("done: an object with an error and an answer, by order.")
    error, answer = said.get("error", ""), said.get("answer", "")
    if not isinstance(error, str) or not isinstance(answer, str) or len(answer) > LARGEST_ANSWER:
        raise UsageError(
            f"done: an error and an answer are texts, the answer of {LARGEST_ANSWER >> 10} KiB "
            "at most."
        )
    return OrderResult(error, answer)
