"""Kinds of partitions: one file each, with what `virt.place.Kind` asks for."""

from __future__ import annotations

from typing import cast

from heddle.seams import Seam
from heddle.virt.place import Kind

SEAM = Seam(__name__, "kind of partition")


def names() -> list[str]:
    return SEAM.names()


def kind(name: str) -> Kind:
    """:raises UsageError: if there is none; it says which there are"""
    return cast(Kind, SEAM.load(name))
