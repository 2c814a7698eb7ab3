"""The values of a job file that are words: names, sites, software, commands, times."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from datetime import datetime

from heddle.errors import UsageError, did_you_mean
from heddle.model.quantity import DURATION
from heddle.model.site import PLACES

#: How the devices of one member hang together, and how near the members of a gang are.
JOINED_DEVICES = ("nvlink", "xgmi", "hccs", "pcie-switch", "numa")
JOINED = (*JOINED_DEVICES, *reversed(PLACES))

_NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]*"


def name(text: str) -> str:
    """Of a job, a lane, a site, a data set."""
    if not re.fullmatch(_NAME, text) or len(text) > 128:
        raise UsageError(
            f"{text!r} is not a name: letters, digits, '.', '_' and '-', at most 128, "
            "and the first is a letter or a digit."
        )
    return text


def tenant(text: str) -> str:
    """A path in the tree of tenants."""
    if not re.fullmatch(rf"{_NAME}(/{_NAME})*", text) or len(text) > 255:
        raise UsageError(f"{text!r} is not a tenant: write names with '/', as in acme/vision/ann.")
    return text


def software(text: str) -> str:
    """Of a stack, with its version where that matters."""
    if not re.fullmatch(r"[a-z][a-z0-9_.+-]*((>=|==|<=|>|<)[0-9]+(\.[0-9]+)*)?", text):
        raise UsageError(
            f"{text!r} is not a package: write its name in lower case, or cuda>=12.4 "
            "(>=, ==, <=, > or <, without spaces)."
        )
    return text


def variable(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
        raise UsageError(f"{text!r} is not a variable name: letters, digits and '_'.")
    return text


def text(text: str) -> str:
    """That can be handed to a program."""
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise UsageError(f"{text!r} has a character that cannot be handed to a program.")
    return text


def within(given: str) -> str:
    """A path that stays in the folder to work in."""
    if not given or given.startswith(("/", "-")) or ".." in given.split("/"):
        raise UsageError(f"{given!r} is not allowed: a path from the folder to work in on.")
    return text(given)


def image(given: str) -> str:
    if not given or re.search(r"\s", given):
        raise UsageError(f"{given!r} is not an image: write it as for a container engine.")
    return text(given)


def one_of(allowed: Sequence[str]) -> Callable[[str], str]:
    def choose(given: str) -> str:
        if given not in allowed:
            hint = did_you_mean(given.lower(), allowed, 0.5)
            raise UsageError(f"{given!r} is not allowed.{hint} One of {', '.join(allowed)}.")
        return given

    return choose


def whole(least: int, most: int) -> Callable[[str], int]:
    def number(given: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,18}", given) or not least <= int(given) <= most:
            raise UsageError(f"{given!r} is not allowed: a whole number from {least} to {most}.")
        return int(given)

    return number


def truth(given: str) -> bool:
    if given not in ("true", "false"):
        raise UsageError(f"{given!r} is not allowed: true or false.")
    return given == "true"


def command(line: str) -> tuple[str, ...]:
    """Words as a shell would split them. What needs a shell is refused: none is started."""
    single = re.sub(r"'[^']*'|\\.", "", text(line))  # what is left is not in single quotes
    bare = re.sub(r'"[^"]*"', "", single).strip()
    if found := re.search(r"[$`]", single) or re.search(r"[|&;<>()*?\n]|(?<!\S)~", bare):
        raise UsageError(
            f"{found[0]!r} needs a shell, and none is started. Write a list: [sh, -c, '...']."
        )
    try:
        words = tuple(shlex.split(line))
    except ValueError:
        raise UsageError(f"{line!r}: a quote is not closed.") from None
    if not words or not words[0]:
        raise UsageError("the command is empty.")
    if re.match(r"[A-Za-z_][A-Za-z0-9_]*=", words[0]):
        raise UsageError(f"{words[0]!r} is a variable: write it under `environment`.")
    return words


def deadline(submitted_s: int) -> Callable[[str], int]:
    """A time with its zone, or a time after the job is submitted."""

    def parse(given: str) -> int:
        try:
            when = datetime.fromisoformat(given.strip())
        except ValueError:
            when = None
        if when and when.tzinfo and not when.microsecond and when.year >= 1971:
            return int(when.timestamp())
        try:
            return submitted_s + DURATION.parse(given)
        except UsageError:
            raise UsageError(
                f"{given!r} is not a deadline: a time with its zone (2026-12-01T08:00:00Z), "
                "or a duration from when the job is submitted (2h)."
            ) from None

    return parse
