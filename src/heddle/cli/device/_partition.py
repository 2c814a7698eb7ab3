"""What verbs share about partitions: running in one, resizing one, and how they are shown."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError
from heddle.model.part import parse_part
from heddle.system import state

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    from heddle.model.partition import NoRoomError, Partition

MIB = 1 << 20
#: Options of `heddle run` that are the partition's business.
ITS_OWN = ("priority", "device", "share", "cap", "mem", "deadline_ms", "level", "tenant", "mps")


def run_in(name: str, command: Sequence[str], options: argparse.Namespace) -> NoReturn:
    """:raises UsageError: if there is no such partition, or an option contradicts it"""
    from heddle.launch.run import become
    from heddle.virt.entry import enter

    given = [f"--{each.replace('_', '-')}" for each in ITS_OWN if getattr(options, each, None)]
    if given:
        raise UsageError(
            f"{', '.join(given)} is for programs outside of partitions; this one runs in "
            f"partition {name} and has its limits. `heddle device partition resize {name}` "
            "changes them."
        )
    if options.swap:
        from heddle.virt import registry

        raise UsageError(
            f"--swap is for programs outside of partitions. Memory of partition {name} may go to "
            "the host where more is promised than there is: "
            f"`heddle device partition promise --device {registry.find(name).device} 1.5`."
        )
    if not command:
        raise UsageError(f"no command given. Example: heddle run --partition {name} -- ./train")
    entry = enter(name)
    asked = {"rank": entry.partition.priority}
    become(
        command,
        asked,
        changes=entry.variables,
        strict=options.strict,
        register=entry.register,
    )


def named(text: str, program: int) -> str | None:
    """The partition that is meant by a name, or by the number of its program; None: none is.

    :raises UsageError: if it is neither a number nor a partition
    """
    if not text.isdecimal():
        from heddle.virt import registry

        return registry.find(text).name
    if not program or not state.exists("partitions"):
        return None
    from heddle.virt import registry, slot

    partition = registry.of_program(program)
    there = partition and slot.find(partition, slot.programs())
    return partition.name if partition and there else None


def resized(name: str, options: argparse.Namespace) -> Partition:
    """What --share, --cap and --mem say. A cap of 0 is no cap; a share or memory of 0 is
    refused."""
    from heddle.cli.device import _job_claims
    from heddle.virt import partitions

    done = partitions.resize(
        name,
        share=None if options.share is None else parse_part(options.share, "share"),
        cap=None if options.cap is None else parse_part(options.cap, "cap"),
        memory_mib=None if options.mem is None else mib_of(options.mem),
        held=_job_claims.held,
    )
    if options.mem is not None:
        from heddle.virt import slot

        there = slot.find(done, slot.programs())
        tell_if_over(there.memory if there else {}, done.memory_mib << 20)
    return done


def tell_if_over(memory: Mapping[str, int], limit: int) -> None:
    """Says what a limit means for whom it comes too late: `memory` is used, by device."""
    used = max(memory.values(), default=0)
    if limit and used > limit:
        from heddle.cli._output import complain

        uses, over = (-(-size // MIB) for size in (used, used - limit))
        complain(f"uses {uses}MiB; new allocations fail until {over}MiB are freed")


def mib_of(text: str) -> int:
    """:raises UsageError: if it is not a whole number of MiB"""
    from heddle.model.memory import parse_memory

    return parse_memory(text) >> 20


def factor_of(text: str) -> int:
    """Thousandths of "1.5".

    :raises UsageError: if it is not a number
    """
    from fractions import Fraction

    try:
        value = Fraction(text) * 1000
    except (ValueError, ZeroDivisionError):
        value = Fraction(1, 2)
    if value.denominator != 1 or value < 0:
        raise UsageError(
            f"{text!r} is not a factor: write a number such as 1.5, with at most three decimals."
        )
    return int(value)


def as_json(partition: Partition, **more: Any) -> dict[str, Any]:
    """Its fields, with what programs want to know besides."""
    return {**asdict(partition), **more}


def refusal(error: NoRoomError) -> dict[str, Any]:
    """Why it does not fit, for programs."""
    return {
        "fits": False,
        "device": error.device,
        "asked": dict(error.wanted),
        "would_fit": dict(error.fits),
        "remove": error.remove,
        "reasons": [asdict(each) for each in error.shortages],
        "message": str(error),
    }
