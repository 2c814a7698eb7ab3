"""Users, and the roles that they have at tenants. Pure.

A user belongs to the tenant that made it, its home: `ann@acme` is Ann of acme, `admin` is of the
whole cluster, and two organisations may both have an Ann. Roles count for a tenant and all below
it. What a token may do is the least of its own scope and of its user's role at the token's tenant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from heddle.cluster.quota import CLUSTER, path
from heddle.errors import UsageError
from heddle.model.choices import ROLES as ROLES
from heddle.model.choices import SCOPES as SCOPES
from heddle.spec import values
from heddle.store.base import Event, Gone, Thing

KIND = "user"
HEDDLE = "heddle"  #: the actor of changes by Heddle itself: no person has this name
SCOPE_OF = dict(zip(ROLES, SCOPES, strict=True))
ROLE_OF = dict(zip(SCOPES, ROLES, strict=True))
LONGEST_NAME, LONGEST_EMAIL = 128, 254


def within(tenant: str, above: str) -> bool:
    """Whether a tenant is this one or below it."""
    return above in (CLUSTER, tenant) or tenant.startswith(f"{above}/")


def least(one: str, other: str) -> str:
    """Of two scopes."""
    return min(one, other, key=SCOPES.index)


@dataclass(frozen=True, slots=True)
class User:
    """A user with roles at tenants."""

    id: str  #: ann@acme; of the whole cluster just the name
    name: str
    home: str  #: the tenant whose administrators change and disable it
    roles: Mapping[str, str] = field(default_factory=dict)  #: viewer, member or admin, by tenant
    full_name: str = ""
    email: str = ""
    disabled: bool = False
    made_ms: int = 0
    by: str = ""  #: the user who made it

    def scope_at(self, tenant: str) -> str | None:
        """What its roles at this tenant and above allow; None: nothing."""
        scopes = [SCOPE_OF[role] for at, role in self.roles.items() if within(tenant, at)]
        return max(scopes, key=SCOPES.index) if scopes and not self.disabled else None

    def is_seen_from(self, tenant: str) -> bool:
        """By administrators of a tenant: if it is theirs, or has a role there or below."""
        return within(self.home, tenant) or any(within(at, tenant) for at in self.roles)

    def seen_from(self, tenant: str) -> User:
        """Without the roles that are none of a tenant's business."""
        return replace(self, roles={t: r for t, r in self.roles.items() if within(t, tenant)})

    def seen_with(self, tenant: str) -> dict[str, str]:
        """The roles that count for a token of a tenant, and those below: the holder of the token
        need not be the user alone, since the tenant's administrators can make one."""
        roles = self.roles.items()
        return {t: role for t, role in roles if within(t, tenant) or within(tenant, t)}

    def thing(self) -> Thing:
        value = asdict(self)
        del value["id"]
        return Thing(KIND, self.id, value)


def id_of(name: str, home: str) -> str:
    return f"{name}@{home}" if home else name


def made(
    name: str, home: str, by: str, now_ms: int, roles: Mapping[str, str] | None = None
) -> User:
    """No user is a member of the whole cluster unless that was said."""
    given = {home: "member"} if roles is None and home else roles or {}
    return User(id_of(name, home), name, home, given, made_ms=now_ms, by=by)


def found(users: Mapping[str, User], said: str, tenant: str, caller_tenant: str) -> User | None:
    """Whom a name means at a tenant: a user of it, or of the nearest above it. An id says it
    exactly. Only those whom the caller sees."""
    ids = [said] if "@" in said else [id_of(said, home) for home in path(tenant)]
    seen = (users[each] for each in ids if each in users)
    return next((user for user in seen if user.is_seen_from(caller_tenant)), None)


def noted(
    user: User, what: str, by: str, now_ms: int, tenants: Iterable[str] = (), **detail: object
) -> list[Event]:
    """For the audit: one event for each tenant that it is about."""
    about = dict.fromkeys(tenants) or {user.home: None}
    return [Event(now_ms, KIND, user.id, what, each, by, detail) for each in about]


def gone(user: User) -> Gone:
    return Gone(KIND, user.id)


def of_thing(user_id: str, value: Mapping[str, Any]) -> User:
    known = {part.name for part in fields(User)}
    return User(user_id, **{name: each for name, each in value.items() if name in known})


def checked_name(text: str) -> str:
    """:raises UsageError: if no user can be called so"""
    if text == HEDDLE:
        raise UsageError(f"{text!r} is reserved for Heddle itself. Choose another name.")
    return values.name(text)


def checked_full_name(text: str) -> str:
    """:raises UsageError: if it is invalid"""
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise UsageError(f"at most {LONGEST_NAME} printable characters are expected.")
    return text


def checked_email(text: str) -> str:
    """Empty: none.

    :raises UsageError: if it is invalid
    """
    is_one = re.fullmatch(r"[^\s@]+@[^\s@]+", text) and text.isprintable()
    if text and (len(text) > LONGEST_EMAIL or not is_one):
        raise UsageError(f"{text!r} is not an e-mail address: write it like ann@example.org.")
    return text
