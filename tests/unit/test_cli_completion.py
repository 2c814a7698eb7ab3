"""What shells complete: all verbs and options, from the parsers themselves."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from heddle import cli
from heddle.cli._grammar import grammars
from heddle.cli.admin.completion import bash, fish


def completed(*words: str) -> list[str]:
    """As bash does it when Tab is pressed behind the last word."""
    quoted = " ".join(f"'{word}'" for word in ("heddle", *words))
    ask = (
        f"COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _heddle; printf '%s\\n' ${{COMPREPLY[@]}}"
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{bash(grammars())}\n{ask}"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_every_verb_is_there() -> None:
    names = cli.commands().names()
    assert [each.path[0] for each in grammars() if len(each.path) == 1] == names
    assert completed("") == names


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (("subm",), ["submit"]),
        (("job", "ca"), ["cancel"]),
        (("job", "ls", "--wat"), ["--watch"]),
        (("job", "ls", "-o", ""), ["table", "json"]),
        (("job", "ls", "-a", "--state", "fai"), ["failed"]),
        (("account", "token", "r"), ["renew", "rm"]),
        (("account", "token", "create", "--sc"), ["--scope"]),
        (("account", "token", "create", "ann", "--scope", "s"), ["submit"]),
        (("admin", "completion", "z"), ["zsh"]),
        (("no-such-verb", ""), []),
    ],
)
def test_bash_completes(words: tuple[str, ...], known: list[str]) -> None:
    assert completed(*words) == known


def test_fish_is_told_each_option_with_its_help() -> None:
    said = fish(grammars())
    assert "complete -c heddle -n __fish_use_subcommand -f -a job -d " in said
    where = "__fish_seen_subcommand_from job;and __fish_seen_subcommand_from ls"
    assert f"-n '{where}' -s w -l watch -d 'refresh until Ctrl-C'" in said
    assert "%%" not in said
    if program := shutil.which("fish"):
        assert subprocess.run([program, "--no-execute"], input=said, text=True).returncode == 0


def test_it_is_printed_for_each_shell(capsys: pytest.CaptureFixture[str]) -> None:
    for shell, sign in (("bash", "complete -o"), ("zsh", "bashcompinit"), ("fish", "complete -c")):
        assert cli.main(["admin", "completion", shell]) == 0
        assert sign in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["admin", "completion", "tcsh"])
