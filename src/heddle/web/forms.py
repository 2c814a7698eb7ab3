"""What forms send, read as the API reads bodies; and what is wrong, put at its field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from heddle.desk.errors import DeskError, InvalidError, Mistake

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it is shown: what was written in it, and what was wrong with that."""

    values: Mapping[str, str] = field(default_factory=dict)
    mistakes: Mapping[str, str] = field(default_factory=dict)  #: by field
    message: str = ""  #: what is of no field
    status: int = 200

    def value(self, name: str, default: object = "") -> str:
        return self.values.get(name, str(default))

    def wrong(self, name: str) -> str:
        return self.mistakes.get(name, "")


def read(kind: type[T], values: Mapping[str, Any]) -> T:
    """As the body of a request.

    :raises DeskError: with each field that is wrong
    """
    try:
        return TypeAdapter(kind).validate_python(dict(values))
    except ValidationError as error:
        mistakes = [
            Mistake(f"{each['msg']}.", field=str(each["loc"][0]) if each["loc"] else None)
            for each in error.errors()
        ]
        raise InvalidError("; ".join(each.text for each in mistakes), mistakes) from None


def refused(values: Mapping[str, str], error: DeskError) -> Sent:
    """The same form again, with what is wrong at the fields."""
    mistakes: dict[str, str] = {}
    for each in error.mistakes:
        if each.field is not None:
            mistakes.setdefault(each.field, each.text.removeprefix(f"{each.field}: "))
    left = [each.text for each in error.mistakes if each.field is None]
    message = "" if mistakes and not left else " ".join(left) or error.detail
    return Sent(values, mistakes, message, error.status)
