"""The command line. A command is one file in this folder with `HELP`, `configure` and `run`, or a
folder of such files: `heddle job cancel` is job/cancel.py. Only the command that was asked for is
imported: `heddle run` must start in milliseconds.

A file or folder here also says in `GROUP` where `heddle --help` lists it. Packages that are
installed beside Heddle add commands by entry points (heddle/seams.py).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from heddle.errors import HeddleError, UsageError
from heddle.seams import Seam
from heddle.version import own_version

TYPE_CHECKING = False  # every `heddle run` comes here

if TYPE_CHECKING:
    from typing import NoReturn

#: The groups of `heddle --help`, in order.
GROUPS = (
    "Run and watch",
    "Jobs and services",
    "Devices",
    "Administration",
    "Measure and simulate",
)


def commands(noun: str = "") -> Seam:
    """Those at the top level, or those of a noun."""
    if noun:
        return Seam(f"{__name__}.{noun}", f"command of `heddle {noun}`:")
    return Seam(__name__, "command")


def is_noun(module: ModuleType) -> bool:
    return not hasattr(module, "run")


def _overview() -> str:
    lines = ["usage: heddle COMMAND [options]", "", "Accelerators scheduled like CPU time."]
    known = {name: commands().load(name) for name in commands().names()}
    for group in (*GROUPS, "Others"):
        of_group = [n for n in known if getattr(known[n], "GROUP", "Others") == group]
        if of_group:
            lines += ["", f"{group}:"]
            lines += [f"  {name:<10}{known[name].HELP}" for name in of_group]
    lines += [
        "",
        "heddle COMMAND --help     options and examples of one command",
        "heddle --version          the version",
    ]
    return "\n".join(lines)


def _overview_of(noun: str, module: ModuleType) -> str:
    help = f"{module.HELP[:1].upper()}{module.HELP[1:]}."  # names of others keep their capitals
    lines = [f"usage: heddle {noun} COMMAND [options]", "", help, ""]
    verbs = commands(noun)
    width = max(map(len, verbs.names())) + 2
    lines += [f"  {name:<{width}}{verbs.load(name).HELP}" for name in verbs.names()]
    return "\n".join([*lines, "", f"heddle {noun} COMMAND --help     options and examples"])


def formatter(prog: str) -> argparse.HelpFormatter:
    # With a width of our own argparse need not import shutil to ask the terminal.
    return argparse.RawDescriptionHelpFormatter(prog, width=100)


class Parser(argparse.ArgumentParser):
    """One that says which option was probably meant."""

    def error(self, message: str) -> NoReturn:
        from heddle.cli._elsewhere import meant_option

        _, found, words = message.partition("unrecognized arguments: ")
        if found:
            message += meant_option(words.split()[0], _options_of(self))
        super().error(message)


def _options_of(parser: argparse.ArgumentParser) -> list[str]:
    """With those of the commands below it: it is this one that complains of them."""
    found = list(parser._option_string_actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for other in action.choices.values():
                found += _options_of(other)
    return found


def _find(given: Sequence[str]) -> tuple[str, ModuleType, list[str]]:
    """The command that is meant, by its whole name, and what it is given.

    :raises UsageError: if there is none
    """
    name, rest = given[0], list(given[1:])
    try:
        module = commands().load(name)
    except UsageError:
        from heddle.cli._elsewhere import meant

        hint = meant(name, commands().names(), _below_nouns())
        raise UsageError(f"no command {name!r}.{hint} `heddle --help` lists all.") from None
    if not is_noun(module) or not rest or rest[0].startswith("-"):
        return name, module, rest
    verb = rest.pop(0)
    return f"{name} {verb}", commands(name).load(verb), rest


def _below_nouns() -> dict[str, list[str]]:
    """By its last word, each command that has a noun before it."""
    found: dict[str, list[str]] = {}
    for noun in commands().names():
        if is_noun(commands().load(noun)):
            for verb in commands(noun).names():
                found.setdefault(verb, []).append(f"{noun} {verb}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code is its own, or the error's (see heddle/errors.py)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not sys.stderr:  # closed by our parent: print() would use stdout instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        if not given or given[0] in ("-h", "--help", "help"):
            print(_overview())
            return 0 if given else 2
        if given[0] in ("-V", "--version"):
            print(f"heddle {own_version() or 'unknown (not installed)'}")
            return 0
        given = _by_its_new_name(given)
        name, module, rest = _find(given)
        if is_noun(module):
            print(_overview_of(name, module))
            return 0 if rest[:1] in (["-h"], ["--help"]) else 2
        parser = Parser(
            prog=f"heddle {name}",
            description=module.__doc__,
            formatter_class=formatter,
        )
        module.configure(parser)
        return int(module.run(parser.parse_args(rest)))
    except HeddleError as error:
        print(f"heddle: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141


def _by_its_new_name(given: list[str]) -> list[str]:
    """Commands of version 0.1 still work, with a hint."""
    if os.path.exists(os.path.join(__path__[0], f"{given[0]}.py")):
        return given  # at the top level, as ever: `heddle run` need not know more
    from heddle.cli._renamed import renamed

    if found := renamed(given):
        words, old, new = found
        print(f"heddle: `heddle {old}` is now `heddle {new}`.", file=sys.stderr)
        return words
    return given
