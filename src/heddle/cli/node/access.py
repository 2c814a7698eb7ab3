"""Tokens with which programs of other machines use this machine's devices.

A token counts for one tenant, until it expires or is removed; only its hash is kept. It has the pin
of this machine's certificate in it, so its bearer knows that it talks to this machine. It counts
while `heddle node agent --serve` runs here, under the same user.

examples:
  heddle node access new --tenant research          for a day; shown only now
  heddle node access new --tenant research --for 30d
  heddle node access                                those that count
  heddle node access rm 1f2e3d4c                    programs that run with it go on
  HEDDLE_DEVICE_TOKEN=hd_... heddle run --device gpu7:7879/soft@gpu -- ./train

exit codes: 2 invalid arguments; 111 no permission; 116 a package is missing
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from typing import Any

from heddle.cli._jobs import span
from heddle.cli._output import add_verbs, print_answer, print_json, print_table
from heddle.errors import UsageError
from heddle.pool import tokens
from heddle.system import state

HELP = "tokens for programs of other machines: list, create, remove"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "those that count (the default)",
        "new": "create one",
        "rm": "remove one",
    }
    _, new, remove = add_verbs(parser, verbs)
    new.add_argument("--tenant", required=True, help="whose programs they are")
    new.add_argument("--for", dest="time", default="1d", metavar="TIME", help="90s, 2h, 30d (1d)")
    remove.add_argument("id", metavar="ID", help="as `heddle node access` lists it")


def run(options: argparse.Namespace) -> int:
    if options.verb == "new":
        _new(options)
    elif options.verb == "rm":
        _remove(options.id, options.output)
    else:
        _list(options.output)
    return 0


def _new(options: argparse.Namespace) -> None:
    from heddle.cli.node._serve import certificate
    from heddle.inventory.cordon import seconds_of

    if not options.tenant.strip() or len(options.tenant) > 63:
        raise UsageError("--tenant needs a name of at most 63 characters.")
    now, lasts_s = time.time(), seconds_of(options.time)
    text, token, kept = tokens.make(options.tenant, now, lasts_s)
    text = f"{text}_{certificate().pin}"

    def add(held: Any) -> list[Any]:
        others = tokens.listed(held, now)
        return [*({**asdict(each), "hash": digest} for each, digest in others.values()), kept]

    state.update(tokens.FILE, add)
    print_answer(
        options.output,
        {**asdict(token), "token": text},
        f"export HEDDLE_DEVICE_TOKEN={text}",
        f"\nfor programs of tenant {token.tenant}, within {span(lasts_s * 1000)}; shown only now",
    )


def _remove(token_id: str, output: str) -> None:
    known = tokens.listed(state.own(tokens.FILE), time.time())
    if token_id not in known:
        raise UsageError(f"there is no token {token_id!r}. `heddle node access` lists them.")

    def without(held: Any) -> list[Any]:
        others = tokens.listed(held, time.time())
        others.pop(token_id, None)
        return [{**asdict(each), "hash": digest} for each, digest in others.values()]

    state.update(tokens.FILE, without)
    print_answer(output, {"removed": token_id}, f"{token_id} is removed. Programs that run go on.")


def _list(output: str) -> None:
    now = time.time()
    known = [each for each, _ in tokens.listed(state.own(tokens.FILE), now).values()]
    if output == "json":
        print_json({"tokens": [asdict(each) for each in known]})
        return
    rows = [(each.id, each.tenant, span((each.expires_s - now) * 1000)) for each in known]
    print_table(("ID", "TENANT", "EXPIRES IN"), rows)
