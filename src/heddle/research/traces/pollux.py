"""Pollux' workloads (2021): training jobs on 64 GPUs of one kind.

`pollux:1` is the series of eight at load 1, from which the seed chooses; `pollux:0.5`, `1.5` and
`2` come so much less or more densely, and `pollux:realistic` has what users would configure.
`pollux:1.5/3` is the third of its series. `pollux:FILE` is a file of that form.
"""

from __future__ import annotations

from heddle.cluster.nodes import DeviceClass
from heddle.research.traces import _training
from heddle.research.traces._training import Servers, TraceSeries
from heddle.sim.traces.base import Ask, Trace

TAKES = ("elastic",)
CLUSTER = {"gpu": Servers(16, 4, DeviceClass("gpu"))}
FOLDERS = {
    "1": "workloads",
    "0.5": "workloads-0.5",
    "1.5": "workloads-1.5",
    "2": "workloads-2.0",
    "realistic": "workloads-realistic",
}
SERIES = {
    name: TraceSeries(f"pollux/{folder}", "pollux/profiles", CLUSTER, False)
    for name, folder in FOLDERS.items()
}


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: if there is no such workload, or if it has holes"""
    return _training.read(what, ask, SERIES, SERIES["1"])
