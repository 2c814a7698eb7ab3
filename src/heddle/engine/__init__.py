"""Who runs the members of jobs. An engine is one file with `ENGINE`, which makes it."""

from __future__ import annotations

import os

# The processes beside members come here, too, and are waited for: so nothing is imported yet.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.engine.base import Engine

SETTING, STANDARD = "HEDDLE_ENGINE", "local"


def wanted(text: str | None = None) -> list[str]:
    """The names of the engines that the setting lists, in its order.

    :raises UsageError: if one is listed twice
    """
    from heddle.errors import UsageError

    if text is None:
        text = os.environ.get(SETTING) or STANDARD
    names = [name.strip() for name in text.split(",")]
    if len(set(names)) < len(names):
        raise UsageError(f"{SETTING}={text} names an engine twice: each is there once.")
    return names


def open_all(folder: str) -> list[Engine]:
    """All engines that are wanted. The standard one has the folder itself, as when it was the only
    one; each of the others has one below it.

    :raises UsageError: if there is none of that name
    """
    from heddle.seams import Seam

    seam = Seam(__name__, "engine")
    modules = {name: seam.load(name) for name in wanted()}  # before any of them does something
    return [module.ENGINE(folder_of(folder, name)) for name, module in modules.items()]


def folder_of(folder: str, name: str) -> str:
    """Where an engine keeps its attempts."""
    return folder if name == STANDARD else os.path.join(folder, "engines", name)
