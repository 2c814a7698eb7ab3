"""Static partitions of an MPS service: multiprocessors that are kept for their clients.

The daemon counts in chunks (8 multiprocessors on Hopper and newer). The columns of its table are
known from public scripts that read it; none was seen on real hardware.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from heddle.errors import UsageError, VendorError
from heddle.virt.mps import daemon as daemon
from heddle.virt.mps.server import clients, named
from heddle.virt.mps.service import MpsService, partition_in


@dataclass(frozen=True, slots=True)
class MpsPartition:
    """A static partition."""

    id: str
    chunks: int
    multiprocessors: int
    used: bool


@dataclass(frozen=True, slots=True)
class Split:
    """How a card is cut into static partitions."""

    parts: tuple[MpsPartition, ...]
    free_chunks: int
    free_multiprocessors: int


def split(service: MpsService) -> Split:
    """:raises VendorError: if it is not static, or does not answer"""
    return read_split(service.card, daemon.say(service, "lspart"))


def add_partition(service: MpsService, chunks: int) -> str:
    """A new partition of so many chunks; its id.

    :raises HeddleError: if it does not fit; it says what would
    """
    command = service.add_partition(chunks)
    free = split(service).free_chunks
    if chunks > free:
        fits = f"{free} or fewer would fit" if free else "remove one first (`heddle device mps rm`)"
        raise UsageError(
            f"a partition of {chunks} chunks was asked for, and {free} chunks of {service.card} "
            f"are free: {fits}."
        )
    return partition_in(daemon.ask(service, command))


def remove_partition(service: MpsService, partition: str) -> None:
    """:raises HeddleError: if there is none, or programs run in it"""
    parts = split(service).parts
    part = next((each for each in parts if each.id == partition), None)
    if part is None:
        have = ", ".join(each.id for each in parts) or "none"
        raise UsageError(f"no partition {partition!r} on {service.card}. There are: {have}.")
    using = [each for each in clients(service) if each.partition == partition]
    if part.used or using:
        raise UsageError(
            f"partition {partition} cannot be removed while programs run in it: "
            f"{named(using) or 'of others'}. Wait for their end, or end them first."
        )
    said = daemon.ask(service, service.remove_partition(partition))
    if re.search(r"fail|error|invalid", said, re.IGNORECASE):
        raise VendorError(f"the MPS daemon did not remove {partition}. It says: {said.strip()}")


def read_split(card_uuid: str, table: str) -> Split:
    """What `lspart` prints: a line for the card's free chunks, and one for each partition, with
    the columns GPU, partition, free and used chunks, free and used multiprocessors, clients."""
    parts, free = [], (0, 0)
    for line in table.splitlines():
        words = line.split()
        if len(words) < 7 or not words[0].startswith("GPU-"):
            continue
        numbers = [int(word) if word.isdecimal() else 0 for word in words[2:6]]
        if words[1] == "-":
            free = numbers[0], numbers[2]
            continue
        # The card's UUID may be cut short in this table; a client needs all of it.
        name = f"{card_uuid}/{words[1].rpartition('/')[2]}"
        parts.append(MpsPartition(name, numbers[1], numbers[3], words[6].lower() == "yes"))
    return Split(tuple(parts), *free)
