"""One node with a virtual clock: events in order, the keepers' part, and the policy.

Whatever happens is an event: a program comes or goes, a request comes, a device has to look, a
keeper's time is up, a policy decides again. An event that is out of date when its time comes does
nothing. What keepers do in each process (native/core/keeper.cpp) is done here at once and for all:
a burst begins and ends, a turn is over, a cap is, a program has come to rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from heddle import policy as policies
from heddle._gen import table as layout
from heddle.policy.base import Snapshot
from heddle.sim.node.device import Context, SimDevice
from heddle.sim.node.memory import TableMemory
from heddle.sim.node.program import PERIOD_NS, SimProgram
from heddle.sim.node.queue import SimQueue
from heddle.sim.node.roster import Roster
from heddle.sim.node.workload import NEVER, Scenario

#: When it begins: in the table, a time of 0 means never.
START_NS = 1_000_000_000
SHORT_SLICE_US, LONG_SLICE_US = layout.SLICE_US["short"], layout.SLICE_US["long"]
FINEST_NS = 50_000  # kFinestNs in native/core/keeper.cpp: a cap is looked at no more often


class NodeSimulation:
    """Runs a scenario under a policy. The same seed gives the same result."""

    def __init__(
        self,
        scenario: Scenario,
        policy: str = "",
        *,
        seconds: float = 10.0,
        seed: int = 0,
        linger_us: int = 0,
        options: Mapping[str, int] | None = None,
        with_story: bool = False,
    ) -> None:
        self.scenario = scenario
        self.memory = TableMemory()
        self.devices = [SimDevice(i, model) for i, model in enumerate(scenario.devices)]
        self.programs = [SimProgram(i, model) for i, model in enumerate(scenario.programs)]
        for device in self.devices:
            device.story = [] if with_story else None
        self.start_ns, self.end_ns = START_NS, START_NS + round(seconds * 1e9)
        self.now_ns = START_NS
        self.plans = self.events = 0
        self.wall_s = 0.0
        self.seed = seed
        self.policy_name = policy or scenario.policy
        self._policy = policies.find(self.policy_name)
        self._options = dict(options or {})
        self._linger_ns = linger_us * 1000
        self._roster = Roster(self.memory, self.devices)
        # Columns that every decision reads, at hand.
        self._words = self.memory.gate.word
        self._active = self.memory.process.active
        self._loose, self._resting = self.memory.process.loose, self.memory.process.resting
        self._short_on = self.memory.program.short_on
        self._long_on = self.memory.program.long_on
        self._turns_ns = self.memory.program.turn_started_ns
        self._caps_ns = self.memory.program.decide_at_ns
        self._waiting = self.memory.device.waiting
        self._heap: list[tuple[int, int, Callable[[Any], None], Any]] = []
        self._number = count()  # of an event: what was put first comes first

    # -- the clock ---------------------------------------------------------------------------------

    def run(self) -> NodeSimulation:
        begun = time.perf_counter()
        self._begin()
        heap, end_ns = self._heap, self.end_ns
        while heap and heap[0][0] < end_ns:
            self.now_ns, _, call, argument = heappop(heap)
            self.events += 1
            call(argument)
        self.now_ns = end_ns
        for device in self.devices:
            device.account(end_ns)
        for program in self._roster.present:
            self._close_accounts(program)
        self.wall_s = time.perf_counter() - begun
        return self

    def _at(self, at_ns: int, call: Callable[[Any], None], argument: Any) -> None:
        heappush(self._heap, (at_ns, next(self._number), call, argument))

    def _begin(self) -> None:
        for program in self.programs:
            model = program.model
            self._at(START_NS + round(model.from_s * 1e9), self._come, program)
            if model.to_s != float("inf"):
                self._at(START_NS + round(model.to_s * 1e9), self._go, program)
        if self._policy.EVERY_MS:
            self._at(START_NS + self._policy.EVERY_MS * 1_000_000, self._plan_again, None)

    # -- programs come and go ----------------------------------------------------------------------

    def _come(self, program: SimProgram) -> None:
        self._roster.add(program, self.now_ns)
        for queue in program.open_queues(self.seed, self.now_ns):
            self._await_request(queue)
        self._decide_for([*self._plan(), program])

    def _go(self, program: SimProgram) -> None:
        for context in program.contexts:
            context.device.account(self.now_ns)
        self._close_accounts(program)
        left = self._roster.remove(program)
        self._decide_for(self._plan(), left)

    def _close_accounts(self, program: SimProgram) -> None:
        gate, slot = self.memory.gate, program.slot
        held_ns = gate.held_ns[slot]
        if gate.word[slot]:
            held_ns += self.now_ns - gate.closed_ns[slot]
        program.close_accounts(self.now_ns, gate.closings[slot], held_ns)

    # -- requests and bursts -----------------------------------------------------------------------

    def _await_request(self, queue: SimQueue) -> None:
        at_ns, ends = queue.source.next()
        if at_ns < NEVER:
            self._at(at_ns, self._submit, (queue, ends))

    def _submit(self, what: tuple[SimQueue, Sequence[int]]) -> None:
        queue, ends = what
        context = queue.context
        program = context.program
        if program.slot < 0:
            return
        touched = context.bit
        if not context.is_active:  # before the command itself: the decision may hold that, too
            context.is_active = True
            program.begin_burst(self.now_ns)
            self._active[program.slot] |= context.bit
            touched |= self._settle(context)
        program.submitted += 1
        queue.submit(self.now_ns, ends)
        self._await_request(queue)
        self._look(touched)

    def _finish(self, queue: SimQueue) -> None:
        program, now_ns = queue.context.program, self.now_ns
        program.latencies_ns.append(now_ns - queue.finish())
        ends = queue.source.refill()
        if ends:
            program.submitted += 1
            queue.submit(now_ns, ends)
        elif queue.context.is_empty():
            queue.context.idle_ns = now_ns
            self._at(now_ns + self._linger_ns, self._end_burst, queue.context)

    def _end_burst(self, context: Context) -> None:
        """What came at the very moment has been submitted by now."""
        program = context.program
        is_over = context.is_empty() and context.idle_ns + self._linger_ns == self.now_ns
        if program.slot < 0 or not context.is_active or not is_over:
            return
        context.is_active = False
        program.end_burst()
        self._active[program.slot] &= ~context.bit
        self._look(self._settle(context))

    def _settle(self, context: Context) -> int:
        """After an event of the program's own. Alone and without a cap it need not ask."""
        if len(context.device.contexts) > 1 or context.program.plan.cap_milli:
            return self._decide(context.device.index)
        return 0

    # -- decisions ---------------------------------------------------------------------------------

    def _decide_for(self, programs: Iterable[SimProgram], devices: int = 0) -> None:
        """For programs whose plan has changed, and devices (as bits) that a program has left."""
        for program in programs:
            devices |= program.contexts[0].bit
        for group in self._roster.groups_of(devices):
            devices |= self._decide(group.devices[0].index)
        self._look(devices)

    def _decide(self, device: int) -> int:
        """Calls the decision function, and does what the table then says, as keepers and gates do.

        Returns the devices, as bits, that have to look what that means for them.
        """
        self.memory.arbitrate(device, self.now_ns)
        programs, touched = self._roster.groups[device].programs, 0
        words, loose, resting = self._words, self._loose, self._resting
        short_on, long_on = self._short_on, self._long_on
        turns_ns, caps_ns = self._turns_ns, self._caps_ns
        for program in programs:  # this loop is most of a decision: it reads little
            slot = program.slot
            word = words[slot]
            asked = loose[slot] & resting[slot]
            if (word != 0) != program.is_closed:
                touched |= self._turn_gate(program)
            if short_on[slot] != program.short_on or long_on[slot] != program.long_on:
                touched |= self._set_slices(
                    program, short_on[slot], long_on[slot], loose[slot] & word
                )
            if asked != program.asked_to_rest:
                touched |= self._ask_to_rest(program, asked)
            if caps_ns[slot] or (turns_ns[slot] and not word) or program.timer_ns < NEVER:
                self._set_timer(program, word)
        return touched

    def _turn_gate(self, program: SimProgram) -> int:
        program.is_closed = not program.is_closed
        touched = 0
        for context in program.contexts:
            context.device.account(self.now_ns)
            touched |= context.bit
            for queue in context.queues:
                if program.is_closed:
                    queue.close()
                else:
                    queue.open()
        return touched

    def _set_slices(self, program: SimProgram, short_on: int, long_on: int, leftover: int) -> int:
        touched = 0
        for context in program.contexts:
            bit = context.bit
            is_short, is_long = short_on & bit, long_on & bit
            if (program.short_on & bit, program.long_on & bit) == (is_short, is_long):
                continue
            # What is left in front of its gates would take for ever beside others with short ones.
            if is_short and leftover & bit:
                continue
            program.short_on = program.short_on & ~bit | is_short
            program.long_on = program.long_on & ~bit | is_long
            slice_us = SHORT_SLICE_US if is_short else LONG_SLICE_US if is_long else 0
            context.slice_ns = slice_us * 1000 or context.device.slice_ns
            touched |= bit
        return touched

    def _ask_to_rest(self, program: SimProgram, asked: int) -> int:
        program.asked_to_rest = asked
        # Its keeper says again and again that it lives, while another program waits for it.
        self.memory.process.loose_ns[program.slot] = NEVER if asked else self.now_ns
        return asked

    def _set_timer(self, program: SimProgram, word: int) -> None:
        """For the end of its turn, if another program waits for it, and for its cap."""
        slot, at_ns = program.slot, NEVER
        started_ns = self._turns_ns[slot]
        if started_ns and not word and any(self._waiting[each.index] for each in program.devices):
            record = self.memory.program
            at_ns = started_ns + record.turn_ns[slot] - record.turn_used_ns[slot]
        cap_ns = self._caps_ns[slot]
        if cap_ns and program.is_active:
            at_ns = min(at_ns, max(cap_ns, self.now_ns + FINEST_NS))
        if at_ns != program.timer_ns:
            program.timer_ns = at_ns
            if at_ns < NEVER:
                self._at(max(at_ns, self.now_ns), self._timer, (program, at_ns))

    def _timer(self, what: tuple[SimProgram, int]) -> None:
        program, at_ns = what
        if program.timer_ns == at_ns and program.slot >= 0:
            program.timer_ns = NEVER
            self._look(self._decide(program.devices[0].index))

    # -- devices -----------------------------------------------------------------------------------

    def _look(self, touched: int) -> None:
        for device in self.devices:
            if touched >> device.index & 1:
                self._look_at(device)

    def _look_at(self, device: SimDevice) -> None:
        before_ns = device.due_ns
        while (queue := device.look(self.now_ns)) is not None:
            self._finish(queue)
        due_ns = device.due_ns
        if due_ns != before_ns and due_ns < NEVER:
            self._at(due_ns, self._due, device)
        for context in device.contexts:
            if context.program.asked_to_rest & context.bit and context.rests():
                self._at(self.now_ns, self._rest, context)

    def _due(self, device: SimDevice) -> None:
        if device.due_ns == self.now_ns:
            self._look_at(device)

    def _rest(self, context: Context) -> None:
        """It stands at its closed gates, or has no work: programs that wait for that may begin."""
        program = context.program
        if program.asked_to_rest & context.bit and context.rests():
            self._loose[program.slot] &= ~context.bit
            self._look(self._decide(context.device.index))

    # -- the policy --------------------------------------------------------------------------------

    def _plan_again(self, _: None) -> None:
        self._at(self.now_ns + self._policy.EVERY_MS * 1_000_000, self._plan_again, None)
        self._decide_for(self._plan())

    def _plan(self) -> list[SimProgram]:
        """Asks the policy; returns whose plan is another one now."""
        for device in self.devices:
            device.account(self.now_ns)
        views = tuple(program.view(self.now_ns) for program in self._roster.present)
        plans = self._policy.plan(Snapshot(self.now_ns, views, PERIOD_NS, self._options))
        self.plans += 1
        changed = []
        for program in self._roster.present:
            plan = plans.get(program.id, program.model.asked)
            if plan != program.plan:
                self._roster.write_plan(program, plan)
                changed.append(program)
        return changed
