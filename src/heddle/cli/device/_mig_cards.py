"""The cards of `heddle device mig`: those of this machine, or one that is only described."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from heddle._gen.mig import CARDS
from heddle.cli._output import complain
from heddle.cli.device import _mig_show
from heddle.errors import NoPermissionError, NoSuchDeviceError, UsageError, VendorError
from heddle.virt.mig import apply
from heddle.virt.mig.cards import CardAssignment, plan_many
from heddle.virt.mig.layouts import Card, card
from heddle.virt.mig.nvml import Driver, Present, drivers
from heddle.virt.mig.plan import Existing, Wish, plan
from heddle.virt.mig.request import parse_there, parse_wishes


@dataclass(frozen=True, slots=True)
class CardState:
    """A card and what is on it; `there` is None where this user may not see it."""

    name: str
    card: Card
    there: tuple[Existing, ...] | None
    driver: Driver | None = None  #: None: it is only described
    present: tuple[Present, ...] = ()
    mode: tuple[bool, bool] | None = None  #: MIG now, and after a reset


@dataclass(frozen=True, slots=True)
class Planned:
    cards: Sequence[CardState]
    wishes: Sequence[Wish]
    spread: CardAssignment


@contextmanager
def chosen(options: argparse.Namespace) -> Iterator[list[CardState]]:
    """The cards that the options name, while the library is open."""
    model = getattr(options, "model", None)
    if model:
        if options.device:
            raise UsageError("--device names a card that is here, --model any card: give one.")
        of = card({name.lower(): name for name in CARDS}.get(model.lower(), model))
        yield [CardState(of.name, of, tuple(parse_there(of, options.there)))]
        return
    if getattr(options, "there", None):
        raise UsageError("--there describes a card that is not here: add --model.")
    take = getattr(options, "take", False)
    with ExitStack() as open_:
        here: list[Driver] = []
        try:
            here = open_.enter_context(drivers())
        except VendorError as error:
            if options.verb != "ls" or options.device:
                raise
            complain(error)
        found = [_seen(each, take, strict=options.verb != "ls") for each in _named(here, options)]
        if options.verb != "ls":
            found = _usable(found, options)
        yield found


def _named(here: Sequence[Driver], options: argparse.Namespace) -> list[Driver]:
    """:raises NoSuchDeviceError: if there is no such card"""
    if not options.device:
        return [each for each in here if each.card is not None]
    found = []
    for wanted in dict.fromkeys(options.device):
        names = {
            name: each
            for each in here
            for name in (each.device, each.uuid, each.pci, f"pci@{each.pci}")
        }
        if wanted not in names:
            raise NoSuchDeviceError(wanted, [each.device for each in here])
        if names[wanted].card is None:
            apply.need_mode(names[wanted])
        found.append(names[wanted])
    return list(dict.fromkeys(found))


def _seen(driver: Driver, take: bool, *, strict: bool) -> CardState:
    assert driver.card is not None
    try:
        present = tuple(driver.present())
    except NoPermissionError as error:
        if strict:
            raise
        complain(error)
        return CardState(driver.device, driver.card, None, driver, (), driver.mode())
    there = apply.situation(driver, present, take=take)
    return CardState(driver.device, driver.card, there, driver, present, driver.mode())


def _usable(found: list[CardState], options: argparse.Namespace) -> list[CardState]:
    """Those in MIG mode, unless they were named; a plan needs no more than the card."""
    if not options.device:
        found = [each for each in found if each.mode and each.mode[0]] or found
    if not found:
        raise UsageError("no card here has MIG. `--model H200` plans for a card elsewhere.")
    if options.verb == "apply" and not options.dry_run:
        for each in found:
            assert each.driver is not None
            apply.need_mode(each.driver)
    return found


def planned(cards: Sequence[CardState], texts: Sequence[str]) -> Planned:
    wishes = parse_wishes(texts)
    there = [each.there or () for each in cards]
    if len(cards) == 1:
        one = plan(cards[0].card, there[0], wishes)
        return Planned(cards, wishes, CardAssignment((one,), (0,) * len(wishes), True))
    return Planned(cards, wishes, plan_many([each.card for each in cards], there, wishes))


def applied(found: Planned, options: argparse.Namespace) -> int:
    """Shows it, asks, and does it."""
    pairs = list(zip(found.cards, found.spread.plans, strict=True))
    changes = [
        apply.CardChange(seen.driver, seen.there or (), plan)
        for seen, plan in pairs
        if seen.driver and (plan.changes or options.take or _lacks(seen))
    ]
    if options.output != "json":
        _mig_show.plan(found, options.output)
    if any(plan.changes for _, plan in pairs) and not options.yes and not _agreed():
        print("Nothing was changed.", file=sys.stderr)
        return 1
    try:
        done = apply.apply(changes, take=options.take)
    except apply.HalfwayError as error:
        if options.output == "json":
            _mig_show.halfway(found, error)
        raise
    _mig_show.done(found, done, options.output)
    return 0


def _lacks(seen: CardState) -> bool:
    """Whether an instance of Heddle's own has no compute instance."""
    pairs = zip(seen.present, seen.there or (), strict=True)
    return any(not each.is_cut and not existing.foreign for each, existing in pairs)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise UsageError("stdin is not a terminal. `--yes` does it, `--dry-run` only shows it.")
    print("Do it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
