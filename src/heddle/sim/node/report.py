"""What came of a simulation: what each program asked for and got, and each device's use."""

from __future__ import annotations

from typing import Any

from heddle.model.plan import Plan
from heddle.sim.node.device import SimDevice
from heddle.sim.node.program import SimProgram
from heddle.sim.node.simulation import NodeSimulation


def report(node: NodeSimulation) -> dict[str, Any]:
    """As one object. All but the last three figures are the same at every run."""
    seconds = (node.end_ns - node.start_ns) / 1e9
    decisions = node.memory.decisions
    return {
        "scenario": node.scenario.name,
        "policy": node.policy_name,
        "seconds": seconds,
        "seed": node.seed,
        "programs": [program_row(each) for each in node.programs if each.went_ns],
        "devices": [device_row(each, seconds) for each in node.devices],
        "decisions": decisions,
        "plans": node.plans,
        "events": node.events,
        "wall_s": round(node.wall_s, 4),
        "decisions_per_second": round(decisions / node.wall_s),
        "faster_than_real_time": round(seconds / node.wall_s, 2),
    }


def program_row(program: SimProgram) -> dict[str, Any]:
    asked = program.model.asked
    there_ns = (program.went_ns - program.came_ns) * len(program.devices)
    latencies = sorted(program.latencies_ns)
    deadline_ns = asked.deadline_us * 1000
    late = sum(each > deadline_ns for each in latencies) + program.overdue if deadline_ns else None
    return {
        "program": program.model.name,
        "asked": asked_text(asked),
        "share_asked": asked.share_milli / 1000 or None,
        "cap_asked": asked.cap_milli / 1000 or None,
        "share_got": round(program.device_ns / there_ns, 4) if there_ns else 0.0,
        "device_time_s": program.device_ns / 1e9,
        "requests": program.submitted,
        "done": len(latencies),
        "p50_ms": nearest_rank_ms(latencies, 0.5),
        "p99_ms": nearest_rank_ms(latencies, 0.99),
        "missed_deadlines": late,
        "preemptions": program.closings,
        "waiting_s": program.held_ns / 1e9,
    }


def device_row(device: SimDevice, seconds: float) -> dict[str, Any]:
    whole_ns = seconds * 1e9
    return {
        "device": device.model.name,
        "level": device.level,
        "utilisation": round(device.busy_ns / whole_ns, 4),
        "switching": round(device.switching_ns / whole_ns, 4),
        "wasted": round(device.wasted_ns / whole_ns, 4),
        "switches": device.switches,
    }


def nearest_rank_ms(ordered: list[int], fraction: float) -> float | None:
    """The value that `fraction` of all do not exceed; None if there is none."""
    if not ordered:
        return None
    return ordered[max(0, -int(-fraction * len(ordered) // 1) - 1)] / 1e6


def asked_text(plan: Plan) -> str:
    """What differs from the usual, in words."""
    words = []
    if plan.rank:
        words.append(f"rank {plan.rank}")
    if plan.weight != Plan().weight:
        words.append(f"weight {plan.weight}")
    if plan.share_milli:
        words.append(f"share {plan.share_milli / 10:g} %")
    if plan.cap_milli:
        words.append(f"cap {plan.cap_milli / 10:g} %")
    if plan.deadline_us:
        words.append(f"within {plan.deadline_us / 1000:g} ms")
    return ", ".join(words) or "-"
