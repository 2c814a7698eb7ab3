"""What the caller's tenants have used, from the ledger."""

from __future__ import annotations

from heddle.desk import ledger
from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk
from heddle.desk.errors import InvalidError
from heddle.desk.ledger import BY, UsageReport
from heddle.desk.sent import LAST_MS
from heddle.errors import did_you_mean


async def report(
    desk: Desk, caller: Token, *, by: str = "tenant", from_ms: int = 0, to_ms: int = LAST_MS
) -> UsageReport:
    """The part of every attempt that lies in this time; those that still run are charged up to
    now. `by` is one or more of day, tenant, user, job and model, with commas between."""
    names = list(dict.fromkeys(by.split(",")))
    for name in names:
        if name not in BY:
            rule = f"by: {name!r} is not allowed.{did_you_mean(name, BY)} Any of {', '.join(BY)}."
            raise InvalidError.of_field("by", rule)

    def add_up() -> UsageReport:
        now_ms = desk.now_ms()
        over, running = desk.ledger.at(now_ms)
        return ledger.report(over, running, names, from_ms, to_ms, now_ms, caller.tenant)

    return await desk.read(add_up)
