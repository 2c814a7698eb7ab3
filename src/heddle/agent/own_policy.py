"""A user's own policy: a Python file with the names of `heddle/policy/base.py`."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType

from heddle import policy as policies
from heddle.agent.state import Chosen, check_plans
from heddle.errors import ForeignError, PolicyError
from heddle.model.plan import Plan
from heddle.policy.base import Policy, ProgramView, Snapshot
from heddle.system import files

TIME_LIMIT_S = 0.2
REMEDY = "The agent executes it: keep it in a folder that only you can write (chmod go-w)"
PATIENCE = 25  # times that, on the wall

#: A policy must cope with any of these before it decides about real programs.
TRIALS = (
    Snapshot(1_000_000_000, ()),
    Snapshot(
        1_000_000_000,
        (
            ProgramView(1, Plan(), devices=("soft@gpu",), active=True, burst_at_ns=999_000_000),
            ProgramView(2, Plan(rank=100, deadline_us=33_000), devices=("soft@gpu", "soft@npu")),
            ProgramView(3, Plan(share_milli=250, cap_milli=500), device_time_ns=5, recent_ns=5),
        ),
    ),
)


@contextmanager
def time_limit(seconds: float = TIME_LIMIT_S) -> Iterator[None]:
    """Interrupts a policy that does not come to an end. In the main thread only.

    What counts is its own time, for a machine may sleep and an agent may be stopped; but one that
    only waits is not waited for either.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"the policy took more than {seconds} s")

    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, seconds * PATIENCE),
    )
    before = [signal.signal(number, interrupt) for number, _, _ in timers]
    for _, timer, limit in timers:
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def load(path: str, options: dict[str, int]) -> Chosen:
    """Imports the file and tries it out.

    :raises PolicyError: if it cannot be imported, lacks a name, or fails a trial
    :raises UsageError: if it says what options it has, and this is not one of them
    """
    name = os.path.splitext(os.path.basename(path))[0]
    try:
        with time_limit(5):
            policy = _import(name, path)
        for trial in TRIALS:
            snapshot = Snapshot(trial.now_ns, trial.programs, trial.period_ns, options)
            with time_limit():
                check_plans(policy.plan(snapshot), snapshot)
    except PolicyError:
        raise
    except Exception:
        raise PolicyError(f"policy {path} was refused:\n{traceback.format_exc()}") from None
    if policies.options_of(policy):
        policies.check_options(name, policy, options)
    return Chosen(name, policy, options, path)


def _import(name: str, path: str) -> Policy:
    """From the bytes that were looked at: what is compiled beside the file may be older, or
    another user's."""
    if not path.endswith(".py"):
        raise PolicyError(f"policy {path} was refused: its name must end in .py")
    try:
        source = files.read_code(path, REMEDY)
    except ForeignError as error:
        raise PolicyError(f"policy {path} was refused: {error}") from None
    module = ModuleType(f"heddle_own_policy_{name}")
    module.__file__ = path
    exec(compile(source, path, "exec"), module.__dict__)
    missing = [word for word in ("HELP", "EVERY_MS", "plan") if not hasattr(module, word)]
    if missing:
        raise PolicyError(f"policy {path} was refused: it does not define {', '.join(missing)}")
    policy: Policy = module
    return policy
