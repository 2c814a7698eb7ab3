"""Which Heddle this is."""

from __future__ import annotations

import re


def own_version() -> str:
    """Empty where it runs from its sources, without being installed."""
    from importlib.metadata import PackageNotFoundError, version  # slow, and seldom needed

    try:
        return version("heddle-xpu")
    except PackageNotFoundError:
        return ""


def release(version: str) -> str:
    """The release that a version is or leads to: `0.2.0` of `0.2.0.dev12+g1a2b3c4`."""
    found = re.match(r"\d+(\.\d+)*", version)
    return found[0] if found else version
