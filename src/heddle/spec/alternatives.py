"""The part of a job file that says what a job runs on, and how it is started there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from heddle.model.job import WHOLE, Alternative
from heddle.model.quantity import CAP, DEVICE_MEMORY, RATE, SHARE
from heddle.model.request import parse
from heddle.spec import values
from heddle.spec.section import Section

HOW = ("command", "image", "environment")
SLICE = ("share", "cap", "device_memory")  #: what of each accelerator it gets
ALTERNATIVE = ("devices", *SLICE, *HOW, "rate")
MOST = 64  #: alternatives of one job
NONE: tuple[Alternative, ...] = ()


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Start:
    """How a job is started, unless an alternative says otherwise."""

    command: tuple[str, ...] = ()
    image: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    share_milli: int | None = None  #: None: not given
    cap_milli: int = 0
    quota_mib: int = 0
    said: bool = False  #: a command or an image, be it a wrong one

    @property
    def reserved_milli(self) -> int:
        """What can never be more than the cap needs no more than that."""
        return self.share_milli or self.cap_milli or WHOLE


def alternatives(job: Section, instead: Mapping[str, str]) -> tuple[Alternative, ...]:
    """Of `devices`, the short form, or of `alternatives`, where each has its own start."""
    start = _start(job, Start())
    if "devices" in job and "alternatives" in job:
        rule = "devices: `alternatives` already has it; leave one of them out."
        job.refuse(job.at("devices"), rule)
    if "alternatives" in job:
        found = _listed(job, start, instead)
    elif "devices" in job:
        asked = _few(job, job.read("devices", parse, NONE), "devices")
        found = tuple(_started(each, start, job) for each in asked)
    else:
        if job.node.entries is not None:
            rule = "the job does not say what it runs on. Write `devices: gpu:1`, or cpu:4."
            job.refuse(job.node, rule)
        found = ()
    _something_to_share(job, found)
    return found


def _listed(job: Section, start: Start, instead: Mapping[str, str]) -> tuple[Alternative, ...]:
    seen: list[Alternative] = []
    found = []
    for n, node in enumerate(_few(job, job.entries("alternatives"), "alternatives")):
        its = Section(node, job.source, "an alternative", ALTERNATIVE, instead)
        rate = its.read("rate", RATE.parse, None)
        if n == 0 and rate not in (None, WHOLE):
            its.refuse(its.at("rate"), "rate: the others are compared with the first: it has 1.")
        if node.entries is not None and "devices" not in its:
            its.refuse(node, "the alternative has no `devices`.")
        asked = its.read("devices", parse, NONE)
        if len(asked) > 1:
            its.refuse(its.at("devices"), "devices: one alternative for each entry, without `|`.")
        if any(each in seen for each in asked):
            its.refuse(its.at("devices"), "devices: the same as an alternative before it.")
        seen += asked
        its_start = _start(its, start)
        mine = tuple(_started(each, its_start, its) for each in asked)
        _something_to_share(its, mine)
        found += [replace(each, rate_milli=rate) for each in mine]
    return tuple(found)


def _few(job: Section, found: tuple[T, ...], key: str) -> tuple[T, ...]:
    """Each is compared with the others, and has all that the job says for all."""
    if len(found) > MOST and not job.source.is_kept:
        rule = f"{key}: these are {len(found)} alternatives; at most {MOST} are allowed."
        job.refuse(job.at(key), f"{rule} Ask for less: gpu:1 is any model that there is.")
        return found[:1]
    return found


def _start(section: Section, usual: Start) -> Start:
    """Of the job, or of one alternative, where the job's own is the usual."""
    environment = dict(usual.environment)
    if node := section.nodes.get("environment"):
        variables = Section(node, section.source, "environment", None)
        for key, _ in node.entries or ():
            if key.text is not None:
                variables.scalar(key, "environment", values.variable, "")
        environment |= {name: variables.read(name, values.text, "") for name in variables.nodes}
    start = Start(
        _command(section, usual.command),
        section.read("image", values.image, usual.image),
        environment,
        section.read("share", SHARE.parse, usual.share_milli),
        section.read("cap", CAP.parse, usual.cap_milli),
        section.read("device_memory", DEVICE_MEMORY.parse, usual.quota_mib),
        usual.said or "command" in section or "image" in section,
    )
    here = "cap" in section or "share" in section  # the job's own is said once
    if here and 0 < start.cap_milli < (start.share_milli or 0):
        cap, share = CAP.format(start.cap_milli), SHARE.format(start.share_milli or 0)
        rule = (
            f"cap: {cap} is less than the share, {share}, which it could never use. "
            f"Give a share of {cap} or less, or leave it out: then it is the cap."
        )
        section.refuse(section.at("cap", "share"), rule)
    return start


def _command(section: Section, usual: tuple[str, ...]) -> tuple[str, ...]:
    node = section.nodes.get("command")
    if node is None or node.items is None:
        return section.read("command", values.command, usual)
    if not node.items:
        section.refuse(node, "command: the list is empty.")
    elif node.items[0].text == "":
        section.refuse(node.items[0], "command: it begins with nothing.")
    return tuple(section.scalar(each, "command", values.text, "") for each in node.items)


def _started(asked: Alternative, start: Start, section: Section) -> Alternative:
    """With how it is started; a share, a cap and a quota are of accelerators, not of cores."""
    if not start.said:
        section.refuse(section.node, "nothing says what to run. Write `command` or `image`.")
    asks = tuple(
        ask if ask.kind == "cpu" else replace(ask, share_milli=start.reserved_milli)
        for ask in asked.asks
    )
    started = Alternative(asks, asked.site, start.command, start.image, start.environment)
    if all(ask.kind == "cpu" for ask in asks):
        return started
    return replace(started, cap_milli=start.cap_milli, quota_mib=start.quota_mib)


def _something_to_share(section: Section, found: Sequence[Alternative]) -> None:
    kinds = {ask.kind for each in found for ask in each.asks}
    for key in SLICE if kinds == {"cpu"} else ():
        if key in section:
            parts = "the node's is `memory`" if key == "device_memory" else "of cores say `cpu`"
            rule = f"{key}: there is no accelerator to share; {parts}."
            section.refuse(section.at(key), rule)
