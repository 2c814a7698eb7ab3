"""An order as a file of the attempt's folder, from which the processes on the node read it; and
what these engines refuse."""

from __future__ import annotations

from collections.abc import Container, Mapping

from heddle.errors import HeddleError

TYPE_CHECKING = False  # each job waits for what the processes on the node import

if TYPE_CHECKING:
    from typing import Any

    from heddle.engine.base import Order

ORDER = "order.json"
#: What becomes of these words of an order, in the tables of engines.
SNAPSHOT = (
    "checked against its hash and unpacked into `work` once, for all members: from the folder of "
    "the control plane where it can be read there, otherwise from the node (`heddle node join`)"
)
SECRETS = (
    "only that there are some: each member's supervisor asks the node for them, right before the "
    "start"
)
DATA = "likewise; the node copies it into its cache, unless it is there"
TERMINAL = (
    "a terminal for each member, as with the local engine; it is attached to through the node "
    "(`heddle node join`)"
)
INPUT = (
    "a pipe for the first member, as with the local engine; it is filled through the node (`heddle "
    "node join`)"
)
EQUIPMENT = "the path of the snapshot, and how large it may become"
INSTEAD = "or have a node for it that runs jobs itself (`heddle up --engine local`)"
#: The fields of an order that the processes on the node need.
_KEPT = ("attempt", "command", "environment", "folder", "priority", "share_milli", "tenant",
         "grace_s", "cap_milli", "terminal_idle_s", "takes_input")  # fmt: skip
_PLACE = ("node", "devices", "cpu_milli", "memory_mib", "device_mib")


class UnsuitableError(HeddleError):
    """The engine can never run the order; the message has the remedy."""


def check_words(order: Order, engine: str, lacks: Container[str]) -> None:
    """`lacks`: what the engine does not support, in the words of job files.

    :raises UnsuitableError: if it asks for that
    """
    asked = {
        "image": order.image is not None,
        "snapshot": order.snapshot is not None or order.equipment.archive is not None,
        "secrets": bool(order.secrets or order.equipment.private or order.equipment.files),
        "data": bool(order.data or order.equipment.fetches or order.equipment.paths),
        "isolated": order.isolated,
        "terminal": order.terminal_idle_s is not None,
        "input": order.takes_input,
        "remote": any(place.lender for place in order.places),
    }
    found = [word for word, is_asked in asked.items() if is_asked and word in lacks]
    if found:
        raise UnsuitableError(
            f"the engine {engine} does not support `{'`, `'.join(found)}` yet. Submit the job "
            f"without, {INSTEAD}"
        )


def described(order: Order, nonce: str, base: Mapping[str, str]) -> dict[str, Any]:
    """As JSON can say it. `nonce` is of this submission: one that was refused, and comes to the
    node after all, finds another one, or none."""
    found: dict[str, Any] = {name: getattr(order, name) for name in _KEPT}
    found["environment"] = dict(order.environment)
    found["places"] = [{name: getattr(place, name) for name in _PLACE} for place in order.places]
    if order.equipment.archive is not None:
        found |= {"archive": order.equipment.archive, "most_bytes": order.equipment.most_bytes}
        found["snapshot"] = order.snapshot
    if wants := [word for word in ("secrets", "data") if getattr(order, word)]:
        found["wants"] = wants
    return {**found, "nonce": nonce, "base": dict(base)}


def ordered(told: Mapping[str, Any]) -> Order:
    """The order of which `described` was made."""
    from heddle.engine.base import Order
    from heddle.model.record import Place

    places = tuple(
        Place(
            place["node"], tuple((name, milli) for name, milli in place["devices"]),
            place["cpu_milli"], place["memory_mib"], tuple(place["device_mib"]),
        )
        for place in told["places"]
    )  # fmt: skip
    kept = {name: told.get(name) for name in _KEPT} | {"command": tuple(told["command"])}
    return Order(**kept, places=places)
