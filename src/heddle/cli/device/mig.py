"""Hardware partitions of NVIDIA cards (Multi-Instance GPU): see them, plan them, make them.

A wish is one instance that is free to use: a profile (3g.71gb), several (2x1g.18gb), or its
minimum size (30GiB, 30GiB+20sm); :1c+2c divides it into compute instances that share its memory.
Busy instances and those that others made (foreign) stay. An idle instance serves a wish that it
matches, stays if it is not in the way, and is ended otherwise. `apply` shows what it will do and
asks. It never switches MIG mode on or off.

examples:
  heddle device mig ls
  heddle device mig ls --model H200                    what a card can be cut into
  heddle device mig plan --model H200 3g.71gb 2x30GiB  no hardware is needed
  heddle device mig plan --model H200 --there 1g.18gb@6:busy 7g.141gb
  heddle device mig apply --device cuda@0 3g.71gb:1c+2c 3x1g.18gb
  heddle device mig apply 4x30GiB --yes -o json        on all cards that are in MIG mode
  heddle device mig apply --take 7g.141gb              idle instances that others made count too

exit codes: 1 you said no; 2 a wish is invalid, or does not fit beside what stays; 110 no such
card; 111 no permission; 118 MIG mode is off, or the driver refused (all steps are undone)
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_verbs

HELP = "hardware partitions of NVIDIA cards: list, plan, apply"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "profiles, instances, room left, stranded slices",
        "plan": "what would be kept, ended and made for some wishes",
        "apply": "the same, and do it",
    }
    ls, plan, apply = add_verbs(parser, verbs, required=True)
    for each in (ls, plan, apply):
        each.add_argument(
            "--device",
            action="append",
            default=[],
            metavar="DEVICE",
            help="cuda@0, a UUID or a PCI address; may be repeated (default: all cards with MIG)",
        )
    for each in (ls, plan):
        each.add_argument("--model", metavar="MODEL", help="a card that need not be here: H200")
        each.add_argument(
            "--there",
            action="append",
            default=[],
            metavar="INSTANCE",
            help="instances of that card: 3g.71gb@4, 1g.18gb@0:busy; may be repeated",
        )
    for each in (plan, apply):
        each.add_argument("wishes", nargs="+", metavar="WISH", help="3g.71gb, 2x30GiB+20sm, ...")
        each.add_argument(
            "--take",
            action="store_true",
            help="idle instances that others made count as Heddle's own, from then on",
        )
    apply.add_argument("--yes", action="store_true", help="do not ask")
    apply.add_argument("--dry-run", action="store_true", help="only show what would be done")


def run(options: argparse.Namespace) -> int:
    from heddle.cli.device import _mig_cards, _mig_show

    with _mig_cards.chosen(options) as cards:
        if options.verb == "ls":
            _mig_show.cards(cards, options.output)
            return 0
        planned = _mig_cards.planned(cards, options.wishes)
        if options.verb == "plan" or options.dry_run:
            _mig_show.plan(planned, options.output)
            return 0
        return _mig_cards.applied(planned, options)
