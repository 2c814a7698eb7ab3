"""`heddle bench remote`, on the soft XPU."""

from __future__ import annotations

import argparse

import pytest

from heddle.harness.report import BenchInterrupt
from heddle.research.bench import remote


@pytest.mark.slow
def test_an_interrupted_benchmark_shows_the_rows_that_it_has() -> None:
    """One that takes minutes on a machine that is lent for minutes."""

    def say(what: str) -> None:
        if not what.startswith("launch,"):
            raise KeyboardInterrupt

    options = argparse.Namespace(device="soft@gpu", rounds=1, seconds=0.2, python="")
    with pytest.raises(BenchInterrupt) as ended:
        remote.measure(options, say)
    ways = [row["how"] for row in ended.value.rows]
    assert ways == [remote.HERE, remote.PROXIED, remote.TLS, remote.FAR]
