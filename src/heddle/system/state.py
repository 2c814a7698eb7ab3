"""What Heddle remembers between runs: small JSON files, of the machine and of each user.

root writes for the machine (/var/lib/heddle, readable by all), others for themselves
($XDG_STATE_HOME/heddle). HEDDLE_STATE names another folder for both.
"""

from __future__ import annotations

import os

from heddle.errors import ForeignError, HeddleError, NoPermissionError

TYPE_CHECKING = False  # `heddle run` only asks whether a file is there

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MACHINE = "/var/lib/heddle"
REMEDY = f"Take the right from others (chmod go-w), or {NoPermissionError.STATE}"
#: Of an integer. No float can hold more than 308, and nothing that is remembered is as large.
MOST_DIGITS = 300


def folder() -> str:
    """Where this user's files are written."""
    if given := os.environ.get("HEDDLE_STATE"):
        return given
    if os.geteuid() == 0:
        return MACHINE
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(home, "heddle")


def folders() -> list[str]:
    """Where to look: the machine's first, then this user's. Of two that differ, the user's own,
    which is the later, is believed."""
    return list(dict.fromkeys([folder()] if "HEDDLE_STATE" in os.environ else [MACHINE, folder()]))


def exists(name: str) -> bool:
    """Whether there is such a file at all; cheap, because every `heddle run` asks."""
    return any(os.path.exists(os.path.join(place, f"{name}.json")) for place in folders())


def read(name: str) -> list[Any]:
    """What each folder's file `name`.json holds; a broken one is left out, and said."""
    found = (_load(place, name) for place in folders())
    return [value for value in found if value is not None]


def own(name: str) -> Any:
    """What this user's own file holds; None if there is none."""
    return _load(folder(), name)


def _load(place: str, name: str) -> Any:
    """Its numbers can be reckoned with: what is infinite or no number is None."""
    import json

    from heddle.system import files

    path = os.path.join(place, f"{name}.json")
    try:
        files.check_folder(place, REMEDY)
        with open(path, encoding="utf-8") as file:
            return json.load(
                file, parse_constant=lambda _: None, parse_float=_float, parse_int=_int
            )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ForeignError as error:
        warn(str(error))
    except OSError as error:
        warn(f"{path} cannot be read ({error.strerror}), and nothing in it counts.")
    except (ValueError, RecursionError):
        warn(f"{path} is broken, and is ignored. Fix or remove it.")
    return None


def _float(text: str) -> float | None:
    value = float(text)
    return value if abs(value) < float("inf") else None


def _int(text: str) -> int | None:
    return int(text) if len(text) <= MOST_DIGITS else None


_WARNED: set[str] = set()


def warn(text: str) -> None:
    """Says once on stderr that a file is ignored, since users rely on it."""
    import sys

    if text not in _WARNED:
        _WARNED.add(text)
        print(f"heddle: {text}", file=sys.stderr)


def write(name: str, value: Any) -> str:
    """Replaces this user's file in one step, and says where it is.

    :raises HeddleError: if it cannot be written
    """
    return update(name, lambda _: value)


def update(name: str, change: Callable[[Any], Any]) -> str:
    """Replaces what this user's file holds by what `change` makes of it, one process at a time.
    Where nothing is left, neither is the file. A broken one is kept under another name.

    :raises HeddleError: if it cannot be written
    """
    import errno
    import fcntl

    place = folder()
    path = os.path.join(place, f"{name}.json")
    try:
        _make(place)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        lock = os.open(os.path.join(place, f".{name}.lock"), flags, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            held = own(name)
            if held is None:
                put_aside(name)
            if value := change(held):
                _replace(path, value)
            elif os.path.exists(path):
                os.unlink(path)
        finally:
            os.close(lock)
    except OSError as error:
        what = f"cannot remember {name} ({error.strerror})"
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise NoPermissionError(what, path, NoPermissionError.STATE) from None
        raise HeddleError(f"{what}: {path}. Fix that, or {NoPermissionError.STATE}.") from None
    return path


def put_aside(name: str) -> None:
    """An unreadable file is not overwritten: it may matter, and its owner can repair it."""
    path = os.path.join(folder(), f"{name}.json")
    if os.path.exists(path):
        os.replace(path, f"{path}.broken")
        warn(f"what was in {path} is kept in {path}.broken")


def make() -> str:
    """This user's folder, made if it is not there.

    :raises ForeignError: if others can put there what they like
    :raises OSError: if it cannot be made
    """
    place = folder()
    _make(place)
    return place


def _make(place: str) -> None:
    from heddle.system import files

    is_new = not os.path.isdir(place)
    os.makedirs(place, exist_ok=True)
    if is_new and place == MACHINE:
        os.chmod(place, 0o755)  # whatever root's umask: others must see what root cordoned
    elif is_new:
        os.chmod(place, os.stat(place).st_mode & 0o7755)  # whatever this user's umask
    files.check_folder(place, REMEDY)


def _replace(path: str, value: Any) -> None:
    """In one step: a reader finds the old or the new."""
    import json
    import tempfile

    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".new-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
            os.fchmod(file.fileno(), 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
