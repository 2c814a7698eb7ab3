"""Models of devices by the names that people write, and what their vendors say of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from heddle._gen.hardware import MODELS
from heddle.metering.level0 import PRECISIONS, of_facts
from heddle.metering.units import REFERENCE_UNITS, units
from heddle.model.hardware import Component


def model_name(text: str) -> str:
    """vendor/model, as the facts spell it: h200 and "NVIDIA/NVIDIA H200" are nvidia/H200.

    A model without facts, or one that two vendors have, keeps the name that it was given.
    """
    wanted = text.strip()
    vendor, _, name = wanted.lower().rpartition("/")
    found = {
        _full(facts)
        for facts in MODELS.values()
        if vendor in ("", facts["vendor"].lower())
        and name.removeprefix(facts["vendor"].lower() + " ")
        in (facts["name"].lower(), facts["title"].lower())
    }
    return found.pop() if len(found) == 1 else wanted


def board_watts() -> dict[str, int]:
    """By the name of a model; of editions that share it, the most."""
    found: dict[str, int] = {}
    for facts in MODELS.values():
        if watts := facts.get("watts"):
            found[facts["name"]] = max(int(watts), found.get(facts["name"], 0))
    return found


@cache
def model_units() -> Mapping[str, int]:
    """By the name of a model, in compute units; of editions that share it, the least."""
    found: dict[str, int] = {}
    for facts in MODELS.values():
        worth = units(of_facts({**facts, **facts.get("nominal", {})})).value
        if worth is not None:
            found[facts["name"]] = min(worth, found.get(facts["name"], worth))
    return found


def units_of(model: str) -> int:
    """What a device of a model counts: those of which nothing is known, as the reference."""
    return model_units().get(model, REFERENCE_UNITS)


def facts_of(model: str, memory_bytes: int | None = None) -> dict[str, Any]:
    """Figures of a model by vendor/model, in one flat mapping; empty if the model is unknown.

    Of several editions, the one whose memory is nearest counts; without a size, the first.
    """
    editions = [facts for facts in MODELS.values() if _full(facts) == model]
    if not editions:
        return {}
    size = (memory_bytes or 0) / 2**30
    best = min(editions, key=lambda f: abs(f.get("memory_gib", 0) - size) if size else 0)
    plain = {key: value for key, value in best.items() if key != "nominal"}
    return {**plain, **best.get("nominal", {})}


def facts_of_part(facts: dict[str, Any], part: Component, whole: Component) -> dict[str, Any]:
    """The figures of a hardware partition, in proportion to its multiprocessors and its memory.

    What its part cannot be told of is left out, and so is what it does not have: links of its own.
    """
    ours, all_ = (c.attributes.get("multiprocessors") for c in (part, whole))
    known = isinstance(ours, int) and isinstance(all_, int) and all_ > 0
    compute = int(ours or 0) / int(all_ or 1) if known else None
    memory = (part.memory_bytes or 0) / whole.memory_bytes if whole.memory_bytes else None
    shares = dict.fromkeys(PRECISIONS, compute) | {"memory_gbs": memory or None}
    return {key: facts[key] * share for key, share in shares.items() if share and key in facts}


def known_models() -> list[str]:
    return sorted({_full(facts) for facts in MODELS.values()})


def _full(facts: dict[str, Any]) -> str:
    return f"{facts['vendor']}/{facts['name']}"
