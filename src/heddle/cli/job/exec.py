"""Execute a command, or a shell, inside a running job: in the job's folder, with its environment,
devices, limits and isolation. It shares the job's resources, and ends with the job at the latest.

At a terminal the command gets one, too, and ~. after Enter hangs up. In a pipe, input and both
outputs pass unchanged. The command ends with this one.

In an isolated job it sees the job's files and devices, but has its own /tmp and process ids.

examples:
  heddle job exec j17                         a shell
  heddle job exec j17 -- nvidia-smi
  heddle job exec j17 -- tail -n 3 train.log
  heddle job exec j17 -- tar c checkpoints > checkpoints.tar
  heddle job exec 'j9[1]' -- hostname         a member of an array, or of a gang
  heddle job exec j9 --member 1 -- hostname   the same

exit codes: the command's own, 128 + N after signal N; 2 there is no such job, or it does not run;
111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._jobs import job_id, member_of
from heddle.cli._output import complain
from heddle.errors import HeddleError

HELP = "execute a command, or a shell, inside a running job"
#: The shell of the job's user.
SHELL = ["sh", "-c", 'exec "${SHELL:-sh}"']


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = "heddle job exec [--member N] JOB [-- CMD [ARG ...]]"
    parser.add_argument("job", type=job_id, metavar="JOB", help="j17")
    parser.add_argument("--member", type=int, metavar="N", help="of a gang or an array; from 0 on")
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- CMD")


def run(options: argparse.Namespace) -> int:
    from heddle.cli.job._attached import DETACHED
    from heddle.cli.job._executed import Executed
    from heddle.client import where

    command = options.command
    if command[:1] == ["--member"] and command[1:2] and command[1].isdecimal():  # behind JOB
        options.member, command = int(command[1]), command[2:]
    command = command[1:] if command[:1] == ["--"] else command
    with where.find() as client:
        job, member = member_of(client, options.job, options.member)
        executed = Executed(client, job, command or SHELL, member)
        how = executed.run()
    if executed.code is None:
        if how == DETACHED:
            complain(f"hung up: the command in {job} is ended")
            return 0
        raise HeddleError(
            f"the connection to the command was lost: {job} has ended, or the control plane was "
            f"restarted. `heddle explain {job}` says whether it runs."
        )
    return executed.code if executed.code >= 0 else 128 - executed.code
