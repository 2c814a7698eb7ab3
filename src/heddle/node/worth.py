"""What idle devices of this machine are worth: by data sheets, and by what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from heddle.inventory.listing import DeviceListing
from heddle.metering.level0 import level0, of_measured
from heddle.metering.models import facts_of, model_name
from heddle.metering.scores import scores
from heddle.system import state

_WINDOW_S = 1  # of a look that there is not


def worth_of(listed: Iterable[DeviceListing]) -> Mapping[str, Any]:
    """By id, in thousandths of points."""
    measured = state.read("measured")
    found = {}
    for entry in listed:
        component = entry.component
        nominal = facts_of(model_name(f"{component.vendor}/{component.model}"))
        metrics = of_measured(component, measured)
        records = level0(component, nominal, None, metrics, _WINDOW_S)
        worth = scores([each.metric for each in records if each.metric], "total")
        found[entry.id] = {
            "total_milli": worth.total.milli,
            "confidence_milli": worth.total.confidence_milli,
            "categories": {each.category: each.milli for each in worth.categories},
        }
    return {"devices": found}
