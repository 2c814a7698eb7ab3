"""A job as a job file, with nothing left out: what Heddle has understood."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from heddle.model import request
from heddle.model.job import ALLOWED, WHOLE, Alternative, Conditions, Job
from heddle.model.quantity import (
    BANDWIDTH,
    CAP,
    CORES,
    DEVICE_MEMORY,
    DURATION,
    LATENCY,
    MEMORY,
    POWER,
    PRICE,
    RATE,
    SHARE,
)
from heddle.spec import service_section, terminal_section
from heddle.spec.alternatives import SLICE

_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*|[0-9]+[A-Za-z/%]*")
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def as_text(job: Job) -> str:
    """YAML that reads back as the same job.

    :raises UsageError: if a job file cannot say one of its asks
    """
    return "\n".join(_lines(normal(job))) + "\n"


def normal(job: Job) -> dict[str, Any]:
    """In the words and the order of a job file; what says nothing is left out."""
    elastic = {"least": job.least, "most": job.most} if job.shape == "elastic" else {}
    found: dict[str, Any] = {
        "id": job.id,
        "tenant": job.tenant,
        "lane": job.lane,
        "shape": job.shape,
        "members": None if job.service else job.members,  # it says `replicas`
        **elastic,
        **_ways(job.alternatives),
        "cpu": CORES.format(job.cpu_milli) if job.cpu_milli else None,
        "memory": MEMORY.format(job.memory_mib) if job.memory_mib else None,
        "priority": job.priority,
        "preemptible": "true" if job.preemptible else "false",
        "resumes": "true" if job.resumes else None,
        "deadline": _when(job.deadline_s),
        "expected": None if job.expected_s is None else DURATION.format(job.expected_s),
        "timeout": None if job.timeout_s is None else DURATION.format(job.timeout_s),
        "retries": job.retries or None,
        "after": list(job.after),
        "folder": job.folder,
        "snapshot": job.snapshot,
        "venv": job.venv,
        "secrets": dict(job.secrets),
        "data": list(job.data),
        "conditions": _conditions(job.conditions),
        "service": {} if job.service is None else service_section.said(job.service),
        "terminal": terminal_section.said(job.terminal_idle_s),
        "input": "true" if job.takes_input else None,
        "isolated": "true" if job.isolated else None,
        "prefer": job.prefer or None,
        "remote": ALLOWED if job.remote else None,
        "workload": None if job.workload == job.id else job.workload or None,
    }
    return {key: value for key, value in found.items() if value not in (None, {}, [])}


def _ways(alternatives: Sequence[Alternative]) -> dict[str, Any]:
    """In the short form where all are started alike."""
    ways = [_way(each) for each in alternatives]
    rest = [{k: v for k, v in way.items() if k != "devices"} for way in ways]
    slices = [_slice(each) for each in alternatives if _accelerators(each)]
    alike = [{k: v for k, v in each.items() if k not in SLICE} for each in rest]
    same = all(each == slices[0] for each in slices)
    if same and all(a == alike[0] and "rate" not in a for a in alike):
        return {"devices": request.format(alternatives), **(slices or [{}])[0], **alike[0]}
    return {"alternatives": ways}


def _way(alternative: Alternative) -> dict[str, Any]:
    rate = alternative.rate_milli
    found: dict[str, Any] = {
        "devices": request.format([alternative]),
        **_slice(alternative),
        "rate": None if rate is None else RATE.format(rate),
        "command": list(alternative.command),
        "image": alternative.image,
        "environment": dict(alternative.environment),
    }
    return {key: value for key, value in found.items() if value not in (None, {}, [])}


def _accelerators(alternative: Alternative) -> bool:
    return any(ask.kind != "cpu" for ask in alternative.asks)


def _slice(alternative: Alternative) -> dict[str, str]:
    """What of each accelerator it gets, in the words of `SLICE`."""
    share = min((a.share_milli for a in alternative.asks if a.kind != "cpu"), default=WHOLE)
    cap, mib = alternative.cap_milli, alternative.quota_mib
    found = {
        "share": "" if share == WHOLE else SHARE.format(share),
        "cap": CAP.format(cap) if cap else "",
        "device_memory": DEVICE_MEMORY.format(mib) if mib else "",
    }
    return {key: value for key, value in found.items() if value}


def _conditions(conditions: Conditions) -> dict[str, Any]:
    bandwidth, latency = conditions.bandwidth_mbytes_s, conditions.latency_us
    found: dict[str, Any] = {
        "level": conditions.level or None,
        "stack": list(conditions.stack),
        "joined": conditions.joined,
        "sites": list(conditions.sites),
        "nodes": list(conditions.nodes),
        "data": [
            {"name": each.name, "sites": list(each.sites), "size": MEMORY.format(each.mib)}
            for each in conditions.data
        ],
        "bandwidth": BANDWIDTH.format(bandwidth) if bandwidth else None,
        "latency": LATENCY.format(latency) if latency else None,
        "volume": MEMORY.format(conditions.volume_mib) if conditions.volume_mib else None,
        "price": PRICE.format(conditions.price_milli) if conditions.price_milli else None,
        "power": POWER.format(conditions.watts) if conditions.watts else None,
    }
    return {key: value for key, value in found.items() if value not in (None, [])}


def _when(seconds: int | None) -> str | None:
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _lines(value: Mapping[str, Any]) -> list[str]:
    lines = []
    for name, each in value.items():
        key = _scalar(name)
        if isinstance(each, dict):
            lines += [f"{key}:", *(f"  {line}" for line in _lines(each))]
        elif isinstance(each, list) and each and isinstance(each[0], dict):
            lines.append(f"{key}:")
            for item in each:
                first, *rest = _lines(item)
                lines += [f"  - {first}", *(f"    {line}" for line in rest)]
        elif isinstance(each, list) and any(map(_is_script, each)):
            lines.append(f"{key}:")
            for item in each:
                first, *rest = _text(item)
                lines += [f"  - {first}", *(f"    {line}" for line in rest)]
        elif isinstance(each, list):
            lines.append(f"{key}: [{', '.join(map(_scalar, each))}]")
        else:
            first, *rest = _text(each)
            lines += [f"{key}: {first}", *(f"  {line}" for line in rest)]
    return lines


def _text(value: object) -> list[str]:
    """Several lines as people write them; the first belongs behind the key."""
    if not _is_script(value):
        return [_scalar(value)]
    text = str(value)
    return ["|" if text.endswith("\n") else "|-", *text.removesuffix("\n").split("\n")]


def _is_script(value: object) -> bool:
    """Whether it has several lines, and nothing in which blanks at an end would get lost."""
    if not isinstance(value, str) or "\n" not in value:
        return False
    lines = value.removesuffix("\n").split("\n")
    ends = lines[0][:1], lines[-1]
    return (
        all(end and not end.isspace() for end in ends)
        and all(line == "" or not line.isspace() for line in lines)
        and all(character.isprintable() or character == "\t" for character in "".join(lines))
    )


def _scalar(value: object) -> str:
    """Plain where it is unambiguous, otherwise in double quotes."""
    text = str(value)
    if isinstance(value, int) or (_BARE.fullmatch(text) and text.lower() not in _WORDS):
        return text
    if text in ("true", "false"):
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}"
