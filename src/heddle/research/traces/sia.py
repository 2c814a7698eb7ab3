"""Sia's workloads (2023): training jobs on three kinds of GPUs, 64 in all.

`sia:philly` and `sia:helios` are series of eight and ten, from which the seed chooses, or a number:
`sia:philly/3`. `sia:phoebe` is the run on 44 real GPUs. `sia:FILE` is a file of that form.
"""

from __future__ import annotations

from heddle.cluster.nodes import DeviceClass
from heddle.research.traces import _training
from heddle.research.traces._training import Servers, TraceSeries
from heddle.sim.traces.base import Ask, Trace

TAKES = ("elastic",)
T4 = DeviceClass("gpu", "T4", "nvidia", 16 * 1024)
RTX = DeviceClass("gpu", "RTX-2080Ti", "nvidia", 11 * 1024)
A100 = DeviceClass("gpu", "A100-40GB", "nvidia", 40 * 1024)
QUADRO = DeviceClass("gpu", "Quadro-RTX-6000", "nvidia", 24 * 1024)
PROFILES = "sia/profiles"
THREE_KINDS = {"aws": Servers(6, 4, T4), "rtx": Servers(3, 8, RTX), "dgx-ext": Servers(2, 8, A100)}
REAL = {"rtx": Servers(3, 8, RTX), "dgx": Servers(2, 8, A100), "quad": Servers(1, 4, QUADRO)}
SERIES = {
    "philly": TraceSeries("sia/workloads/philly", PROFILES, THREE_KINDS, True),
    "helios": TraceSeries("sia/workloads/saturn", PROFILES, THREE_KINDS, True),
    "phoebe": TraceSeries("sia/workloads/phoebe_workload.csv", PROFILES, REAL, True),
}


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: if there is no such workload, or if it has holes"""
    return _training.read(what, ask, SERIES, SERIES["philly"])
