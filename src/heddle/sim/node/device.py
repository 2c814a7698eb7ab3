"""What a device does with the work of several programs, by itself.

One context runs at a time, the others in turn when its slice is over. A change of context takes
time. At level 3 a running command is taken off and goes on later from where it was; below that it
ends first. Gates, slices and the order of programs are not decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle._gen.table import LEVEL
from heddle.sim.node.queue import SimQueue
from heddle.sim.node.workload import NEVER, DeviceModel, nanoseconds

if TYPE_CHECKING:
    from heddle.sim.node.program import SimProgram

RUNNING = LEVEL["running"]


class Context:
    """A program on a device."""

    __slots__ = ("bit", "device", "idle_ns", "is_active", "program", "queues", "slice_ns")

    def __init__(self, program: SimProgram, device: SimDevice) -> None:
        self.program = program
        self.device = device
        self.bit = 1 << device.index
        self.queues: list[SimQueue] = []
        self.slice_ns = device.slice_ns
        self.is_active = False  #: inside a burst
        self.idle_ns = 0  #: since when it has nothing to do

    def next_queue(self) -> SimQueue | None:
        """What can run; of several queues the one with the oldest request."""
        best = None
        for queue in self.queues:
            if queue.limit_ns > queue.done_ns and (
                best is None or queue.requests[0][0] < best.requests[0][0]
            ):
                best = queue
        return best

    def is_empty(self) -> bool:
        return not any(queue.requests for queue in self.queues)

    def rests(self) -> bool:
        """Nothing of it runs before its gate opens."""
        return self.next_queue() is None


class SimDevice:
    """The time line of one device."""

    def __init__(self, index: int, model: DeviceModel) -> None:
        self.index = index
        self.model = model
        self.level = model.level
        self.slice_ns = nanoseconds(model.slice_us)
        self.due_ns = NEVER  #: when to look again
        self.busy_ns = self.switching_ns = self.switches = 0
        self.wasted_ns = 0  #: idle, although a program had work for it
        self.contexts: list[Context] = []  #: in the order of turns
        #: (begin, end, program's id), if it was asked for
        self.story: list[tuple[int, int, int]] | None = None
        self._switch_ns = nanoseconds(model.switch_us)
        self._turns: list[Context] = []
        self._loaded: Context | None = None
        self._loaded_ns = 0  #: since when, or from when on
        self._queue: SimQueue | None = None  #: what runs, since `_since_ns`
        self._since_ns = 0
        self._wasted_from_ns = NEVER

    def add(self, context: Context) -> None:
        self.contexts.append(context)
        self.contexts.sort(key=lambda each: each.program.slot)
        self._take_turns()

    def remove(self, context: Context) -> None:
        if self._loaded is context:
            self._loaded = self._queue = None
        self.contexts.remove(context)
        self._take_turns()

    def account(self, now_ns: int) -> None:
        """Brings the work done and the times up to now."""
        queue, since_ns = self._queue, self._since_ns
        if now_ns > self._wasted_from_ns:
            self.wasted_ns += now_ns - self._wasted_from_ns
            self._wasted_from_ns = now_ns
        if queue is None or now_ns <= since_ns:
            return
        used_ns = now_ns - since_ns
        self._since_ns = now_ns
        self.busy_ns += used_ns
        queue.done_ns += used_ns
        program = queue.context.program
        program.device_ns += used_ns
        story = self.story
        if story is not None:
            if story and story[-1][1] == since_ns and story[-1][2] == program.id:
                since_ns = story.pop()[0]
            story.append((since_ns, now_ns, program.id))

    def look(self, now_ns: int) -> SimQueue | None:
        """Decides what runs from now on, and when to look again.

        If a request is done, its queue is returned: take it away, and call this once more.
        """
        self.account(now_ns)
        queue = self._queue
        if queue is not None and queue.done_ns >= queue.limit_ns:
            if queue.is_finished():
                return queue
            queue = self._queue = queue.context.next_queue()
        while True:
            rival = self._rival()
            if queue is None and rival is None:
                self.due_ns = NEVER
                held = any(not context.is_empty() for context in self.contexts)
                self._wasted_from_ns = now_ns if held else NEVER
                return None
            if queue is not None:
                end_ns = self._since_ns + queue.limit_ns - queue.done_ns
                leave_ns = NEVER if rival is None else self._leave_ns(queue)
                if leave_ns > now_ns:
                    self.due_ns = min(end_ns, leave_ns)
                    return None
            assert rival is not None
            queue = self._load(rival, now_ns)

    def _take_turns(self) -> None:
        """The loaded one comes last."""
        loaded, contexts = self._loaded, self.contexts
        at = contexts.index(loaded) + 1 if loaded else 0
        self._turns = contexts[at:] + contexts[:at]

    def _rival(self) -> Context | None:
        """The next in turn that could run instead."""
        for context in self._turns:
            for queue in context.queues:
                if queue.limit_ns > queue.done_ns and queue is not self._queue:
                    return context if context is not self._loaded or self._queue is None else None
        return None

    def _leave_ns(self, queue: SimQueue) -> int:
        """When the loaded context has to go, if another can run."""
        slice_end_ns = self._loaded_ns + queue.context.slice_ns
        since_ns = self._since_ns
        if self.level == RUNNING:
            return max(slice_end_ns, since_ns)
        at_ns = queue.done_ns + max(0, slice_end_ns - since_ns)
        if at_ns >= queue.limit_ns:
            return NEVER  # it is done first
        return since_ns + queue.command_end_ns(at_ns) - queue.done_ns

    def _load(self, context: Context, now_ns: int) -> SimQueue | None:
        start_ns = now_ns
        if context is not self._loaded:
            start_ns += self._switch_ns
            self.switching_ns += self._switch_ns
            self.switches += 1
            self._loaded = context
            self._take_turns()
        self._loaded_ns = self._since_ns = start_ns
        self._wasted_from_ns = NEVER
        self._queue = context.next_queue()
        return self._queue
