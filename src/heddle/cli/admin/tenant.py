"""Organisations and the projects below them: list them with their usage, create and remove them.

A tenant is a path: acme is an organisation, acme/vision a project of it. You can remove a tenant
that has no tenants below it, no tokens, and no jobs that are not over.

examples:
  heddle admin tenant
  heddle admin tenant create acme
  heddle admin tenant create acme/vision
  heddle admin tenant rm acme/vision
  heddle admin tenant -o json

exit codes: 2 it exists, does not exist, or is not empty; 111 not permitted;
123 no control plane answers
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from heddle.cli._output import add_verbs, print_answer, print_json, print_table

HELP = "organisations and projects: list, create, remove"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "with what they use now (the default)",
        "create": "make one",
        "rm": "remove one that is empty",
    }
    for verb in add_verbs(parser, verbs)[1:]:
        verb.add_argument("path", metavar="PATH", help="acme, or acme/vision")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        if options.verb == "create":
            made = client.add_tenant({"path": options.path})
            told = f"{made['path']} is created: {made['kind']}."
            hint = f"Next: heddle admin user create NAME --role {made['path']}=member"
            print_answer(options.output, made, told, hint)
            return 0
        if options.verb == "rm":
            client.remove_tenant(options.path)
            print_answer(options.output, {"removed": options.path}, f"{options.path} is removed.")
            return 0
        found = client.tenants()["tenants"]
    if options.output == "json":
        print_json(found)
        return 0
    rows = [
        (
            each["path"],
            each["kind"],
            amounts(_whole(each["used"] or {})),
            amounts((each["quota"] or {}).get("nominal", {})),
            amounts((each["quota"] or {}).get("limit", {})),
            each["by"],
        )
        for each in found
    ]
    print_table(("TENANT", "KIND", "USED", "GUARANTEED", "LIMIT", "MADE BY"), rows)
    return 0


def amounts(given: Mapping[str, Any]) -> str:
    """gpu=4 units=120, or a dash."""
    return " ".join(f"{name}={n:g}" for name, n in sorted(given.items()) if n) or "-"


def _whole(used: Mapping[str, int]) -> dict[str, float]:
    """Devices, not their thousandths."""
    return {name: n if name == "units" else n / 1000 for name, n in used.items()}
