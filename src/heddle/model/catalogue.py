"""Which kinds, vendors and models there are, and what a word that people type means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from heddle import errors
from heddle._gen.hardware import MODELS
from heddle.model.hardware import ACCELERATORS
from heddle.model.identifiers.codes import VENDORS as CODES

#: What can be asked for. Memory, network and storage are conditions of a job, not devices.
ASKABLE = (*ACCELERATORS, "cpu")
VENDORS = frozenset({f["vendor"] for f in MODELS.values()} | {code.lower() for code in CODES})

_ALIKE = str.maketrans("oil", "011")  #: letters that are typed for digits


@dataclass(frozen=True, slots=True, order=True)
class Meaning:
    """The models that a word stands for; all are of one vendor and one kind."""

    vendor: str
    kind: str
    models: tuple[str, ...]


def plain(word: str) -> str:
    """Case, spaces and hyphens do not count: rtx4090 is RTX-4090, edge-tpu is Edge TPU."""
    return re.sub(r"[^a-z0-9]", "", word.lower())


def spelling(model: str) -> str:
    """The model's name as one word of a request."""
    return re.sub(r"[^a-z0-9]+", "-", model.lower())


@cache
def _words() -> tuple[dict[str, set[Meaning]], dict[str, set[Meaning]]]:
    """Full names with their meanings, and families: what stands before a hyphen or a space."""
    names: dict[str, set[Meaning]] = {}
    members: dict[str, dict[tuple[str, str], set[str]]] = {}
    for facts in MODELS.values():
        vendor, kind, name = facts["vendor"], facts["kind"], facts["name"]
        if kind not in ASKABLE:
            continue
        # Huawei's 910B is an Ascend: the series may stand before the name.
        series = re.match(r"[A-Za-z]*", facts["title"])
        for word in {name, (series[0] if series else "") + name}:
            names.setdefault(plain(word), set()).add(Meaning(vendor, kind, (name,)))
        tokens = re.split(r"[- ]", name)
        for n in range(1, len(tokens)):
            family = members.setdefault(plain("".join(tokens[:n])), {})
            family.setdefault((vendor, kind), set()).add(name)
    families = {
        word: {Meaning(v, k, tuple(sorted(found))) for (v, k), found in by.items()}
        for word, by in members.items()
    }
    return names, families


def meanings(word: str, vendor: str | None = None) -> list[Meaning]:
    """What a word can mean: a full name is that model alone, a family all of its variants.

    More than one meaning is for the caller to refuse.
    """
    for words in _words():
        found = words.get(plain(word), set())
        if vendor:
            found = {m for m in found if m.vendor == vendor}
        if found:
            return sorted(found)
    return []


def word_for(models: Iterable[str], vendor: str | None) -> str | None:
    """The word that means just these models of this vendor; None if there is none."""
    wanted = tuple(sorted(models))
    tokens = [re.split(r"[- ]", model) for model in wanted]
    for n in range(min(map(len, tokens), default=0), 0, -1):
        if len({tuple(t[:n]) for t in tokens}) == 1:
            word = spelling("-".join(tokens[0][:n]))
            if any(tuple(sorted(m.models)) == wanted for m in meanings(word, vendor)):
                return word
    return None


def nearest(word: str, vendor: str | None = None) -> str | None:
    """The kind, model, family or vendor that was most likely meant."""
    names, families = _words()
    alike = meanings(word.lower().translate(_ALIKE), vendor)
    if len(alike) == 1:
        return word_for(alike[0].models, alike[0].vendor)
    known = {plain(kind): kind for kind in ASKABLE}
    if not vendor:
        known |= {plain(each): f"{each}/gpu" for each in VENDORS}
    for found in (*families.values(), *names.values()):
        for meaning in found:
            if vendor in (None, meaning.vendor):
                text = word_for(meaning.models, meaning.vendor)
                known |= {plain(text): text} if text else {}
    near = errors.nearest(plain(word), sorted(known))
    return known[near] if near else None


def nearest_vendor(word: str) -> str | None:
    return errors.nearest(word, sorted(VENDORS))
