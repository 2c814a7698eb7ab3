"""What C and Python share. Made by tools/gen from native/include/heddle.h. Do not edit."""

from __future__ import annotations

from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum

TYPE_CHECKING = False

if TYPE_CHECKING:  # `heddle run` has milliseconds
    from typing import Any


class Status(IntEnum):
    """heddle_status"""

    OK = 0
    INVALID = 1
    PERMISSION = 2
    MAGIC = 3
    VERSION = 4
    FULL = 5
    NOT_FOUND = 6
    SYSTEM = 7
    BUSY = 8
    GUEST = 9
    NO_AGENT = 10
    NOT_MOVABLE = 11
    FOLDER = 12


class Command(IntEnum):
    """heddle_command"""

    ORDER = 0
    WORK = 1
    WAIT = 2


class Outcome(IntEnum):
    """heddle_outcome"""

    NOTHING = 0
    PLACED = 1
    WAITED_FOR = 2


class Part(Structure):
    """heddle_part"""

    _fields_ = (
        ("at", c_void_p),
        ("mapping", c_void_p),
        ("bytes", c_size_t),
        ("is_read_only", c_int),
    )


class Plan(Structure):
    """heddle_plan"""

    _fields_ = (
        ("rank", c_int32),
        ("weight", c_uint32),
        ("deadline_us", c_uint64),
        ("quantum_us", c_uint32),
        ("share_milli", c_uint32),
        ("cap_milli", c_uint32),
        ("memory_limit", c_uint64),
        ("level_limit", c_uint32),
        ("may_move", c_uint32),
    )


class HwQueue(Structure):
    """heddle_hw_queue"""

    _fields_ = (
        ("self", c_void_p),
        ("mark", c_void_p),
        ("completed", c_void_p),
        ("empty", c_void_p),
        ("gate", c_void_p),
        ("slice", c_void_p),
        ("load", c_void_p),
        ("close", c_void_p),
        ("busy_ns", c_void_p),
    )


class Mover(Structure):
    """heddle_mover"""

    _fields_ = (
        ("out", c_void_p),
        ("in", c_void_p),
        ("spare", c_void_p),
    )


class Cleanup(Structure):
    """heddle_cleanup"""

    _fields_ = (
        ("host_ns", c_uint64),
        ("queued_ns", c_uint64),
        ("running_ns", c_uint64),
    )


class Symbol(Structure):
    """heddle_symbol"""

    _fields_ = (
        ("name", c_void_p),
        ("ours", c_void_p),
    )


#: function: what it returns, and what it is given
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "heddle_status_text": (c_char_p, [c_int]),
    "heddle_open": (c_int, []),
    "heddle_map_part": (c_int, [c_int, POINTER(Part)]),
    "heddle_scratch": (POINTER(c_uint64), []),
    "heddle_reap": (c_int, []),
    "heddle_program_create": (c_int, [POINTER(Plan), c_char_p, c_char_p, POINTER(c_uint64)]),
    "heddle_program_get_asked": (c_int, [c_uint64, POINTER(Plan)]),
    "heddle_program_ask": (c_int, [c_uint64, POINTER(Plan)]),
    "heddle_program_set_plan": (c_int, [c_uint64, POINTER(Plan)]),
    "heddle_agent_enter": (c_int, []),
    "heddle_agent_leave": (c_int, []),
    "heddle_guests_open": (c_int, []),
    "heddle_guest_create": (
        c_int,
        [c_int32, c_uint32, POINTER(Plan), c_char_p, c_char_p, POINTER(c_uint64)],
    ),
    "heddle_guest_join": (
        c_int,
        [c_int32, c_uint32, c_uint64, POINTER(c_uint32), POINTER(c_uint32), POINTER(c_int)],
    ),
    "heddle_guest_device": (c_int, [c_char_p, c_char_p, c_char_p, c_uint32, POINTER(c_uint32)]),
    "heddle_arbiter_run": (c_int, []),
    "heddle_arbiter_stop": (None, []),
    "heddle_program_hold": (c_int, [c_uint64, c_int]),
    "heddle_program_keep": (c_int, [c_uint64, c_int]),
    "heddle_program_park": (c_int, [c_uint64, c_uint32]),
    "heddle_program_expect": (c_int, [c_uint64, c_uint64]),
    "heddle_device_open": (c_int, [c_char_p, c_char_p, c_char_p, c_uint32, POINTER(c_uint32)]),
    "heddle_device_find": (c_int, [c_char_p, c_char_p, c_char_p, POINTER(c_uint32)]),
    "heddle_memory_take": (c_int, [c_uint32, c_uint64]),
    "heddle_memory_give": (None, [c_uint32, c_uint64]),
    "heddle_memory_look": (None, [c_uint32, POINTER(c_uint64), POINTER(c_uint64)]),
    "heddle_may_move": (c_int, []),
    "heddle_moved": (None, [POINTER(Mover), c_uint32, c_int64, c_int64]),
    "heddle_stays": (None, []),
    "heddle_with_room": (c_int, [c_uint32, c_void_p, c_void_p]),
    "heddle_host_room": (c_uint64, []),
    "heddle_host_wanted": (None, []),
    "heddle_host_spare": (None, [c_int64]),
    "heddle_is_idempotent": (c_int, []),
    "heddle_resets": (None, [c_uint32, c_void_p]),
    "heddle_queue_open": (c_void_p, [c_uint32, POINTER(HwQueue), c_uint64]),
    "heddle_queue_close": (None, [c_void_p]),
    "heddle_enter": (c_int, [c_void_p, c_int]),
    "heddle_leave": (None, [c_void_p, c_int]),
    "heddle_is_done": (c_int, [c_void_p]),
    "heddle_sync_enter": (c_uint64, [c_void_p]),
    "heddle_sync_leave": (None, [c_void_p, c_uint64, c_int]),
    "heddle_capture": (None, [c_void_p, c_int]),
    "heddle_intercept": (None, [c_char_p, POINTER(Symbol)]),
    "heddle_real_symbol": (c_void_p, [c_char_p, c_char_p]),
    "heddle_arbitrate": (c_int, [c_void_p, c_uint32, c_int64]),
}
