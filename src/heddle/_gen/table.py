"""Layout of the shared table. Made by tools/gen from facts/table.toml. Do not edit."""

MAGIC = 0x31454c4444454800
MAJOR = 6
MINOR = 0
BYTES = 4460544

#: Every record that is handed out begins with one of these.
SLOT_STATE = {
    "free": 0x0,
    "claimed": 0x1,
    "ready": 0x2,
    "closing": 0x3,
}

#: What can be held: nothing, pending commands, submitted ones, the running one.
LEVEL = {
    "none": 0x0,
    "pending": 0x1,
    "submitted": 0x2,
    "running": 0x3,
}

#: What a decision was about.
DECISION = {
    "activated": 0x1,
    "idled": 0x2,
    "rotated": 0x3,
    "planned": 0x4,
    "reaped": 0x5,
    "reset": 0x6,
}

#: Timeslices of contexts at level 3, in microseconds; 0: the driver's own.
SLICE_US = {
    "standard": 0x0,
    "short": 0x1,
    "long": 0xf4240,
}

#: How a program's memory was taken off its devices, to stay away.
PARKING = {
    "none": 0x0,
    "moved": 0x1,
    "checkpointed": 0x2,
}

#: What a device and its software stack let us do. The level follows from these.
CAPABILITY = {
    "wait_value": 0x1,
    "write_value": 0x2,
    "timeslice": 0x4,
    "disable": 0x8,
    "reset": 0x10,
    "interrupt": 0x20,
}

#: Bits of a gate word; 0 is open. Bit N below these: a program goes first on device N.
HOLD = {
    "by_person": 0x80000000,
    "by_agent": 0x40000000,
    "by_cap": 0x20000000,
}

#: What each level needs of a device.
LEVEL_NEEDS: dict[int, frozenset[str]] = {
    0: frozenset(),
    1: frozenset(),
    2: frozenset({"wait_value"}),
    3: frozenset({"timeslice", "wait_value"}),
}

#: region: (offset, count, record size)
REGIONS = {
    "header": (0, 1, 4096),
    "gate": (4096, 256, 64),
    "program": (20480, 256, 512),
    "process": (151552, 2048, 512),
    "identity": (1200128, 2048, 16),
    "queue": (1232896, 4096, 256),
    "device": (2281472, 32, 512),
    "decision": (2297856, 2048, 32),
    "residence": (2363392, 2048, 1024),
}

#: region: {field: (offset in the record, struct format)}
FIELDS = {
    "header": {
        "magic": (0, "Q"),
        "major": (8, "I"),
        "minor": (12, "I"),
        "bytes": (16, "Q"),
        "uid": (24, "I"),
        "lock": (64, "I"),
        "lock_repairs": (68, "I"),
        "next_program_id": (128, "Q"),
        "programs_used": (136, "4Q"),
        "devices_used": (168, "Q"),
        "processes_used": (176, "32Q"),
        "queues_used": (432, "64Q"),
        "pid_namespace": (960, "Q"),
        "slabs": (968, "Q"),
        "slab_program": (976, "128I"),
        "slab_file": (1488, "128I"),
        "bell_file": (2000, "I"),
        "arbiter": (2004, "I"),
        "holder_pid": (2008, "i"),
        "agent_pid": (2048, "i"),
        "agent_ticks": (2056, "Q"),
        "agent_namespace": (2064, "Q"),
        "host_wanted": (2112, "I"),
    },
    "gate": {
        "word": (0, "I"),
        "closed_ns": (8, "q"),
        "closings": (16, "Q"),
        "held_ns": (24, "Q"),
    },
    "program": {
        "state": (0, "I"),
        "uid": (4, "I"),
        "id": (8, "Q"),
        "pid": (16, "i"),
        "level_limit": (20, "I"),
        "start_ticks": (24, "Q"),
        "pid_namespace": (32, "Q"),
        "created_ns": (40, "q"),
        "tenant": (64, "32s"),
        "name": (96, "64s"),
        "rank": (192, "i"),
        "weight": (196, "I"),
        "deadline_us": (200, "Q"),
        "quantum_us": (208, "I"),
        "share_milli": (212, "I"),
        "cap_milli": (216, "I"),
        "memory_limit": (224, "Q"),
        "device_time_ns": (256, "Q"),
        "virtual_time_ns": (264, "Q"),
        "active_since_ns": (272, "q"),
        "attached": (280, "I"),
        "active": (284, "I"),
        "short_on": (288, "I"),
        "long_on": (292, "I"),
        "turn_started_ns": (296, "q"),
        "leads": (304, "I"),
        "expected_until_ns": (312, "q"),
        "turn_used_ns": (320, "Q"),
        "has_turn": (328, "I"),
        "part_ppm": (332, "I"),
        "noted_closings": (336, "Q"),
        "sharers": (344, "I"),
        "virtual_rank": (348, "i"),
        "cap_left_ns": (352, "q"),
        "cap_at_ns": (360, "q"),
        "decide_at_ns": (368, "q"),
        "is_guest": (376, "I"),
        "asked_rank": (384, "i"),
        "asked_weight": (388, "I"),
        "asked_deadline_us": (392, "Q"),
        "asked_quantum_us": (400, "I"),
        "asked_share_milli": (404, "I"),
        "asked_cap_milli": (408, "I"),
        "kept": (412, "I"),
        "may_move": (416, "I"),
        "parked": (420, "I"),
        "away": (424, "I"),
        "draining": (428, "I"),
        "came_ns": (432, "q"),
        "moving_ns": (440, "Q"),
        "idempotent": (448, "I"),
        "yields": (452, "I"),
        "charged_ns": (456, "Q"),
        "wanted_ns": (464, "Q"),
        "owed_ns": (472, "q"),
        "owed_at_ns": (480, "q"),
        "owed_charged_ns": (488, "Q"),
        "owed_since_ns": (496, "q"),
        "turn_ns": (504, "q"),
    },
    "process": {
        "state": (0, "I"),
        "program": (4, "I"),
        "pid": (8, "i"),
        "attached": (12, "I"),
        "start_ticks": (16, "Q"),
        "pid_namespace": (24, "Q"),
        "active": (64, "I"),
        "doorbell": (128, "I"),
        "short_on": (132, "I"),
        "long_on": (136, "I"),
        "keeper": (140, "i"),
        "loose": (144, "I"),
        "resting": (148, "I"),
        "loose_ns": (152, "q"),
        "event_ns": (192, "q"),
        "alive_ns": (200, "q"),
        "expected_until_ns": (208, "q"),
        "scratch": (216, "Q"),
        "lets_pass_ns": (224, "q"),
        "kept_us": (232, "I"),
        "kept_milli": (236, "I"),
        "period_us": (240, "I"),
        "came_milli": (244, "I"),
        "stays": (248, "I"),
        "memory": (256, "32Q"),
    },
    "identity": {
        "pid": (0, "i"),
        "start_ticks": (8, "Q"),
    },
    "queue": {
        "state": (0, "I"),
        "process": (4, "I"),
        "device": (8, "I"),
        "level": (12, "I"),
        "handle": (16, "Q"),
        "submitted": (64, "Q"),
        "returned": (72, "Q"),
        "drained": (80, "Q"),
        "marked": (88, "Q"),
        "gates": (96, "Q"),
        "device_time_ns": (104, "Q"),
        "command_ns": (112, "Q"),
        "closed_at": (120, "Q"),
        "completed": (128, "Q"),
    },
    "device": {
        "state": (0, "I"),
        "level": (4, "I"),
        "capabilities": (8, "I"),
        "api": (64, "16s"),
        "name": (80, "48s"),
        "uuid": (128, "64s"),
        "programs": (192, "I"),
        "waiting": (196, "I"),
        "running": (200, "I"),
        "decisions": (208, "Q"),
        "sharers": (216, "I"),
        "coming": (220, "I"),
        "coming_ns": (224, "q"),
        "passing_ns": (232, "q"),
        "passing_since_ns": (240, "q"),
    },
    "decision": {
        "at_ns": (0, "q"),
        "program_id": (8, "Q"),
        "kind": (16, "I"),
        "latency_ns": (20, "I"),
        "host_ns": (24, "I"),
        "queued_ns": (28, "I"),
    },
    "residence": {
        "bell": (0, "I"),
        "wants": (4, "I"),
        "still": (8, "I"),
        "mover": (12, "i"),
        "asking": (16, "I"),
        "rested_ns": (24, "q"),
        "stuck_ns": (32, "q"),
        "told_ns": (40, "q"),
        "moving": (48, "I"),
        "stays": (52, "I"),
        "moved_out": (56, "Q"),
        "moved_in": (64, "Q"),
        "out_ns": (72, "Q"),
        "in_ns": (80, "Q"),
        "spare": (88, "Q"),
        "movable": (128, "32Q"),
        "out": (384, "32Q"),
        "leave": (640, "32Q"),
    },
}
