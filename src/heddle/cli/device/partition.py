"""Partitions: parts of a device that are reserved under a name.

A partition stays until it is removed, even across a restart of the machine. All programs that run
in a partition share its limits. A partition that does not fit is refused, with what is free and
what would fit.

kinds:
  share     at least this part of the device's time, more while others idle; a memory limit
  cap       this part, never more; a memory limit
  whole     the device alone
  mig       a hardware instance of an NVIDIA card (--profile 1g.18gb); the card is in MIG mode
  mps       a percentage of an NVIDIA card's multiprocessors, under a Multi-Process Service
  function  a virtual function (SR-IOV), for a virtual machine; --profile is its address

examples:
  heddle device partition create train --device cuda@0 --share 30% --mem 40GiB
  heddle device partition create serve --device cuda@0 --cap 25%       memory in proportion
  heddle device partition create big --device cuda@1 --kind whole
  heddle device partition create one --device cuda@2 --profile 1g.18gb
  heddle device partition create more --device cuda@0 --mem 80GiB --oversubscribe-memory 1.5
  heddle run --partition train -- python train.py
  heddle device partition resize train --share 40%
  heddle device partition ls -o json
  heddle device partition rm train

exit codes: 1 you said no; 2 it does not fit, or is invalid; 110 no such device; 111 no
permission
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from heddle.cli._output import add_verbs, print_answer, print_json
from heddle.errors import HeddleError, UsageError

if TYPE_CHECKING:
    from heddle.model.partition import Partition

HELP = "reserve parts of devices: list, create, resize, remove"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "all partitions, and what others have cut off",
        "create": "keep a part of a device under a name",
        "resize": "change share, cap or memory while programs run",
        "rm": "give it back",
        "promise": "how often a device's memory may be promised",
    }
    _, create, resize, rm, promise = add_verbs(parser, verbs, required=True)
    for each in (create, resize, rm):
        each.add_argument("name", metavar="NAME", help="a letter, then letters, digits, . _ -")
    for each in (create, promise):
        each.add_argument("--device", required=True, metavar="DEVICE", help="cuda@0 or a UUID")
    for each in (create, resize):
        each.add_argument("--share", metavar="PART", help="of its compute, 0.25 or 25%%")
        each.add_argument("--cap", metavar="PART", help="never more than this")
    create.add_argument("--mem", metavar="SIZE", help="memory, 8GiB (default: in proportion)")
    resize.add_argument(
        "--mem", metavar="SIZE", help="memory, 8GiB (default: as it is); takes nothing that is used"
    )
    create.add_argument("--kind", metavar="KIND", help="see above (default: by the other options)")
    create.add_argument("--profile", metavar="PROFILE", help="of a hardware instance: 1g.18gb")
    create.add_argument(
        "--take", action="store_true", help="an idle instance that others made, too"
    )
    create.add_argument("--tenant", default="", help="tenant to charge")
    create.add_argument("--priority", default="0", metavar="N", help="-255..255, high or low")
    create.add_argument(
        "--oversubscribe-memory",
        metavar="FACTOR",
        help="of this device, from now on: 1.5 promises 50 %% more than it has (default 1)",
    )
    create.add_argument("--dry-run", action="store_true", help="only say whether it fits")
    create.add_argument("--yes", action="store_true", help="do not ask before cutting hardware")
    rm.add_argument("--force", action="store_true", help="also while programs run in it")
    promise.add_argument("factor", metavar="FACTOR", help="1: as much as there is; 1.5, 2, ...")


def run(options: argparse.Namespace) -> int:
    from heddle.cli.device import _partition
    from heddle.model.partition import NoRoomError

    does = {"ls": _list, "create": _create, "resize": _resize, "rm": _remove, "promise": _promise}
    try:
        return does[options.verb](options)
    except HeddleError as error:
        if options.output == "json":
            if isinstance(error, NoRoomError):
                print_json(_partition.refusal(error))
            else:
                print_json({"fits": False, "message": str(error)})
        raise


def _list(options: argparse.Namespace) -> int:
    from heddle.cli.device import _partition_show

    _partition_show.partitions(options.output)
    return 0


def _create(options: argparse.Namespace) -> int:
    from heddle.cli.device import _job_claims, _partition
    from heddle.model.part import parse_part
    from heddle.model.partition import amounts
    from heddle.model.priority import parse_priority
    from heddle.virt import partitions
    from heddle.virt.place import PartitionRequest

    asked = PartitionRequest(
        options.name,
        None if options.share is None else parse_part(options.share, "share"),
        None if options.cap is None else parse_part(options.cap, "cap"),
        None if options.mem is None else _partition.mib_of(options.mem),
        options.profile,
        options.take,
    )
    factor = options.oversubscribe_memory
    order = partitions.PartitionOrder(
        asked,
        options.device,
        options.kind or _kind(asked),
        options.tenant,
        parse_priority(options.priority),
        None if factor is None else _partition.factor_of(factor),
    )

    def agree(change: str) -> bool:
        return options.yes or _agreed(change)

    made = partitions.create(order, agree, dry_run=options.dry_run, held=_job_claims.held)
    done, change = made.partition, made.change
    says = "would be" if options.dry_run else "is"
    what = f"{amounts(done.takes)} of {done.device} ({done.kind}){_capped(done)}"
    lines = [f"partition {done.name} {says} {what}"]
    if options.dry_run and change:
        lines.append(f"for that, it would {change}")
    told = _partition.as_json(done, fits=True, created=not options.dry_run, change=change)
    print_answer(options.output, told, *lines)
    return 0


def _kind(asked: object) -> str:
    """What is meant where no kind is said."""
    if getattr(asked, "profile", None):
        return "mig"
    return "cap" if getattr(asked, "cap", None) and not getattr(asked, "share", None) else "share"


def _capped(done: Partition) -> str:
    return f", never more than {done.cap / 10:g} %" if done.cap else ""


def _resize(options: argparse.Namespace) -> int:
    from heddle.cli.device import _partition
    from heddle.model.partition import amounts

    if options.mem is None and options.share is None and options.cap is None:
        raise UsageError("say what to change: --mem, --share or --cap.")
    done = _partition.resized(options.name, options)
    what = f"{amounts(done.takes)} of {done.device}{_capped(done)}"
    line = f"partition {done.name} is {what} now"
    print_answer(options.output, _partition.as_json(done), line)
    return 0


def _remove(options: argparse.Namespace) -> int:
    from heddle.virt import partitions

    left = partitions.remove(options.name, force=options.force)
    lines = [f"partition {options.name} is removed"]
    if left:
        lines.append(f"still running, with its limits: {', '.join(map(str, left))}")
    told = {"removed": options.name, "still_running": [each.pid for each in left]}
    print_answer(options.output, told, *lines)
    return 0


def _promise(options: argparse.Namespace) -> int:
    from heddle.cli.device import _partition
    from heddle.model.partition import MEMORY, amount
    from heddle.virt import partitions

    place = partitions.promise(options.device, _partition.factor_of(options.factor))
    has, most = place.offer.has[MEMORY], place.offer.most(MEMORY)
    line = f"{place.device} has {amount(MEMORY, has)}; {amount(MEMORY, most)} may be promised"
    told = {
        "device": place.device,
        "has_mib": has,
        "most_mib": most,
        "factor_milli": place.offer.factor,
    }
    print_answer(options.output, told, line)
    return 0


def _agreed(change: str) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(f"it would {change}; stdin is not a terminal: pass --yes or --dry-run.")
    print(f"It will {change}. Do it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
