"""Job files: YAML or JSON in, jobs out. All errors of a file at once, and nothing is guessed.

A file holds one job, a list of jobs, or several YAML documents. Every field:
docs/reference/jobs.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heddle.cluster import choosing
from heddle.errors import UsageError
from heddle.model.job import ALLOWED, NEVER, REMOTE, SHAPES, Conditions, DataAsk, Job
from heddle.model.priority import parse_priority
from heddle.model.quantity import (
    BANDWIDTH,
    CORES,
    DURATION,
    LATENCY,
    MEMORY,
    POWER,
    PRICE,
    VOLUME,
)
from heddle.spec import equipment, service_section, terminal_section, values
from heddle.spec.alternatives import HOW, SLICE, alternatives
from heddle.spec.document import DocumentNode, SourceText
from heddle.spec.equipment import EQUIPMENT
from heddle.spec.json_reader import read_json
from heddle.spec.section import Section
from heddle.spec.yaml_reader import read_yaml

JOB = (
    "id", "tenant", "lane", "shape", "members", "least", "most", "devices", *SLICE,
    "alternatives", *HOW, "folder", "cpu", "memory", "priority", "preemptible", "resumes",
    "deadline", "expected", "timeout", "retries", "after", "conditions", "service",
    "terminal", "input", "isolated", "venv", "workload", "prefer", "remote",
    *EQUIPMENT,
)  # fmt: skip
CONDITIONS = (
    "level",
    "stack",
    "joined",
    "sites",
    "nodes",
    "data",
    "bandwidth",
    "latency",
    "volume",
    "price",
    "power",
)
DATA = ("name", "sites", "size")

#: What other systems call it.
INSTEAD = {
    "name": "id", "user": "tenant", "account": "tenant", "queue": "lane", "partition": "lane",
    "type": "shape", "kind": "shape", "replicas": "members", "nodes": "members",
    "instances": "members", "min": "least", "max": "most", "gpu": "devices", "gpus": "devices",
    "resources": "devices", "accelerators": "devices", "any_of": "alternatives", "cmd": "command",
    "run": "command", "args": "command", "container": "image", "env": "environment",
    "cpus": "cpu", "cores": "cpu", "mem": "memory", "ram": "memory", "time": "expected",
    "duration": "expected", "constraints": "conditions", "workdir": "folder",
    "working_dir": "folder", "depends_on": "after", "dependencies": "after", "restarts": "retries",
    "requirements": "conditions", "speed": "rate", "site": "sites", "location": "sites",
    "mib": "size", "secret": "secrets", "datasets": "data", "inputs": "data",
    "upload": "snapshot", "limit": "cap", "gpu_memory": "device_memory", "vram": "device_memory",
    "gpumem": "device_memory", "gpucores": "share",
}  # fmt: skip
MOST_MEMBERS = 1_000_000
MOST_RETRIES = 1_000
LARGEST = 4 << 20  #: bytes of a file
MOST_SAID = 256 << 10  #: characters of a job with all its alternatives, each with all it has


def read(path: Path, *, tenant: str = "default", submitted_s: int = 0) -> list[Job]:
    """The jobs of a file.

    :raises FileError: if something in it is wrong; it has every problem with its place
    :raises UsageError: if the file cannot be read
    :raises MissingExtraError: for YAML without PyYAML
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise UsageError(f"{path} is larger than {LARGEST >> 20} MiB: no job file is.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: byte {error.start}. Save it as UTF-8.") from None
    is_json = path.suffix.lower() == ".json"
    return parse(text, str(path), is_json=is_json, tenant=tenant, submitted_s=submitted_s)


def read_spec(spec: Mapping[str, Any]) -> Job:
    """A job from the spec that was kept of it.

    :raises FileError: if it is not one
    """
    (job,) = parse(json.dumps(dict(spec)), is_json=True, is_kept=True)
    return job


def parse(
    text: str,
    name: str = "job",
    *,
    is_json: bool = False,
    tenant: str = "default",
    submitted_s: int = 0,
    is_kept: bool = False,
) -> list[Job]:
    """The jobs of a text. One that `is_kept` was accepted before, and is not refused for being too
    much by what counts as that now.

    :raises FileError: likewise
    :raises MissingExtraError: likewise
    """
    source = SourceText(name, text, is_kept=is_kept)
    documents = [read_json(source)] if is_json else read_yaml(source)
    nodes = [each for d in documents for each in ((d,) if d.items is None else d.items)]
    if not nodes:
        source.refuse(1, 1, "there is no job in this file. docs/reference/jobs.md has examples.")
    jobs: dict[str, Job] = {}
    for node in nodes:
        section = Section(node, source, "a job", JOB, INSTEAD)
        job = _job(section, tenant, submitted_s)
        if job.id in jobs:
            section.refuse(section.at("id"), f"id: {job.id!r} is the id of another job here.")
        if job.id:
            jobs[job.id] = job
    source.end()
    return list(jobs.values())


def _job(section: Section, tenant: str, submitted_s: int) -> Job:
    if section.node.entries is not None and "id" not in section:
        section.refuse(section.node, "the job has no `id`. Write one: `id: train-7b`.")
    shape = section.read("shape", values.one_of(SHAPES), "") if "shape" in section else "single"
    members, least, most = _members(section, shape)
    snapshot, secrets, data = equipment.read(section)
    name = section.read("id", values.name, "")
    job = Job(
        id=name,
        tenant=section.read("tenant", values.tenant, tenant),
        alternatives=alternatives(section, INSTEAD),
        shape=shape,
        members=members,
        least=least,
        most=most,
        cpu_milli=section.read("cpu", CORES.parse, 0),
        memory_mib=section.read("memory", MEMORY.parse, 0),
        priority=section.read("priority", parse_priority, 0),
        preemptible=section.read("preemptible", values.truth, True),
        resumes=section.read("resumes", values.truth, False),
        deadline_s=section.read("deadline", values.deadline(submitted_s), None),
        submitted_s=submitted_s,
        expected_s=section.read("expected", DURATION.parse, None),
        conditions=_conditions(section),
        lane=section.read("lane", values.name, "default"),
        retries=section.read("retries", values.whole(0, MOST_RETRIES), 0),
        timeout_s=section.read("timeout", DURATION.parse, None),
        after=section.many("after", values.name),
        folder=section.read("folder", values.text, None),
        snapshot=snapshot,
        venv=section.read("venv", values.within, None),
        secrets=secrets,
        data=data,
        service=service_section.service(section, shape),
        terminal_idle_s=terminal_section.terminal(section, shape),
        takes_input=section.read("input", values.truth, False),
        isolated=section.read("isolated", values.truth, False),
        workload=section.read("workload", values.name, name),
        prefer=section.read("prefer", values.one_of(choosing.names()), ""),
        remote=section.read("remote", values.one_of(REMOTE), NEVER) == ALLOWED,
    )
    service_section.possible(job, section)
    _possible(job, section)
    if not section.source.is_kept and (size := size_of(job)) > MOST_SAID:
        rule = (
            f"the job says {size >> 10} KiB, each alternative with its own command and "
            f"environment; at most {MOST_SAID >> 10} KiB are allowed. Put long texts into a file "
            "that the job reads, as in a snapshot."
        )
        section.refuse(section.at("environment", "alternatives", "command"), rule)
    return job


def size_of(job: Job) -> int:
    """Characters of what can be long in it, as it is kept."""
    size = sum(map(len, job.after)) + sum(map(len, job.data)) + len(job.folder or "")
    size += sum(len(name) + len(value) for name, value in job.secrets.items())
    for way in job.alternatives:
        size += sum(map(len, way.command)) + 4 * len(way.command) + len(way.image or "")
        size += sum(len(name) + len(value) + 8 for name, value in way.environment.items())
    return size


def _members(section: Section, shape: str) -> tuple[int, int, int]:
    """Members, and the least and most of an elastic job."""
    number = values.whole(1, MOST_MEMBERS)
    members = section.read("members", number, None)
    least, most = section.read("least", number, None), section.read("most", number, None)
    if not shape:
        return 1, 1, 1  # it is refused already; what follows from it would only be noise
    if shape == "elastic":
        for key in ("least", "most"):
            if key not in section:
                section.refuse(section.at("shape"), f"an elastic job says its `{key}` members.")
        if least and most and least > most:
            section.refuse(section.at("least"), f"least: {least} is more than most, {most}.")
        elif least and most and members and not least <= members <= most:
            rule = f"members: {members} is not from least, {least}, to most, {most}."
            section.refuse(section.at("members"), rule)
        return members or most or 1, least or 1, most or 1
    for key in ("least", "most"):
        if key in section:
            rule = f"{key}: only an elastic job has it, and this one is {shape}."
            section.refuse(section.at(key), rule)
    if shape == "single" and members and members > 1:
        rule = f"members: a single job has 1, not {members}. Say `shape`: gang, array or service."
        section.refuse(section.at("members"), rule)
    if shape in ("gang", "array") and "members" not in section:
        section.refuse(section.at("shape"), f"shape: {shape} needs `members`.")
    return members or 1, 1, 1


def _conditions(section: Section) -> Conditions:
    node = section.nodes.get("conditions")
    if node is None:
        return Conditions()
    its = Section(node, section.source, "conditions", CONDITIONS, INSTEAD)
    data = tuple(_data(each, its) for each in its.entries("data"))
    for key in ("bandwidth", "latency", "volume"):
        if key in its and "data" not in its:
            its.refuse(its.at(key), f"{key}: it is to the job's data, and it names no `data`.")
    names = [each.name for each in data]
    for name in sorted({n for n in names if names.count(n) > 1}):
        its.refuse(its.at("data"), f"data: {name!r} is here twice.")
    return Conditions(
        level=its.read("level", values.whole(0, 3), 0),
        stack=its.many("stack", values.software),
        joined=its.read("joined", values.one_of(values.JOINED), None),
        sites=its.many("sites", values.name),
        nodes=its.many("nodes", values.name),
        data=data,
        bandwidth_mbytes_s=its.read("bandwidth", BANDWIDTH.parse, 0),
        latency_us=its.read("latency", LATENCY.parse, 0),
        volume_mib=its.read("volume", VOLUME.parse, 0),
        price_milli=its.read("price", PRICE.parse, 0),
        watts=its.read("power", POWER.parse, 0),
    )


def _data(node: DocumentNode, above: Section) -> DataAsk:
    its = Section(node, above.source, "data", DATA, INSTEAD)
    for key in ("name", "sites"):
        if node.entries is not None and key not in its:
            its.refuse(node, f"data: its `{key}` is missing.")
    return DataAsk(
        its.read("name", values.name, ""),
        its.many("sites", values.name),
        its.read("size", MEMORY.parse, 0),
    )


def _possible(job: Job, section: Section) -> None:
    """What can never run is refused now, with the rule."""
    if twice := equipment.both(job.secrets, [each.environment for each in job.alternatives]):
        section.refuse(section.at("secrets"), f"secrets: {twice} is in `environment` as well.")
    if job.venv is not None and not (job.snapshot or job.folder):
        rule = "venv: it is a file of the job's `snapshot` or `folder`, and the job has none."
        section.refuse(section.at("venv"), rule)
    if job.venv is not None and not all(each.command for each in job.alternatives):
        section.refuse(section.at("venv"), "venv: it is for a `command`, which is missing.")
    allowed = job.conditions.sites
    for each in job.alternatives:
        if allowed and each.site and each.site not in allowed:
            rule = (
                f"devices: {each.site} is not among the sites of `conditions`, which rules it out."
            )
            section.refuse(section.at("devices", "alternatives"), rule)
    if job.shape == "service":
        for key in ("deadline", "expected", "timeout"):
            if key in section:
                section.refuse(section.at(key), f"{key}: a service does not end.")
    if job.remote and (rule := _why_not_remote(job)):
        section.refuse(section.at("remote"), f"remote: {rule}")
    joined = job.conditions.joined
    if joined and joined not in values.JOINED_DEVICES and job.shape not in ("gang", "elastic"):
        rule = f"joined: {joined} is about members, and a job that is {job.shape} has no gang."
        section.refuse(section.at("conditions"), rule)


def _why_not_remote(job: Job) -> str:
    """Why it cannot use a device of another node; empty if it can."""
    wanted = [[ask for ask in way.asks if ask.kind != "cpu"] for way in job.alternatives]
    if job.shape not in ("single", "array"):
        return f"each program has a device by itself, and this job is {job.shape}. Leave it out."
    if job.terminal_idle_s is not None:
        return "of a terminal nobody could tell whether it is idle. Leave one of them out."
    if any(way.image is not None for way in job.alternatives):
        return "what runs in an image uses devices of its own node. Leave one of them out."
    if not any(wanted):
        return "the job asks for no device. Leave it out."
    if any(ask.count > 1 for way in wanted for ask in way) or any(len(way) > 1 for way in wanted):
        return "a program has one device of another node at most. Ask for one, or leave it out."
    return ""
