"""What the command line makes of words and options, without a control plane."""

from __future__ import annotations

from typing import NoReturn

import pytest

from heddle import ask, cli, native
from heddle.cli import up
from heddle.errors import HeddleError


@pytest.mark.parametrize("word", cli.ELSEWHERE)
def test_a_word_of_another_system_is_answered_with_ours(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert word not in cli.verbs()
    assert cli.ELSEWHERE[word].split()[0] in cli.verbs()
    assert cli.main([word]) == 2
    assert f"Here it is `heddle {cli.ELSEWHERE[word]}`." in capsys.readouterr().err


def test_a_slip_is_guessed_and_a_strange_word_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sumbit"]) == 2
    assert "Did you mean 'submit'?" in capsys.readouterr().err
    assert cli.main(["frobnicate"]) == 2
    assert "Did you mean" not in capsys.readouterr().err


@pytest.mark.parametrize("what", ["car", "vendors"])
def test_a_demo_without_a_picture_says_so(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["demo", what, "--out", "x.svg"]) == 2
    assert "draws no picture" in capsys.readouterr().err


def test_the_agent_of_heddle_up_has_this_users_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also root's: a table of the machine would be that of all its users, from then on."""
    started: dict[str, str] = {}

    def start(folder: str, log: str, *words: str, **variables: str) -> NoReturn:
        started.update(variables)
        raise HeddleError("started")

    monkeypatch.setattr(up, "_start", start)
    monkeypatch.setattr(ask, "is_there", lambda: False)
    with pytest.raises(HeddleError, match="started"):
        up._start_agent("/nonexistent")
    assert started["HEDDLE_TABLE"] == native.table_path()
