"""The Python environment that a command is submitted from: used where jobs see it, or carried."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from heddle.cli._output import complain
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client

#: By the variable that says where it is.
KINDS = {"VIRTUAL_ENV": "virtual environment", "CONDA_PREFIX": "conda environment"}
#: What is installed there, asked of its own Python: that may be another version than ours.
_LIST = """
import json, sys
from importlib.metadata import distributions
found = [[d.metadata["Name"], d.version, d.read_text("direct_url.json")] for d in distributions()]
print(json.dumps(["%d.%d" % sys.version_info[:2], sorted(found, key=str)]))
"""
_SELF = ("pip", "setuptools", "wheel")  # every new environment has its own, or needs none


@dataclass(frozen=True, slots=True)
class ActiveEnvironment:
    """An environment that is active here."""

    variable: str
    folder: str

    @property
    def kind(self) -> str:
        return KINDS[self.variable]

    def has(self, command: str) -> bool:
        """Whether it is the environment's: python, pip, whatever it installed."""
        found = shutil.which(command)
        return found is not None and os.path.dirname(found) == os.path.join(self.folder, "bin")

    def packages(self) -> tuple[str, list[tuple[str, str, str | None]]]:
        """The version of its Python, and what it has: name, version, and where from if that is no
        index.

        :raises UsageError: if it does not say
        """
        python = os.path.join(self.folder, "bin", "python")
        try:
            done = subprocess.run(
                [python, "-c", _LIST], capture_output=True, timeout=60, check=True
            )
            version, found = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise UsageError(f"--venv: {python} cannot list its packages: {error}.") from None
        return version, [(name, number, source) for name, number, source in found]


def caller() -> ActiveEnvironment | None:
    """The one that was activated last."""
    for variable in KINDS:
        if folder := os.environ.get(variable):
            return ActiveEnvironment(variable, os.path.abspath(folder))
    return None


def use(
    client: Client, spec: dict[str, Any], *, is_isolated: bool, has_snapshot: bool = False
) -> None:
    """Jobs that run on this machine as its user have the environment that is active here.

    :raises UsageError: if the command is the environment's, and jobs do not see that
    """
    from heddle.client import where

    found = caller()
    if found is None:
        return
    server = where.running()
    if not is_isolated and server is not None and server.address == client.address:
        own = spec.setdefault("environment", {})
        path = os.path.join(found.folder, "bin") + os.pathsep + os.environ.get("PATH", os.defpath)
        for name, value in (("PATH", path), (found.variable, found.folder)):
            own.setdefault(name, value)
        return
    command = spec["command"][0]
    if not found.has(command):
        complain(f"{found.folder}, the {found.kind} that is active here, is not used there")
        return
    here, there = found.packages()[0], _pythons(client)
    differs = f": it is Python {here} here, {' or '.join(there)} there" if there else ""
    build = "--venv" if has_snapshot else "`heddle submit --snapshot --venv -- ...`"
    raise UsageError(
        f"{command} is that of your {found.kind} {found.folder}, which jobs do not see{differs}. "
        f"To build the same there: {build}. To use the one there: --no-venv. Or run an image: "
        "`heddle submit --image`."
    )


def lock(client: Client, root: str) -> tuple[str, bytes]:
    """The version of Python, and the list of packages of the environment that is active here.
    Those that were installed from a folder must be within `root`, which is taken along.

    :raises UsageError: if none is active, or something cannot be carried
    """
    from heddle.spec.venv import PYTHON

    found = caller()
    if found is None:
        raise UsageError(
            "--venv: no environment is active here. Activate one (`. venv/bin/activate`), or name "
            "a list of packages in a job file (`venv: requirements.txt`)."
        )
    version, packages = found.packages()
    there = _pythons(client)
    if there and version not in there:
        raise UsageError(
            f"--venv: python is {version} here, {' or '.join(there)} there. Make an environment "
            f"with Python {there[-1]} here, or run an image (--image)."
        )
    lines = [f"{PYTHON}{version}"]
    for name, number, source in packages:
        if name.lower() not in _SELF:
            lines.append(_line(name, number, source, root))
    return version, "".join(f"{line}\n" for line in lines).encode()


def _line(name: str, version: str, source: str | None, root: str) -> str:
    """As pip's requirement files have it."""
    if source is None:
        return f"{name}=={version}"
    url = json.loads(source)
    if not url["url"].startswith("file://"):
        vcs = url.get("vcs_info", {})
        prefix = f"{vcs['vcs']}+" if vcs else ""
        commit = f"@{vcs['commit_id']}" if vcs.get("commit_id") else ""
        return f"{name} @ {prefix}{url['url']}{commit}"
    path = os.path.realpath(unquote(urlsplit(url["url"]).path))
    within = os.path.relpath(path, os.path.realpath(root))
    if within.startswith(".."):
        raise UsageError(
            f"--venv: {name} was installed from {path}, which is not in the snapshot: put it "
            "there, or install it from an index."
        )
    return f"./{within}"


def _pythons(client: Client) -> list[str]:
    """Versions that nodes have, the newest last; none if unknown."""
    found = set()
    for node in client.nodes().get("nodes", ()):
        for each in node.get("stack") or ():
            name, _, version = each.partition(" ")
            if name == "python" and version:
                found.add(version)
    return sorted(found, key=lambda text: [int(part) for part in text.split(".")])
