"""What Heddle remembers between runs: small JSON files, of the machine and of each user.

root writes for the machine (/var/lib/heddle, readable by all), others for themselves
($XDG_STATE_HOME/heddle). HEDDLE_STATE names another folder for both.
"""

from __future__ import annotations

import os

from heddle.errors import NoPermissionError

TYPE_CHECKING = False  # `heddle run` only asks whether a file is there

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MACHINE = "/var/lib/heddle"


def folder() -> str:
    """Where this user's files are written."""
    if given := os.environ.get("HEDDLE_STATE"):
        return given
    if os.geteuid() == 0:
        return MACHINE
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(home, "heddle")


def folders() -> list[str]:
    """Where to look: the machine's first, then this user's."""
    return list(dict.fromkeys([folder()] if "HEDDLE_STATE" in os.environ else [MACHINE, folder()]))


def exists(name: str) -> bool:
    """Whether there is such a file at all; cheap, because every `heddle run` asks."""
    return any(os.path.exists(os.path.join(place, f"{name}.json")) for place in folders())


def read(name: str) -> list[Any]:
    """What each folder's file `name`.json holds; a broken or missing one is left out."""
    found = (_load(place, name) for place in folders())
    return [value for value in found if value is not None]


def own(name: str) -> Any:
    """What this user's own file holds; None if there is none."""
    return _load(folder(), name)


def _load(place: str, name: str) -> Any:
    import json

    try:
        with open(os.path.join(place, f"{name}.json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def write(name: str, value: Any) -> str:
    """Replaces this user's file in one step, and says where it is.

    :raises NoPermissionError: if it cannot be written
    """
    return update(name, lambda _: value)


def update(name: str, change: Callable[[Any], Any]) -> str:
    """Replaces what this user's file holds by what `change` makes of it, one process at a time.
    Where nothing is left, neither is the file.

    :raises NoPermissionError: if it cannot be written
    """
    import contextlib
    import fcntl
    import json
    import tempfile

    place = folder()
    path = os.path.join(place, f"{name}.json")
    try:
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, f".{name}.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            value = change(own(name))
            if not value:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
                return path
            handle, temporary = tempfile.mkstemp(dir=place, prefix=f".{name}.")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(value, file, indent=1, ensure_ascii=False)
                os.fchmod(file.fileno(), 0o644)
            os.replace(temporary, path)
    except OSError as error:
        what = f"cannot remember {name} ({error.strerror})"
        raise NoPermissionError(what, path, NoPermissionError.STATE) from None
    return path
