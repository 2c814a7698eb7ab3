"""Users and their roles. Each administrator sees and changes what is about the own tenant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from pydantic import ConfigDict

from heddle.cluster.quota import CLUSTER
from heddle.control.core import Core
from heddle.desk.access import auth, users
from heddle.desk.access.auth import Token
from heddle.desk.access.users import User
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, ForbiddenError, InvalidError, MissingError, Mistake
from heddle.desk.sent import ONLY_THESE
from heddle.errors import UsageError, did_you_mean
from heddle.model.choices import Role
from heddle.store.base import Event, Gone

LAST = "this is the last administrator of the whole cluster. Create another one first."


@dataclass(frozen=True, slots=True)
class UserAsk:
    """A new user. Without `roles` it is a member of its home."""

    name: str
    home: str | None = None  #: the tenant that it belongs to; None: the token's own
    roles: Mapping[str, Role] | None = None  #: by tenant
    full_name: str = ""
    email: str = ""

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class UserChange:
    """What is not given stays."""

    roles: Mapping[str, Role] | None = (
        None  #: all that it is to have at the token's tenant and below
    )
    full_name: str | None = None
    email: str | None = None
    disabled: bool | None = None

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class UserState(User):
    """With the roles that are the caller's to see, and how many tokens it has there."""

    tokens: int = 0


def visible(desk: Desk, caller: Token) -> list[UserState]:
    """Of the token's tenant and those below, and others who have a role there."""
    known = sorted(desk.auth.users.items())
    tokens = Counter(each.user for each in desk.auth.all() if caller.sees(each.tenant))
    seen = [user for _, user in known if user.is_seen_from(caller.tenant)]
    return [_state(user, caller, tokens[user.id]) for user in seen]


async def make(desk: Desk, caller: Token, asked: UserAsk) -> UserState:
    """One of the token's tenant, or of one below it."""
    home = caller.tenant if asked.home is None else asked.home
    _there(desk, caller, home, "home")
    _right("name", users.checked_name, asked.name)
    roles = None if asked.roles is None else _roles(desk, caller, asked.roles)
    user = replace(
        users.made(asked.name, home, caller.who, desk.now_ms(), roles),
        full_name=_right("full_name", users.checked_full_name, asked.full_name),
        email=_right("email", users.checked_email, asked.email),
    )

    def change(core: Core) -> None:
        if user.id in desk.auth.users:
            raise ConflictError(f"there is a user {user.id!r} already.")
        about = [home, *user.roles]
        events = users.noted(user, "made", caller.who, desk.now_ms(), about, roles=user.roles)
        core.keep(user.thing(), *events)
        desk.auth.put_user(user)

    await desk.ask(change)
    return _told(desk, user, caller)


async def change(desk: Desk, caller: Token, user: str, asked: UserChange) -> UserState:
    """Roles at the token's tenant and below. The rest is for administrators of the user's home.
    A disabled user loses all access at once: tokens, sessions and streams end."""
    before = _must(desk, caller, user)
    own = {"full_name": asked.full_name, "email": asked.email, "disabled": asked.disabled}
    given = {name: value for name, value in own.items() if value is not None}
    if given and not caller.sees(before.home):
        where = before.home or "the whole cluster"
        rule = f"{user} belongs to {where}: its administrators change {', '.join(given)}."
        raise ForbiddenError(rule)
    if asked.full_name is not None:
        _right("full_name", users.checked_full_name, asked.full_name)
    if asked.email is not None:
        _right("email", users.checked_email, asked.email)
    roles = None if asked.roles is None else _roles(desk, caller, asked.roles)

    def apply(core: Core) -> User:
        now = _must(desk, caller, user)
        then = replace(now, **given)  # type: ignore[arg-type]
        if roles is not None:
            others = {t: role for t, role in now.roles.items() if not caller.sees(t)}
            then = replace(then, roles={**others, **roles})
        if not desk.auth.has_admin({**desk.auth.users, user: then}):
            raise ConflictError(LAST)
        if then != now:
            core.keep(then.thing(), *_changes(now, then, caller.who, desk.now_ms()))
            desk.auth.put_user(then)
        return then

    return _told(desk, await desk.ask(apply), caller)


async def remove(desk: Desk, caller: Token, user: str) -> None:
    """All its roles and tokens at the token's tenant and below. The user itself goes if its home
    is there, and with it everything that it has elsewhere."""
    _must(desk, caller, user)

    def apply(core: Core) -> None:
        now = _must(desk, caller, user)
        is_own = caller.sees(now.home)
        tokens = [t for t in desk.auth.tokens_of(user) if is_own or caller.sees(t.tenant)]
        kept = {t: role for t, role in now.roles.items() if not (is_own or caller.sees(t))}
        then = replace(now, roles=kept)
        if not desk.auth.has_admin({**desk.auth.users, user: then}, [t.id for t in tokens]):
            raise ConflictError(LAST)
        now_ms = desk.now_ms()
        if is_own:
            desk.auth.remove_user(user)
            about = [now.home, *now.roles]
            core.keep(users.gone(now), *users.noted(now, "removed", caller.who, now_ms, about))
        else:
            desk.auth.put_user(then)
            core.keep(then.thing(), *_changes(now, then, caller.who, now_ms))
        for token in tokens:
            desk.auth.remove(token.id)
            core.keep(Gone(auth.KIND, token.id), auth.noted(token, "revoked", caller.who, now_ms))

    await desk.ask(apply)


def _changes(before: User, then: User, by: str, now_ms: int) -> list[Event]:
    """One event for each tenant that has something to do with it, and only what it may know."""
    roles = {
        tenant: then.roles.get(tenant)
        for tenant in {**before.roles, **then.roles}
        if before.roles.get(tenant) != then.roles.get(tenant)
    }
    found = [
        e
        for t, role in roles.items()
        for e in users.noted(then, "role", by, now_ms, [t], role=role)
    ]
    names = ("full_name", "email", "disabled")
    own = {
        name: getattr(then, name) for name in names if getattr(then, name) != getattr(before, name)
    }
    if own:
        what = "changed"
        if "disabled" in own:
            what = "disabled" if then.disabled else "enabled"
        found += users.noted(then, what, by, now_ms, changed=sorted(own))
    return found


def _must(desk: Desk, caller: Token, user_id: str) -> User:
    user = desk.auth.users.get(user_id)
    if user is None or not user.is_seen_from(caller.tenant):
        seen = (u.id for u in desk.auth.users.values() if u.is_seen_from(caller.tenant))
        near = did_you_mean(user_id, seen)
        rule = f"there is no user {user_id!r}.{near}"
        raise MissingError(f"{rule} `heddle admin user ls` lists all.")
    return user


def _there(desk: Desk, caller: Token, tenant: str, field: str) -> None:
    """:raises DeskError: if a tenant is not there, or not the caller's"""
    if tenant == caller.tenant:
        return
    if tenant == CLUSTER:
        rule = f"{field}: this token is for {caller.tenant} and below, not for the whole cluster."
        raise ForbiddenError(rule)
    desk.tenants.must(caller, tenant)


def _roles(desk: Desk, caller: Token, roles: Mapping[str, str]) -> dict[str, str]:
    for tenant in roles:
        _there(desk, caller, tenant, "roles")
    return dict(roles)


def _right(field: str, check: Callable[[str], str], given: str) -> str:
    try:
        return check(given)
    except UsageError as error:
        raise InvalidError(f"{field}: {error}", [Mistake(str(error), field)]) from None


def _told(desk: Desk, user: User, caller: Token) -> UserState:
    tokens = sum(caller.sees(token.tenant) for token in desk.auth.tokens_of(user.id))
    return _state(user, caller, tokens)


def _state(user: User, caller: Token, tokens: int) -> UserState:
    return UserState(**asdict(user.seen_from(caller.tenant)), tokens=tokens)
