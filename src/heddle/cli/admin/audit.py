"""List changes by people, newest first: jobs, tenants, quotas, users, tokens, nodes.

examples:
  heddle admin audit
  heddle admin audit --since 7d --actor ann
  heddle admin audit --tenant acme --kind token
  heddle admin audit -n 1000 -o json

exit codes: 2 wrong options; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from itertools import islice
from typing import Any

from heddle.cli._output import add_output, print_json, print_table
from heddle.cli._time import moment, shown

HELP = "list changes by people: who, what, when"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tenant", help="only this tenant and those below")
    parser.add_argument("--actor", metavar="USER", help="only by this one")
    parser.add_argument("--kind", help="only of this: job, tenant, user, token, node, ...")
    parser.add_argument("--since", type=moment, metavar="TIME", help="or how long ago: 24h")
    parser.add_argument("--until", type=moment, metavar="TIME", help="not included")
    parser.add_argument(
        "-n", "--most", type=int, default=100, metavar="N", help="at most N (default 100)"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    names = ("tenant", "actor", "kind", "since", "until")
    which = {name: getattr(options, name) for name in names}
    with where.find() as client:
        found = list(islice(client.audit(**which), max(1, options.most)))
    if options.output == "json":
        print_json(found)
        return 0
    rows = [
        (
            shown(each["at_ms"]),
            each["actor"],
            each["kind"],
            each["subject"],
            each["what"],
            each["tenant"] or "*",
            _detail(each["detail"]) or "-",
        )
        for each in found
    ]
    print_table(("WHEN", "ACTOR", "KIND", "SUBJECT", "WHAT", "TENANT", "DETAIL"), rows)
    return 0


def _detail(detail: dict[str, Any]) -> str:
    return " ".join(f"{name}={_text(value)}" for name, value in detail.items())


def _text(value: Any) -> str:
    """As options are written: a,b of a list, a=b,c=d of a mapping."""
    if isinstance(value, dict):
        return ",".join(f"{name or '*'}={_text(each)}" for name, each in value.items())
    return ",".join(map(_text, value)) if isinstance(value, list) else str(value)
