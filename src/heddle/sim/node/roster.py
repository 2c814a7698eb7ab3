"""Programs in the table, their devices, and which programs share devices."""

from __future__ import annotations

from heddle._gen.table import REGIONS
from heddle.errors import UsageError
from heddle.model.plan import Plan
from heddle.sim.node.device import Context, SimDevice
from heddle.sim.node.memory import FREE, READY, TableMemory
from heddle.sim.node.program import SimProgram

SLOTS = REGIONS["program"][1]


class DeviceGroup:
    """Devices and programs that hang together: one decision is about all of them."""

    __slots__ = ("devices", "programs")

    def __init__(self, devices: list[SimDevice], programs: list[SimProgram]) -> None:
        self.devices = devices
        self.programs = programs


class Roster:
    """Does to the table what processes do that open and close their queues."""

    def __init__(self, memory: TableMemory, devices: list[SimDevice]) -> None:
        self.present: list[SimProgram] = []
        self.groups: list[DeviceGroup] = []  #: by the device's index
        self._memory = memory
        self._devices = devices
        memory.header.devices_used[0] = (1 << len(devices)) - 1
        for device in devices:
            memory.device.state[device.index] = READY
            memory.device.level[device.index] = device.level
        self._regroup()

    def add(self, program: SimProgram, now_ns: int) -> None:
        """With a context on each of its devices, and no queues yet.

        :raises UsageError: if the table is full
        """
        taken = {other.slot for other in self.present}
        slot = next((i for i in range(SLOTS) if i not in taken), None)
        if slot is None:
            raise UsageError(f"more than {SLOTS} programs at once; a table has no room for them.")
        self.present.append(program)
        program.slot, program.came_ns = slot, now_ns
        wanted = {work.device for work in program.model.work}
        program.devices = [each for each in self._devices if each.model.name in wanted]
        program.contexts = [Context(program, device) for device in program.devices]
        attached = 0
        for context in program.contexts:
            attached |= context.bit
            context.device.add(context)
            self._memory.device.programs[context.device.index] += 1
        self._claim(program, attached)
        self._regroup()

    def _claim(self, program: SimProgram, attached: int) -> None:
        memory, slot = self._memory, program.slot
        for region in ("gate", "program", "process"):
            memory.clear(region, slot)
        memory.program.id[slot] = program.id
        memory.program.attached[slot] = memory.process.attached[slot] = attached
        memory.process.program[slot] = slot
        memory.program.state[slot] = memory.process.state[slot] = READY
        memory.header.programs_used[slot // 64] |= 1 << slot % 64
        memory.header.processes_used[slot // 64] |= 1 << slot % 64
        self.write_plan(program, program.plan)

    def remove(self, program: SimProgram) -> int:
        """Returns the devices, as bits, that it has left."""
        memory, slot = self._memory, program.slot
        left = 0
        for context in program.contexts:
            left |= context.bit
            context.device.remove(context)
            memory.device.programs[context.device.index] -= 1
        memory.program.state[slot] = memory.process.state[slot] = FREE
        memory.header.programs_used[slot // 64] &= ~(1 << slot % 64)
        memory.header.processes_used[slot // 64] &= ~(1 << slot % 64)
        self.present.remove(program)
        program.contexts, program.slot, program.asked_to_rest = [], -1, 0
        self._regroup()
        return left

    def write_plan(self, program: SimProgram, plan: Plan) -> None:
        record, slot = self._memory.program, program.slot
        program.plan = plan
        record.rank[slot] = plan.rank
        record.weight[slot] = plan.weight
        record.deadline_us[slot] = plan.deadline_us
        record.quantum_us[slot] = plan.quantum_us
        record.share_milli[slot] = plan.share_milli
        record.cap_milli[slot] = plan.cap_milli

    def groups_of(self, devices: int) -> list[DeviceGroup]:
        """Each once, in the order of devices, which are given as bits."""
        found = {}
        for device in self._devices:
            if devices >> device.index & 1:
                group = self.groups[device.index]
                found[group.devices[0].index] = group
        return list(found.values())

    def _regroup(self) -> None:
        groups: dict[int, DeviceGroup] = {}
        for device in self._devices:
            if device.index in groups:
                continue
            mask, todo = 1 << device.index, [device]
            while todo:
                for context in todo.pop().contexts:
                    for other in context.program.contexts:
                        if not mask & other.bit:
                            mask |= other.bit
                            todo.append(other.device)
            devices = [each for each in self._devices if mask >> each.index & 1]
            programs = [each for each in self.present if mask & each.contexts[0].bit]
            group = DeviceGroup(devices, programs)
            groups.update((each.index, group) for each in devices)
        self.groups = [groups[device.index] for device in self._devices]
