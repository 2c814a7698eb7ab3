"""What nodes that lend their devices ask: what the tickets of attempts are good for."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.control.core import Core
from heddle.control.nodes.register import Register
from heddle.control.tickets import grant_of
from heddle.desk.desk import Desk
from heddle.model.wire.tickets import TicketGrant


async def grants(desk: Desk, node: str, attempts: Sequence[str]) -> dict[str, TicketGrant]:
    """By attempt, of those that begin, run or end with a device of this node. A node learns
    nothing of others."""

    def look(core: Core) -> dict[str, TicketGrant]:
        lender = core.part(Register).nodes.get(node)
        found = {}
        for attempt in attempts if lender is not None else ():
            order = core.lent_to(attempt)
            grant = None if order is None or lender is None else grant_of(order, lender)
            if grant is not None:
                found[attempt] = grant
        return found

    return await desk.ask(look)
