"""Commands that the documentation, messages and pages name are there, with the options named."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from heddle import cli
from tests.unit.test_docs import CODE_BLOCK, DOCS, PAGES, ROOT, name_of

#: What was written of earlier versions stays as it was.
HISTORY = (ROOT / "CHANGELOG.md", DOCS / "decisions")
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
CALL = re.compile(r"(?<![\w./-])(?<!from )heddle((?: +[^\s|;&<>`#]+)+)")
PROMPT = re.compile(r"^\s*(?:\S*[$#] )?(?:[A-Z_]+=\S+ +|sudo )*(?:ExecStart=)?(?:\S*/)?(?=heddle )")
IN_MESSAGES = re.compile(r"`heddle ([a-z][^`]*)`|^  heddle ([a-z].*?)(?:   .*)?$", re.MULTILINE)
IN_PAGES = re.compile(r"heddle ((?!is )[a-z]+(?: [a-z]+)?)")  #: without marks around it
SOURCES = sorted((ROOT / "src" / "heddle").rglob("*.py"))
WORDS = sorted((ROOT / "src" / "heddle" / "web" / "words").glob("*.toml"))


@cache
def names(noun: str = "") -> frozenset[str]:
    return frozenset(cli.commands(noun).names())


@cache
def is_noun(name: str) -> bool:
    return cli.is_noun(cli.commands().load(name))


@cache
def parser(noun: str, verb: str = "") -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    (cli.commands(noun).load(verb) if verb else cli.commands().load(noun)).configure(made)
    return made


def verbs_of(made: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in made._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def wrong(words: Sequence[str]) -> str:
    """What is wrong with a command, if anything is; `words` without `heddle`."""
    name, *rest = (word.strip("[](),.:'\"") for word in words)
    if name not in names():
        return f"no command {name}"
    if is_noun(name):
        if not rest or not rest[0].isalpha() or rest[0].isupper():
            return ""  # about all of them
        if rest[0] not in names(name):
            return f"no command {name} {rest[0]}"
        made = parser(name, rest.pop(0))
    else:
        made = parser(name)
    if (verbs := verbs_of(made)) and rest and rest[0] in verbs:
        made = verbs[rest.pop(0)]
    elif verbs and rest and rest[0].isalpha() and rest[0].islower():
        return f"no {rest[0]} of {' '.join(words)}"
    until = rest.index("--") if "--" in rest else len(rest)
    known = made._option_string_actions
    for word in rest[:until]:
        option = word.partition("=")[0]
        if re.fullmatch(r"--[a-z][a-z-]*|-[a-z]", option) and option not in known:
            return f"no option {option}: {' '.join(words)}"
    return ""


def of_page(text: str) -> Iterator[list[str]]:
    for block in CODE_BLOCK.findall(text):
        for line in block.splitlines():
            if start := PROMPT.match(line):
                # The second of two columns is a comment.
                command = re.split(r" {3,}|\t", line[start.end() :])[0]
                if found := CALL.match(command):
                    yield found[1].split()
    for span in SPAN.findall(CODE_BLOCK.sub("", text)):
        for found in CALL.finditer(" ".join(span.split())):
            yield found[1].split()


def of_source(text: str) -> Iterator[list[str]]:
    """Of a module: in backquotes, or a line of examples."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for found in IN_MESSAGES.finditer(node.value):
                # Of a line of examples only the first: what follows may be another program's.
                yield re.split(r" [|&>] |,? by heddle ", found[1] or found[2])[0].split()


@pytest.mark.parametrize(
    "page", [page for page in PAGES if not any(map(page.is_relative_to, HISTORY))], ids=name_of
)
def test_a_page_names_commands_that_are_there(page: Path) -> None:
    commands = of_page(page.read_text(encoding="utf-8"))
    assert not [each for words in commands if words[0].isalpha() and (each := wrong(words))]


def test_messages_and_help_name_commands_that_are_there() -> None:
    said = [
        f"{name_of(path)}: {each}"
        for path in SOURCES
        for words in of_source(path.read_text(encoding="utf-8"))
        if (each := wrong(words))
    ]
    assert not said


@pytest.mark.parametrize("path", WORDS, ids=name_of)
def test_words_of_the_dashboard_name_commands_that_are_there(path: Path) -> None:
    found = IN_PAGES.findall(path.read_text(encoding="utf-8"))
    assert not [each for words in found if (each := wrong(words.split()))]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("check", "no command check"),
        ("job lgos j7", "no command job lgos"),
        ("admin quota acme set", "no acme"),
        ("submit --shares 50% -- python train.py --epochs 3", "no option --shares"),
    ],
)
def test_what_is_wrong_is_found(command: str, why: str) -> None:
    assert wrong(command.split()).startswith(why)
