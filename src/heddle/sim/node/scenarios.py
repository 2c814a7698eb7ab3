"""Scenarios that are built in. One more is one more function here."""

from __future__ import annotations

from heddle.errors import UsageError, did_you_mean
from heddle.model.plan import Plan
from heddle.sim.node.workload import DeviceModel, Length, ProgramModel, Scenario, Work

GPU = DeviceModel("gpu")
NPU = DeviceModel("npu", level=2, switch_us=20)


def _saturating(length_us: float, device: str = "gpu", commands: int = 10) -> Work:
    return Work(device, Length(length_us), commands=commands)


TWO_SHARES = Scenario(
    "two-shares",
    "two programs that never stop, with shares of 70 % and 30 % and commands of unlike length",
    (GPU,),
    (
        ProgramModel("large", (_saturating(1000),), Plan(share_milli=700)),
        ProgramModel("small", (_saturating(50, commands=100),), Plan(share_milli=300)),
    ),
)

URGENT_AND_BATCH = Scenario(
    "urgent-and-batch",
    "an urgent request of 3 ms every 20 ms beside two programs that never stop",
    (GPU,),
    (
        ProgramModel(
            "urgent",
            (Work("gpu", Length(300), "periodic", commands=10, period_us=20_000, jitter_us=2000),),
            Plan(rank=100, deadline_us=5000),
        ),
        ProgramModel("batch-1", (_saturating(2000),), Plan(rank=-100)),
        ProgramModel("batch-2", (_saturating(500),), Plan(rank=-100)),
    ),
)


def _due(name: str, period_us: float, commands: int, length_us: float) -> ProgramModel:
    work = Work("gpu", Length(length_us), "periodic", commands=commands, period_us=period_us)
    return ProgramModel(name, (work,), Plan(deadline_us=round(period_us)))


EDF = Scenario(
    "edf",
    "three periodic programs with deadlines, 75 % of the device, beside one that never stops",
    (GPU,),
    (
        _due("sensor", 20_000, 20, 200),
        _due("camera", 33_000, 30, 300),
        _due("planner", 100_000, 70, 400),
        ProgramModel("background", (_saturating(400),)),
    ),
    policy="deadline",
)

MIXED = Scenario(
    "mixed",
    "eight programs on two devices: urgent, periodic, random, in bursts, capped, never stopping",
    (GPU, NPU),
    (
        ProgramModel(
            "voice",
            (Work("gpu", Length(100), "periodic", commands=5, period_us=5000, jitter_us=500),),
            Plan(rank=100, deadline_us=2000),
        ),
        ProgramModel(
            "chat",
            (Work("gpu", Length(150, "lognormal", 0.5), "poisson", commands=8, period_us=8000),),
            Plan(rank=50),
        ),
        ProgramModel(
            "notebook",
            (
                Work(
                    "gpu",
                    Length(300, "exponential"),
                    "bursty",
                    commands=4,
                    period_us=4000,
                    on_us=200_000,
                    off_us=300_000,
                ),
            ),
            Plan(weight=2000),
        ),
        ProgramModel("training", (_saturating(800),)),
        ProgramModel(
            "tuning",
            (_saturating(100, commands=40), Work("npu", Length(200), "poisson", period_us=10_000)),
        ),
        ProgramModel("trial", (_saturating(500),), Plan(cap_milli=100)),
        ProgramModel(
            "camera",
            (Work("npu", Length(400), "periodic", commands=5, period_us=10_000),),
            Plan(rank=20, deadline_us=10_000),
        ),
        ProgramModel("index", (_saturating(1000, "npu"),), Plan(rank=-50)),
    ),
)

ALL = {each.name: each for each in (TWO_SHARES, URGENT_AND_BATCH, EDF, MIXED)}


def find(name: str) -> Scenario:
    """The scenario of this name.

    :raises UsageError: if there is none
    """
    if name not in ALL:
        hint = did_you_mean(name, ALL)
        raise UsageError(f"no scenario {name!r}.{hint} There are: {', '.join(ALL)}.")
    return ALL[name]
