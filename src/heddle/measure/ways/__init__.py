"""All ways to measure. A way is one file here that defines `WAY`."""

from __future__ import annotations

from collections.abc import Callable

from heddle.errors import HeddleError, NoSuchDeviceError
from heddle.measure.ways.base import MeasureTarget, Way
from heddle.seams import Seam

SEAM = Seam(__name__, "way to measure")


def names() -> list[str]:
    return SEAM.names()


def way(name: str) -> Way:
    """The way that a file here defines."""
    found: Way = SEAM.load(name).WAY
    return found


def find(word: str) -> MeasureTarget:
    """What `api@name` or a UUID means.

    :raises NoSuchDeviceError: if there is nothing of that name to measure
    """
    api = word.partition("@")[0]
    near = [name for name in names() if name == api]
    for name in near or names():
        if target := way(name).named(word):
            return target
    raise NoSuchDeviceError(word, [target.id for target in everything(lambda error: None)])


def everything(complain: Callable[[HeddleError], None]) -> list[MeasureTarget]:
    """What `heddle device measure` alone measures: each piece of hardware once, by its best way."""
    found: list[MeasureTarget] = []
    for name in names():
        try:
            targets = [target for target in way(name).targets() if target.is_usual]
        except HeddleError as error:  # one broken driver must not hide the rest
            complain(error)
            continue
        found += [t for t in targets if not any(t.model == other.model for other in found)]
    return found
