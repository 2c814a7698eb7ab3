"""The part of a job file that says what a job finds where it runs: files, secrets, data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from heddle.errors import UsageError
from heddle.spec import values
from heddle.spec.section import Section

EQUIPMENT = ("snapshot", "secrets", "data")
FILE = "file:"  #: before the name of a secret that becomes a file
LATEST = "latest"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}")
#: Set for every member: a secret or a data set must not take their place.
_OURS = ("HEDDLE_", "RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "MASTER_ADDR",
         "MASTER_PORT", "LD_PRELOAD", "PATH")  # fmt: skip


def read(section: Section) -> tuple[str | None, Mapping[str, str], tuple[str, ...]]:
    """The snapshot, the secrets by variable, and the data sets of a job."""
    snapshot = section.read("snapshot", _folder, None)
    if snapshot is not None and "folder" in section:
        rule = "folder: a job with a `snapshot` works in a copy of that; leave one of them out."
        section.refuse(section.at("folder"), rule)
    data = section.many("data", data_set)
    if clash := clashing(data):
        section.refuse(section.at("data"), f"data: {clash}")
    return snapshot, _secrets(section), data


def is_digest(text: str) -> bool:
    """Whether a snapshot was uploaded; otherwise it names a folder of the submitter."""
    return _DIGEST.fullmatch(text) is not None


def data_set(text: str) -> str:
    """imagenet@v3, imagenet@latest; imagenet means the latest, too."""
    name, at, said = text.partition("@")
    values.name(name)
    return f"{name}@{version(said) if at else LATEST}"


def version(text: str) -> str:
    if not _VERSION.fullmatch(text):
        raise UsageError(
            f"{text!r} is not a version: letters, digits, '.', '_', '+' and '-', at most 64, "
            "and the first is a letter or a digit."
        )
    return text


def secret_name(text: str) -> str:
    values.name(text.removeprefix(FILE))
    return text


def data_variable(name: str) -> str:
    """The variable that holds the path of a data set: imagenet-1k is HEDDLE_DATA_IMAGENET_1K."""
    return "HEDDLE_DATA_" + re.sub(r"[^A-Z0-9]", "_", name.upper())


def clashing(data: Iterable[str]) -> str:
    """What is wrong if two would have the same variable; nothing if none have."""
    seen: dict[str, str] = {}
    for each in data:
        name = each.partition("@")[0]
        other = seen.setdefault(data_variable(name), each)
        if other != each:
            return f"{other} and {each} would both be in {data_variable(name)}. Take one of them."
    return ""


def said(spec: Mapping[str, Any]) -> list[str]:
    """What a job is equipped with, in words; of secrets only their names."""
    found = []
    if snapshot := spec.get("snapshot"):
        found.append(f"a fresh copy of the snapshot {str(snapshot)[:19]}...")
    for variable, name in spec.get("secrets", {}).items():
        how = "as a file, its path in" if name.startswith(FILE) else "in"
        found.append(f"secret {name.removeprefix(FILE)} {how} {variable}")
    for each in spec.get("data", ()):
        found.append(f"{each}, its path in {data_variable(each.partition('@')[0])}")
    return found


def _folder(text: str) -> str:
    if not values.text(text) or (text.startswith("sha256:") and not is_digest(text)):
        raise UsageError(
            f"{text!r} is neither a folder to take with it (`.`) nor sha256: and 64 hex digits."
        )
    return text


def _secrets(section: Section) -> dict[str, str]:
    node = section.nodes.get("secrets")
    if node is None:
        return {}
    if node.entries is None:
        hint = "variable: name, as in {HF_TOKEN: hf-token}"
        section.refuse(node, f"secrets: a mapping of {hint} is expected, and this is {node.what}.")
        return {}
    variables = Section(node, section.source, "secrets", None)
    for key, _ in node.entries:
        if key.text is not None:
            variables.scalar(key, "secrets", _variable, "")
    return {name: variables.read(name, secret_name, "") for name in variables.nodes}


def _variable(text: str) -> str:
    values.variable(text)
    if text.startswith(_OURS[0]) or text in _OURS[1:]:
        raise UsageError(f"{text} is set by Heddle itself. Choose another name.")
    return text


def both(secrets: Iterable[str], environments: Sequence[Mapping[str, str]]) -> str:
    """A variable that is said twice, as a secret and plainly; empty if none is."""
    return next((n for n in sorted(secrets) if any(n in each for each in environments)), "")
