"""What the agent knows and decides, without touching anything: events in, instructions out.

The shell (shell.py) turns the table into `Observed`, carries out the instructions and tells what
came of it. The simulator does the same with tables of its own. A bug replays from its events.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from heddle import policy as policies
from heddle.agent.look import Breach
from heddle.agent.remedy import REPORT, Remedies
from heddle.errors import UsageError
from heddle.model.plan import LEARNED_TURNS, Plan
from heddle.policy.base import Policy, ProgramView, Snapshot

PERIOD_NS = 1_000_000_000
LINES = 200  # of a program's story
UNPROVEN = "is noticed, not ended: other users could have made it look so"
EVERYWHERE = "*"  # the policy of devices that have none of their own


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableProgram:
    """A program, as it stands in the table now."""

    id: int
    name: str
    tenant: str
    asked: Plan
    plan: Plan
    devices: tuple[str, ...] = ()
    burst_at_ns: int = 0  #: 0: idle
    device_time_ns: int = 0
    held_ns: int = 0
    holds: int = 0
    reason: str = ""
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class Observed:
    """All programs, at one moment."""

    now_ns: int
    programs: tuple[TableProgram, ...]


@dataclass(frozen=True, slots=True)
class PolicySet:
    """A person chose a policy for a device, or for all (`*`) that have none of their own."""

    now_ns: int
    device: str
    chosen: Chosen


@dataclass(frozen=True, slots=True)
class Breached:
    """A program breaks the rules (see breach.py), or no longer does."""

    now_ns: int
    breach: Breach
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Remedied:
    """What was done about a breach, in words that follow "process N"."""

    now_ns: int
    breach: Breach
    done: str


Event = Observed | PolicySet | Breached | Remedied


# -- instructions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetPlan:
    """Write this plan into the table."""

    program: int
    plan: Plan


@dataclass(frozen=True, slots=True)
class Say:
    """A line for the log."""

    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """End the process of a breach."""

    breach: Breach
    remedy: str


Instruction = SetPlan | Say | Stop


# -- state ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen:
    """A policy with its options; `path` if it is a user's own file."""

    name: str
    policy: Policy
    options: dict[str, int] = field(default_factory=dict)
    path: str = ""

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in sorted(self.options.items()))
        return self.name + options


def choose(name: str, options: dict[str, int] | None = None) -> Chosen:
    """:raises UsageError: if there is no such policy, or it has no such option"""
    policy = policies.find(name)
    policies.check_options(name, policy, options or {})
    return Chosen(name, policy, options or {})


@dataclass(slots=True)
class Known:
    """What the agent remembers of a program."""

    seen: TableProgram
    #: (moment, device time until then) of the last period
    past: deque[tuple[int, int]] = field(default_factory=deque)
    burst_from_ns: int = 0  #: device time when the present burst began
    usual_burst_ns: int = 0
    story: deque[str] = field(default_factory=lambda: deque(maxlen=LINES))

    def recent_ns(self, now_ns: int) -> int:
        """Device time in the last period; of the busiest device, if they are several."""
        while len(self.past) > 1 and self.past[1][0] <= now_ns - PERIOD_NS:
            self.past.popleft()
        used = self.seen.device_time_ns - self.past[0][1] if self.past else 0
        return used // max(1, len(self.seen.devices))


class AgentState:
    """The agent, without its hands."""

    def __init__(
        self,
        chosen: dict[str, Chosen] | None = None,
        guard: Callable[[], AbstractContextManager[None]] = nullcontext,
        remedies: Remedies | None = None,
        spared: frozenset[int] = frozenset(),
    ) -> None:
        """`guard` is around each call of a policy, and may raise out of it. `spared` are the users
        whose processes are not stopped, unless they are of a program."""
        self._guard = guard
        self.remedies = remedies or Remedies()
        self.strict: set[int] = set()  #: programs to stop if one of their processes escapes
        self._spared = spared
        self.chosen = {EVERYWHERE: choose(policies.DEFAULT), **(chosen or {})}
        self.programs: dict[int, Known] = {}
        #: Device time of programs that have gone, by tenant.
        self.gone_ns: dict[str, int] = {}
        self.refusals: dict[str, str] = {}  #: device: traceback of the policy that was rolled back
        self.breaches: list[Breach] = []  #: the present ones
        self.remedied: dict[Breach, str] = {}  #: what was done about those
        self.breached: dict[str, int] = {}  #: how many there were, by kind
        self._before: dict[str, Chosen] = {}
        self._decided_ns: dict[str, int] = {}
        self._dirty = True

    def handle(self, event: Event) -> list[Instruction]:
        """Takes an event; returns the actions."""
        match event:
            case Observed():
                return self._observe(event)
            case PolicySet():
                return self._set_policy(event)
            case Breached():
                return self._breach(event)
            case Remedied():
                return self._remedied(event)

    def story(self, program: int) -> list[str]:
        """What happened to a program, oldest first."""
        return list(self.programs[program].story) if program in self.programs else []

    def next_ns(self, now_ns: int, idle_ns: int) -> int:
        """When to observe again."""
        waits = [chosen.policy.EVERY_MS * 1_000_000 for chosen in self.chosen.values()]
        return now_ns + min([wait for wait in waits if wait] + [idle_ns])

    def used_ns(self) -> dict[str, int]:
        """Device time by tenant, of programs that have gone, too."""
        used = dict(self.gone_ns)
        for known in self.programs.values():
            tenant = known.seen.tenant
            used[tenant] = used.get(tenant, 0) + known.seen.device_time_ns
        return used

    def validate(self) -> None:
        """Asserts what must always be so."""
        assert EVERYWHERE in self.chosen
        for program, known in self.programs.items():
            assert known.seen.id == program
            assert known.past, "a program was observed at least once"
            moments = [moment for moment, _ in known.past]
            assert moments == sorted(moments)
        assert all(time >= 0 for time in self.used_ns().values())

    # -- observing --------------------------------------------------------------------------------

    def _observe(self, event: Observed) -> list[Instruction]:
        out: list[Instruction] = []
        present = {seen.id for seen in event.programs}
        for program in [p for p in self.programs if p not in present]:
            out += self._forget(program)
        for seen in event.programs:
            out += self._remember(seen, event.now_ns)
        for device in self._groups():
            out += self._decide(device, event.now_ns)
        self._dirty = False
        return out

    def _forget(self, program: int) -> list[Instruction]:
        self._dirty = True
        seen = self.programs.pop(program).seen
        self.gone_ns[seen.tenant] = self.gone_ns.get(seen.tenant, 0) + seen.device_time_ns
        return [Say(f"program {program} ({seen.name}) has gone after {_time(seen.device_time_ns)}")]

    def _remember(self, seen: TableProgram, now_ns: int) -> list[Instruction]:
        out: list[Instruction] = []
        known = self.programs.get(seen.id)
        if known is None:
            self._dirty = True
            known = self.programs[seen.id] = Known(seen)
            out.append(Say(f"program {seen.id} ({seen.name}) is here"))
            known.story.append(_line(now_ns, f"began, asked for {_plan(seen.asked)}"))
        before, known.seen = known.seen, seen
        if (before.asked, before.devices) != (seen.asked, seen.devices):
            self._dirty = True
        if before.asked != seen.asked:
            known.story.append(_line(now_ns, f"asked for {_plan(seen.asked)}"))
        if before.reason != seen.reason:
            known.story.append(_line(now_ns, seen.reason or "goes on"))
        if before.burst_at_ns != seen.burst_at_ns:
            took = before.device_time_ns - known.burst_from_ns
            if before.burst_at_ns and took > 0:
                usual = known.usual_burst_ns
                known.usual_burst_ns = usual + (took - usual) // 4 if usual else took
            known.burst_from_ns = before.device_time_ns
        known.past.append((now_ns, seen.device_time_ns))
        return out

    # -- deciding ---------------------------------------------------------------------------------

    def _groups(self) -> list[str]:
        """Devices with a policy of their own, then all the others."""
        return sorted(self.chosen, key=lambda device: (device == EVERYWHERE, device))

    def _members(self, device: str) -> list[Known]:
        """Programs that follow the policy of a device. One on several devices follows the first
        that has a policy of its own."""

        def follows(known: Known) -> str:
            own = [d for d in known.seen.devices if d in self.chosen]
            return min(own, default=EVERYWHERE)

        return [known for known in self.programs.values() if follows(known) == device]

    def _decide(self, device: str, now_ns: int) -> list[Instruction]:
        chosen = self.chosen[device]
        every_ns = chosen.policy.EVERY_MS * 1_000_000
        due = every_ns and now_ns - self._decided_ns.get(device, 0) >= every_ns
        if not (due or self._dirty):
            return []
        self._decided_ns[device] = now_ns
        members = self._members(device)
        snapshot = Snapshot(
            now_ns, tuple(_view(known, now_ns) for known in members), PERIOD_NS, chosen.options
        )
        try:
            with self._guard():
                plans = check_plans(chosen.policy.plan(snapshot), snapshot)
        except Exception:
            return self._roll_back(device, now_ns, traceback.format_exc())
        out: list[Instruction] = []
        for known in members:
            plan = plans.get(known.seen.id, known.seen.asked)
            if plan == known.seen.plan:
                continue
            known.story.append(_line(now_ns, f"{chosen} plans {_plan(plan)}"))
            known.seen = replace(known.seen, plan=plan)
            out.append(SetPlan(known.seen.id, plan))
        return out

    def _set_policy(self, event: PolicySet) -> list[Instruction]:
        device = event.device
        if device in self.chosen:
            self._before[device] = self.chosen[device]
        self.chosen[device] = event.chosen
        self.refusals.pop(device, None)
        self._dirty = True
        return [Say(f"{event.chosen} decides on {_where(device)}")]

    def _roll_back(self, device: str, now_ns: int, why: str) -> list[Instruction]:
        """A policy that fails is replaced by the one before it, and scheduling goes on."""
        broken = self.chosen[device]
        before = self._before.pop(device, None) or choose(policies.DEFAULT)
        self.chosen[device] = before
        self.refusals[device] = why
        self._dirty = True
        said = (
            f"policy {broken} failed on {_where(device)}, {before} is back: {why.splitlines()[-1]}"
        )
        again = [] if broken.name == before.name else self._decide(device, now_ns)
        return [Say(said, warning=True), *again]

    # -- breaches ---------------------------------------------------------------------------------

    def _breach(self, event: Breached) -> list[Instruction]:
        breach = event.breach
        said = f"{'breach is over' if event.is_over else 'breach'} ({breach.kind}): {breach.text}"
        if breach.program in self.programs:
            self.programs[breach.program].story.append(_line(event.now_ns, said))
        if event.is_over:
            self.breaches = [each for each in self.breaches if each != breach]
            self.remedied.pop(breach, None)
            return [Say(said)]
        self.breaches.append(breach)
        self.breached[breach.kind] = self.breached.get(breach.kind, 0) + 1
        remedy = self.remedies.of(breach, self._spared, breach.program in self.strict)
        if remedy == REPORT:
            self.remedied[breach] = "is reported"
            return [Say(said, warning=True)]
        if not breach.is_proven:  # another user can have written the evidence
            self.remedied[breach] = UNPROVEN
            return [Say(f"{said}. It {UNPROVEN}", warning=True)]
        return [Say(said, warning=True), Stop(breach, remedy)]

    def _remedied(self, event: Remedied) -> list[Instruction]:
        breach, said = event.breach, f"process {event.breach.pid} {event.done}"
        if breach in self.breaches:
            self.remedied[breach] = event.done
        if breach.program in self.programs:
            self.programs[breach.program].story.append(_line(event.now_ns, said))
        return [Say(said, warning=True)]


def check_plans(plans: object, snapshot: Snapshot) -> dict[int, Plan]:
    """What a policy returned, if it makes sense.

    :raises UsageError: if it does not
    """
    if not isinstance(plans, dict):
        raise UsageError(f"plan() returned {type(plans).__name__}, not a dict of program id: Plan")
    ids = {program.id for program in snapshot.programs}
    for program, plan in plans.items():
        if program not in ids:
            raise UsageError(f"plan() returned program {program!r}, which is not in the snapshot")
        if not isinstance(plan, Plan):
            raise UsageError(f"plan() returned {plan!r} for program {program}, not a Plan")
        for name, low, high in RANGES:
            value = getattr(plan, name)
            if not isinstance(value, int) or not low <= value <= high:
                raise UsageError(
                    f"plan() returned {name}={value!r} for program {program}: "
                    f"give an integer from {low} to {high}"
                )
    return plans


#: What the executor takes.
RANGES = (
    ("rank", -255, 255),
    ("weight", 1, 1_000_000),
    ("share_milli", 0, 1000),
    ("cap_milli", 0, 1000),
    ("deadline_us", 0, 86_400_000_000),
    ("quantum_us", 0, 10_000_000),
)


def _view(known: Known, now_ns: int) -> ProgramView:
    seen = known.seen
    return ProgramView(
        id=seen.id,
        asked=seen.asked,
        tenant=seen.tenant,
        devices=seen.devices,
        active=seen.burst_at_ns != 0,
        device_time_ns=seen.device_time_ns,
        recent_ns=known.recent_ns(now_ns),
        burst_at_ns=seen.burst_at_ns,
        burst_ns=max(0, seen.device_time_ns - known.burst_from_ns) if seen.burst_at_ns else 0,
        usual_burst_ns=known.usual_burst_ns,
        is_guest=seen.is_guest,
    )


def _where(device: str) -> str:
    return "all devices" if device == EVERYWHERE else device


def _plan(plan: Plan) -> str:
    words: Iterable[tuple[str, str]] = (
        ("priority", str(plan.rank) if plan.rank else ""),
        ("weight", str(plan.weight) if plan.weight != 1000 else ""),
        ("share", f"{plan.share_milli / 10:g} %" if plan.share_milli else ""),
        ("cap", f"{plan.cap_milli / 10:g} %" if plan.cap_milli else ""),
        ("deadline", f"{plan.deadline_us / 1000:g} ms" if plan.deadline_us else ""),
        ("turns of", f"{plan.quantum_us / 1000:g} ms" if plan.quantum_us > LEARNED_TURNS else ""),
    )
    return ", ".join(f"{name} {value}" for name, value in words if value) or "nothing special"


def _time(nanoseconds: int) -> str:
    return f"{nanoseconds / 1e9:.3f} s of device time"


def _line(now_ns: int, text: str) -> str:
    return f"{now_ns / 1e9:.3f} {text}"
