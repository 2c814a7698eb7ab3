"""Tokens: made, listed, revoked. A token is shown once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from heddle.api import auth
from heddle.api.auth import Token
from heddle.api.desk import LAST_MS, Admin, AtDesk, router
from heddle.api.problem import ONLY_THESE, Mistake, ProblemError
from heddle.cluster import words
from heddle.cluster.quota import CLUSTER
from heddle.errors import UsageError
from heddle.store.base import Gone

ROUTER = router("/v1/tokens")


@dataclass(frozen=True, slots=True)
class TokenAsk:
    """Who it is for, and what it may do."""

    name: str  #: of the user
    scope: Literal["read", "submit", "admin"] = "submit"
    tenant: str | None = None  #: None: that of the token that asks
    expires_ms: Annotated[int, Field(ge=0, le=LAST_MS)] | None = None  #: None: never

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class NewToken(Token):
    """With its whole text, which is never shown again."""

    token: str = ""


@dataclass(frozen=True, slots=True)
class TokenList:
    tokens: Sequence[Token]


@ROUTER.get("")
async def tokens(desk: AtDesk, caller: Admin) -> TokenList:
    """Of the token's tenant and those below; never their secrets."""
    return TokenList([each for each in desk.auth.all() if caller.sees(each.tenant)])


@ROUTER.post("", status_code=201)
async def make(asked: TokenAsk, desk: AtDesk, caller: Admin) -> NewToken:
    """For the token's tenant or one below it."""
    tenant = caller.tenant if asked.tenant is None else asked.tenant
    if tenant != caller.tenant:
        desk.tenants.must(caller, tenant)
    now_ms = desk.now_ms()
    _check(asked, now_ms)
    token, text, thing = auth.make(
        asked.name, tenant, asked.scope, caller.name, now_ms, asked.expires_ms
    )
    noted = auth.noted(token, "made", caller.name, now_ms)
    await desk.ask(lambda core: core.keep(thing, noted))
    desk.auth.add(thing)
    shown = (token.id, token.name, token.tenant, token.scope, token.made_ms, token.by)
    return NewToken(*shown, token.expires_ms, text)


@ROUTER.delete("/{token_id}", status_code=204)
async def revoke(token_id: str, desk: AtDesk, caller: Admin) -> None:
    """It does not count from now on."""
    token = desk.auth.get(token_id)
    if token is None or not caller.sees(token.tenant):
        raise ProblemError(404, "there is no such token. GET /v1/tokens lists all.")
    admins = [each for each in desk.auth.all() if each.tenant == CLUSTER and each.may("admin")]
    if [each.id for each in admins if not desk.auth.is_over(each)] == [token_id]:
        raise ProblemError(409, "it is the last administrator's token. Make another one first.")
    noted = auth.noted(token, "revoked", caller.name, desk.now_ms())
    desk.auth.remove(token_id)
    await desk.ask(lambda core: core.keep(Gone(auth.KIND, token_id), noted))


def _check(asked: TokenAsk, now_ms: int) -> None:
    try:
        words.name(asked.name)
    except UsageError as error:
        raise ProblemError(422, f"name: {error}", [Mistake(str(error), "name")]) from None
    if asked.expires_ms is not None and asked.expires_ms <= now_ms:
        rule = f"expires_ms: {asked.expires_ms} has passed: give milliseconds since 1970."
        raise ProblemError(422, rule, [Mistake(rule, "expires_ms")])
