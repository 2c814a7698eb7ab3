"""Optional packages: what to install where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heddle.errors import MissingExtraError

#: What is imported of packages that are called otherwise.
MODULES = {"PyYAML": "yaml"}


@contextmanager
def extra(what: str, package: str, name: str) -> Iterator[None]:
    """Around imports that need an optional package, which is in the extra of this name.

    :raises MissingExtraError: if it is the package that is missing; another module that is not
        there is a fault of Heddle's
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != MODULES.get(package, package.lower()):
            raise
        raise MissingExtraError(what, package, name) from None
