"""Nodes and their devices, from the words that jobs ask for them with."""

from __future__ import annotations

import re

from heddle._gen.hardware import MODELS
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.errors import UsageError
from heddle.model import request
from heddle.model.job import DeviceAsk

FORM = re.compile(r"(.+):(\d{1,4})x(\d{1,6})")


def cluster(text: str) -> Nodes:
    """The nodes of `h100:8x64 + a100-80gb:4x16`.

    :raises UsageError: if it cannot be read
    """
    made: list[NodeRow] = []
    for part in text.split("+"):
        said = FORM.fullmatch(part.strip())
        if said is None or not int(said[2]) or not int(said[3]):
            raise UsageError(
                f"--cluster {text!r} cannot be read: write DEVICES:EACHxNODES, as in h100:8x64, "
                "and + between several."
            )
        word, here = said[1], devices(f"{said[1]}:{said[2]}")
        made += [
            NodeRow(f"{word.replace('/', '-')}-{i:04}", 0, 0, here) for i in range(int(said[3]))
        ]
    return Nodes.from_rows(made)


def devices(text: str, memory_mib: int | None = None, level: int = 0) -> tuple[DeviceClass, ...]:
    """What one node has, in the words of a request: `h100:8`, `gpu:2 + fpga:1`.

    :raises UsageError: if it is invalid, or if a word means several models
    """
    alternatives = request.parse(text)
    if len(alternatives) > 1 or alternatives[0].site:
        raise UsageError("the devices of a node are fixed: no `|` and no `@` here.")
    return tuple(
        device
        for ask in alternatives[0].asks
        for device in (_device(ask, memory_mib, level),) * ask.count
    )


def _device(ask: DeviceAsk, memory_mib: int | None, level: int) -> DeviceClass:
    if ask.kind == "cpu":
        raise UsageError("give cores with `cores`, not as devices.")
    if ask.device or len(ask.models) > 1 or not (ask.models or ask.kind):
        models = f": {', '.join(ask.models)}" if ask.models else ""
        raise UsageError(f"the devices of a node are of one model or kind{models}. Say which.")
    model = ask.models[0] if ask.models else ""
    kind, known = ask.kind or "", 0
    for facts in MODELS.values():
        if facts["name"] == model and facts["vendor"] == ask.vendor:
            kind, known = facts["kind"], 1024 * int(facts.get("memory_gib") or 0)
            break
    memory = known if memory_mib is None else memory_mib
    return DeviceClass(kind, model, ask.vendor or "", memory, level)
