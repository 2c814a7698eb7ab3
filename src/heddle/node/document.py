"""What this machine says of itself: the parts of a node's document, as plain JSON values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass, replace
from typing import Any

from heddle.cluster.row import Serving
from heddle.cluster.row_json import plain_row
from heddle.control.nodes.machine import this_machine
from heddle.errors import HeddleError
from heddle.inventory import apis
from heddle.inventory.health import verdict
from heddle.inventory.host import LiveHost
from heddle.inventory.listing import accelerators
from heddle.inventory.live import Sampler
from heddle.inventory.machine import look
from heddle.inventory.sample import differences, facts
from heddle.model.hardware import ACCELERATORS, Machine
from heddle.model.topology import Topology
from heddle.node import identity, programs
from heddle.node.worth import worth_of
from heddle.pool import serving


class Document:
    """Looks at the machine when it is asked; its live state is watched by threads of its own."""

    def __init__(self) -> None:
        host = LiveHost()
        self._sampler = Sampler(look(host), host)
        self._live: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self._sampler.close()

    def still(self) -> dict[str, Mapping[str, Any]]:
        """What seldom changes. Takes a while: vendors' libraries are asked."""
        machine, row = look(), replace(this_machine(), serves=_serves())
        devices: list[HeddleError] = []
        listed = accelerators(machine, apis.devices(devices.append))
        troubles = [*machine.troubles, *({"what": "api", "reason": str(e)} for e in devices)]
        inventory = {
            "devices": [each.as_dict() for each in listed],
            "stack": machine.stack,
            "attributes": machine.attributes,
            "troubles": troubles,
        }
        parts = {"inventory": inventory, "topology": _topology(machine), "scores": worth_of(listed)}
        return {"row": plain_row(row), **{name: _plain(part) for name, part in parts.items()}}

    def live(self) -> dict[str, Mapping[str, Any]]:
        """How the devices are, and whether they can be trusted. The same as before while no figure
        has moved enough to matter."""
        samples = self._sampler.round()
        now: dict[str, dict[str, Any]] = {}
        for id, component in self._sampler.components.items():
            sample = samples.get(id)
            if component.kind in ACCELERATORS:
                found = verdict(component, [sample] if sample else [])
                known = facts(sample) if sample else {}
                now[component.name] = {**known, "verdict": found.state}
        for name in now.keys() & self._live.keys():
            if not differences(self._live[name], now[name]):
                now[name] = self._live[name]
        self._live = now
        return {"live": _plain({"devices": now})}

    def programs(self) -> dict[str, Mapping[str, Any]]:
        return {name: _plain(part) for name, part in programs.told().items()}


def _serves() -> Serving | None:
    """Where its devices are served, as the control plane's users reach them."""
    joined = identity.load()
    known = serving.look(joined.address if joined else "")
    if known is None:
        return None
    host, port, pin = str(known["host"]), int(known["port"]), str(known["pin"])
    return Serving(host, port, pin, tuple(known["apis"]))


def _topology(machine: Machine) -> Mapping[str, Any]:
    tree = Topology(machine).tree()
    above = {child.id: branch.id for branch in tree.walk() for child in branch.children}
    return {
        "nodes": [
            {
                "id": branch.id,
                "parent": above.get(branch.id),
                "kind": branch.kind,
                "device": branch.component.device if branch.component else None,
                "numa": branch.component.numa if branch.component else None,
            }
            for branch in tree.walk()
        ],
        "edges": [
            {"from": component.id, **asdict(peer)}
            for component in machine.components
            for peer in component.peers
        ],
    }


def _plain(value: Any) -> Any:
    """As JSON has it: tuples are lists, and numbers that it has not are null."""
    text = json.dumps(value, default=_default)
    return json.loads(text, parse_constant=lambda _: None)


def _default(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return dict(value) if isinstance(value, Mapping) else str(value)
