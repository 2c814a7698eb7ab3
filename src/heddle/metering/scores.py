"""Levels 1 and 2: a score for each category, and one for all. Rules and figures are in rules.py.

From the points of one input on, everything is integers in thousandths of a point, so that every
machine finds the same scores.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from heddle.metering.inputs import choose
from heddle.metering.record import MetricRecord, score
from heddle.metering.rules import (
    CATEGORIES,
    PREFER_CONFIDENCE_MILLI,
    SPAN,
    VERSION,
    Category,
    Rule,
)
from heddle.model.metric import Metric

#: What there is, and what of it is free now.
EDITIONS = ("total", "available")
MOST_MILLI = 10_000
#: The most that still rounds to 7, "optional".
OPTIONAL_MILLI = 7_499


@dataclass(frozen=True, slots=True)
class ScoreInput:
    """An input of a score, and what it gave."""

    input: str
    metric: str
    value: float  #: of which the part that others use is taken off
    unit: str
    source: str
    milli: int  #: points x 1000
    weight: int
    trust_milli: int


@dataclass(frozen=True, slots=True)
class Score:
    """One score, and what it takes to find it again."""

    category: str
    metric_type: str
    level: int
    milli: int | None  #: 0..10000; None if nothing is known
    confidence_milli: int  #: 0..1000: how much of what should be known is, and how well
    used: tuple[ScoreInput, ...] = ()
    missing: tuple[str, ...] = ()
    note: str = ""
    rules: int = VERSION

    @property
    def value(self) -> int | None:
        """0..10, half a point rounded up."""
        return None if self.milli is None else points(self.milli)

    @property
    def record(self) -> MetricRecord:
        return score(self.metric_type, self.level, self.value)


@dataclass(frozen=True, slots=True)
class Scores:
    """All scores of one device."""

    edition: str
    categories: tuple[Score, ...]
    composed: Score
    total: Score  #: level 2


def points(milli: int) -> int:
    return divide(milli, 1000)


def divide(count: int, by: int) -> int:
    """To the nearest integer, halves up."""
    return (2 * count + by) // (2 * by)


def band(value: int | None) -> str:
    """What the draft advises."""
    if value is None:
        return "unknown"
    return "avoid" if value <= 3 else "optional" if value <= 7 else "prefer"


def scores(metrics: Iterable[Metric], edition: str = "available") -> Scores:
    """The scores that follow from these metrics, in whatever order they come."""
    known = list(metrics)
    found = tuple(_category(name, c, known, edition) for name, c in CATEGORIES.items())
    composed = _composed(found)
    return Scores(edition, found, composed, _total(composed))


def _category(name: str, category: Category, metrics: list[Metric], edition: str) -> Score:
    used, missing, enough = [], [], False
    for rule in category.rules:
        given, lacks = _input(rule, metrics, edition)
        missing += lacks
        if given:
            used.append(given)
            enough = enough or rule.alone
    milli = _mean([(u.milli, u.weight) for u in used]) if enough else None
    weight = sum(rule.weight for rule in category.rules)
    confidence = divide(sum(u.trust_milli * u.weight for u in used), weight) if enough else 0
    return Score(
        name,
        category.metric_type,
        1,
        milli,
        confidence,
        tuple(used),
        tuple(dict.fromkeys(missing)),
    )


def _input(rule: Rule, metrics: list[Metric], edition: str) -> tuple[ScoreInput | None, list[str]]:
    chosen = choose(metrics, rule.names, rule.unit, rule.more)
    if chosen is None:
        return None, [rule.input]
    value, trust, missing = chosen.value, chosen.trust_milli, []
    if edition == "available" and rule.busy:
        busy = choose(metrics, (rule.busy,), "%")
        if busy is None:  # all of it may be taken, or none
            trust //= 2
            missing.append(rule.busy)
        else:
            value *= max(0.0, 1 - busy.value / 100)
    metric = chosen.metric
    milli = rule_milli(rule, value)
    return (
        ScoreInput(
            rule.input, metric.name, value, rule.unit, metric.source, milli, rule.weight, trust
        ),
        missing,
    )


def rule_milli(rule: Rule, value: float) -> int:
    """Min-max on a logarithmic scale: log2(value / low), 0..10; if less is better, 10 less it."""
    within = min(max(value / rule.low, 1.0), SPAN)
    milli = math.floor(round(1000 * math.log2(within), 6) + 0.5)
    return milli if rule.more else MOST_MILLI - milli


def _mean(weighted: Sequence[tuple[int, int]]) -> int | None:
    weight = sum(w for _, w in weighted)
    return divide(sum(value * w for value, w in weighted), weight) if weight else None


def _composed(found: Sequence[Score]) -> Score:
    rules = {each.category: CATEGORIES[each.category] for each in found}
    expected = [s for s in found if s.milli is not None or not rules[s.category].optional]
    known = [s for s in expected if s.milli is not None]
    missing = tuple(s.category for s in expected if s.milli is None)
    if not any(rules[s.category].alone for s in known):
        return Score("composed", "composed_comb", 1, None, 0, (), missing)
    used = tuple(
        ScoreInput(
            *(s.category, s.metric_type, s.milli / 1000, "points", "normalization"),
            *(s.milli, rules[s.category].weight, s.confidence_milli),
        )
        for s in known
        if s.milli is not None
    )
    milli = _mean([(u.milli, u.weight) for u in used])
    trusted = sum(u.trust_milli * u.weight for u in used)
    confidence = divide(trusted, sum(rules[s.category].weight for s in expected))
    return Score("composed", "composed_comb", 1, milli, confidence, used, missing)


def _total(composed: Score) -> Score:
    milli, note = composed.milli, ""
    unsure = composed.confidence_milli < PREFER_CONFIDENCE_MILLI
    if milli is not None and milli > OPTIONAL_MILLI and unsure:
        milli, note = OPTIONAL_MILLI, "too little is measured to say more than optional"
    return Score(
        "total",
        "norm_fi",
        2,
        milli,
        composed.confidence_milli,
        composed.used,
        composed.missing,
        note,
    )
