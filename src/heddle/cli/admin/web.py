"""Print an address that signs a browser in at the dashboard, once and within 10 minutes.

It signs in as the user of your token: HEDDLE_TOKEN, or that of this machine's own server.

examples:
  heddle admin web
  heddle admin web --open                       and open it
  heddle admin web -o json

exit codes: 1 no browser can be opened; 111 the token is not valid; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_output, complain, print_json

HELP = "sign a browser in at the dashboard"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--open", action="store_true", help="open it in the browser of this desk")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        url = client.sign_in_link()
        address = client.address
    if options.output == "json":
        print_json({"address": address, "url": url})
    else:
        print(url)
    if options.open:
        import webbrowser

        if not webbrowser.open(url):
            complain("no browser can be opened from here. Copy the address to one that reaches it.")
            return 1
    return 0
