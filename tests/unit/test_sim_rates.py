"""`heddle sim cluster --rates`: what jobs declare, nothing, or what the cycle learns from runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.errors import UsageError
from heddle.sim.cluster.run import ClusterRun, Setup, simulate

TRACE = """
[[nodes]]
name = "t"
devices = "t4:4"
cores = 8
memory = "64GiB"
[[nodes]]
name = "h"
devices = "h100:4"
cores = 8
memory = "64GiB"
[[jobs]]
file = "train.yaml"
seconds = "2h"
times = 60
every = "20m"
"""
TRAIN = """
id: train
command: python train.py
alternatives:
  - devices: t4:1
  - devices: h100:1
    rate: 4
"""


@pytest.fixture
def trace(tmp_path: Path) -> str:
    (tmp_path / "train.yaml").write_text(TRAIN)
    (tmp_path / "trace.toml").write_text(TRACE)
    return str(tmp_path / "trace.toml")


def ended_on(run: ClusterRun) -> list[float]:
    """How long each job ran, in hours, in the order in which they came."""
    jobs = run.simulation.outcome.jobs.values()
    return [told.ran_s / 3600 for told in jobs]


def test_a_simulation_learns_what_jobs_do_not_declare(trace: str) -> None:
    """Jobs are as fast as they are, whatever they say of it."""
    declared = ended_on(simulate(Setup(trace)))
    unknown = ended_on(simulate(Setup(trace, rates="none")))
    learned = ended_on(simulate(Setup(trace, rates="learned")))
    assert set(declared) == {0.5}
    assert set(unknown) == {0.5, 2.0}  # the second only where there is no room for the first
    assert set(learned[:4]) == {2.0}
    assert set(learned[-40:]) == {0.5}


def test_rates_are_declared_unless_said(trace: str) -> None:
    assert Setup(trace).described()["rates"] == "declared"
    with pytest.raises(UsageError, match="Did you mean 'learned'"):
        simulate(Setup(trace, rates="learnt"))
