"""Servers that this user has signed in to, each under a name: profiles.json in the state folder. It
has tokens in it, and is for its owner alone."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from heddle.errors import HeddleError, NoPermissionError, UsageError
from heddle.system import files, state

CHOICE = "HEDDLE_PROFILE"
HERE = "here"  #: no profile: the server of this machine
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Profile:
    """How to reach a server, and who we are there."""

    address: str
    token: str = field(repr=False)
    pin: str | None = None
    user: str = ""  #: as the server called us when we signed in


@dataclass(frozen=True, slots=True)
class Profiles:
    """All of them, and which is used where nothing else is said; empty: the server of this
    machine."""

    known: Mapping[str, Profile] = field(default_factory=dict)
    used: str = ""

    def named(self, name: str) -> Profile:
        """:raises UsageError: if there is none of this name"""
        if name not in self.known:
            has = ", ".join(sorted(self.known)) or "none"
            raise UsageError(
                f"no profile {name!r} (there is: {has}). `heddle account login` adds one."
            )
        return self.known[name]


def path() -> str:
    return os.path.join(state.folder(), "profiles.json")


def check_name(name: str) -> str:
    """:raises UsageError: if no profile can be called so"""
    if not _NAME.fullmatch(name) or name == HERE:
        raise UsageError(f"{name!r} is not a profile name: up to 64 of A-Z a-z 0-9 . _ -")
    return name


def load() -> Profiles:
    """:raises HeddleError: if others could have written it, or it is invalid"""
    place = path()
    try:
        with open(place, encoding="utf-8") as file:
            seen = os.fstat(file.fileno())
            if seen.st_uid != os.geteuid() or seen.st_mode & 0o077:
                raise HeddleError(
                    f"{place} holds tokens, and others can read or write it: chmod 600 it, and "
                    "renew its tokens (`heddle account token renew`)."
                )
            said: Any = json.load(file)
        known = {str(name): Profile(**each) for name, each in said["profiles"].items()}
        used = str(said.get("used", ""))
    except (FileNotFoundError, NotADirectoryError):
        return Profiles()
    except OSError as error:
        raise HeddleError(f"{place} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise HeddleError(f"{place} is broken: remove it, and sign in again.") from None
    return Profiles(known, used if used in known else "")


def save(profiles: Profiles) -> None:
    """:raises HeddleError: if it cannot be written"""
    value = {
        "used": profiles.used,
        "profiles": {name: asdict(each) for name, each in profiles.known.items()},
    }
    try:
        state.make()
        files.replace(path(), json.dumps(value, indent=1).encode(), mode=0o600)
    except OSError as error:
        what = f"cannot remember the token ({error.strerror})"
        raise NoPermissionError(what, path(), NoPermissionError.STATE) from None


def chosen() -> tuple[str, Profile] | None:
    """The one that HEDDLE_PROFILE names, or that was chosen last; None: the server of this machine.

    :raises UsageError: if there is none of that name
    """
    name = os.environ.get(CHOICE, "")
    if name == HERE or not (name or os.path.exists(path())):
        return None
    profiles = load()
    name = name or profiles.used
    return (name, profiles.named(name)) if name else None


def at(address: str) -> Profile | None:
    """The one of a server, whatever it is called."""
    if not os.path.exists(path()):
        return None
    return next((each for each in load().known.values() if each.address == address), None)
