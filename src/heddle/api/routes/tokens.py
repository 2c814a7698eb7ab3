"""Tokens: made, listed, renewed, revoked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.api.parameters import Admin, AtDesk, Reader, router
from heddle.desk.access import token_admin
from heddle.desk.access.auth import Token
from heddle.desk.access.token_admin import NewToken, TokenAsk

ROUTER = router("/v1/tokens")


@dataclass(frozen=True, slots=True)
class TokenList:
    tokens: Sequence[Token]


@ROUTER.get("")
async def tokens(desk: AtDesk, caller: Reader) -> TokenList:
    """Of the token's tenant and those below; without the scope admin, the user's own. Never their
    secrets."""
    return TokenList(token_admin.visible(desk, caller))


@ROUTER.post("", status_code=201)
async def make(asked: TokenAsk, desk: AtDesk, caller: Admin) -> NewToken:
    """For the token's tenant or one below it."""
    return await token_admin.make(desk, caller, asked)


@ROUTER.delete("/{token_id}", status_code=204)
async def revoke(token_id: str, desk: AtDesk, caller: Reader) -> None:
    """It does not count from now on."""
    await token_admin.revoke(desk, caller, token_id)


@ROUTER.post("/{token_id}/renew", status_code=201)
async def renew(token_id: str, desk: AtDesk, caller: Reader) -> NewToken:
    """One's own: another one that may the same, for as long as this one was made for. This one does
    not count from then on."""
    return await token_admin.renew(desk, caller, token_id)
