"""What the command line makes of words and options, without a control plane."""

from __future__ import annotations

from typing import NoReturn

import pytest

from heddle import ask, cli, native
from heddle.cli import up
from heddle.cli._elsewhere import ELSEWHERE
from heddle.cli._renamed import RENAMED, renamed
from heddle.errors import HeddleError


def _find(words: str) -> None:
    """Fails if there is no such command; options behind it do not count."""
    name, _, rest = words.partition(" ")
    module = cli.commands().load(name)
    if cli.is_noun(module):
        cli.commands(name).load(rest.split()[0])


def test_there_are_few_commands_and_each_has_its_place() -> None:
    """At most 17 at the top level, each in a group of `heddle --help`."""
    names = cli.commands().names()
    assert len(names) <= 17
    assert {cli.commands().load(name).GROUP for name in names} == set(cli.GROUPS)


@pytest.mark.parametrize("old", RENAMED)
def test_a_command_of_the_version_before_still_works(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a hint that names the new one, which is there."""
    _find(RENAMED[old])
    with pytest.raises(SystemExit) as ended:
        cli.main([*old.split(), "--help"])
    assert ended.value.code == 0
    assert f"`heddle {old}` is now `heddle {RENAMED[old]}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("nodes gpu-7 -o json", "node show gpu-7 -o json"),
        ("nodes --state lost", "node ls --state lost"),
        ("nodes token --uses 2", "node token --uses 2"),
        ("services chat", "service show chat"),
        ("services --remove chat --wait", "service rm chat --wait"),
        ("services", "service ls"),
        ("quota acme", "admin quota show acme"),
        ("quota acme set --limit gpu=2", "admin quota set acme --limit gpu=2"),
        ("tokens make ann", "account token create ann"),
        ("jobs -a", "job ls -a"),
    ],
)
def test_what_chose_among_several_is_a_command_of_its_own(old: str, new: str) -> None:
    found = renamed(old.split())
    assert found is not None
    assert " ".join(found[0]) == new


@pytest.mark.parametrize("word", ELSEWHERE)
def test_a_word_of_another_system_is_answered_with_ours(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert word not in cli.commands().names()
    _find(ELSEWHERE[word])
    assert cli.main([word]) == 2
    assert f"Here it is `heddle {ELSEWHERE[word]}`." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("tenant", "Here it is `heddle admin tenant`."),
        ("token", "Here it is `heddle account token` or `heddle node token`."),
        ("lgos", "Did you mean `heddle job logs`?"),
    ],
)
def test_a_command_without_its_noun_is_found(
    word: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([word]) == 2
    assert hint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("submit --gpus 2 -- true", "--gpus. Here it is `--devices gpu:N`"),
        ("run --gpus=1 -- true", "--gpus=1. Here it is `--device cuda@N`"),
        ("submit --pirority 3 -- true", "--pirority. Did you mean --priority?"),
        ("admin quota set acme --limits gpu=1", "Did you mean --limit?"),
        ("job ls --frobnicate", "unrecognized arguments: --frobnicate\n"),
    ],
)
def test_an_option_of_another_system_or_a_slip_is_answered_with_ours(
    words: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    assert ended.value.code == 2
    assert hint in capsys.readouterr().err


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


@pytest.mark.parametrize("noun", ["admin", "device", "job", "node", "program"])
def test_words_of_an_overview_stand_apart(noun: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also the longest name."""
    cli.main([noun, "--help"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert len(lines) > 3
    names = set(cli.commands(noun).names())
    assert {line.split()[0] for line in lines} == names
