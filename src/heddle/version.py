"""Which Heddle this is."""

from __future__ import annotations


def own_version() -> str:
    """Empty where it runs from its sources, without being installed."""
    from importlib.metadata import PackageNotFoundError, version  # slow, and seldom needed

    try:
        return version("heddle-xpu")
    except PackageNotFoundError:
        return ""
