"""How NVIDIA's Multi-Instance GPU cuts each model, as one Python table."""

from __future__ import annotations

from pprint import pformat
from typing import Any

CARD = {"name", "match", "memory_slices", "compute_slices", "sms", "source", "profiles"}
PROFILE = {"name", "id", "compute", "memory", "starts", "most", "sms", "memory_mib", "engines"}


def render(facts: dict[str, Any]) -> dict[str, str]:
    """The generated file.

    :raises ValueError: if an entry is incomplete, or a profile leaves its card
    """
    cards: dict[str, dict[str, Any]] = {}
    for card in facts["card"]:
        where = f"facts/partitions/mig.toml, {card.get('name')}"
        if set(card) != CARD:
            raise ValueError(f"{where}: it should have {sorted(CARD)}")
        for profile in card["profiles"]:
            if set(profile) != PROFILE:
                raise ValueError(f"{where}, {profile.get('name')}: should have {sorted(PROFILE)}")
            if max(profile["starts"]) + profile["memory"] > card["memory_slices"]:
                raise ValueError(f"{where}, {profile['name']}: it ends behind the last slice")
        cards[card["name"]] = card
    compute = {
        int(slices): {int(size): most for size, most in sizes.items()}
        for slices, sizes in facts["compute"].items()
    }
    text = (
        '"""How MIG cuts cards. Made by tools/gen from facts/partitions. Do not edit."""\n\n'
        "from typing import Any\n\n"
        "#: Compute instances of a GPU instance, by its compute slices: how many of each size.\n"
        f"COMPUTE: dict[int, dict[int, int]] = {pformat(compute, width=100)}\n\n"
        "CARDS: dict[str, dict[str, Any]] = " + pformat(cards, width=100, sort_dicts=False) + "\n"
    )
    return {"src/heddle/_gen/mig.py": text}
