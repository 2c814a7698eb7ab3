"""Show or set the quota of a tenant. An administrator of a tenant above sets it, never its own.

A quota guarantees whole devices by kind, and units. Idle resources are lent to other tenants, and
return when their owner needs them. `set` changes only the given amounts; 0 removes one.

examples:
  heddle admin quota show acme
  heddle admin quota set acme --nominal gpu=4 --limit gpu=8
  heddle admin quota set acme/vision --nominal units=120 --weight 2 --no-borrow
  heddle admin quota show acme -o json

exit codes: 2 invalid arguments, or does not fit with other quotas; 111 not permitted;
123 no control plane answers
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from heddle.cli._output import add_verbs, print_json
from heddle.cli.admin.tenant import amounts
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "quotas of tenants: show, set"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "show": "what it may use",
        "set": "change the given amounts; 0 removes one",
    }
    show, put = add_verbs(parser, verbs, required=True)
    for each in (show, put):
        each.add_argument("tenant", metavar="TENANT", help="acme/vision")
    for name, what in (("nominal", "guaranteed"), ("limit", "never more than this")):
        put.add_argument(
            f"--{name}",
            action="extend",
            nargs="+",
            type=amount,
            metavar="KIND=N",
            help=f"{what}: gpu=4, units=120",
        )
    put.add_argument("--weight", type=int, help="its part of idle resources, relative to others")
    for name, what in (("borrow", "it may use what others do not"), ("lend", "others may use its")):
        put.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, help=what)


def amount(text: str) -> tuple[str, int]:
    """The type of an argument that is an amount of a kind."""
    kind, equals, number = text.partition("=")
    if not equals or not kind or not number.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount: write KIND=N, as in gpu=4")
    return kind, int(number)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    wanted = {
        name: value
        for name in ("nominal", "limit", "weight", "borrow", "lend")
        if (value := getattr(options, name, None)) is not None
    }
    if options.verb == "set" and not wanted:
        raise UsageError(
            f"nothing to set. Example: heddle admin quota set {options.tenant} --limit gpu=4"
        )
    with where.find() as client:
        quota = client.quota(options.tenant)
        if wanted:
            quota = client.set_quota(options.tenant, changed(quota, wanted))
    if options.output == "json":
        print_json(quota)
        return 0
    print(f"guaranteed: {amounts(quota['nominal'])}")
    print(f"limit:      {amounts(quota['limit'])}")
    print(f"weight:     {quota['weight']}")
    print(f"borrows:    {'yes' if quota['borrow'] else 'no'}")
    print(f"lends:      {'yes' if quota['lend'] else 'no'}")
    return 0


def changed(quota: rest.QuotaSaid, wanted: Mapping[str, Any]) -> rest.QuotaSaid:
    """Amounts one by one; 0 takes one away."""
    then = {**quota, **wanted}
    for name, before in (("nominal", quota["nominal"]), ("limit", quota["limit"])):
        given = {**before, **dict(wanted.get(name, ()))}
        then[name] = {kind: n for kind, n in given.items() if n}
    return cast("rest.QuotaSaid", then)
