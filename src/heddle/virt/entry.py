"""Getting into a partition. Every `heddle run --partition` comes here: nothing else is imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heddle.model.partition import Partition
from heddle.virt import registry, slot
from heddle.virt.kinds import kind


@dataclass(frozen=True, slots=True)
class PartitionEntry:
    """How a command gets into a partition."""

    partition: Partition
    variables: Mapping[str, str | None]

    def register(self) -> int:
        """The program that it belongs to."""
        return slot.take(self.partition.name)


def enter(name: str) -> PartitionEntry:
    """:raises HeddleError: if nothing can run in it"""
    partition = registry.find_own(name)
    seen = kind(partition.kind).enter(partition)
    return PartitionEntry(partition, {**seen, **slot.variables(partition)})
