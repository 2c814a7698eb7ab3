"""Stop the control plane, and the agent if `heddle up` started it. Running jobs continue, and the
next `heddle up` finds them.

examples:
  heddle admin down
  heddle admin down --all                       cancel every job that is not over first
  heddle admin down -o json

exit codes: 1 it does not end, or jobs do not; 111 it is another user's
"""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from typing import TYPE_CHECKING

from heddle.cli._output import add_output, complain, print_json
from heddle.errors import HeddleError, NoPermissionError, UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client
    from heddle.system.process import Process

HELP = "end the control plane"
PATIENCE_S = 30.0
RUN = ("starting", "running", "suspended", "stopping")
WAIT = ("held", "waiting")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="cancel all jobs that are not over")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where
    from heddle.system.process import Process

    folder = where.folder()
    server = where.read_server(folder)
    process = None if server is None else Process(server.pid, server.started)
    if server is None or process is None or not process.is_alive:
        if options.all:
            complain(
                "no control plane runs to cancel jobs: `heddle up`, then `heddle admin down --all`."
            )
        _tell(options, None, _end_agent(folder), {})
        return 1 if options.all else 0
    counts: dict[str, int] = {}
    try:
        with where.connect(server, timeout_s=10) as client:
            if options.all:
                _cancel_all(client)
            counts = client.jobs(limit=1)["counts"]
    except HeddleError as error:
        if options.all:
            raise
        complain(error)  # it may hang: it is ended all the same
    _end(process, "the server", server.log_file)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, "server.json"))
    return _tell(options, server.pid, _end_agent(folder), counts)


def _cancel_all(client: Client) -> None:
    """Those that wait first: they would start in the room of those that are ended.

    :raises HeddleError: if one does not end
    """
    for service in client.services()["services"]:  # they would start their replicas again
        with contextlib.suppress(UsageError):  # it is being deleted already
            client.remove_service(service["name"], tenant=service["tenant"])
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        left = [*client.every_job(state=WAIT), *client.every_job(state=RUN)]
        if not left:
            return
        for job in left:
            if job["state"] != "stopping":
                with contextlib.suppress(UsageError):  # it has just ended
                    client.cancel(job["id"])
        time.sleep(0.1)
    raise HeddleError("some jobs do not end: `heddle job ls` lists them. Nothing else was ended.")


def _end(process: Process, what: str, log: str) -> None:
    try:
        if not process.end(PATIENCE_S):
            raise HeddleError(
                f"{what} (process {process.pid}) does not end. Its log is {log}; "
                f"`kill -9 {process.pid}` loses nothing that was accepted."
            )
    except PermissionError:
        raise NoPermissionError(f"cannot end {what}", f"process {process.pid}") from None


def _end_agent(folder: str) -> int | None:
    """Its process id, if `heddle up` had started it and it still ran."""
    from heddle.client.where import read_server
    from heddle.system.process import Process

    agent = read_server(folder, "agent.json")
    if agent is None:
        return None
    process = Process(agent.pid, agent.started)
    was_alive = process.is_alive
    if was_alive:
        _end(process, "the agent", os.path.join(folder, "agent.log"))
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, "agent.json"))
    return agent.pid if was_alive else None


def _tell(
    options: argparse.Namespace, server: int | None, agent: int | None, counts: dict[str, int]
) -> int:
    run_on = sum(counts.get(state, 0) for state in RUN)
    wait = sum(counts.get(state, 0) for state in WAIT)
    if options.output == "json":
        print_json({"server_pid": server, "agent_pid": agent, "running": run_on, "waiting": wait})
        return 0
    print("No control plane runs." if server is None else "The control plane has ended.")
    if agent is not None:
        print("The agent has ended.")
    if run_on:
        print(f"Running jobs continue ({run_on}): `heddle up` finds them again.")
    if wait:
        print(f"Jobs that wait are kept ({wait}) and start after the next `heddle up`.")
    return 0
