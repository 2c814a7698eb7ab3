"""Commands of 0.1 with their options: all of them are understood until 0.3.

tests/recorded/0.1/commands.json has the options of every command, as 0.1 had them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

import pytest

from heddle import cli
from heddle.cli._renamed import renamed
from tests.recorded import FOLDER

COMMANDS: dict[str, list[str]] = json.loads((FOLDER / "0.1" / "commands.json").read_text("utf-8"))
#: What 0.1 told apart by words and options, and has several commands for now.
FORMS = {
    "data": ("data", "data x", "data add x v1", "data remove x v1"),
    "nodes": ("nodes", "nodes x", "nodes token", "nodes forget x"),
    "quota": ("quota x", "quota x set"),
    "services": ("services", "services x", "services --remove x"),
}


def options(parser: argparse.ArgumentParser, words: Sequence[str]) -> set[str]:
    """Those of a parser, or of the one below it that the first words lead to."""
    found = set[str]()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and words and words[0] in action.choices:
            return options(action.choices[words[0]], words[1:])
        found.update(action.option_strings)
    return found


def understood(words: str) -> Iterator[str]:
    """The options of what a command line of 0.1 is now."""
    given = words.split()
    now = renamed(given)
    _, module, rest = cli._find(now[0] if now else given)
    if not cli.is_noun(module):
        parser = argparse.ArgumentParser()
        module.configure(parser)
        yield from options(parser, rest)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_the_options_that_it_had(command: str) -> None:
    known = {option for form in FORMS.get(command, (command,)) for option in understood(form)}
    taken = {"--remove"} if command == "services" else set()  # it chose the command
    assert set(COMMANDS[command]) <= known | taken
