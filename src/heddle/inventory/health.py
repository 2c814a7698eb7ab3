"""Whether a component can be trusted with work: a verdict, its reasons, and what to do.

Pure: from the component and the samples of it, oldest first. The rules are tables and small
functions; a new one is a line in `COUNTERS` or `XIDS`, or a function in `RULES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from heddle.inventory.sample import Sample
from heddle.inventory.xid import XIDS
from heddle.model.hardware import ACCELERATORS, Component

#: From good to bad. Unknown is not bad.
STATES = ("healthy", "unknown", "degraded", "failed")
BUSY_PERCENT = 20.0  #: below it a slow link is a link that rests


@dataclass(frozen=True, slots=True)
class HealthReason:
    """One thing that speaks against a component; as `healthy`, one that is only worth knowing."""

    state: str  #: one of STATES
    code: str  #: one word, for programs
    text: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The worst of the reasons, worst first."""

    state: str  #: one of STATES
    reasons: tuple[HealthReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """A rule for a counter: bad from some value on, or only if it rises while we watch."""

    pattern: str  #: of its name
    rising: bool
    state: str
    code: str
    text: str
    remedy: str
    least: int = 1  #: from here on it is bad


RESET = "Let its programs end, then reset it (nvidia-smi -r, amd-smi reset -G) or restart the node."
REPLACE = "Cordon it (`heddle device cordon`), and have it tested and replaced by its vendor."

#: The first rule that fits a counter decides, so the worse of two stands first.
COUNTERS = (
    Counter(
        r"^lost$",
        *(False, "failed", "gone", "its driver has lost it"),
        "Look at the kernel's log. Restart the node; if it stays away, reseat or replace it.",
    ),
    Counter(
        r"(remap|retire).*fail",
        *(False, "failed", "remap-failure", "bad memory could not be replaced by spare rows"),
        REPLACE,
    ),
    Counter(
        r"(remap|retire).*pending",
        *(False, "degraded", "remap-pending", "bad memory is replaced only by the next reset"),
        RESET,
    ),
    Counter(
        r"uncorrect|double_bit",
        *(True, "failed", "ecc-uncorrected", "memory errors that cannot be corrected increase"),
        f"{RESET} If they come back: {REPLACE}",
    ),
    Counter(  # not what is counted over the life of the device
        r"^(?!.*(aggregate|lifetime|total|remap|retire)).*(uncorrect|double_bit)",
        *(False, "degraded", "ecc-uncorrected", "memory had errors that could not be corrected"),
        RESET,
    ),
    Counter(  # Ascend: 1 to 3 for minor, major and critical alarms
        r"^health$",
        *(False, "failed", "alarm", "it reports a major or critical alarm"),
        "npu-smi info -t health says which; look it up in the vendor's manual.",
        least=2,
    ),
    Counter(
        r"^health$",
        *(False, "degraded", "alarm", "it reports a minor alarm"),
        "npu-smi info -t health says which; look it up in the vendor's manual.",
    ),
    Counter(
        r"(?<!non)(?<!non_)fatal",
        *(True, "failed", "fatal", "it reports fatal errors"),
        "Reseat the card and its riser; look at the kernel's log.",
    ),
)


def verdict(component: Component, history: Sequence[Sample]) -> Verdict:
    """What the samples of this component say, the last of them being now."""
    reasons = [reason for rule in RULES for reason in rule(component, history)]
    # Software has nothing that wears out.
    known = any(sample.reading for sample in history) or component.id.startswith("soft@")
    if not known and all(reason.state == "healthy" for reason in reasons):
        reasons.append(_UNREAD)
    reasons.sort(key=lambda reason: -STATES.index(reason.state))
    return Verdict(reasons[0].state if reasons else "healthy", tuple(reasons))


_UNREAD = HealthReason(
    "unknown",
    "unread",
    "it reports nothing that could be judged",
    "Install its vendor's driver and management library, if there is one.",
)


def _presence(component: Component, history: Sequence[Sample]) -> Iterator[HealthReason]:
    if history and history[-1].state == "gone":
        yield HealthReason(
            *("failed", "gone", "it is no longer on the bus"),
            "Look at the kernel's log. Restart the node; if it stays away, reseat or replace it.",
        )
    if history and history[-1].state == "silent":
        yield HealthReason(
            *("failed", "silent", "its driver does not answer"),
            "Look at the kernel's log. " + RESET,
        )
    if history and history[-1].state == "slow":
        yield HealthReason(
            *("degraded", "slow", "its driver answers, but takes too long for it"),
            "Look at the kernel's log, and at what else asks this driver every second.",
        )


def _driver(component: Component, history: Sequence[Sample]) -> Iterator[HealthReason]:
    on_bus = component.id.startswith("pci@") and component.kind in ACCELERATORS
    if on_bus and component.driver is None:
        yield HealthReason(
            *("unknown", "no-driver", "no driver of the kernel is bound to it"),
            f"Install and load the driver of {component.vendor} for it; a device that is passed "
            "to a virtual machine is meant to have another (vfio-pci).",
        )


def _counters(component: Component, history: Sequence[Sample]) -> Iterator[HealthReason]:
    readings = [sample.reading for sample in history if sample.reading is not None]
    if not readings:
        return
    for name, now in sorted(readings[-1].errors.items()):
        first = min((r.errors[name] for r in readings if name in r.errors), default=now)
        for rule in COUNTERS:
            count = now - first if rule.rising else now
            if count >= rule.least and re.search(rule.pattern, name):
                more = " more" if rule.rising else ""
                text = f"{rule.text} ({name}: {count}{more})"
                yield HealthReason(rule.state, rule.code, text, rule.remedy)
                break


def _xids(component: Component, history: Sequence[Sample]) -> Iterator[HealthReason]:
    """Events of NVIDIA's driver: xid_NUMBER while we look, past_xid_NUMBER in the kernel's log. A
    reset may have fixed what the log tells of, so that never makes a device failed."""
    readings = [sample.reading for sample in history if sample.reading is not None]
    for name, count in sorted(readings[-1].errors.items()) if readings else ():
        found = re.fullmatch(r"(past_)?xid_(\d+)", name)
        if not found or count <= 0:
            continue
        past, number = found.groups()
        xid = XIDS.get(int(number))
        state, text, remedy = xid or ("healthy", "not one that Heddle judges", _CATALOGUE)
        if past:
            state = "degraded" if state == "failed" else state
            text += " (earlier, in the kernel's log)"
            remedy = f"If it was reset since then: nothing. Else: {remedy}"
        yield HealthReason(state, name.replace("_", "-"), f"Xid {number}: {text}", remedy)


_CATALOGUE = "Look it up in NVIDIA's Xid catalogue (docs.nvidia.com/deploy/xid-errors)."


def _heat(component: Component, history: Sequence[Sample]) -> Iterator[HealthReason]:
    reading = history[-1].reading if history else None
    if reading is None:
        return
    heat, limit = reading.temperature_c, reading.temperature_limit_c
    if heat is not None and limit is not None and heat >= limit:
        yield HealthReason(
            *("degraded", "hot", f"{heat:g} °C, and {limit:g} °C is its limit"),
            "Check fans, air flow and the temperature of the room.",
        )
    # A power cap that is reached is what a busy device does; a brake is not.
    cause = (reading.throttled or "").lower()
    if re.search(r"therm|hot|temperature", cause):
        yield HealthReason(
            *("degraded", "throttled-heat", f"slowed down by heat ({reading.throttled})"),
            "Check fans, air flow and the temperature of the room.",
        )
    elif re.search(r"brake|hw.slowdown|prochot|ppcc", cause):
        yield HealthReason(
            *("degraded", "throttled-power", f"slowed down from outside ({reading.throttled})"),
            "Check the power supplies and cables, and the power limit of the chassis.",
        )


def _link(component: Component, history: Sequence[Sample]) -> Iterator[HealthReason]:
    if component.kind == "bridge":  # a port is no worse for a small card behind it
        return
    most, now = component.link, history[-1].link if history else None
    width = now.width if now else most.width if most else None
    if most and width and most.max_width and width < most.max_width:
        yield HealthReason(
            *("degraded", "link-width", f"PCIe x{width} of x{most.max_width}"),
            "Reseat the card and its riser, and check which slots the board gives all lanes.",
        )
    elif most and most.own_width:
        yield HealthReason(
            *("healthy", "link-slot", f"x{most.own_width} in a slot of x{most.max_width}"),
            "Nothing, unless its work waits for the bus: then a slot with more lanes.",
        )
    # Only with the speed of the same moment: what is idle rests at a low speed, and may.
    reading = history[-1].reading if history else None
    busy = reading is not None and (reading.utilisation or 0.0) >= BUSY_PERCENT
    most_gts = most.max_speed_gts if most else None
    if busy and now and now.speed_gts and most_gts and now.speed_gts < most_gts:
        yield HealthReason(
            *("degraded", "link-speed"),
            f"PCIe at {now.speed_gts:g} of {most_gts:g} GT/s while it works "
            "(an idle link rests at a low speed, a busy one should not)",
            "Reseat the card and its riser, and check the slot's speed in the firmware's settings.",
        )


Rule = Callable[[Component, Sequence[Sample]], Iterator[HealthReason]]
RULES: tuple[Rule, ...] = (_presence, _driver, _counters, _xids, _heat, _link)
