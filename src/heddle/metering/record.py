"""One value in the fields of IETF CATS, at any of its three levels."""

from __future__ import annotations

from dataclasses import dataclass

from heddle.model.metric import Metric

#: Format and length in octets: the draft's for scores, and of its examples for raw values.
SCORE = ("uint", 1)
RAW = ("float", 4)


@dataclass(frozen=True, slots=True)
class MetricRecord:
    """A value as it is told to others; `metric` is what it is made from, at level 0."""

    metric_type: str
    level: int  #: 0 raw, 1 a score for each category, 2 one score
    value: float | int | None  #: None: unknown
    unit: str | None
    source: str
    statistics: str | None = None
    window_s: int | None = None  #: how long was looked; without it there are no statistics
    metric: Metric | None = None

    def fields(self) -> dict[str, str | int | float | None]:
        """By the draft's names."""
        form, octets = RAW if self.level == 0 else SCORE
        return {
            "Metric_Type": self.metric_type,
            "Level": f"L{self.level}",
            "Format": form,
            "Length": octets,
            "Unit": self.unit,
            "Source": self.source,
            "Statistics": self.statistics,
            "Measurement_Window": self.window_s,
            "Value": self.value,
        }


def raw(metric: Metric, window_s: int | None = None) -> MetricRecord:
    """A metric at level 0. The draft has statistics only over a window that is told with them."""
    return MetricRecord(
        metric_type=metric.name.replace(".", "_"),
        level=0,
        value=metric.value,
        unit=metric.unit or None,
        source=metric.source,
        statistics=metric.statistic if window_s is not None else None,
        window_s=window_s,
        metric=metric,
    )


def score(metric_type: str, level: int, value: int | None) -> MetricRecord:
    """A score at level 1 or 2: no unit, and no statistics."""
    return MetricRecord(metric_type, level, value, None, "normalization")
