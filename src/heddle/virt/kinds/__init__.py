"""Kinds of partitions: one file each, with what `virt.place.Kind` asks for."""

from __future__ import annotations

from typing import cast

from heddle.modules import module_in, names_in
from heddle.virt.place import Kind


def names() -> list[str]:
    return names_in(__path__)


def kind(name: str) -> Kind:
    """:raises UsageError: if there is none; it says which there are"""
    return cast(Kind, module_in(__name__, names(), name, "kind of partition"))
