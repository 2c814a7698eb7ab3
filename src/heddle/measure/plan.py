"""What is measured, in which order, and how long each may take. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from heddle.errors import UsageError
from heddle.measure.ways.base import MeasureStep

#: However little time there is, no step gets less.
LEAST_S = 0.1
#: What the command itself takes: the devices are looked for, a worker is started.
OWN_S = 3.0


def means(pattern: str, name: str) -> bool:
    """Whether `compute` or `compute.bf16` stands for this name too."""
    return name == pattern or name.startswith(pattern + ".")


def chosen(
    steps: Sequence[MeasureStep], only: Collection[str], also: Collection[str] = ()
) -> list[MeasureStep]:
    """The steps that `--only` names, or all usual ones and those of `also`, in their order.

    :raises UsageError: if a name stands for nothing
    """
    for pattern in only:
        if not any(means(pattern, step.name) for step in steps):
            known = ", ".join(step.name for step in steps)
            raise UsageError(f"--only: nothing is called {pattern!r} here. There is: {known}.")
    if only:
        return [step for step in steps if any(means(pattern, step.name) for pattern in only)]
    return [step for step in steps if step.is_usual or any(means(p, step.name) for p in also)]


def missing(steps: Iterable[MeasureStep], done: Collection[str]) -> list[MeasureStep]:
    """What is left to do."""
    return [step for step in steps if step.name not in done]


def timed(steps: Sequence[MeasureStep], seconds: float) -> list[MeasureStep]:
    """The same steps, each shortened by the same factor if they would take longer together."""
    wanted = sum(step.seconds for step in steps)
    factor = min(1.0, seconds / wanted) if wanted else 1.0
    return [replace(step, seconds=max(LEAST_S, step.seconds * factor)) for step in steps]
