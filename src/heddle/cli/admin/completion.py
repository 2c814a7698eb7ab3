"""Print a script by which your shell completes commands and options of heddle when you press Tab.

examples:
  eval "$(heddle admin completion bash)"        in ~/.bashrc
  eval "$(heddle admin completion zsh)"         in ~/.zshrc, behind compinit
  heddle admin completion fish > ~/.config/fish/completions/heddle.fish

exit codes: 2 another shell
"""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.cli._grammar import Grammar

HELP = "complete commands and options in bash, zsh or fish"
SHELLS = ("bash", "zsh", "fish")
#: As many of the words so far as are commands choose the line.
BASH = """\
_heddle() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} known= path= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${COMP_WORDS[i]}" in
      %(paths)s) path="$path ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $before" in
%(values)s
  esac
  if [ -z "$known" ]; then
    case "$path" in
%(words)s
    esac
  fi
  COMPREPLY=($(compgen -W "$known" -- "$word"))
}
complete -o default -F _heddle heddle
"""
#: Its own completion, from the same words.
ZSH = """\
autoload -Uz bashcompinit && bashcompinit
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> int:
    from heddle.cli._grammar import grammars

    found = grammars()
    if options.shell == "fish":
        print(fish(found), end="")
    else:
        print((ZSH if options.shell == "zsh" else "") + bash(found), end="")
    return 0


def bash(found: list[Grammar]) -> str:
    """Whatever comes from a parser is quoted, though all of it is ours."""
    first = " ".join(each.path[0] for each in found if len(each.path) == 1)
    return BASH % {
        "paths": "|".join(f'" {" ".join(each.path)}"' for each in found),
        "values": "\n".join(
            f'    " {" ".join(each.path)} {name}") known="{" ".join(option.values)}" ;;'
            for each in found
            for option in each.options
            for name in option.names
            if option.values
        ),
        "words": "\n".join(
            [
                f'      "") [ "$COMP_CWORD" -gt 1 ] || known="{first}" ;;',
                *(f'      " {" ".join(each.path)}") known="{_words(each)}" ;;' for each in found),
            ]
        ),
    }


def _words(grammar: Grammar) -> str:
    options = (name for option in grammar.options for name in option.names)
    return " ".join((*grammar.words, *options))


def fish(found: list[Grammar]) -> str:
    lines = []
    for each in found:
        seen = " ".join(each.path[:1])
        if len(each.path) == 1:
            where = "-n __fish_use_subcommand"
            lines.append(f"complete -c heddle {where} -f -a {seen} -d {_quoted(each.help)}")
        behind = " ".join(f"__fish_seen_subcommand_from {word};and" for word in each.path)
        condition = f"-n {_quoted(behind.removesuffix(';and'))}"
        if each.words:
            lines.append(f"complete -c heddle {condition} -f -a {_quoted(' '.join(each.words))}")
        for option in each.options:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in option.names
            )
            values = f" -x -a {_quoted(' '.join(option.values))}" if option.values else ""
            needs = " -r" if option.has_value and not option.values else ""
            text = _quoted(option.help)
            lines.append(f"complete -c heddle {condition} {names}{needs}{values} -d {text}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """For fish; a line of its own."""
    plain = re.sub(r"\s+", " ", text.replace("%%", "%"))
    return "'" + plain.replace("\\", "\\\\").replace("'", "\\'") + "'"
