"""The caller: its token and user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heddle.api.parameters import AtDesk, Reader, router

ROUTER = router()


@dataclass(frozen=True, slots=True)
class Who:
    user: str  #: as jobs and events name it
    user_id: str  #: with its home: ann@acme
    full_name: str
    email: str
    tenant: str  #: "" is the whole cluster
    scope: str  #: what the token may do: the least of its own and of its user's role
    roles: Mapping[str, str]  #: that the user has at the token's tenant, above and below it
    expires_ms: int | None
    token: str  #: its id
    isolated: bool  #: its jobs see their own files, processes and devices only


@ROUTER.get("/v1/whoami")
async def whoami(desk: AtDesk, caller: Reader) -> Who:
    """Of the token that asks; every one may."""
    user = desk.auth.users.get(caller.user)
    return Who(
        caller.name,
        caller.user,
        user.full_name if user else "",
        user.email if user else "",
        caller.tenant,
        caller.scope,
        user.seen_with(caller.tenant) if user else {},
        caller.expires_ms,
        caller.id,
        desk.tenancy.isolates(caller),
    )
