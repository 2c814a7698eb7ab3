"""Tables and JSON: nothing steers the terminal, nothing is invalid."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.cli._output import clean, complain, json_text, print_table


@dataclass
class Value:
    value: float


def test_a_number_that_json_cannot_say_is_null() -> None:
    """At any depth, in any of our containers."""
    found = json_text({"a": (math.nan, [Value(math.inf)]), 1: Value(2.0)}, indent=None)
    assert json.loads(found) == {"a": [None, [{"value": None}]], "1": {"value": 2.0}}


def test_names_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither in a table nor in a complaint; columns stay in line."""
    print_table(("NAME", "X"), [("\x1b[31mred\x07\u202e", "1"), ("plain", "2\n3")])
    complain("\x1b]0;title\x07gone")
    said = capsys.readouterr()
    assert said.out.splitlines() == ["NAME     X", "[31mred  1", "plain    23"]
    assert said.err == "heddle: ]0;titlegone\n"


@given(st.text())
def test_what_can_be_shown_is_shown(text: str) -> None:
    """Only control characters go."""
    assert clean(clean(text)) == clean(text)
    assert all(ord(character) >= 32 for character in clean(text))
    assert clean("算力　标识 é") == "算力　标识 é"


@pytest.mark.parametrize(
    "words",
    [
        ["measure", "--seconds", "nan"],
        ["measure", "--seconds", "0"],
        ["health", "--watch", "--seconds", "nan"],
        ["matrix", "run", "--workload", "w", "--work", "nan", "--", "false"],
        [
            "device",
            "matrix",
            "create",
            "--workload",
            "w",
            "--device",
            "d",
            "--unit",
            "u",
            "--rate",
            "inf",
        ],
    ],
)
def test_an_option_that_is_no_number_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is done."""
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    assert "is not a number above 0" in capsys.readouterr().err
