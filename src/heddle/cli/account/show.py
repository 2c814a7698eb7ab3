"""Show your account: user, tenant, what the token may do, and until when.

examples:
  heddle account show
  heddle account show -o json
  HEDDLE_TOKEN=hd_... heddle account show       of another token

exit codes: 111 the token is not valid; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_output, clean, print_json

HELP = "your user, tenant and roles at the control plane"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.cli._time import shown
    from heddle.client import where

    with where.find() as client:
        who = client.whoami()
    if options.output == "json":
        print_json(who)
        return 0
    roles = [f"{role} of {tenant or 'the whole cluster'}" for tenant, role in who["roles"].items()]
    full = f" ({who['full_name']})" if who["full_name"] else ""
    for name, value in (
        ("user", f"{who['user_id'] or who['user']}{full}"),
        ("e-mail", who["email"]),
        ("tenant", who["tenant"] or "the whole cluster"),
        ("may", who["scope"]),
        ("roles", ", ".join(sorted(roles)) or "none"),
        ("jobs", "isolated: they see their own files only" if who.get("isolated") else ""),
        ("token", f"{who['token']}, expires: {shown(who['expires_ms'])}"),
    ):
        if value:
            print(f"{name + ':':<8} {clean(value)}")
    return 0
