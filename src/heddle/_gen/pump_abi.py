"""What C and Python share. Made by tools/gen from native/remote/pump.h. Do not edit."""

from __future__ import annotations

from ctypes import (
    c_int,
    c_int32,
    c_int64,
    c_uint64,
    c_void_p,
)
from enum import IntEnum

TYPE_CHECKING = False

if TYPE_CHECKING:  # `heddle run` has milliseconds
    from typing import Any


class Ring(IntEnum):
    """heddle_pump_ring"""

    COMMANDS = 0
    URGENT = 1
    BACK = 2


#: function: what it returns, and what it is given
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "heddle_pump_offer": (c_void_p, [c_int]),
    "heddle_pump_accept": (c_void_p, [c_int]),
    "heddle_pump_read": (c_int64, [c_void_p, c_int, c_void_p, c_uint64, c_int32]),
    "heddle_pump_write": (c_int, [c_void_p, c_int, c_void_p, c_uint64]),
    "heddle_pump_await": (None, [c_int]),
    "heddle_pump_end": (None, [c_void_p]),
    "heddle_pump_free": (None, [c_void_p]),
}
