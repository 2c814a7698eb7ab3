"""Tokens: the user, the tenant, and the scope.

A token is `hd_ID_SECRET`. The secret is random and long, so a fast hash is enough, and only that is
kept. Scopes contain each other: read, submit, admin. A token sees its tenant and all below it; the
tenant "" is the whole cluster. It belongs to a user, and counts as far as that one's role goes.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from heddle.cluster.quota import CLUSTER
from heddle.desk.access import users
from heddle.desk.access.users import HEDDLE as HEDDLE
from heddle.desk.access.users import SCOPES, User, least
from heddle.desk.access.users import within as within
from heddle.store.base import Change, Event, Gone, Store, Thing
from heddle.system import files

KIND = "token"
CALLER = "heddle.caller"  #: of a scope: whose request it is
FIRST = "admin"  #: the user of the first token
_NOBODY = hashlib.sha256(b"").digest()


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token; not its secret."""

    id: str
    name: str  #: of the user
    tenant: str
    scope: str
    made_ms: int
    by: str  #: the user who made it
    expires_ms: int | None = None
    user: str = ""  #: the user's id; empty: from before there were users

    @property
    def who(self) -> str:
        """The user that it speaks for, by a unique name: ann@acme, where two may be called ann."""
        return self.user or self.name

    def may(self, scope: str) -> bool:
        return SCOPES.index(self.scope) >= SCOPES.index(scope)

    def sees(self, tenant: str) -> bool:
        """Its own tenant and those below."""
        return within(tenant, self.tenant)

    def rules(self, tenant: str) -> bool:
        """Only those below its own: no tenant sets its own limits."""
        return self.sees(tenant) and tenant != self.tenant


class Auth:
    """All tokens and users, in memory; the store has them, too. `now_ms` tells which have expired.
    They are changed in the thread of the loop, together with the store; any thread may read."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        things = store.things(users.KIND)
        self.users = {user_id: users.of_thing(user_id, value) for user_id, value in things.items()}
        self._known: dict[str, tuple[Token, bytes]] = {}
        self._counts: dict[str, Token] = {}  # with what they may do, if that is anything
        for token_id, value in store.things(KIND).items():
            self._known[token_id] = _of_thing(token_id, value)
            self._weigh(token_id)

    def check(self, text: str) -> Token | None:
        """Whose token this is, with what it may do; None if it is unknown, or expired, or its user
        may do nothing."""
        token = self._whose(text)
        found = self._counts.get(token.id) if token is not None else None
        return None if found is None or self.is_over(found) else found

    def is_known(self, text: str) -> bool:
        """Whether it was made and has not expired, whatever its user may do."""
        token = self._whose(text)
        return token is not None and not self.is_over(token)

    def _whose(self, text: str) -> Token | None:
        kind, _, rest = text.partition("_")
        token_id, _, secret = rest.partition("_")
        token, digest = self._known.get(token_id, (None, _NOBODY))
        is_right = hmac.compare_digest(_digest(secret), digest)
        return token if is_right and kind == "hd" else None

    def counts(self, token: Token) -> bool:
        """Whether it is still known, has not expired, and its user may do something."""
        return token.id in self._counts and not self.is_over(token)

    def is_over(self, token: Token) -> bool:
        return token.expires_ms is not None and token.expires_ms <= self._now_ms()

    def get(self, token_id: str) -> Token | None:
        return self._known.get(token_id, (None,))[0]

    def all(self) -> list[Token]:
        """The first first."""
        known = list(self._known.values())
        return sorted((token for token, _ in known), key=lambda t: (t.made_ms, t.id))

    def tokens_of(self, user_id: str) -> list[Token]:
        return [token for token in self.all() if token.user == user_id]

    def has_admin(self, users_then: Mapping[str, User], without: Iterable[str] = ()) -> bool:
        """Whether there would still be an administrator, with these users and without these
        tokens."""
        left = [token for token in self.all() if token.tenant == CLUSTER]
        left = [token for token in left if token.id not in without and not self.is_over(token)]
        return any(_weighed(token, users_then) == "admin" for token in left)

    def is_name(self, said: str) -> bool:
        """Whether it is not a user's id, but a name that several may have."""
        return "@" not in said and said != HEDDLE and said not in self.users

    def add(self, thing: Thing) -> None:
        """It counts from now on."""
        self._known[thing.id] = _of_thing(thing.id, thing.value)
        self._weigh(thing.id)

    def remove(self, token_id: str) -> None:
        self._counts.pop(token_id, None)
        self._known.pop(token_id, None)

    def put_user(self, user: User) -> None:
        """Its tokens count as far as its roles go, from now on."""
        self.users = {**self.users, user.id: user}
        for token in self.tokens_of(user.id):
            self._weigh(token.id)

    def remove_user(self, user_id: str) -> None:
        self.users = {each: user for each, user in self.users.items() if each != user_id}
        for token in self.tokens_of(user_id):
            self._weigh(token.id)

    def _weigh(self, token_id: str) -> None:
        token, _ = self._known[token_id]
        scope = _weighed(token, self.users)
        if scope is None:
            self._counts.pop(token_id, None)
        else:
            self._counts[token_id] = replace(token, scope=scope)


def _weighed(token: Token, known: Mapping[str, User]) -> str | None:
    """What it may do; None: nothing."""
    if not token.user:
        return token.scope
    user = known.get(token.user)
    scope = user.scope_at(token.tenant) if user is not None else None
    return None if scope is None else least(token.scope, scope)


def make(
    name: str,
    tenant: str,
    scope: str,
    by: str,
    now_ms: int,
    expires_ms: int | None = None,
    user: str = "",
) -> tuple[Token, str, Thing]:
    """A new token, its whole text, which is shown once, and what is kept of it."""
    secret = secrets.token_urlsafe(32)
    token = Token(secrets.token_hex(6), name, tenant, scope, now_ms, by, expires_ms, user)
    return token, f"hd_{token.id}_{secret}", _thing(token, _digest(secret))


def _thing(token: Token, digest: bytes) -> Thing:
    value = {**asdict(token), "hash": digest.hex()}
    del value["id"]
    return Thing(KIND, token.id, value)


def noted(token: Token, what: str, by: str, now_ms: int) -> Event:
    """For the audit."""
    detail = {"name": token.name, "scope": token.scope}
    return Event(now_ms, KIND, token.id, what, token.tenant, by, detail)


def first_token(store: Store, path: str, now_ms: int) -> None:
    """Before the loop is started: a token of an administrator of all, in a file that only its
    owner can read. A token that is there and has not expired stays. Removing the file gives
    another one, and the old one ends. What an older Heddle has kept is brought up to date."""
    if found := migrated(store, now_ms):
        store.write(found)
    auth = Auth(store, lambda: now_ms)
    with suppress(OSError), open(path, encoding="ascii", errors="replace") as file:
        if auth.is_known(file.read().strip()):
            return
    before = auth.users.get(FIRST) or users.made(FIRST, CLUSTER, HEDDLE, now_ms)
    user = replace(before, disabled=False, roles={**before.roles, CLUSTER: "admin"})
    changes: list[Change] = [] if user == before else [user.thing()]
    if changes:
        what = "changed" if FIRST in auth.users else "made"
        changes += users.noted(user, what, HEDDLE, now_ms, roles=user.roles)
    token, text, thing = make(FIRST, CLUSTER, "admin", HEDDLE, now_ms, user=FIRST)
    # The file comes first: a token in the store that no user has would be of no use.
    files.replace(path, f"{text}\n".encode())
    changes += [thing, noted(token, "made", HEDDLE, now_ms), *_ended(auth.all(), now_ms)]
    store.write(changes)


def migrated(store: Store, now_ms: int) -> list[Change]:
    """Tokens of before there were users get one each, with a role that changes nothing of what
    they may do. Tokens of one name and tenant are of one user."""
    things = store.things(users.KIND)
    known = {user_id: users.of_thing(user_id, value) for user_id, value in things.items()}
    changes: list[Change] = []
    new: dict[str, User] = {}
    for token_id, value in store.things(KIND).items():
        token, digest = _of_thing(token_id, value)
        if token.user:
            continue
        user_id = users.id_of(token.name, token.tenant)
        user = new.get(user_id) or known.get(user_id)
        user = user or users.made(token.name, token.tenant, HEDDLE, now_ms, {})
        so_far = user.roles.get(token.tenant, users.ROLES[0])
        role = max(so_far, users.ROLE_OF[token.scope], key=users.ROLES.index)
        new[user_id] = replace(user, roles={**user.roles, token.tenant: role})
        changes.append(_thing(replace(token, user=user_id), digest))
    for user in new.values():
        changes += [user.thing(), *users.noted(user, "made", HEDDLE, now_ms, roles=user.roles)]
    return changes


def _ended(tokens: Iterable[Token], now_ms: int) -> Iterable[Change]:
    for token in tokens:
        if token.by == HEDDLE:
            yield Gone(KIND, token.id)
            yield noted(token, "revoked", HEDDLE, now_ms)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogateescape")).digest()


def _of_thing(token_id: str, value: Mapping[str, Any]) -> tuple[Token, bytes]:
    names = [part.name for part in fields(Token) if part.name != "id"]
    token = Token(token_id, **{name: value[name] for name in names if name in value})
    return token, bytes.fromhex(value["hash"])
