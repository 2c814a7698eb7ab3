"""A simulation as a picture: for each device, which program ran when."""

from __future__ import annotations

from heddle.sim.node.device import SimDevice
from heddle.sim.node.simulation import NodeSimulation
from heddle.svg import BAD, CALM, GOOD, MUTED, Svg

WIDTH, LEFT, RIGHT, TOP = 1000, 150, 30, 70
LANE, GAP = 22, 6
COLOURS = (CALM, GOOD, BAD, "#c98a2b", "#7a5fb5", "#3a8f9e", "#9aa53a", "#b5577f")


def draw(node: NodeSimulation, window_ms: int = 500) -> str:
    """The middle of the time that was simulated: by then all are in their stride."""
    half_ns = window_ms * 500_000
    middle_ns = (node.start_ns + node.end_ns) // 2
    begin_ns, end_ns = (
        max(node.start_ns, middle_ns - half_ns),
        min(node.end_ns, middle_ns + half_ns),
    )
    lanes = [(device, context) for device in node.devices for context in _seen(node, device)]
    base = TOP + len(lanes) * (LANE + GAP) + 10
    svg = Svg(WIDTH, base + 40)
    svg.text(20, 32, f"{node.scenario.name}, policy {node.policy_name}", size=20)

    def x(at_ns: int) -> float:
        inside = min(max(at_ns, begin_ns), end_ns) - begin_ns
        return LEFT + inside / (end_ns - begin_ns) * (WIDTH - LEFT - RIGHT)

    for number, (device, program) in enumerate(lanes):
        y = TOP + number * (LANE + GAP)
        name = f"{device.model.name}: {node.programs[program - 1].model.name}"
        svg.text(LEFT - 12, y + LANE / 2 + 4, name, end=True)
        svg.line(LEFT, y + LANE, WIDTH - RIGHT, y + LANE)
        for from_ns, to_ns, who in device.story or ():
            if who == program and to_ns > begin_ns and from_ns < end_ns:
                colour = COLOURS[(program - 1) % len(COLOURS)]
                title = f"{name}, {(to_ns - from_ns) / 1e6:.3f} ms"
                svg.box(x(from_ns), y, x(to_ns) - x(from_ns), LANE, colour, title)
    for tenth in range(0, 11, 2):
        at_ns = begin_ns + (end_ns - begin_ns) * tenth // 10
        svg.line(x(at_ns), base, x(at_ns), base + 6)
        label = f"{(at_ns - node.start_ns) / 1e6:.0f} ms"
        svg.text(x(at_ns) + 2, base + 18, label, size=11, fill=MUTED, end=tenth == 10)
    return svg.render()


def _seen(node: NodeSimulation, device: SimDevice) -> list[int]:
    """The programs that have work on a device."""
    return [
        program.id
        for program in node.programs
        if any(work.device == device.model.name for work in program.model.work)
    ]
