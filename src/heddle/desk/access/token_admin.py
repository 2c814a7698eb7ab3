"""Tokens: made, listed, renewed, revoked. A token is shown once.

Administrators manage those of their tenant and below; users manage their own, as far as those may
do no more than the token that asks: a token never grants more rights than it has."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from heddle.control.core import Core
from heddle.desk.access import auth, users
from heddle.desk.access.auth import Token
from heddle.desk.access.users import User
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, ForbiddenError, InvalidError, MissingError, Mistake
from heddle.desk.sent import LAST_MS, ONLY_THESE
from heddle.errors import UsageError
from heddle.model.choices import Scope
from heddle.store.base import Gone


@dataclass(frozen=True, slots=True)
class TokenAsk:
    """A request for a token: user, tenant and scope."""

    name: str  #: of the user; a new name makes a user, and ann@acme is exactly that one
    scope: Scope | None = None  #: None: all that the user may do
    tenant: str | None = None  #: None: that of the token that asks
    expires_ms: Annotated[int, Field(ge=0, le=LAST_MS)] | None = None  #: None: never

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class NewToken(Token):
    """With its whole text, which is never shown again."""

    token: str = ""


def visible(desk: Desk, caller: Token) -> list[Token]:
    """Of the caller's tenant and those below; without the scope admin, the user's own."""
    return [each for each in desk.auth.all() if _may_manage(caller, each)]


async def make(desk: Desk, caller: Token, asked: TokenAsk) -> NewToken:
    """For the token's tenant or one below it."""
    tenant = caller.tenant if asked.tenant is None else asked.tenant
    if tenant != caller.tenant:
        desk.tenants.must(caller, tenant)
    _check(asked, desk.now_ms())

    def change(core: Core) -> tuple[Token, str]:
        now_ms = desk.now_ms()
        user, is_new = _user(asked, tenant, desk, caller, now_ms)
        scope = _scope(asked, user, tenant)
        name = asked.name if "@" in asked.name else user.name
        token, text, thing = auth.make(
            name, tenant, scope, caller.who, now_ms, asked.expires_ms, user.id
        )
        if is_new:
            events = users.noted(user, "made", caller.who, now_ms, roles=user.roles)
            core.keep(user.thing(), *events)
            desk.auth.put_user(user)
        core.keep(thing, auth.noted(token, "made", caller.who, now_ms))
        desk.auth.add(thing)
        return token, text

    token, text = await desk.ask(change)
    return NewToken(**asdict(token), token=text)


async def revoke(desk: Desk, caller: Token, token_id: str) -> None:
    """It does not count from now on."""

    def change(core: Core) -> None:
        token = _managed(desk, caller, token_id)
        if not desk.auth.has_admin(desk.auth.users, [token_id]):
            raise ConflictError("it is the last administrator's token. Make another one first.")
        desk.auth.remove(token_id)
        noted = auth.noted(token, "revoked", caller.who, desk.now_ms())
        core.keep(Gone(auth.KIND, token_id), noted)

    await desk.ask(change)


async def renew(desk: Desk, caller: Token, token_id: str) -> NewToken:
    """One's own: another one that may the same, for as long as this one was made for. This one does
    not count from then on."""

    def change(core: Core) -> tuple[Token, str]:
        old, now_ms = _managed(desk, caller, token_id), desk.now_ms()
        if not _is_own(caller, old):
            raise ForbiddenError(f"only {old.who} can renew this token. Create or revoke one.")
        lasts_ms = None if old.expires_ms is None else old.expires_ms - old.made_ms
        expires_ms = None if lasts_ms is None else now_ms + lasts_ms
        if desk.auth.is_over(old):
            raise ConflictError("it has expired, and an expired token is not renewed. Make one.")
        if token_id != caller.id and _is_later(expires_ms, caller.expires_ms):
            rule = "it would be valid for longer than the token that asks"
            raise ForbiddenError(f"{rule}. Renew it with itself, or with one that lasts.")
        token, text, thing = auth.make(
            old.name, old.tenant, old.scope, caller.who, now_ms, expires_ms, old.user
        )
        desk.auth.add(thing)
        desk.auth.remove(token_id)
        made = auth.noted(token, "made", caller.who, now_ms)
        core.keep(thing, made, Gone(auth.KIND, token_id))
        core.keep(auth.noted(old, "renewed", caller.who, now_ms))
        return token, text

    token, text = await desk.ask(change)
    return NewToken(**asdict(token), token=text)


def _is_later(one_ms: int | None, other_ms: int | None) -> bool:
    """None is never."""
    return other_ms is not None and (one_ms is None or one_ms > other_ms)


def _may_manage(caller: Token, token: Token) -> bool:
    if not caller.sees(token.tenant):
        return False
    return caller.may("admin") or _is_own(caller, token)


def _is_own(caller: Token, token: Token) -> bool:
    return bool(token.user) and token.user == caller.user and caller.may(token.scope)


def _managed(desk: Desk, caller: Token, token_id: str) -> Token:
    """:raises DeskError: if it is not there, or not the caller's to change"""
    token = desk.auth.get(token_id)
    if token is None or not _may_manage(caller, token):
        raise MissingError("there is no such token. `heddle account token ls` lists all.")
    return token


def _user(
    asked: TokenAsk, tenant: str, desk: Desk, caller: Token, now_ms: int
) -> tuple[User, bool]:
    """The user of the token, and whether it is new."""
    known = users.found(desk.auth.users, asked.name, tenant, caller.tenant)
    if known is not None:
        return known, False
    if "@" in asked.name:
        rule = f"name: there is no user {asked.name!r}. `heddle admin user ls` lists all."
        raise InvalidError.of_field("name", rule)
    role = users.ROLE_OF[asked.scope or "submit"]
    return users.made(asked.name, tenant, caller.who, now_ms, {tenant: role}), True


def _scope(asked: TokenAsk, user: User, tenant: str) -> str:
    """:raises DeskError: if the user may not do that much there"""
    most = user.scope_at(tenant)
    where = tenant or "the whole cluster"
    change = f"Change that first: PUT /v1/users/{user.id}."
    if user.disabled:
        raise ConflictError(f"{user.id} is disabled. {change}")
    if most is None:
        raise ConflictError(f"{user.id} has no role at {where}. {change}")
    if asked.scope is not None and users.least(asked.scope, most) != asked.scope:
        rule = f"{user.id} is a {users.ROLE_OF[most]} at {where}, and may {most}"
        raise ConflictError(f"{rule}, not {asked.scope}. {change}")
    return asked.scope or most


def _check(asked: TokenAsk, now_ms: int) -> None:
    try:
        if "@" not in asked.name:
            users.checked_name(asked.name)
    except UsageError as error:
        raise InvalidError(f"name: {error}", [Mistake(str(error), "name")]) from None
    if asked.expires_ms is not None and asked.expires_ms <= now_ms:
        rule = f"expires_ms: {asked.expires_ms} has passed: give milliseconds since 1970."
        raise InvalidError.of_field("expires_ms", rule)
