"""How long an urgent request is delayed by a neighbour that saturates the device, per level.

The same pair of programs as `heddle bench preempt`, shorter: what is reported is the median request
beside a background of long commands, less the median request alone.
"""

from __future__ import annotations

import os
import time

from heddle.errors import UsageError
from heddle.harness.preemption import Bench, Row
from heddle.measure.ways.base import LeftOut, MeasureStep, MeasureTarget
from heddle.model.hardware import Value
from heddle.model.metric import Metric

LEAST_S = 1.5


class PreemptionWay:
    start_s = 1.0

    def targets(self) -> list[MeasureTarget]:
        """None of its own: it measures what other ways find."""
        return []

    def named(self, word: str) -> MeasureTarget | None:
        return None

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return [
            MeasureStep(f"preemption.level{level}", 5.0, is_usual=False)
            for level in range(1, target.level + 1)
        ]

    def open(self, target: MeasureTarget) -> PreemptionSession:
        return PreemptionSession(target)


class PreemptionSession:
    """A device with a table of its own; a soft XPU is made anew."""

    def __init__(self, target: MeasureTarget) -> None:
        for name in target.variables:  # the programs find the device by its name
            os.environ.pop(name, None)
        self._device = target.id
        self._bench: Bench | None = None
        self._alone_ms = 0.0
        self.facts: dict[str, Value] = {}

    def close(self) -> None:
        """Every program has ended with its row."""

    def measure(self, name: str, seconds: float) -> Metric:
        level = int(name.removeprefix("preemption.level"))
        if self._bench is None:
            try:
                self._bench = Bench(self._device, max(LEAST_S, seconds * 0.6))
            except UsageError as error:
                raise LeftOut(str(error)) from None
            self._alone_ms = float(str(self._bench.urgent_alone()["p50_ms"]))
            self.facts["preemption.alone_ms"] = self._alone_ms
        bench = self._bench
        # The background's own rate is another bench's business: here it only has to be there.
        row = bench.measure(Row(name, "", level), bench.pair.backgrounds_us[-1], 1, self._alone_ms)
        delay_ms = float(str(row["p50_ms"])) - self._alone_ms
        return Metric(
            name=name,
            value=max(0.0, delay_ms * 1000),
            unit="us",
            source="directly measured",
            statistic="median",
            count=int(str(row["requests"])),
            at=round(time.time(), 3),
        )


WAY = PreemptionWay()
