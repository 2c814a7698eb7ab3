"""Secrets of tenants: set, listed without what they hold, and removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Response
from starlette.requests import Request

from heddle.api.document import BYTES_SENT
from heddle.api.parameters import AtDesk, Reader, Submitter, router
from heddle.api.problem import ProblemError
from heddle.control.book import organisation_of
from heddle.control.core import Core
from heddle.control.inputs.vault import KIND, LARGEST, MOST, split, thing_id
from heddle.desk.access.auth import within
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, InvalidError, MissingError, Mistake
from heddle.desk.jobs.inputs import stock_of
from heddle.errors import HeddleError, MissingExtraError, UsageError, did_you_mean
from heddle.spec import values
from heddle.store.base import Event, Gone

ROUTER = router("/v1/secrets")


@dataclass(frozen=True, slots=True)
class SecretAnswer:
    """What is known of a secret; never what it holds."""

    tenant: str
    name: str
    made_ms: int
    changed_ms: int
    by: str  #: the user who set it last


@dataclass(frozen=True, slots=True)
class SecretList:
    secrets: Sequence[SecretAnswer]


@ROUTER.get("")
async def secrets(desk: AtDesk, caller: Reader, tenant: str | None = None) -> SecretList:
    """Of the token's tenant and those below; or of one tenant."""
    if tenant is not None:
        desk.tenants.must(caller, tenant)

    def is_seen(kept_as: str) -> bool:
        owner, _ = split(kept_as)
        return caller.sees(owner) and tenant in (None, owner)

    def read() -> list[SecretAnswer]:
        ids = filter(is_seen, desk.store.thing_ids(KIND))
        kept = ((each, desk.store.thing(KIND, each)) for each in ids)
        return [_answer(each, value) for each, value in kept if value is not None]

    return SecretList(await desk.read(read))


@ROUTER.put(
    "/{name}",
    status_code=201,
    openapi_extra=BYTES_SENT,
    responses={200: {"model": SecretAnswer, "description": "it was there, and is changed"}},
)
async def put(
    name: str,
    request: Request,
    response: Response,
    desk: AtDesk,
    caller: Submitter,
    tenant: str | None = None,
) -> SecretAnswer:
    """The body is the secret, as it is. Jobs that start from now on get it."""
    owner = desk.tenants.owner(caller, tenant)
    _check(name)
    value = await request.body()
    if not value:
        raise InvalidError("the secret is empty: send it as the body.")
    if len(value) > LARGEST:
        raise ProblemError(413, f"the secret is larger than {LARGEST >> 10} KiB, the maximum.")
    stock, now_ms = stock_of(desk), desk.now_ms()
    kept_as = thing_id(owner, name)
    before = desk.store.thing(KIND, kept_as)
    if before is None and await desk.read(lambda: _count(desk, owner)) >= MOST:
        whose = organisation_of(owner)
        raise ConflictError(f"{whose} has {MOST} secrets, the maximum. Delete some.")
    made_ms = int(before["made_ms"]) if before is not None else now_ms
    try:
        thing = await desk.read(
            lambda: stock.vault.seal(owner, name, value, caller.who, now_ms, made_ms)
        )
    except MissingExtraError as error:
        raise ConflictError(str(error)) from None
    except HeddleError as error:
        raise ConflictError(f"secrets cannot be kept now: {error}") from None
    what = "set" if before is None else "changed"
    await desk.ask(lambda core: core.keep(thing, _noted(owner, name, what, caller.who, now_ms)))
    if before is not None:
        response.status_code = 200
    return _answer(kept_as, thing.value)


@ROUTER.delete("/{name}", status_code=204)
async def delete(name: str, desk: AtDesk, caller: Submitter, tenant: str | None = None) -> None:
    """What runs keeps it; what is still to start waits until it is set again."""
    owner = desk.tenants.owner(caller, tenant)
    _check(name)

    def change(core: Core) -> None:
        kept_as = thing_id(owner, name)
        if desk.store.thing(KIND, kept_as) is None:
            every = map(split, desk.store.thing_ids(KIND))
            near = did_you_mean(name, (each for whose, each in every if whose == owner))
            raise MissingError(f"{owner} has no secret {name!r}.{near}")
        core.keep(Gone(KIND, kept_as), _noted(owner, name, "removed", caller.who, desk.now_ms()))

    await desk.ask(change)


def _check(name: str) -> None:
    try:
        values.name(name)
    except UsageError as error:
        raise InvalidError(f"name: {error}", [Mistake(str(error), "name")]) from None


def _count(desk: Desk, tenant: str) -> int:
    """Of its organisation."""
    whose = organisation_of(tenant)
    return sum(within(split(each)[0], whose) for each in desk.store.thing_ids(KIND))


def _noted(tenant: str, name: str, what: str, by: str, now_ms: int) -> Event:
    return Event(now_ms, KIND, name, what, tenant, by)


def _answer(kept_as: str, value: Mapping[str, Any]) -> SecretAnswer:
    tenant, name = split(kept_as)
    return SecretAnswer(tenant, name, value["made_ms"], value["changed_ms"], value["by"])
