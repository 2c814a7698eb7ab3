"""Seams: one kind of thing, one file each. What a folder holds is found by looking, and nothing is
registered twice.

A package that is installed beside Heddle adds to a seam by an entry point, whose group is the name
of the folder. If the value is a package, each of its modules counts:

    [project.entry-points."heddle.policy"]
    mine = "my_package.policies"
"""

from __future__ import annotations

import importlib
import os
import sys

TYPE_CHECKING = False  # every `heddle run` comes here

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType


def names_in(folders: Iterable[str]) -> list[str]:
    """Modules in a package's `__path__`, files and folders, sorted. (pkgutil is too slow for
    `heddle run`.)"""
    found = []
    for folder in folders:
        for entry in os.listdir(folder):
            name, ending = os.path.splitext(entry)
            is_module = ending == ".py" or (
                not ending and os.path.exists(os.path.join(folder, entry, "__init__.py"))
            )
            if is_module and not name.startswith("_"):
                found.append(name)
    return sorted(found)


class Seam:
    """The things of one kind: those in a package of Heddle's, and those that others installed."""

    def __init__(self, package: str, what: str) -> None:
        """`what` one of them is called in errors."""
        self._package, self._what = package, what

    def names(self) -> list[str]:
        return sorted({*self._own(), *self._installed()})

    def load(self, name: str) -> ModuleType:
        """The one of this name; Heddle's own comes first.

        :raises UsageError: if there is none
        """
        if name in self._own():
            return importlib.import_module(f"{self._package}.{name}")
        if module := self._installed().get(name):
            return importlib.import_module(module)
        from heddle.errors import UsageError, did_you_mean

        names = self.names()
        hint = did_you_mean(name, names)
        raise UsageError(f"no {self._what} {name!r}.{hint} There are: {', '.join(names)}.")

    def all(self) -> list[ModuleType]:
        return [self.load(name) for name in self.names()]

    def _own(self) -> list[str]:
        return [name for name in names_in(sys.modules[self._package].__path__) if name != "base"]

    def _installed(self) -> dict[str, str]:
        """Their modules, by name."""
        from importlib.metadata import entry_points
        from importlib.util import find_spec

        found: dict[str, str] = {}
        for point in entry_points(group=self._package):
            spec = find_spec(point.value)
            if spec and spec.submodule_search_locations:
                names = names_in(spec.submodule_search_locations)
                found |= {name: f"{point.value}.{name}" for name in names}
            else:
                found[point.name] = point.value
        return found
