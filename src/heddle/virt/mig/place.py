"""An instance in one place of a card, for callers that choose the place themselves."""

from __future__ import annotations

from heddle.errors import UsageError, VendorError
from heddle.virt.mig import apply, owned
from heddle.virt.mig.layouts import Instance, is_legal, stranded
from heddle.virt.mig.nvml import Driver, Present
from heddle.virt.mig.plan import CardPlan, Existing


def occupy(driver: Driver, wanted: Instance) -> Present:
    """Heddle's own that is there and idle, or a new one. Idle ones of Heddle's own that are in the
    way are ended.

    :raises UsageError: if others have that place, or programs work there
    :raises VendorError: if the card is not in MIG mode, or the driver refuses
    """
    apply.need_mode(driver)
    present = driver.present()
    there = apply.situation(driver, present)
    for each, now in zip(present, there, strict=True):
        if each.instance == wanted and each.devices and not now.stays:
            return each
    apply.apply([apply.CardChange(driver, there, exact_plan(driver, there, wanted))])
    for each in driver.present():
        if each.instance == wanted and each.devices and owned.is_own(driver.uuid, each):
            return each
    raise VendorError(f"{wanted} was made on {driver.device}, and is gone. `heddle device mig ls`")


def exact_plan(driver: Driver, there: tuple[Existing, ...], wanted: Instance) -> CardPlan:
    """:raises UsageError: if it does not fit beside what stays"""
    card = driver.card
    assert card is not None
    kept = [each.instance for each in there if each.stays]
    if not is_legal(card, (*kept, wanted)):
        has = "; ".join(str(each) for each in there if each.stays)
        raise UsageError(
            f"{wanted} does not fit on {driver.device} beside what stays there: {has}. "
            "`heddle device mig ls` shows what uses it."
        )
    idle = [each.instance for each in there if not each.stays]
    for each in idle:
        if is_legal(card, (*kept, wanted, each)):
            kept.append(each)
    ended = tuple(each for each in idle if each not in kept)
    layout = tuple(sorted((*kept, wanted), key=lambda each: each.start))
    return CardPlan(layout, tuple(kept), ended, (wanted,), stranded(card, layout))
