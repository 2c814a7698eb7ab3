"""`heddle run --on NODE`: a program that runs wholly on another node, as a job that nobody sees.

Its folder goes out as a snapshot, and what the program changed comes back; terminal, signals and
exit code are the program's own. Whatever jobs can do, this can: no vendor is known here.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from heddle.cli._asks import command_of, spec_of, submit_command
from heddle.cli._equip import equip
from heddle.cli._jobs import exit_code, sentence
from heddle.cli._output import complain
from heddle.cli.job._input import InputRelay, has_input
from heddle.cli.job._signals import SignalRelay
from heddle.cli.job.shell import SHOWN
from heddle.errors import HeddleError, UsageError, did_you_mean
from heddle.model.record import DONE, FINAL, RUNNING

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client
    from heddle.client.pack import SentFile

#: Options of `heddle run` that a job has no word for.
HERE_ONLY = (
    *("swap", "deadline_ms", "level", "strict", "idempotent", "mps", "partition"),
    *("proxied", "write"),
)
IDLE = "365d"  #: it ends when the program does, not when nobody types
UNSUPPORTED = "not support input"  #: what is said of the engine of such a node
MISSING = 404
SHOWN_NODES = 20


def run_on(options: argparse.Namespace) -> int:
    from heddle.client import where

    command = command_of(options)
    if not command:
        raise UsageError("give a command: heddle run --on NODE -- CMD [ARG ...]")
    if wrong := [name for name in HERE_ONLY if getattr(options, name) not in (None, False, [])]:
        named = ", ".join(f"--{name.replace('_', '-')}" for name in wrong)
        raise UsageError(
            f"{named}: a program on another node is a job, and jobs have no such option. Leave it "
            f"out, or sign in there and run it without --on."
        )
    with where.find() as client:
        check_node(client, options.on)
        return _RemoteRun(client, options, command).run()


def check_node(client: Client, name: str) -> None:
    """:raises UsageError: if it takes no work; it names those that do"""
    from heddle.client.wire import RefusedError

    try:
        wrong = _why_not(client.node(name))
    except RefusedError as error:
        if error.status != MISSING:
            raise
        wrong = f"there is no node {name}."
    if not wrong:
        return
    able = [node["name"] for node in client.every_node() if not _why_not(node)]
    more = f" and {len(able) - SHOWN_NODES} more" if len(able) > SHOWN_NODES else ""
    there = f"Nodes that do: {', '.join(able[:SHOWN_NODES])}{more}." if able else "No node does."
    raise UsageError(f"--on {name}: {wrong}{did_you_mean(name, able)} {there}")


def _why_not(node: rest.NodeState) -> str:
    """Why it takes no work; empty if it does."""
    name = node["name"]
    if node["engine"] is None:
        return f"{name} is registered, and no engine runs work there."
    if node["state"] in ("lost", "left"):
        return f"{name} is {node['state']}."
    if node["cordoned"]:
        return f"{name} is drained: it takes no work until `heddle node undrain {name}`."
    return ""


def _current_folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise UsageError(
            "--on: the current folder was deleted. Change to one that is there (cd)."
        ) from None


class _RemoteRun:
    """One program, from here to its end."""

    def __init__(self, client: Client, options: argparse.Namespace, command: list[str]) -> None:
        self._client, self._options, self._command = client, options, command
        self._members = options.members or 1
        self._has_terminal = (
            self._members == 1
            and sys.stdin is not None  # closed
            and sys.stdin.isatty()
            and sys.stdout.isatty()
        )
        self._has_input = has_input()
        self._folder = _current_folder()
        self._sent: Mapping[str, SentFile] = {}
        self._since_ns = 0

    def run(self) -> int:
        name = self._submit(self._spec())
        if self._has_input:
            InputRelay(name).start()
        with SignalRelay(name, self._members) as relay:
            try:
                code = self._follow(name)
            except HeddleError:
                complain(
                    f"{name} may still run: heddle job attach {name}, heddle job cancel {name}"
                )
                raise
        found = self._client.job(name)
        if found["state"] not in FINAL:  # its terminal was left
            if not self._options.no_copy:
                complain(f"what it changes stays there: heddle job cp {name}: FOLDER")
            return code
        if not self._options.no_copy and found["attempts"]:
            self._bring_back(name)
        if found["exit_code"] is None and found["state"] != DONE and relay.last:
            return 128 + relay.last
        return code

    def _submit(self, spec: dict[str, Any]) -> str:
        """:raises UsageError: in the words of our options"""
        try:
            (job,) = submit_command(self._client, spec)
        except UsageError as error:
            if self._has_input and UNSUPPORTED in str(error):
                self._has_input = False
                complain("what comes on standard input does not reach it: put it into the folder")
                return self._submit({key: spec[key] for key in spec if key != "input"})
            if "--devices:" not in str(error):
                raise
            raise UsageError(str(error).replace("--devices:", "--device:")) from None
        return str(job["id"])

    def _spec(self) -> dict[str, Any]:
        options = self._options
        asked = argparse.Namespace(
            name=None, devices=options.device, env=options.env, image=None, secret=None, data=None,
            tenant=options.tenant or None, share=options.share, cap=options.cap,
            device_memory=options.mem, priority=options.priority, venv=options.venv or None,
            no_venv=options.no_venv, snapshot=None if options.no_copy else self._folder,
        )  # fmt: skip
        spec = spec_of(asked, self._command)
        spec["conditions"] = {"nodes": [options.on]}
        if options.members is not None:
            spec |= {"shape": "gang", "members": options.members}
        if self._has_terminal:
            known = {name: os.environ[name] for name in SHOWN if name in os.environ}
            spec["environment"] = known | spec.get("environment", {})
            spec["terminal"] = {"idle": IDLE}
        if self._has_input:
            spec["input"] = "true"
        if options.no_copy and self._client.whoami().get("isolated"):
            raise UsageError(
                f"--no-copy: your jobs are isolated, and do not see {self._folder}. Leave it out: "
                "then a copy goes there, and what was changed comes back."
            )
        equip(self._client, spec, asked, self._upload)
        return spec

    def _upload(
        self, client: Client, folder: str, tenant: str | None, more: Mapping[str, bytes]
    ) -> str:
        from heddle.client import pack, upload
        from heddle.control.inputs.snapshots import limit

        self._since_ns = time.time_ns()
        packed = pack.pack(folder, limit(), more)
        with packed.file:
            self._sent = pack.sent_files(packed)
            return upload.send(client, packed, tenant)

    def _follow(self, job: str) -> int:
        """To its end; the exit code of the program."""
        from heddle.cli.job import _shell

        found = _shell.wait(self._client, job)
        if found["state"] == RUNNING and not self._options.no_copy:
            self._warn_if_out_of_reach(job)
        if self._has_terminal:
            return _shell.follow(self._client, job)
        return self._show(job)

    def _show(self, job: str) -> int:
        from heddle.client import follow

        gaps: list[int] = []
        if self._options.members is None:
            pieces = follow.logs(self._client, job, wait=True, gap=gaps.append)
        else:
            marks = [f"[{number}]" for number in range(self._members)]
            pieces = follow.of_members(self._client, job, marks)
        try:
            for piece in pieces:
                sys.stdout.buffer.write(piece)
                sys.stdout.buffer.flush()
        except BrokenPipeError:  # which would end the program, were it here
            self._client.cancel(job)
            raise
        if gaps:
            complain(
                f"{sum(gaps)} bytes of its output are missing: it wrote faster than they came "
                "here, and the node keeps the newest only. Let it write them to a file."
            )
        found = follow.end(self._client, job)
        if found["state"] != DONE and (self._members > 1 or not found["exit_code"]):
            complain(sentence(found))
        return exit_code(found)

    def _warn_if_out_of_reach(self, job: str) -> None:
        from heddle.client.wire import RefusedError

        try:
            self._client.job_files(job)
        except RefusedError as error:
            complain(
                f"what it changes will not come back from {self._options.on}: {error} Let it write "
                "to a data set or a shared file system, and see --no-copy."
            )

    def _bring_back(self, job: str) -> None:
        from heddle.client.changes import bring_back

        try:
            returned = bring_back(self._client, job, self._folder, self._sent, self._since_ns)
        except UsageError as error:
            complain(f"what it changed did not come back: {error}")
            return
        for path in returned.kept:
            complain(f"{path} was changed here, too, and stays: heddle job cp {job}:{path} OTHER")
        for path, reason in returned.refused.items():
            complain(f"{path} did not come back: {reason}")
        if not returned.kept and not returned.refused:
            with suppress(HeddleError):  # it goes by itself, later
                self._client.remove_job_files(job)
