"""Fail closed: a program that cannot be scheduled and watched is not started at all."""

from __future__ import annotations

import os

from heddle import native
from heddle.errors import ForeignError, HeddleError, UsageError

#: Beside the table; written by the agent (heddle/agent/strictness.py).
FILE = "strict.json"
VARIABLE = "HEDDLE_STRICT"


def is_wanted() -> bool:
    """Whether the user's environment or the table's agent wants it of every program."""
    if os.environ.get(VARIABLE, "") not in ("", "0"):
        return True
    try:
        path = os.path.join(native.table_folder(), FILE)
    except ForeignError:
        return False  # no agent of ours works there; opening the table reports the problem
    if not os.path.exists(path):
        return False
    import json

    try:
        with open(path) as file:
            return bool(json.load(file)["all"])
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError):
        return True  # it is there: better not to run than to run unwatched


def check_devices(variables: dict[str, str]) -> None:
    """:raises UsageError: if nothing was preloaded, because there is no device"""
    if "LD_PRELOAD" not in variables:
        raise UsageError(
            "--strict: no accelerator was found on this machine, so nothing can be scheduled. "
            "See `heddle admin check`, or leave out --strict."
        )


def tell_agent(program: int) -> None:
    """Makes the agent watch it: a process that escapes from the program is killed.

    :raises HeddleError: if there is no agent; the program must not be started then
    """
    from heddle import ask

    try:
        ask.call("strict", "--strict", program=program)
    except HeddleError as error:
        error.args = (f"not started, because it must be strict: {error}",)
        raise
