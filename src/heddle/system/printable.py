"""Text that others chose, made fit for a terminal or a log: one line that steers nothing."""

from __future__ import annotations


def printable(text: str) -> str:
    """With a ? for each character that would not be shown as itself: line ends, escapes, what turns
    the direction of writing."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else "?" for letter in text)
