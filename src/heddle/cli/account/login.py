"""Sign in to a control plane: check a token there, and store it in a profile only you can read.
From then on commands go to that server. An administrator creates tokens (`heddle account token
create`, or the page Tokens of the dashboard).

The command prompts for the token, or reads it from standard input: never pass it as an argument,
where others can see it. A server with a self-signed certificate is identified by its pin, which
`heddle up` prints there.

examples:
  heddle account login https://gpu1:7878 --pin 65d1a8...2ffb
  heddle account login https://gpu1:7878 --profile work < token
  heddle account login               again, with another token
  heddle account login --list
  heddle account login --use home    use another profile from now on
  heddle account login --use here    use the control plane of this machine
  HEDDLE_PROFILE=home heddle job ls  use a profile once

HEDDLE_SERVER overrides the profile. HEDDLE_TOKEN alone selects the control plane of this machine;
with HEDDLE_PROFILE it replaces the token of that profile.

exit codes: 2 invalid arguments; 111 the token is not valid; 123 no control plane answers there
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from heddle.cli._output import add_output, clean, print_answer, print_json, print_table
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle.client.profiles import Profiles

HELP = "sign in to a control plane, and keep the token"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", nargs="?", metavar="ADDRESS", help="https://gpu1:7878")
    parser.add_argument("--profile", metavar="NAME", help="(default: the name of the server)")
    parser.add_argument("--pin", metavar="PIN", help="of the server's certificate: `heddle up`")
    parser.add_argument("--list", action="store_true", help="the servers that you are signed in to")
    parser.add_argument("--use", metavar="NAME", help="this profile from now on; here: none")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    if options.list:
        return _list(options.output)
    if options.use is not None:
        return _use(options.use, options.output)
    return _sign_in(options)


def _list(output: str) -> int:
    from heddle.client import profiles

    found = profiles.load()
    rows = [
        {"profile": name, "address": each.address, "user": each.user, "used": name == found.used}
        for name, each in sorted(found.known.items())
    ]
    if output == "json":
        print_json(rows)
    elif not rows:
        print("You are signed in nowhere: heddle account login ADDRESS")
    else:
        cells = [
            (each["profile"], each["address"], each["user"], "yes" if each["used"] else "")
            for each in rows
        ]
        print_table(("PROFILE", "ADDRESS", "USER", "USED"), cells)
    return 0


def _use(name: str, output: str) -> int:
    from heddle.client import profiles

    found = profiles.load()
    used = "" if name == profiles.HERE else name
    where = found.named(name).address if used else "the control plane of this machine"
    profiles.save(replace(found, used=used))
    print_answer(output, {"used": used}, f"Commands go to {where} from now on.")
    return 0


def _sign_in(options: argparse.Namespace) -> int:
    from heddle.client import profiles
    from heddle.client.client import Client
    from heddle.client.where import check_address

    found = profiles.load()
    before = found.known.get(options.profile or found.used)
    if options.address is not None:
        address = check_address(options.address, "")
    elif before is not None:
        address = before.address
    else:
        raise UsageError("say where: heddle account login https://HOST:7878")
    name = options.profile or _named(found, address)
    profiles.check_name(name)
    known = found.known.get(name)
    pin = _pin(options.pin)
    if pin is None and known is not None and known.address == address:
        pin = known.pin
    token = _token(address)
    with Client(address, token, pin=pin) as client:
        who = client.whoami()
    user = str(who["user_id"] or who["user"])
    new = profiles.Profile(address, token, pin, user)
    profiles.save(profiles.Profiles({**found.known, name: new}, name))
    told = {"profile": name, "address": address, "user": user, "used": True}
    where = who["tenant"] or "the whole cluster"
    said = f"You are {user} at {address}, and may {who['scope']} ({where})"
    print_answer(options.output, told, f"{said}. The profile {name} is used from now on.")
    return 0


def _named(found: Profiles, address: str) -> str:
    """The profile of this server, or one that is called after it."""
    same = (name for name, each in found.known.items() if each.address == address)
    return next(same, None) or (urlsplit(address).hostname or "server").replace(":", ".")


def _pin(given: str | None) -> str | None:
    from heddle.client.trust import clean_pin
    from heddle.client.variables import PIN

    text = given or os.environ.get(PIN)
    return clean_pin(text) if text else None


def _token(address: str) -> str:
    """:raises UsageError: if there is none"""
    if sys.stdin.isatty():
        import getpass

        token = getpass.getpass(clean(f"Token for {address} (it is not shown): "))
    else:
        token = sys.stdin.readline()
    if not token.strip():
        raise UsageError(
            "no token was given: an administrator makes one, `heddle account token create`."
        )
    return token.strip()
