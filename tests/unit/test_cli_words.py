"""Words that people bring from other systems."""

from __future__ import annotations

import pytest

from heddle import cli


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
