"""MIG wishes, and instances that are there, as people write them.

3g.71gb              a profile by name
2x1g.18gb            two of them
30GiB                the smallest instance with this much memory
30GiB+20sm, 20sm     and with this many multiprocessors
3g.71gb:1c+2c        with compute instances of one and two slices in it
3g.71gb@4            one that is there, from memory slice 4 on
3g.71gb@0:1c+2c:busy what is in it, and busy or foreign (or both)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from heddle.errors import UsageError
from heddle.model.quantity import MEMORY
from heddle.virt.mig.layouts import Card, Instance, compute_faults, cut
from heddle.virt.mig.plan import Existing, Wish

MOST = 1024  #: wishes at once
_PROFILE = re.compile(r"\d+g\.\d+gb\S*")
_CUT = re.compile(r"[1-9]c(\+[1-9]c)*")
_EXAMPLES = "3g.71gb, 2x1g.18gb, 30GiB, 30GiB+20sm, 3g.71gb:1c+2c"


def parse_wishes(texts: Iterable[str]) -> list[Wish]:
    """:raises UsageError: if one is invalid, or there are too many"""
    found: list[Wish] = []
    for text in texts:
        times, what = re.fullmatch(r"(?:(\d{1,4})x)?(.*)", text.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
        count = 1 if times is None else int(times)
        if not count:
            raise UsageError(f"{text!r} asks for no instance: leave it out.")
        found += [_wish(what, text)] * count
        if len(found) > MOST:
            raise UsageError(f"{text!r}: that is more than {MOST} instances.")
    return found


def _wish(what: str, text: str) -> Wish:
    what, given, cuts = what.partition(":")
    computes = _computes(cuts, text) if given else ()
    if _PROFILE.fullmatch(what):
        return Wish(profile=what, computes=computes)
    memory = sms = 0
    for part in what.split("+"):
        if found := re.fullmatch(r"([1-9]\d{0,5})sms?", part.lower()):
            sms = int(found[1])
        elif re.match(r"\d", part):
            memory = MEMORY.parse(part)
        else:
            raise UsageError(f"{text!r} is not an instance. Write it like {_EXAMPLES}.")
    return Wish(memory_mib=memory, sms=sms, computes=computes)


def parse_there(card: Card, texts: Sequence[str]) -> list[Existing]:
    """:raises UsageError: if one is invalid"""
    return [_existing(card, each) for text in texts for each in text.replace(",", " ").split()]


def _existing(card: Card, text: str) -> Existing:
    where, *rest = text.split(":")
    name, given, start = where.partition("@")
    if not given or not re.fullmatch(r"\d{1,2}", start):
        raise UsageError(f"{text!r} is not an instance. Write PROFILE@START, as in 3g.71gb@4:busy.")
    profile = card.profile(name)
    words = {word for word in rest if word in ("busy", "foreign")}
    cuts = [word for word in rest if word not in words]
    if len(cuts) > 1:
        raise UsageError(f"{text!r}: an instance can have busy, foreign, and 1c+2c once.")
    computes = _computes(cuts[0], text) if cuts else ()
    for fault in compute_faults(profile, computes):
        raise UsageError(f"{text!r}: {fault}.")
    instance = Instance(int(start), profile, cut(profile, computes))
    return Existing(instance, "busy" in words, "foreign" in words)


def _computes(text: str, whole: str) -> tuple[int, ...]:
    if not _CUT.fullmatch(text):
        raise UsageError(f"{whole!r}: compute instances are written like 1c+2c, not {text!r}.")
    return tuple(sorted(int(part[0]) for part in text.split("+")))
