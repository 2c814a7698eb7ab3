"""Device requests: `h200:2 | huawei/910b:4@fra1 | gpu:1 + cpu:8`, as alternatives of asks.

request     = together *( "|" together )           alternatives, the first is preferred
together    = device *( "+" device )               needed together, on one node
device      = count
            / [vendor "/"] [model / kind] [">=" memory] [":" count] ["@" site]
            / api "@" index-or-name / UUID         one particular device

For `cpu` the count is cores. An api word before `@` always means a device, anything else a site.
A plain number is always a count. A part of a device is said with a share, never in the count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import heddle._gen
from heddle.errors import UsageError
from heddle.model.catalogue import (
    ASKABLE,
    VENDORS,
    meanings,
    nearest,
    nearest_vendor,
    plain,
    spelling,
    word_for,
)
from heddle.model.hardware import OTHERS
from heddle.model.job import Alternative, DeviceAsk
from heddle.model.quantity import MEMORY
from heddle.seams import names_in

#: A word before @ that is one of these names a device, anything else a site.
APIS = tuple(
    name.removesuffix("_api") for name in names_in(heddle._gen.__path__) if name.endswith("_api")
)
MOST = 1_000_000  #: devices or cores in one ask

_HEX = "[0-9a-fA-F]"
_UUID = re.compile(
    rf"(?:[A-Za-z]+-)?{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}|(?:GPU|MIG|NPU)-{_HEX}{{12,32}}"
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_DEVICE = re.compile(
    r"(?:(?P<vendor>[^/:@>]*)/)?(?P<word>[^/:@>]*)(?:>=(?P<memory>[^/:@]*))?"
    r"(?::(?P<count>[^/:@]*))?(?:@(?P<site>[^/:@]*))?"
)


class RequestError(UsageError):
    """A request that is invalid: where, why, and what is allowed."""

    def __init__(self, text: str, column: int, rule: str) -> None:
        self.text, self.column, self.rule = text, column, rule
        caret = " " * (column - 1) + "^"
        super().__init__(f"request {text!r}, column {column}: {rule}\n  {text}\n  {caret}")


class _Wrong(Exception):
    """What is wrong, at so many characters into the piece that is looked at."""

    def __init__(self, at: int, rule: str) -> None:
        self.at, self.rule = at, rule
        super().__init__(rule)


def parse(text: str) -> tuple[Alternative, ...]:
    """The alternatives of a request, each with what is needed together and its site.

    :raises RequestError: if it is invalid; with the column and the rule
    """
    found: list[Alternative] = []
    for start, piece in _split(text, 0, "|"):
        alternative = _together(text, start, piece)
        if alternative in found:
            column = start + _blanks(piece) + 1
            raise RequestError(text, column, "it is the same as an alternative before it.")
        found.append(alternative)
    return tuple(found)


def _together(text: str, start: int, piece: str) -> Alternative:
    asks: list[DeviceAsk] = []
    site: str | None = None
    for at, part in _split(piece, start, "+"):
        column = at + _blanks(part) + 1
        try:
            ask, its_site = _device(part.strip())
        except _Wrong as wrong:
            raise RequestError(text, column + wrong.at, wrong.rule) from None
        if its_site and site and its_site != site:
            rule = f"all devices of a request are on one node: it is at {site} or {its_site}."
            raise RequestError(text, column, rule)
        if any(replace(ask, count=1) == replace(each, count=1) for each in asks):
            sums = "" if ask.device else " Write one with the sum as its count."
            raise RequestError(text, column, f"it is asked for already.{sums}")
        site = site or its_site
        asks.append(ask)
    return Alternative(tuple(asks), site)


def format(alternatives: Sequence[Alternative]) -> str:
    """The canonical text: parse() gives the same asks and sites again.

    :raises UsageError: if a request cannot express an ask
    """
    return " | ".join(
        " + ".join(format_ask(ask, alternative.site) for ask in alternative.asks)
        for alternative in alternatives
    )


def format_ask(ask: DeviceAsk, site: str | None = None) -> str:
    """One device of a request.

    :raises UsageError: likewise
    """
    if ask.device:
        return ask.device
    memory = f">={MEMORY.format(ask.memory_mib)}" if ask.memory_mib else ""
    where = f"@{site}" if site else ""
    if ask.models:
        word = word_for(ask.models, ask.vendor)
        if word is None and ask.vendor and len(ask.models) == 1 and _NAME.fullmatch(ask.models[0]):
            word = ask.models[0]  # unknown: as it was given
    else:
        word = ask.kind or ""
    if word is None or (ask.vendor and not word and not memory):
        raise UsageError(f"no request can say {ask}: write several alternatives.")
    if not (word or memory or ask.vendor):
        return f"{ask.count}{where}"
    vendor = f"{ask.vendor}/" if ask.vendor else ""  # even where the model alone says it
    return f"{vendor}{word}{memory}:{ask.count}{where}"


def _split(text: str, start: int, mark: str) -> list[tuple[int, str]]:
    """The pieces between marks, with where they begin."""
    found = []
    for piece in text.split(mark):
        found.append((start, piece))
        start += len(piece) + 1
    return found


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())


def _device(text: str) -> tuple[DeviceAsk, str | None]:
    if not text:
        raise _Wrong(0, "a device is missing here. Write a kind, a model or a count.")
    if _UUID.fullmatch(text):
        return DeviceAsk(1, device=text), None
    if space := re.search(r"\s", text):
        raise _Wrong(space.start(), "no spaces within a device; `|` or `+` stand between two.")
    if (head := text.partition("@"))[1] and head[0].lower() in APIS:
        return _particular(head[0].lower(), head[2], len(head[0]) + 1), None
    match = _DEVICE.fullmatch(text)
    if not match:
        form = "[vendor/]model-or-kind[>=memory][:count][@site]"
        raise _Wrong(0, f"{text!r} is not a device: the form is {form}.")
    site = _site(match)
    if (word := match["word"]) and match["vendor"] is None and match["memory"] is None:
        if match["count"] is None and re.match(r"[\d.]+%?$", word):
            return DeviceAsk(_count(word, 0, "devices")), site
        if word.lower() in APIS:
            raise _Wrong(0, f"{word} is an API: one particular device is {word.lower()}@0.")
    ask = _described(match)
    if match["memory"] is not None:
        if ask.kind == "cpu":
            raise _Wrong(match.start("memory"), "a cpu has no memory: set the job's `memory`.")
        ask = replace(ask, memory_mib=_memory(match["memory"], match.start("memory")))
    if match["count"] is not None:
        what = "cores" if ask.kind == "cpu" else "devices"
        ask = replace(ask, count=_count(match["count"], match.start("count"), what))
    return ask, site


def _particular(api: str, name: str, at: int) -> DeviceAsk:
    if not _NAME.fullmatch(name):
        if ":" in name:
            raise _Wrong(at + name.index(":"), "one particular device has no count.")
        raise _Wrong(at, f"{name!r} is not a device: write an index or a name, as in {api}@0.")
    return DeviceAsk(1, device=f"{api}@{name}")


def _site(match: re.Match[str]) -> str | None:
    site = match["site"]
    if site is not None and not _NAME.fullmatch(site):
        raise _Wrong(match.start("site"), f"{site!r} is not a valid site name.")
    return site


def _count(text: str, at: int, what: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) and 1 <= int(text) <= MOST:
        return int(text)
    if re.fullmatch(r"\d*\.\d+%?|\d+(\.\d*)?%", text):
        part = "`cpu` in the job file" if what == "cores" else "--share (`share` in a job file)"
        raise _Wrong(at, f"{text!r} is not a count: ask for a part of one with {part}.")
    raise _Wrong(at, f"{text!r} is not a count: give a whole number of {what}, 1 to {MOST}.")


def _memory(text: str, at: int) -> int:
    try:
        found = MEMORY.parse(text)
    except UsageError as error:
        raise _Wrong(at, str(error)) from None
    if not found:
        raise _Wrong(at, "0 asks for nothing: leave it out.")
    return found


def _described(match: re.Match[str]) -> DeviceAsk:
    """By vendor, kind or model; the count and the memory come later."""
    vendor, word, at = match["vendor"], match["word"], match.start("word")
    if vendor is not None:
        vendor = vendor.lower()
        if vendor not in VENDORS:
            near = nearest_vendor(vendor)
            hint = f" Did you mean {near!r}?" if near else ""
            raise _Wrong(0, f"{match['vendor']!r} is not a known vendor.{hint}")
    if not word:
        if match["memory"] is not None:
            return DeviceAsk(1, vendor=vendor)
        raise _Wrong(at, "a kind or a model is missing here, as in gpu or h200.")
    if word.lower() in ASKABLE:
        return DeviceAsk(1, kind=word.lower(), vendor=vendor)
    found = meanings(word, vendor)
    if len(found) == 1:
        return DeviceAsk(1, found[0].kind, found[0].vendor, found[0].models)
    if found:
        ways = " or ".join(f"{m.vendor}/{spelling(m.models[0])}" for m in found)
        raise _Wrong(at, f"{word!r} can mean more than one: write {ways}.")
    if wrong := _unknown(word, vendor, at):
        raise wrong
    return DeviceAsk(1, vendor=vendor, models=(word,))


def _unknown(word: str, vendor: str | None, at: int) -> _Wrong | None:
    """Why a word without a meaning is refused; a known vendor's new model is not."""
    if word.lower() in OTHERS:
        return _Wrong(at, f"{word!r} is not handed out as a device. Kinds: {', '.join(ASKABLE)}.")
    if not vendor:
        if word.lower() in VENDORS:
            lower = word.lower()
            return _Wrong(at, f"{word} is a vendor: write {lower}/gpu or {lower}/MODEL.")
        near = nearest(word)
        hint = f" Did you mean {near!r}?" if near else ""
        return _Wrong(
            at,
            f"{word!r} is not a known kind or model.{hint} Kinds: {', '.join(ASKABLE)}. "
            "A model that Heddle does not know is written with its vendor, as in nvidia/b999.",
        )
    if others := meanings(word):
        return _Wrong(at, f"{word!r} is made by {others[0].vendor}, not by {vendor}.")
    if not _NAME.fullmatch(word) or plain(word).isdigit():
        return _Wrong(at, f"{word!r} is not a model: write a kind or a model, then :count.")
    return None
