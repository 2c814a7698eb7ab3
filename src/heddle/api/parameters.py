"""The parameters that routes declare, to get the desk and the caller; and their routers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from heddle.api.problem import ProblemDetails, ProblemError
from heddle.desk.access.auth import CALLER, Token
from heddle.desk.desk import MOST, Desk
from heddle.desk.errors import ForbiddenError, InvalidError
from heddle.errors import did_you_mean

REFUSAL = {"model": ProblemDetails, "description": "refused, and why"}


async def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def _reader(request: Request) -> Token:
    return _at_least("read", request)


def _at_least(scope: str, request: Request) -> Token:
    caller: Token | None = request.scope.get(CALLER)
    if caller is None:  # the guard did not see this request
        raise ProblemError(401, "a token is needed.")
    if not caller.may(scope):
        rule = f"this needs a token of scope {scope}, and this one is of scope {caller.scope}."
        raise ForbiddenError(rule)
    return caller


async def _submitter(request: Request) -> Token:
    return _at_least("submit", request)


async def _admin(request: Request) -> Token:
    return _at_least("admin", request)


class Checked(APIRoute):
    """A misspelt parameter would otherwise count as one that was not given."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        known = [each.alias for each in self.dependant.query_params]

        async def checked(request: Request) -> Response:
            if request.scope["query_string"]:
                for name in request.query_params:
                    if name not in known:
                        raise _unknown(name, known)
            return await handle(request)

        return checked


def _unknown(name: str, known: Sequence[str]) -> InvalidError:
    has = f"It has: {', '.join(known)}." if known else "It has none."
    near = did_you_mean(name, known)
    return InvalidError(f"{name!r} is not a parameter of this route.{near} {has}")


def router(prefix: str = "") -> APIRouter:
    """For the routes of one noun."""
    return APIRouter(prefix=prefix, route_class=Checked, responses={"default": REFUSAL})


AtDesk = Annotated[Desk, Depends(_desk)]
Reader = Annotated[Token, Depends(_reader)]
Submitter = Annotated[Token, Depends(_submitter)]
Admin = Annotated[Token, Depends(_admin)]
Limit = Annotated[int, Query(ge=1, le=MOST)]
