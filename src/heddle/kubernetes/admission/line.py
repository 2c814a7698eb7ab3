"""The grammar of the annotation: `h200:0.3,mem=8Gi | 910b:0.5`.

line     = part *( "|" part ) / part *( "+" part )     the first that there is / all of them
part     = device [":" count / ":" share] *( "," word )
word     = "share=" share / "mem=" memory / "mem=" percent / "best-effort"

A device is as in job files (heddle/model/request.py); also an API (`cuda`), or `any` (`*`). A
number alone is so many, or so much, of any device.
"""

from __future__ import annotations

import re
from dataclasses import replace

from heddle.errors import UsageError, did_you_mean
from heddle.kubernetes.admission import MOST_ALTERNATIVES, MOST_DEVICES
from heddle.kubernetes.admission.ask import PartAsk
from heddle.model.quantity import DEVICE_MEMORY, SHARE
from heddle.model.request import APIS, RequestError, parse

EXAMPLE = "h200:0.3,mem=8Gi"
LONGEST = 500
WORDS = ("share=", "mem=", "best-effort")
_SHARE = re.compile(r"[0-9. ]*[.%][0-9.% ]*")
_GIBIBYTES = re.compile(r"(?<=\d)([MGT]i)(?![A-Za-z])")  #: Kubernetes leaves the B away


def parse_line(text: str) -> tuple[tuple[PartAsk, ...], ...]:
    """All that are needed, each with its alternatives.

    :raises UsageError: if it is invalid
    """
    if len(text) > LONGEST:
        raise UsageError(f"it is longer than {LONGEST} characters.")
    if "|" in text and "+" in text:
        raise UsageError(
            "Kubernetes cannot choose between sets of devices: use `|` or `+`, not both."
        )
    parts = [_part(piece) for piece in re.split(r"[|+]", text)]
    for n, each in enumerate(parts):
        if each in parts[:n]:
            raise UsageError("the same is asked for twice.")
    if "+" in text:
        if sum(each.device.count for each in parts) > MOST_DEVICES:
            raise UsageError(f"a claim has at most {MOST_DEVICES} devices.")
        return tuple((each,) for each in parts)
    if len(parts) > MOST_ALTERNATIVES:
        raise UsageError(
            f"these are {len(parts)} alternatives; Kubernetes takes {MOST_ALTERNATIVES}. Ask for "
            "less: gpu is any model that there is."
        )
    return (tuple(parts),)


def _part(text: str) -> PartAsk:
    head, *words = (each.strip() for each in text.split(","))
    share = None
    before, colon, last = head.rpartition(":")
    if _SHARE.fullmatch(last):
        head, share = before if colon else "any", last
    part = _device(head)
    said: set[str] = set()
    for word in words:
        key, sign, value = (each.strip() for each in word.partition("="))
        key += sign
        if key not in WORDS:
            raise UsageError(
                f"{word!r} is not understood.{did_you_mean(word, WORDS)} Allowed are share=0.3, "
                "mem=8Gi and best-effort."
            )
        if key in said or (key == "share=" and share is not None):
            raise UsageError(f"{key.rstrip('=')} is said twice.")
        said.add(key)
        if key == "share=":
            share = value
        elif key == "mem=":
            part = _with_memory(part, value)
        else:
            part = replace(part, is_best_effort=True)
    if share is not None:
        part = replace(part, device=replace(part.device, share_milli=SHARE.parse(share)))
    return part


def _device(text: str) -> PartAsk:
    word, colon, count = text.partition(":")
    api = word.lower()
    if api in ("any", "*") or api in APIS:
        if colon and not count.isdecimal():
            raise UsageError(f"{count!r} is neither a count nor a share, as in 2 or 0.3.")
        text = count or "1"
    try:
        (alternative,) = parse(_GIBIBYTES.sub(r"\1B", text))
    except RequestError as error:
        raise UsageError(error.rule) from None
    (ask,) = alternative.asks
    if alternative.site:
        raise UsageError("a pod chooses its nodes with nodeSelector or affinity: leave @ out.")
    if ask.kind == "cpu":
        raise UsageError("cores are asked for in resources.requests of the container.")
    if ask.device and "@" in ask.device:
        raise UsageError(f"{ask.device} is another device on each node: write its UUID.")
    if ask.count > MOST_DEVICES:
        raise UsageError(f"a claim has at most {MOST_DEVICES} devices.")
    return PartAsk(ask, api if api in APIS else "")


def _with_memory(part: PartAsk, text: str) -> PartAsk:
    if text.endswith("%"):
        whole = replace(SHARE, name="a part of the device's memory")
        return replace(part, memory_milli=whole.parse(text))
    return replace(part, memory_mib=DEVICE_MEMORY.parse(_GIBIBYTES.sub(r"\1B", text)))
