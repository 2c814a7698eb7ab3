"""Services that were made: listed, read, scaled and deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from heddle.control.core import Core
from heddle.control.services.book import LiveService
from heddle.control.services.controller import Services
from heddle.control.services.status import Standing, standing
from heddle.desk import service_status
from heddle.desk.access.auth import Token
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, InvalidError
from heddle.desk.sent import ONLY_THESE
from heddle.errors import UsageError
from heddle.spec.service_section import MOST_REPLICAS


@dataclass(frozen=True, slots=True)
class Range:
    """Replicas: as many as the load needs."""

    least: int
    most: int

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class Scale:
    """Replicas: so many, or from the least to the most."""

    replicas: int | Range

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


async def visible(desk: Desk, caller: Token, *, tenant: str | None = None) -> list[Standing]:
    """Of the caller's tenant and those below; or of one tenant."""
    if tenant is not None:
        desk.tenants.must(caller, tenant)
    return await desk.ask(lambda core: service_status.every(core, caller, tenant))


async def one(desk: Desk, caller: Token, name: str, *, tenant: str | None = None) -> Standing:
    """With its replicas."""
    return await desk.ask(
        lambda core: standing(core, service_status.find(core, caller, name, tenant))
    )


async def scale(
    desk: Desk, caller: Token, name: str, sent: Scale, *, tenant: str | None = None
) -> Standing:
    """To so many replicas, until it is scaled or submitted again."""
    asked = sent.replicas
    least, most = (asked, asked) if isinstance(asked, int) else (asked.least, asked.most)
    if not 0 <= least <= most <= MOST_REPLICAS or (least != most and most < 1):
        rule = f"replicas: 0 to {MOST_REPLICAS} are expected, and not more at least than at most."
        raise InvalidError.of_field("replicas", rule)
    return await _change(
        desk, caller, name, tenant,
        lambda core, live, now: core.part(Services).scale(
            core, live.kept.key, least, most, caller.who, now
        ),
    )  # fmt: skip


async def delete(desk: Desk, caller: Token, name: str, *, tenant: str | None = None) -> Standing:
    """Nothing new comes in; requests under way have their time, then its replicas end."""
    return await _change(
        desk, caller, name, tenant,
        lambda core, live, now: core.part(Services).delete(
            core, live.kept.key, caller.who, now
        ),
    )  # fmt: skip


async def _change(
    desk: Desk,
    caller: Token,
    name: str,
    tenant: str | None,
    change: Callable[[Core, LiveService, int], object],
) -> Standing:
    def do(core: Core) -> Standing:
        live = service_status.find(core, caller, name, tenant)
        try:
            change(core, live, desk.now_ms())
        except UsageError as error:
            raise ConflictError(str(error)) from None
        return standing(core, live)

    return await desk.ask(do)
