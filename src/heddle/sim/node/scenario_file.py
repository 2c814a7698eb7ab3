"""Scenarios of a user's own: devices and programs in JSON; the format: docs/guides/sim.md."""

from __future__ import annotations

import json
import math
from pathlib import Path

from heddle.errors import UsageError
from heddle.model.plan import Plan
from heddle.model.priority import HIGHEST, LOWEST
from heddle.policy import DEFAULT
from heddle.policy import names as policies
from heddle.sim.node.entry import ScenarioEntry
from heddle.sim.node.workload import DeviceModel, Length, ProgramModel, Scenario, Work

LENGTHS = ("fixed", "uniform", "exponential", "lognormal")
MOST_DEVICES = 29  # a gate word has a bit for each, and three for other reasons
KINDS = ("saturating", "periodic", "poisson", "bursty")


def read(path: Path) -> Scenario:
    """The scenario in a file.

    :raises UsageError: if it is invalid; the message says where
    """
    try:
        data = json.loads(path.read_text())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}.") from None
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}.") from None
    try:
        return parse(data, path.stem)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def parse(data: object, name: str = "") -> Scenario:
    """The scenario that JSON stands for.

    :raises UsageError: likewise
    """
    top = ScenarioEntry(data, "the file")
    devices = tuple(
        _device(ScenarioEntry(each, f"device {i}")) for i, each in enumerate(top.items("devices"))
    )
    if not 1 <= len(devices) <= MOST_DEVICES:
        raise UsageError(f"{len(devices)} devices; give 1 to {MOST_DEVICES}.")
    names = [device.name for device in devices]
    programs = tuple(
        _program(ScenarioEntry(each, f"program {i}"), names)
        for i, each in enumerate(top.items("programs"))
    )
    scenario = Scenario(
        name, top.text("help", ""), devices, programs, top.text("policy", DEFAULT, policies())
    )
    top.end()
    for what, all_names in (("device", names), ("program", [each.name for each in programs])):
        if len(set(all_names)) < len(all_names):
            raise UsageError(f"two {what}s have the same name.")
    return scenario


def _device(entry: ScenarioEntry) -> DeviceModel:
    name = entry.text("name")
    usual = DeviceModel(name)
    device = DeviceModel(
        name,
        level=entry.whole("level", usual.level, 1, 3),
        switch_us=entry.number("switch_us", usual.switch_us),
        slice_us=entry.number("slice_us", usual.slice_us, 1),
        gate_us=entry.number("gate_us", usual.gate_us),
        in_flight_us=entry.number("in_flight_us", usual.in_flight_us),
    )
    entry.end()
    return device


def _program(entry: ScenarioEntry, devices: list[str]) -> ProgramModel:
    name = entry.text("name")
    works = [
        _work(ScenarioEntry(each, f"program {name!r}, work {i}"), devices)
        for i, each in enumerate(entry.items("work"))
    ]
    program = ProgramModel(
        name,
        (*works, *_recorded(entry, devices)),
        asked=_asked(ScenarioEntry(entry.take("asked", {}), f"program {name!r}, asked")),
        tenant=entry.text("tenant", ""),
        from_s=entry.number("from_s", 0.0),
        to_s=entry.number("to_s", math.inf),
    )
    entry.end()
    if not program.work:
        raise UsageError(f"program {name!r} does nothing: give `work` or `requests`.")
    if program.to_s <= program.from_s:
        raise UsageError(f"program {name!r}: to_s must be later than from_s.")
    return program


def _asked(entry: ScenarioEntry) -> Plan:
    usual = Plan()
    plan = Plan(
        rank=entry.whole("rank", usual.rank, LOWEST, HIGHEST),
        weight=entry.whole("weight", usual.weight, 1, 1_000_000),
        share_milli=entry.whole("share_milli", usual.share_milli, 0, 1000),
        cap_milli=entry.whole("cap_milli", usual.cap_milli, 0, 1000),
        deadline_us=entry.whole("deadline_us", usual.deadline_us),
        quantum_us=entry.whole("quantum_us", usual.quantum_us, 0, 10_000_000),
    )
    entry.end()
    return plan


def _work(entry: ScenarioEntry, devices: list[str]) -> Work:
    kind = entry.text("kind", KINDS[0], KINDS)
    # What this kind cannot do without has no default.
    period = None if kind in ("periodic", "poisson", "bursty") else 0.0
    phase = None if kind == "bursty" else 0.0
    work = Work(
        device=entry.text("device", None, devices),
        command=_length(entry.take("command_us"), entry.where),
        kind=kind,
        commands=entry.whole("commands", 1, 1, 1_000_000),
        ahead=entry.whole("ahead", 2, 1, 10_000),
        period_us=entry.number("period_us", period, 1),
        jitter_us=entry.number("jitter_us", 0.0),
        phase_us=entry.number("phase_us", 0.0),
        on_us=entry.number("on_us", phase, 1),
        off_us=entry.number("off_us", phase, 1),
    )
    entry.end()
    return work


def _length(value: object, where: str) -> Length:
    """A number of microseconds, or an object that says how they are spread."""
    entry = ScenarioEntry(
        value if isinstance(value, dict) else {"mean": value}, f"{where}, command_us"
    )
    length = Length(
        entry.number("mean", None, 0.001),
        entry.text("kind", LENGTHS[0], LENGTHS),
        entry.number("spread", 0.0, 0, 3),
    )
    entry.end()
    return length


def _recorded(entry: ScenarioEntry, devices: list[str]) -> list[Work]:
    """Lines of (time in us, device, length of a command in us[, commands]), as a queue each."""
    found: dict[str, list[tuple[float, int, float]]] = {}
    for i, line in enumerate(entry.items("requests")):
        names = ("time_us", "device", "command_us", "commands")
        if not isinstance(line, list) or not 3 <= len(line) <= 4:
            raise UsageError(f"{entry.where}, request {i}: give [{', '.join(names)}].")
        request = ScenarioEntry(dict(zip(names, line, strict=False)), f"{entry.where}, request {i}")
        at_us, device = request.number("time_us"), request.text("device", None, devices)
        commands = request.whole("commands", 1, 1, 1_000_000)
        found.setdefault(device, []).append(
            (at_us, commands, request.number("command_us", None, 0.001))
        )
    works = []
    for device, lines in found.items():
        lines.sort()
        mean_us = sum(n * us for _, n, us in lines) / sum(n for _, n, _ in lines)
        works.append(Work(device, Length(mean_us), "recorded", recorded=tuple(lines)))
    return works
