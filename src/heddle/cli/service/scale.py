"""Set the number of replicas of a service, until it is scaled or submitted again.

examples:
  heddle service scale chat 3
  heddle service scale chat 0     nothing runs, requests are refused
  heddle service scale chat 0..4  as many as the load needs; the service must say `scale`
  heddle service scale chat 3 -o json

exit codes: 2 there is no such service, or it cannot be scaled so; 111 not permitted;
123 no control plane answers
"""

from __future__ import annotations

import argparse
import re

from heddle.cli._output import add_output, print_answer
from heddle.cli.service._services import service_sentence

HELP = "set the number of replicas of a service"


def replicas(text: str) -> int | dict[str, int]:
    """The type of an argument that is a number of replicas, or a range."""
    found = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of replicas: write 3, or 0..4")
    if found[2] is None:
        return int(found[1])
    return {"least": int(found[1]), "most": int(found[2])}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the service")
    parser.add_argument("replicas", type=replicas, metavar="N", help="3, or 0..4")
    parser.add_argument("--tenant", metavar="PATH", help="the tenant, as in acme/vision")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        shown = client.scale(options.name, options.replicas, tenant=options.tenant)
    print_answer(options.output, shown, service_sentence(shown))
    return 0
