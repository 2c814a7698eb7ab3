"""Why something that a caller asked for is refused, always with the remedy.

DeskError
├── MalformedError     400   what was sent cannot be read at all
├── ForbiddenError     403   the token may not do this
├── MissingError       404   there is no such thing, or not for this caller: both look the same
├── ConflictError      409   not as things stand now
├── InvalidError       422   what was sent makes no sense; `mistakes` says where
├── BusyError          429   too much at once; `retry_s` says when to come again
└── UnavailableError   503   it cannot be done now, for any caller

Routes answer with `status` and problem+json, pages with the same status and a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.errors import HeddleError


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong: in a field, or at a place of a text that was sent."""

    text: str
    field: str | None = None
    file: str | None = None
    line: int | None = None  #: from 1, as the column
    column: int | None = None


class DeskError(HeddleError):
    """A request is refused; `detail` says why, and what to do."""

    status = 500

    def __init__(
        self, detail: str, mistakes: Sequence[Mistake] = (), *, retry_s: int | None = None
    ) -> None:
        super().__init__(detail)
        self.detail, self.mistakes, self.retry_s = detail, mistakes, retry_s


class MalformedError(DeskError):
    """What was sent cannot be read at all."""

    status = 400


class ForbiddenError(DeskError):
    """The token may not do this."""

    status = 403


class MissingError(DeskError):
    """There is no such thing, or not for this caller: both look the same."""

    status = 404


class ConflictError(DeskError):
    """It makes sense, but not as things stand now."""

    status = 409


class InvalidError(DeskError):
    """What was sent makes no sense."""

    status = 422

    @classmethod
    def of_field(cls, field: str, rule: str) -> InvalidError:
        """`rule` names the field already, as far as it has to."""
        return cls(rule, [Mistake(rule, field)])


class BusyError(DeskError):
    """Too much at once, of one caller or of an organisation."""

    status = 429


class UnavailableError(DeskError):
    """It cannot be done now, for any caller."""

    status = 503
