"""Join tokens, with which nodes register."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field
from starlette.responses import Response

from heddle.api.nodes.messages import check_name, check_site
from heddle.api.parameters import Admin, AtDesk, router
from heddle.control.core import Core
from heddle.control.nodes.join_tokens import KIND, Invitation, make
from heddle.control.nodes.register import Register
from heddle.desk.desk import of_cluster
from heddle.desk.errors import InvalidError, MissingError, Mistake
from heddle.desk.sent import ONLY_THESE
from heddle.errors import UsageError
from heddle.model.choices import NodeKind
from heddle.store.base import Event

HOUR_S = 3600
MOST_USES, LONGEST_S = 100_000, 30 * 24 * HOUR_S
ROUTER = router("/v1/nodes/tokens")


@dataclass(frozen=True, slots=True)
class Asked:
    """The restrictions of a join token. The node may choose what is null."""

    seconds: Annotated[int, Field(ge=1, le=LONGEST_S)] = HOUR_S
    uses: Annotated[int, Field(ge=1, le=MOST_USES)] = 1
    kind: NodeKind | None = None
    site: str | None = None
    name: str | None = None

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class JoinTokens:
    """Those that still count, without their secrets; the first first."""

    tokens: Sequence[Invitation]


@dataclass(frozen=True, slots=True)
class MadeJoinToken:
    """The only time that its text is shown."""

    token: str
    invitation: Invitation


@ROUTER.get("")
async def tokens(desk: AtDesk, caller: Admin) -> JoinTokens:
    """Those that still count."""
    of_cluster(caller)
    now_ms = desk.now_ms()
    return JoinTokens(await desk.ask(lambda core: core.part(Register).invitations.all(now_ms)))


@ROUTER.post("", status_code=201)
async def add(asked: Asked, desk: AtDesk, caller: Admin) -> MadeJoinToken:
    """For a number of nodes and a time."""
    of_cluster(caller)
    _check(asked)
    now_ms = desk.now_ms()
    expires_ms = now_ms + 1000 * asked.seconds
    which = {"kind": asked.kind, "site": asked.site, "name": asked.name}
    made = Invitation(
        token_hex(6), now_ms, caller.who, expires_ms, asked.uses, kind=asked.kind,
        site=asked.site, name=asked.name,
    )  # fmt: skip
    text, thing = make(made)

    def keep(core: Core) -> None:
        invitations = core.part(Register).invitations
        core.keep(*invitations.expired(now_ms), thing)
        invitations.add(thing)
        detail = {"uses": asked.uses, **{k: v for k, v in which.items() if v is not None}}
        core.keep(Event(now_ms, KIND, made.id, "made", "", caller.who, detail))

    await desk.ask(keep)
    return MadeJoinToken(text, made)


@ROUTER.delete("/{token_id}", status_code=204)
async def remove(token_id: str, desk: AtDesk, caller: Admin) -> Response:
    """It does not count from then on; nodes that joined with it stay."""
    of_cluster(caller)

    def revoke(core: Core) -> bool:
        invitations = core.part(Register).invitations
        if invitations.get(token_id) is None:
            return False
        core.keep(invitations.remove(token_id))
        core.keep(Event(desk.now_ms(), KIND, token_id, "revoked", "", caller.who))
        return True

    if not await desk.ask(revoke):
        raise MissingError(f"there is no valid join token {token_id!r}.")
    return Response(status_code=204)


def _check(asked: Asked) -> None:
    """:raises DeskError: if no node could use it"""
    try:
        if asked.name is not None:
            check_name(asked.name)
        if asked.site is not None:
            check_site(asked.site)
    except UsageError as error:
        field, _, rule = str(error).partition(": ")
        raise InvalidError(str(error), [Mistake(rule, field)]) from None
    if asked.name is not None and asked.uses > 1:
        rule = "a join token for one name can be used once. Leave out name, or uses."
        raise InvalidError(f"uses: {rule}", [Mistake(rule, "uses")])
