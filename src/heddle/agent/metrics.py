"""Prometheus text on a port, if it was asked for."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from heddle.agent.breach import KINDS
from heddle.agent.energy import Energy
from heddle.agent.state import AgentState, TableProgram
from heddle.errors import HeddleError
from heddle.inventory.overhead import overheads
from heddle.table import Table

NAMES = (
    ("heddle_device_time_seconds_total", "counter", "device time of a program"),
    ("heddle_held_seconds_total", "counter", "how long a program was held"),
    ("heddle_holds_total", "counter", "how often a program was held"),
    ("heddle_tenant_device_time_seconds_total", "counter", "device time of a tenant's programs"),
    ("heddle_programs", "gauge", "programs that run under Heddle"),
    ("heddle_breaches_total", "counter", "breaches of the rules by programs"),
)
#: Only where hardware counts energy.
ENERGY = (
    ("heddle_energy_joules_total", "counter", "energy that devices drew for a program"),
    ("heddle_idle_energy_joules_total", "counter", "energy of a device that no program held"),
)
OVERHEAD = (
    "heddle_memory_overhead_bytes",
    "gauge",
    "what a program occupies of a device beyond what it asked for",
)


def text_of(state: AgentState) -> str:
    """The state in Prometheus' text format."""
    values: dict[str, list[str]] = {name: [] for name, _, _ in NAMES}
    for known in state.programs.values():
        seen = known.seen
        labels = _labels(seen)
        values[NAMES[0][0]].append(f"{labels} {seen.device_time_ns / 1e9:.6f}")
        values[NAMES[1][0]].append(f"{labels} {seen.held_ns / 1e9:.6f}")
        values[NAMES[2][0]].append(f"{labels} {seen.holds}")
    for tenant, used_ns in sorted(state.used_ns().items()):
        values[NAMES[3][0]].append(f'{{tenant="{_safe(tenant)}"}} {used_ns / 1e9:.6f}')
    values[NAMES[4][0]].append(f" {len(state.programs)}")
    for kind in KINDS:
        values[NAMES[5][0]].append(f'{{kind="{kind}"}} {state.breached.get(kind, 0)}')
    return "".join(_metric(*name, values[name[0]]) for name in NAMES)


def energy_text(state: AgentState, energy: Energy) -> str:
    """A program of which nothing was measured has no line."""
    drawn = [
        f"{_labels(state.programs[program].seen)} {mj / 1000:.3f}"
        for program, mj in sorted(energy.of_programs().items())
        if program in state.programs
    ]
    idle = [
        f'{{device="{_safe(device)}"}} {meter.idle_mj / 1000:.3f}'
        for device, meter in sorted(energy.devices.items())
    ]
    return "".join(_metric(*name, lines) for name, lines in zip(ENERGY, (drawn, idle), strict=True))


def overhead_text() -> str:
    """Computed for each request, in the request's thread: a vendor's library may take its time.
    Where it does not tell, there is no line."""
    try:
        with Table() as table:
            programs = table.programs()
    except HeddleError:
        programs = []
    found = overheads(programs)
    lines = [
        f'{{program="{p.id}",name="{_safe(p.name)}",tenant="{_safe(p.tenant)}",device="{device}"}}'
        f" {more}"
        for p in programs
        for device, more in found[p.id].items()
        if more is not None
    ]
    return _metric(*OVERHEAD, lines)


def _labels(seen: TableProgram) -> str:
    return f'{{program="{seen.id}",name="{_safe(seen.name)}",tenant="{_safe(seen.tenant)}"}}'


def _metric(name: str, kind: str, what: str, values: list[str]) -> str:
    lines = [f"# HELP {name} {what}", f"# TYPE {name} {kind}", *(name + v for v in values)]
    return "\n".join(lines) + "\n"


def _safe(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class Metrics:
    """Serves the newest text from a thread of its own; the agent never waits for a reader."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._text = ""
        metrics = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = (metrics._text + overhead_text()).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = ThreadingHTTPServer((address, port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def show(self, state: AgentState, energy: Energy) -> None:
        self._text = text_of(state) + energy_text(state, energy)
