"""What is wrong with a request, as problem+json (RFC 9457), always with the remedy."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from heddle.desk.access.auth import CALLER, Token
from heddle.desk.errors import DeskError, InvalidError, Mistake
from heddle.errors import HeddleError, StoreError, StoreFullError, UsageError
from heddle.spec.document import FileError

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
TITLES = {413: "Request Entity Too Large", 422: "Unprocessable Entity"}
FAULT = "this is a fault of the server; its log has it."
FULL = "the disk of the control plane's store is full. Ask an administrator to make room on it."
AWAY = "the control plane's store cannot be used. Ask an administrator to see why."
REFUSED = "Until then nothing is accepted or changed; running jobs continue."
BEGUN = "This request had begun: it is carried out then, so look before you repeat it."
RETRY_S = 5  #: when the store may be back


@dataclass(frozen=True, slots=True)
class ProblemDetails:
    """The answer to a request that was refused."""

    type: str
    title: str
    status: int
    detail: str
    errors: Sequence[Mistake] = ()


class ProblemError(DeskError):
    """A refusal that only HTTP has words for: a header, a kind of body, a size."""

    def __init__(
        self,
        status: int,
        detail: str,
        mistakes: Sequence[Mistake] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail, mistakes)
        self.status, self.headers = status, headers


def response(error: DeskError) -> Response:
    details = ProblemDetails(
        "about:blank", title_of(error.status), error.status, error.detail, error.mistakes
    )
    text = json.dumps(asdict(details, dict_factory=_without_nothing), separators=(",", ":"))
    headers = error.headers if isinstance(error, ProblemError) else None
    if error.retry_s is not None:
        headers = {"Retry-After": str(error.retry_s)}
    return Response(text, error.status, headers, media_type=MEDIA_TYPE)


def title_of(status: int) -> str:
    """As version 1 of the API has always had it; Python 3.13 has other names for some."""
    return TITLES.get(status) or HTTPStatus(status).phrase


def _without_nothing(items: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in items if value not in (None, (), [])}


def of_file(error: FileError) -> InvalidError:
    """Everything that is wrong in a job file, with its place."""
    mistakes = [
        Mistake(each.message, file=each.file, line=each.line, column=each.column)
        for each in error.problems
    ]
    first = error.problems[0]
    detail = f"{first.file}:{first.line}:{first.column}: {first.message}"
    if len(mistakes) > 1:
        detail = f"{len(mistakes)} errors; the first is {detail}"
    return InvalidError(detail, mistakes)


def of_store(error: StoreError, caller: Token | None) -> ProblemError:
    """The store's problem; its address only for tokens of the whole cluster."""
    is_full = isinstance(error, StoreFullError)
    said = FULL if is_full else AWAY
    if caller is not None and not caller.tenant:
        said = str(error)
    then = BEGUN if error.is_begun else REFUSED
    status = HTTPStatus.INSUFFICIENT_STORAGE if is_full else HTTPStatus.SERVICE_UNAVAILABLE
    return ProblemError(status, f"{said} {then}", headers={"Retry-After": str(RETRY_S)})


def _of_validation(error: RequestValidationError) -> InvalidError:
    mistakes = []
    for each in error.errors():
        where, *names = each["loc"]
        name = ".".join(map(str, names)) or str(where)
        text = str(each["msg"])
        if each["type"] == "extra_forbidden":
            text = "is not a field of this request. docs/reference/api.md has all"
        elif each["type"] == "json_invalid":
            name, text = "body", f"not JSON: {each.get('ctx', {}).get('error', '')}"
        mistakes.append(Mistake(f"{name}: {text}.", field=name))
    return InvalidError("; ".join(mistake.text for mistake in mistakes), mistakes)


def handle(app: FastAPI) -> None:
    """Turns every error of the application into a problem document. What is not foreseen says
    nothing of the inside to the caller; it is in the log."""

    @app.exception_handler(DeskError)
    async def _request(_: Request, error: DeskError) -> Response:
        return response(error)

    @app.exception_handler(FileError)
    async def _file(_: Request, error: FileError) -> Response:
        return response(of_file(error))

    @app.exception_handler(UsageError)
    async def _usage(_: Request, error: UsageError) -> Response:
        return response(ProblemError(422, str(error)))

    @app.exception_handler(StoreError)
    async def _store(request: Request, error: StoreError) -> Response:
        log.error("a request failed: %s", error)
        return response(of_store(error, request.scope.get(CALLER)))

    @app.exception_handler(HeddleError)
    async def _heddle(_: Request, error: HeddleError) -> Response:
        log.error("a request failed: %s", error)
        return response(ProblemError(503, "this cannot be done now; the server's log says why."))

    @app.exception_handler(RequestValidationError)
    async def _validation(_: Request, error: RequestValidationError) -> Response:
        return response(_of_validation(error))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        detail = str(error.detail)
        if error.status_code == HTTPStatus.NOT_FOUND:
            detail = "there is no such route. docs/reference/api.md has all of them."
        elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = (error.headers or {}).get("Allow", "")
            detail = f"this route does not understand {request.method}, only {allowed}."
        return response(ProblemError(error.status_code, detail, headers=error.headers))

    @app.exception_handler(Exception)
    async def _unforeseen(_: Request, error: Exception) -> Response:
        return response(ProblemError(500, FAULT))
