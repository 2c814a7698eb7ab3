"""Show or change the policy that decides, on all devices or on one, while programs run.

examples:
  heddle node policy                                   show the policies in force
  heddle node policy ls                                list all policies
  heddle node policy set fair                          on all devices
  heddle node policy set fixed_share share_milli=250 --device soft@gpu
  heddle node policy load ./mine.py                    one of your own; docs/concepts/policies.md
"""

from __future__ import annotations

import argparse
import os

from heddle.ask import call
from heddle.cli._output import add_verbs, print_json, print_table
from heddle.errors import UsageError

HELP = "which policy decides; choose one, or load your own"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "which policies there are",
        "set": "set NAME [KEY=VALUE ...] [--device X]",
        "load": "load FILE [KEY=VALUE ...] [--device X]",
    }
    _, put, load = add_verbs(parser, verbs)
    for verb, word in ((put, "NAME"), (load, "FILE")):
        verb.add_argument("what", metavar=word)
        verb.add_argument("options", nargs="*", metavar="KEY=VALUE", help="options of the policy")
        verb.add_argument("--device", help="on this device only")


def run(options: argparse.Namespace) -> int:
    if options.verb == "ls":
        return _list(options.output)
    if options.verb:
        words: dict[str, object] = {"name": options.what}
        if options.verb == "load":
            words = {"path": os.path.abspath(options.what)}
        chosen = call(
            "set-policy",
            "a policy",
            options=parse_options(options.options),
            device=options.device,
            **words,
        )
    else:
        chosen = call("policy", "a policy")
    if options.output == "json":
        print_json(chosen)
        return 0
    heads = ["DEVICE", "POLICY", "OPTIONS", "WHAT IT DOES"]
    rows = [
        (
            "all" if each["device"] == "*" else each["device"],
            each["path"] or each["policy"],
            " ".join(f"{k}={v}" for k, v in each["options"].items()) or "-",
            each["help"],
        )
        for each in chosen
    ]
    print_table(heads, rows)
    for each in chosen:
        if each["refused"]:
            print(f"\nThe policy before it failed and was taken back:\n{each['refused']}")
    return 0


def _list(output: str) -> int:
    from heddle import policy

    modules = {name: policy.find(name) for name in policy.names()}
    if output == "json":
        print_json({name: module.HELP for name, module in modules.items()})
        return 0
    options = {name: policy.options_of(module) for name, module in modules.items()}
    rows = [
        (name, " ".join(f"{k}={v}" for k, v in options[name].items()) or "-", module.HELP)
        for name, module in modules.items()
    ]
    print_table(["POLICY", "OPTIONS", "WHAT IT DOES"], rows)
    return 0


def parse_options(words: list[str]) -> dict[str, int]:
    """:raises UsageError: if a word is not KEY=INTEGER"""
    found = {}
    for word in words:
        key, _, value = word.partition("=")
        try:
            found[key] = int(value)
        except ValueError:
            raise UsageError(f"{word!r} is not KEY=INTEGER, as in quantum_us=20000.") from None
    return found
