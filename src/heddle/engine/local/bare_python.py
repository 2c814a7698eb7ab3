"""A Python for our own processes beside members: nobody's settings, nobody's path."""

from __future__ import annotations

import os
import sys

import heddle

_PACKAGES = os.path.dirname(os.path.abspath(heddle.__path__[0]))


def python(module: str, *words: str) -> list[str]:
    """A command that calls `main` of one of our modules."""
    text = (
        f"import sys; sys.path.append({_PACKAGES!r}); from {module} import main; "
        "sys.exit(main(sys.argv[1:]))"
    )
    return [sys.executable, "-I", "-S", "-c", text, *words]
