"""Patterns of files to leave out, in the words of .gitignore: `*.pt`, `/data/`, `!keep.pt`.

The last pattern that fits counts. What is in a folder that is left out is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


class Ignore:
    """The lines of one file."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules = [rule for line in lines if (rule := _rule(line)) is not None]

    def has(self, name: str, *, is_folder: bool) -> bool:
        """Whether a path, relative to the folder of the file, is left out. Need not be called for
        paths below a folder that is left out itself."""
        left_out = False
        for pattern, only_folders, keeps in self._rules:
            if (is_folder or not only_folders) and pattern.fullmatch(name):
                left_out = not keeps
        return left_out


def _rule(line: str) -> tuple[re.Pattern[str], bool, bool] | None:
    """The pattern, whether it is about folders only, and whether it keeps what it fits."""
    text = re.sub(r"(?<!\\)\s+$", "", line)
    if not text or text.startswith("#"):
        return None
    keeps = text.startswith("!")
    text = text[1:] if keeps else text
    only_folders = text.endswith("/")
    text = text.rstrip("/")
    if not text:
        return None
    anchored = "/" in text
    body = _expression(text.lstrip("/"))
    return re.compile(body if anchored else f"(?:.*/)?{body}", re.DOTALL), only_folders, keeps


def _expression(text: str) -> str:
    out, at = [], 0
    while at < len(text):
        rest = text[at:]
        if rest.startswith("**/"):
            out.append("(?:.*/)?")
            at += 3
        elif rest.startswith("**"):
            out.append(".*")
            at += 2
        elif rest[0] == "*":
            out.append("[^/]*")
            at += 1
        elif rest[0] == "?":
            out.append("[^/]")
            at += 1
        elif rest[0] == "[" and (found := re.match(r"\[([!^]?)(\]?[^\]]*)\]", rest)):
            negated = "^" if found[1] else ""
            inner = re.sub(r"([\\\[&~|])", r"\\\1", found[2])
            out.append(f"(?!/)[{negated}{inner}]")
            at += found.end()
        elif rest[0] == "\\" and len(rest) > 1:
            out.append(re.escape(rest[1]))
            at += 2
        else:
            out.append(re.escape(rest[0]))
            at += 1
    return "".join(out)
