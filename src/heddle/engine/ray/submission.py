"""An order as a placement group of Ray, and Ray's nodes as the control plane has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from heddle.cluster.row import NodeRow
from heddle.cluster.row_json import read_row
from heddle.engine._elsewhere.order_file import INSTEAD, UnsuitableError
from heddle.engine.base import Order
from heddle.errors import HeddleError, UsageError
from heddle.model.record import Place

OWN = "heddle:"  #: begins the name of the resource of one device, on nodes that Heddle started
GPU = "GPU"
#: What such a job is refused for, in the words of job files.
LACKS = ("image", "isolated", "remote")
_MIB = 1 << 20
_NODE_LABEL = "ray.io/node-id"  # every node has it
_LEAST_CPU = 0.001  # a bundle must ask for something


class NodeGoneError(HeddleError):
    """A node that was chosen has left meanwhile; there may be another one."""


@dataclass(frozen=True, slots=True)
class RayNode:
    """A node of the cluster that is alive and has Heddle."""

    id: str
    row: NodeRow
    is_own: bool  #: each device is a resource, so one can be asked for by name


@dataclass(frozen=True, slots=True)
class Bundles:
    """What is asked of Ray for one attempt, by member."""

    resources: list[dict[str, float]]
    selectors: list[dict[str, str]]
    gpus: list[float]


def bundles(order: Order, known: Mapping[str, RayNode]) -> Bundles:
    """One for each place. A place without devices on a node that Ray does not have is anywhere.

    :raises NodeGoneError: if it has devices of such a node
    :raises UnsuitableError: if it asks for more than the node has
    """
    made = Bundles([], [], [])
    for place in order.places:
        node = known.get(place.node)
        if node is None and place.devices:
            raise NodeGoneError(
                f"{place.node} is not a Ray node that is up (`ray status`), so Ray cannot give its "
                f"devices to jobs. Bring it up, {INSTEAD}"
            )
        if node is not None:
            _check_size(place, node)
        asked = {"CPU": max(place.cpu_milli / 1000, _LEAST_CPU)}
        if place.memory_mib:
            asked["memory"] = float(place.memory_mib * _MIB)
        devices = _device_resources(place, node)
        made.resources.append(asked | devices)
        made.selectors.append({_NODE_LABEL: node.id} if node else {})
        made.gpus.append(devices.get(GPU, 0.0))
    return made


def _check_size(place: Place, node: RayNode) -> None:
    """Ray itself would let it wait for ever."""
    row = node.row
    names = {name for called in row.called for name in called}
    strange = [name for name, _ in place.devices if name not in names]
    if place.cpu_milli > row.cpu_milli or place.memory_mib > row.memory_mib or strange:
        raise UnsuitableError(
            f"{place.node} has {row.cpu_milli / 1000:g} CPUs, {row.memory_mib} MiB and "
            f"{len(row.devices)} devices in Ray. Ask for less, or see what the nodes have: "
            "`heddle node ls`"
        )


def _device_resources(place: Place, node: RayNode | None) -> dict[str, float]:
    if node is None or not place.devices:
        return {}
    if not node.is_own:  # Ray gives parts of one GPU, or whole ones
        milli = place.devices[0][1] if len(place.devices) == 1 else 1000
        return {GPU: len(place.devices) * milli / 1000}
    first = {name: called[0] for called in node.row.called for name in called}
    return {f"{OWN}{first[name]}": milli / 1000 for name, milli in place.devices}


def nodes(told: Sequence[Mapping[str, Any]]) -> dict[str, RayNode]:
    """By name: what Ray says of each node, and what Heddle found there (probe.py)."""
    counts = Counter(each["name"] for each in told)
    found = {}
    for each in told:
        name = each["name"]
        if counts[name] > 1:  # several on one machine
            name = f"{name}-{each['id'][:8]}"
        try:
            row = read_row(each["probe"]["row"])
        except UsageError:  # another Heddle, with other words
            continue
        row = replace(row, address=each.get("address", ""))
        found[name] = _node(name, each["id"], each["resources"], row)
    return found


def _node(name: str, node: str, resources: Mapping[str, float], row: NodeRow) -> RayNode:
    """Devices are those that Ray can give: one that it does not count could be given twice."""
    own = {key.removeprefix(OWN) for key in resources if key.startswith(OWN)}
    kept = [i for i, called in enumerate(row.called) if own & {*called}]
    if not own:
        kept = list(range(len(row.devices)))[: int(resources.get(GPU, 0))]
    row = replace(
        row, name=name,
        cpu_milli=int(1000 * resources.get("CPU", 0)),
        memory_mib=int(resources.get("memory", 0)) // _MIB,
        devices=tuple(row.devices[i] for i in kept),
        called=tuple(row.called[i] for i in kept),
        groups={word: tuple(group[i] for i in kept) for word, group in row.groups.items()},
        booked=tuple(row.booked[i] for i in kept) if row.booked else (),
    )  # fmt: skip
    return RayNode(node, row, bool(own))
