"""What devices say of their users' processes. A witness is one file here that defines `testify`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from heddle.agent.look import Total, Use
from heddle.seams import Seam

SEAM = Seam(__name__, "witness")


@dataclass(frozen=True, slots=True)
class Testimony:
    """Of one vendor's devices, at this moment."""

    uses: Sequence[Use] = ()
    totals: Sequence[Total] = ()


Witness = Callable[[], Testimony]


def witnesses() -> list[Witness]:
    """All that there are; each says nothing where its devices are not."""
    return [module.testify for module in SEAM.all()]


def hear(each: Sequence[Witness]) -> Testimony:
    """All of them together."""
    heard = [witness() for witness in each]
    return Testimony(
        [use for one in heard for use in one.uses], [t for one in heard for t in one.totals]
    )
