"""Tickets for devices that nodes lend to programs of others: made right before the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from heddle.cluster.lending.lenders import lent_name
from heddle.control.nodes.node import LEFT, Node
from heddle.engine.base import Order
from heddle.engine.local.marker import LENDER
from heddle.model.job import WHOLE
from heddle.model.reason import Reason
from heddle.model.wire.signature import key_of
from heddle.model.wire.tickets import DEVICE_TOKEN, TicketGrant, ticket


class Tickets:
    """For several threads. `nodes` are the registered ones, by name."""

    def __init__(self, master: Callable[[], bytes], nodes: Mapping[str, Node]) -> None:
        self._master, self._nodes = master, nodes

    def __call__(self, order: Order) -> Order | Reason:
        """The order with its ticket, if its device is lent; or why there is none."""
        place = order.places[0]
        if not place.lender:
            return order
        node = self._nodes.get(place.lender)
        if node is None or node.state == LEFT or (serves := node.row.serves) is None:
            return Reason("equipment", why=f"{place.lender} does not lend its devices any more")
        text = ticket(key_of(self._master(), node.name, node.generation), order.attempt, serves.pin)
        host = f"[{serves.host}]" if ":" in serves.host else serves.host
        private = {**order.equipment.private, DEVICE_TOKEN: text.encode()}
        return replace(
            order,
            environment={**order.environment, LENDER: f"{host}:{serves.port}"},
            equipment=replace(order.equipment, private=private),
        )


def grant_of(order: Order, node: Node) -> TicketGrant | None:
    """What the ticket of this attempt is good for on that node; None: nothing."""
    place = order.places[0]
    if place.lender != node.name or not place.devices:
        return None
    (name, milli), *_ = place.devices
    return TicketGrant(
        lent_name(node.row, name),
        order.tenant,
        order.priority,
        milli if milli < WHOLE else 0,
        order.cap_milli,
        min((mib for mib in place.device_mib if mib), default=0) << 20,
    )
