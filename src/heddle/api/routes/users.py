"""Users and their roles. Each administrator sees and changes what is about the own tenant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.api.parameters import Admin, AtDesk, router
from heddle.desk.access import user_admin
from heddle.desk.access.user_admin import UserAsk, UserChange, UserState

ROUTER = router("/v1/users")


@dataclass(frozen=True, slots=True)
class UserList:
    users: Sequence[UserState]


@ROUTER.get("")
async def all_users(desk: AtDesk, caller: Admin) -> UserList:
    """Of the token's tenant and those below, and others who have a role there."""
    return UserList(user_admin.visible(desk, caller))


@ROUTER.post("", status_code=201)
async def make(asked: UserAsk, desk: AtDesk, caller: Admin) -> UserState:
    """One of the token's tenant, or of one below it."""
    return await user_admin.make(desk, caller, asked)


@ROUTER.put("/{user:path}")
async def change(user: str, asked: UserChange, desk: AtDesk, caller: Admin) -> UserState:
    """Roles at the token's tenant and below. The rest is for administrators of the user's home.
    A disabled user loses all access at once: tokens, sessions and streams end."""
    return await user_admin.change(desk, caller, user, asked)


@ROUTER.delete("/{user:path}", status_code=204)
async def remove(user: str, desk: AtDesk, caller: Admin) -> None:
    """All its roles and tokens at the token's tenant and below. The user itself goes if its home
    is there, and with it everything that it has elsewhere."""
    await user_admin.remove(desk, caller, user)
