"""What a job file says of its terminal."""

from __future__ import annotations

from dataclasses import replace

from heddle.model.quantity import DURATION
from heddle.spec.section import Section

KEYS = ("idle",)
USUAL_S = 1800
_IDLE = replace(DURATION, name="an idle time", least=1)


def terminal(section: Section, shape: str) -> int | None:
    """After how many seconds without use it ends; None: there is no terminal."""
    node = section.nodes.get("terminal")
    if node is None:
        return None
    if shape not in ("single", ""):
        rule = f"terminal: only a single job has one, and this one is {shape}."
        section.refuse(section.at("terminal"), rule)
    return Section(node, section.source, "terminal", KEYS).read("idle", _IDLE.parse, USUAL_S)


def said(idle_s: int | None) -> dict[str, str]:
    """The same in the words of a job file."""
    return {} if idle_s is None else {"idle": DURATION.format(idle_s)}
