"""Secrets for jobs: list, set and remove them. Their values are never shown again.

A job names the secrets that it needs (`secrets: {HF_TOKEN: hf-token}`), and finds them in its
environment. Values are read from standard input or a file, never from the command line, which
all users of a machine can see. Jobs of a tenant may use its secrets and those of tenants above it.

examples:
  heddle account secret
  heddle account secret set hf-token             prompts for it, without echo
  heddle account secret set hf-token < token.txt
  heddle account secret set tls-key --from-file key.pem --tenant acme/vision
  heddle account secret rm hf-token
  heddle account secret -o json

exit codes: 2 something is wrong; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from heddle.cli._output import add_verbs, print_answer, print_json, print_table
from heddle.cli._time import shown
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "secrets for jobs: list, set, remove"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(tenant=None)
    verbs = {
        "ls": "their names, and who set them when (the default)",
        "set": "set or change one",
        "rm": "remove one; what runs keeps it",
    }
    show, put, remove = add_verbs(parser, verbs)
    for each in (put, remove):
        each.add_argument("name", metavar="NAME")
    put.add_argument("--from-file", metavar="FILE", help="(default: standard input)")
    for each in (show, put, remove):
        each.add_argument("--tenant", metavar="PATH", help="the tenant, as in acme/vision")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    value = _read(options.from_file) if options.verb == "set" else b""
    with where.find() as client:
        if options.verb == "set":
            kept = client.set_secret(options.name, value, tenant=options.tenant)
            told = f"{kept['name']} of {kept['tenant']} is set ({len(value)} bytes)."
            print_answer(options.output, kept, told)
        elif options.verb == "rm":
            client.remove_secret(options.name, tenant=options.tenant)
            told = f"{options.name} is removed. Jobs that run keep it."
            print_answer(options.output, {"removed": options.name}, told)
        else:
            _list(client.secrets(tenant=options.tenant)["secrets"], options.output)
    return 0


def _read(path: str | None) -> bytes:
    """As it is, but without the newline at the end."""
    if path is None and sys.stdin.isatty():
        from getpass import getpass

        value = getpass("The secret (it is not shown): ").encode()
    else:
        try:
            if path is None:
                value = sys.stdin.buffer.read()
            else:
                with open(path, "rb") as file:
                    return _some(file.read())
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}.") from None
    return _some(value.removesuffix(b"\n").removesuffix(b"\r"))


def _some(value: bytes) -> bytes:
    if not value:
        raise UsageError("the secret is empty. Type it, or give a file with --from-file.")
    return value


def _list(secrets: list[rest.SecretAnswer], output: str) -> None:
    if output == "json":
        print_json(secrets)
        return
    if not secrets:
        print("No secrets. Set one: heddle account secret set NAME")
        return
    rows = [(s["name"], s["tenant"], s["by"], shown(s["changed_ms"])) for s in secrets]
    print_table(("NAME", "TENANT", "SET BY", "CHANGED"), rows)
