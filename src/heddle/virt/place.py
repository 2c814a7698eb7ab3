"""The seams of partitions: a device as it can be cut, and a kind of partition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from heddle.model.partition import Claim, Counters, Offer, Partition

if TYPE_CHECKING:
    from heddle.virt.mig.layouts import Card
    from heddle.virt.mig.nvml import Present


@dataclass(frozen=True, slots=True)
class MigCard:
    """A card in MIG mode; `present` is None where this user may not see what is on it."""

    card: Card
    present: tuple[Present, ...] | None
    own: frozenset[int] = frozenset()  #: ids of the instances that Heddle made


@dataclass(frozen=True, slots=True)
class DevicePlace:
    """A device that can be partitioned, and the claims on it."""

    device: str  #: api@name, or bus@address where no shim knows it
    uuid: str  #: the same as device where it has none
    model: str
    offer: Offer
    capacity: Counters
    claims: tuple[Claim, ...] = ()
    scheduled: bool = False  #: whether Heddle's own shims hold programs there
    pci: str | None = None
    cut: MigCard | None = None
    functions: tuple[str, ...] = ()  #: PCI addresses of its virtual functions, as they are numbered

    def without(self, name: str) -> tuple[Claim, ...]:
        """The claims of others than this partition."""
        return tuple(each for each in self.claims if each.foreign or each.name != name)


@dataclass(frozen=True, slots=True)
class PartitionRequest:
    """A request for a part of a device; None: not given."""

    name: str
    share: int | None = None  #: thousandths
    cap: int | None = None
    memory_mib: int | None = None
    profile: str | None = None  #: of a hardware instance
    take: bool = False  #: an idle instance that others made may serve


@dataclass(frozen=True, slots=True)
class Design:
    """A partition that fits, before it is made."""

    takes: Counters
    share: int = 0
    cap: int = 0
    memory_mib: int = 0
    alone: bool = False
    found: Mapping[str, str] = field(default_factory=dict)
    change: str = ""  #: the change of the hardware that it needs, and that the user confirms
    make: Callable[[], Mapping[str, str]] | None = None  #: changes it; how it is found from then on


class Kind(Protocol):
    """One kind of partition; a module in `virt/kinds` that has these names."""

    HELP: str  #: half a sentence
    RESIZABLE: bool  #: whether it changes while programs run in it

    @staticmethod
    def design(asked: PartitionRequest, place: DevicePlace) -> Design:
        """What it takes, and what must be done.

        :raises NoRoomError: if it does not fit
        :raises UsageError: if this kind is not made of what was asked for
        """
        ...

    @staticmethod
    def enter(partition: Partition) -> dict[str, str | None]:
        """The variables of a program that runs in it: what it sees; None: not set.

        :raises HeddleError: if nothing can run in it now
        """
        ...

    @staticmethod
    def leave(partition: Partition, others: Sequence[Partition]) -> None:
        """It is removed; `others` of its kind are left on the device."""
        ...
