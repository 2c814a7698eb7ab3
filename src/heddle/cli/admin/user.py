"""Users and their roles at tenants: list, create, change, disable, remove.

A role applies to a tenant and all below it: a viewer sees, a member submits, an admin manages. A
user belongs to a tenant: ann@acme is Ann of acme. Disabling or removing a user takes effect at
once: tokens, sessions and streams end.

examples:
  heddle admin user
  heddle admin user create ann --home acme --full-name 'Ann Lee' --email ann@example.org
  heddle admin user create ops --role acme=viewer --role other=viewer  of the whole cluster
  heddle admin user set ann@acme acme/vision=admin acme=viewer      others stay; none takes one away
  heddle admin user set ops '*=admin'                                  of the whole cluster
  heddle admin user disable ann@acme                                   and enable
  heddle admin user rm ann@acme
  heddle admin user -o json

exit codes: 2 invalid arguments; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from heddle.cli._output import add_verbs, print_answer, print_json, print_table
from heddle.errors import UsageError
from heddle.model.choices import ROLES

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HELP = "users and their roles: list, create, change, disable, remove"
NONE = "none"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "those that you may see (the default)",
        "create": "make one; `heddle account token create NAME` lets it in",
        "set": "give roles, or take them away",
        "disable": "it can do nothing, until it is enabled",
        "enable": "its tokens count again",
        "rm": "with its tokens",
    }
    _, make, roles, *others = add_verbs(parser, verbs)
    make.add_argument("name", metavar="NAME")
    make.add_argument("--home", metavar="TENANT", help="the user's tenant (default: your own)")
    make.add_argument(
        "--role",
        action="append",
        type=role,
        metavar="TENANT=ROLE",
        help="viewer, member or admin (may be repeated; default: member of its home)",
    )
    make.add_argument("--full-name", default="", metavar="NAME")
    make.add_argument("--email", default="", metavar="ADDRESS")
    for each in (roles, *others):
        each.add_argument("user", metavar="USER", help="ann@acme")
    roles.add_argument("roles", nargs="+", type=role, metavar="TENANT=ROLE")


def role(text: str) -> tuple[str, str]:
    """The type of an argument that is a role at a tenant."""
    tenant, equals, word = text.rpartition("=")
    if not equals or word not in (*ROLES, NONE):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a role: write TENANT=ROLE, as in acme/vision=member. Roles are "
            f"{', '.join(ROLES)}; {NONE} takes one away"
        )
    return "" if tenant == "*" else tenant, word


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        if options.verb in (None, "ls"):
            found = client.users()["users"]
            if options.output == "json":
                print_json(found)
            else:
                _print(found)
            return 0
        if options.verb == "rm":
            client.remove_user(options.user)
            told = f"{options.user} is removed, and the tokens with it."
            print_answer(options.output, {"removed": options.user}, told)
            return 0
        user = _change(client, options)
    lines = [f"{user['id']}: {_roles(user)}{', disabled' if user['disabled'] else ''}."]
    if options.verb == "create":
        lines.append(f"Next: heddle account token create {user['name']} --tenant TENANT")
    print_answer(options.output, user, *lines)
    return 0


def _change(client: Client, options: argparse.Namespace) -> rest.UserState:
    if options.verb == "create":
        roles = None if options.role is None else dict(options.role)
        asked: rest.UserAsk = {
            "name": options.name,
            "home": options.home,
            "roles": roles,
            "full_name": options.full_name,
            "email": options.email,
        }
        return client.add_user(asked)
    if options.verb == "set":
        before = [each for each in client.users()["users"] if each["id"] == options.user]
        if not before:
            rule = f"there is no user {options.user!r}."
            raise UsageError(f"{rule} `heddle admin user ls` lists all.")
        then = {**before[0]["roles"], **dict(options.roles)}
        kept = {tenant: word for tenant, word in then.items() if word != NONE}
        return client.change_user(options.user, {"roles": kept})
    return client.change_user(options.user, {"disabled": options.verb == "disable"})


def _print(found: list[rest.UserState]) -> None:
    rows = [
        (
            each["id"],
            each["full_name"] or "-",
            each["email"] or "-",
            "disabled" if each["disabled"] else "active",
            _roles(each),
            each["tokens"],
        )
        for each in found
    ]
    print_table(("USER", "NAME", "E-MAIL", "STATE", "ROLES", "TOKENS"), rows)


def _roles(user: rest.UserState) -> str:
    """The whole cluster is a star."""
    roles = sorted(user["roles"].items())
    return " ".join(f"{tenant or '*'}={word}" for tenant, word in roles) or "no roles"
