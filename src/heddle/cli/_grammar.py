"""What can be typed, as the parsers of the commands have it: for shells that complete it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType

from heddle.cli import commands, is_noun


@dataclass(frozen=True, slots=True)
class Option:
    """One option, by all its names."""

    names: tuple[str, ...]
    help: str
    values: tuple[str, ...] = ()  #: that it can have, where they are known
    has_value: bool = False


@dataclass(frozen=True, slots=True)
class Grammar:
    """What may stand behind a command."""

    path: tuple[str, ...]
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...]  #: commands below it, or values of its first argument


def grammars() -> list[Grammar]:
    """Of all commands, each before those below it."""
    found = []
    for name in commands().names():
        module = commands().load(name)
        if not is_noun(module):
            found += _of_command(module, (name,))
            continue
        verbs = commands(name)
        found.append(Grammar((name,), module.HELP, (), tuple(verbs.names())))
        for verb in verbs.names():
            found += _of_command(verbs.load(verb), (name, verb))
    return found


def _of_command(module: ModuleType, path: tuple[str, ...]) -> list[Grammar]:
    parser = argparse.ArgumentParser(prog=f"heddle {' '.join(path)}", add_help=True)
    module.configure(parser)
    return _of(parser, path, module.HELP)


def _of(parser: argparse.ArgumentParser, path: tuple[str, ...], text: str) -> list[Grammar]:
    options, words, below = [], list[str](), list[Grammar]()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            texts = {each.dest: each.help or "" for each in action._choices_actions}
            words += action.choices
            for name, other in action.choices.items():
                below += _of(other, (*path, name), texts.get(name, ""))
        elif action.option_strings:
            help = "" if action.help in (None, argparse.SUPPRESS) else str(action.help)
            names, has_value = tuple(action.option_strings), action.nargs != 0
            options.append(Option(names, help, _texts(action.choices), has_value))
        else:
            words += _texts(action.choices)
    return [Grammar(path, text, tuple(options), tuple(words)), *below]


def _texts(choices: Iterable[object] | None) -> tuple[str, ...]:
    return tuple(map(str, choices or ()))
