"""Makes cards what a plan says, one step after another. What goes wrong half way is undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial

from heddle.errors import HeddleError, UsageError, VendorError
from heddle.system.lock import alone as lock
from heddle.virt import registry
from heddle.virt.mig import owned
from heddle.virt.mig.layouts import Instance
from heddle.virt.mig.nvml import Driver, Present
from heddle.virt.mig.plan import CardPlan, Existing


@dataclass(frozen=True, slots=True)
class CardStep:
    """What was done to a card: ended, made, or filled with the compute instances it lacked."""

    device: str
    verb: str
    instance: str

    def __str__(self) -> str:
        return f"{self.verb} {self.instance} on {self.device}"


class HalfwayError(VendorError):
    """The driver refused a step. It says what was done, what was undone, and what is left so."""

    def __init__(
        self, why: str, done: Sequence[CardStep], undone: Sequence[CardStep], left: Sequence[str]
    ) -> None:
        self.why, self.done, self.undone, self.left = why, done, undone, left
        before = ", ".join(map(str, done)) or "nothing"
        after = f" Undone again: {', '.join(map(str, undone))}." if undone else ""
        whole = "The cards are as they were." if not left else f"NOT undone: {'; '.join(left)}."
        super().__init__(f"{why} Done before: {before}.{after} {whole} See `heddle device mig ls`.")


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card, what was there when it was planned, and the plan."""

    driver: Driver
    there: tuple[Existing, ...]
    plan: CardPlan


def situation(
    driver: Driver, present: Sequence[Present], *, take: bool = False
) -> tuple[Existing, ...]:
    """What is on a card, for a plan. `take`: what others made counts as Heddle's own. What is a
    partition counts as busy, whether a program runs in it or not."""
    booked = {each.found.get("uuid") for each in registry.load()}
    return tuple(
        replace(
            each.existing(foreign=not take and not owned.is_own(driver.uuid, each)),
            busy=each.busy or not booked.isdisjoint(each.devices),
        )
        for each in present
    )


def need_mode(driver: Driver) -> None:
    """:raises VendorError: if the card is not in MIG mode; how to switch it on is said, not done"""
    mode = driver.mode()
    if mode is None or driver.card is None:
        raise VendorError(f"{driver.device} ({driver.title}) has no MIG.")
    on = f"`sudo nvidia-smi -i {driver.index} -mig 1`"
    if mode == (False, True):
        raise VendorError(
            f"MIG mode of {driver.device} is switched on but waits for a reset: `sudo nvidia-smi "
            f"--gpu-reset -i {driver.index}` while nothing uses the card, or reboot."
        )
    if not mode[0]:
        raise VendorError(
            f"MIG mode of {driver.device} is off. Switch it on while nothing uses the card: {on}. "
            "All programs on it must have ended, and older cards (A100, A30) need a reset then."
        )


def apply(changes: Sequence[CardChange], *, take: bool = False) -> list[CardStep]:
    """Ends and makes what the plans say; returns what was done.

    :raises UsageError: if a card is no longer as it was when it was planned; nothing is changed
    :raises HalfwayError: if the driver refuses a step; what was done is undone if it can be
    """
    work = _Work()
    with _alone():
        now = [_same(change, take) for change in changes]
        try:
            for change, there in zip(changes, now, strict=True):
                _one(change, there, work, take)
        except (HeddleError, KeyboardInterrupt) as error:
            why = str(error) or "interrupted."
            raise HalfwayError(why, work.done, *work.undo()) from error
    return work.done


def _alone() -> AbstractContextManager[None]:
    """A second apply finds that the card has changed."""
    return lock(".mig-apply.lock", "record Heddle's own instances")


class _Work:
    """Steps that were done, each with the way back."""

    def __init__(self) -> None:
        self.done: list[CardStep] = []
        self._back: list[Callable[[], CardStep]] = []

    def add(self, step: CardStep, back: Callable[[], CardStep]) -> None:
        self.done.append(step)
        self._back.append(back)

    def undo(self) -> tuple[list[CardStep], list[str]]:
        undone, left = [], []
        for step, back in zip(reversed(self.done), reversed(self._back), strict=True):
            try:
                undone.append(back())
            except HeddleError as error:
                left.append(f"{step} ({str(error).rstrip('.')})")
        return undone, left


def _same(change: CardChange, take: bool) -> dict[Instance, Present]:
    """What is there, if it is still what it was."""
    need_mode(change.driver)
    present = change.driver.present()
    now = situation(change.driver, present, take=take)
    if now != change.there:
        was, is_ = ("; ".join(map(str, each)) or "nothing" for each in (change.there, now))
        raise UsageError(
            f"{change.driver.device} is no longer as it was planned for: it had {was}, and now "
            f"{is_}. Nothing was changed; ask again."
        )
    return {each.instance: each for each in present}


def _one(change: CardChange, there: Mapping[Instance, Present], work: _Work, take: bool) -> None:
    driver, plan = change.driver, change.plan
    own = {each.instance for each in change.there if not each.foreign}
    for instance in plan.ended:
        _end(driver, there[instance], work)
    for instance in plan.made:
        _make(driver, instance, work)
    for instance in plan.kept:
        kept = there[instance]
        if instance in own and not kept.is_cut:
            driver.fill(kept)
            step = CardStep(driver.device, "filled", str(instance))
            work.add(step, partial(_emptied, driver, kept))
        if take and instance in own:
            owned.remember(driver.uuid, kept)


def _end(driver: Driver, present: Present, work: _Work) -> None:
    own = owned.is_own(driver.uuid, present)
    driver.end(present)

    def back() -> CardStep:
        made = driver.make(present.instance)
        if own:
            owned.remember(driver.uuid, _found(driver, made))
        return CardStep(driver.device, "made", str(present.instance))

    work.add(CardStep(driver.device, "ended", str(present.instance)), back)
    if own:
        owned.forget(driver.uuid, present)


def _make(driver: Driver, instance: Instance, work: _Work) -> None:
    number = driver.make(instance)

    def back() -> CardStep:
        present = _found(driver, number)
        driver.end(present)
        owned.forget(driver.uuid, present)
        return CardStep(driver.device, "ended", str(instance))

    work.add(CardStep(driver.device, "made", str(instance)), back)
    owned.remember(driver.uuid, _found(driver, number))


def _emptied(driver: Driver, present: Present) -> CardStep:
    driver.empty(present)
    return CardStep(driver.device, "emptied", str(present.instance))


def _found(driver: Driver, number: int) -> Present:
    """:raises VendorError: if it has gone meanwhile"""
    for each in driver.present():
        if each.id == number:
            return each
    raise VendorError(f"instance {number} of {driver.device} is gone.")
