"""Finding what a folder of the package holds: one file per thing, and nothing registered twice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from types import ModuleType

from heddle.errors import UsageError


def names_in(folders: Iterable[str]) -> list[str]:
    """Modules in a package's `__path__`, sorted. (pkgutil is too slow for `heddle run`.)"""
    files = [file for folder in folders for file in os.listdir(folder)]
    names = (os.path.splitext(file)[0] for file in files if file.endswith(".py"))
    return sorted(name for name in names if not name.startswith("_"))


def module_in(package: str, names: Sequence[str], name: str, what: str) -> ModuleType:
    """The one of this name.

    :raises UsageError: if there is none; `what` says what it would be
    """
    if name not in names:
        import difflib

        near = difflib.get_close_matches(name, names, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"no {what} {name!r}.{hint} There are: {', '.join(names)}.")
    import importlib

    return importlib.import_module(f"{package}.{name}")
