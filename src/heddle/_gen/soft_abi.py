"""What C and Python share. Made by tools/gen from native/soft/softxpu.h. Do not edit."""

from __future__ import annotations

from ctypes import (
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_float,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum

TYPE_CHECKING = False

if TYPE_CHECKING:  # `heddle run` has milliseconds
    from typing import Any


class Result(IntEnum):
    """sxResult"""

    OK = 0
    INVALID = 1
    NOT_INITIALIZED = 2
    NO_DEVICE = 3
    OUT_OF_MEMORY = 4
    NOT_READY = 5
    UNSUPPORTED = 6
    LAUNCH = 7
    FORKED = 8
    CAPTURE = 9
    SEGMENT = 10
    CONFIG = 11
    TIMEOUT = 12
    STATE = 13
    NO_PROCESS = 14
    DENIED = 15
    MODEL = 16
    RESET = 17


class Attribute(IntEnum):
    """sxAttribute"""

    CAPABILITIES = 1
    SCHEDULER = 2
    CONCURRENCY = 3
    MEMORY = 4
    TIMESLICE_US = 5
    SWITCH_US = 6
    WAIT_NS = 7
    SPEED_MILLI = 8
    INDEX = 9
    UNITS = 10


class ProcessState(IntEnum):
    """sxProcessState"""

    RUNNING = 0
    LOCKED = 1
    CHECKPOINTED = 2
    FAILED = 3


class TimedArgs(Structure):
    """sxTimedArgs"""

    _fields_ = (
        ("nanoseconds", c_uint64),
    )


class NarrowArgs(Structure):
    """sxNarrowArgs"""

    _fields_ = (
        ("nanoseconds", c_uint64),
        ("percent", c_uint32),
    )


class FillArgs(Structure):
    """sxFillArgs"""

    _fields_ = (
        ("y", c_void_p),
        ("n", c_uint64),
        ("value", c_float),
    )


class AxpyArgs(Structure):
    """sxAxpyArgs"""

    _fields_ = (
        ("a", c_float),
        ("x", c_void_p),
        ("y", c_void_p),
        ("n", c_uint64),
    )


class MatmulArgs(Structure):
    """sxMatmulArgs"""

    _fields_ = (
        ("a", c_void_p),
        ("b", c_void_p),
        ("c", c_void_p),
        ("n", c_uint64),
    )


class SumArgs(Structure):
    """sxSumArgs"""

    _fields_ = (
        ("x", c_void_p),
        ("n", c_uint64),
        ("sum", c_void_p),
    )


class ChainArgs(Structure):
    """sxChainArgs"""

    _fields_ = (
        ("state", c_void_p),
        ("value", c_uint64),
    )


class RampArgs(Structure):
    """sxRampArgs"""

    _fields_ = (
        ("x", c_void_p),
        ("n", c_uint64),
        ("value", c_uint32),
    )


class AffineArgs(Structure):
    """sxAffineArgs"""

    _fields_ = (
        ("x", c_void_p),
        ("n", c_uint64),
        ("a", c_uint32),
        ("b", c_uint32),
    )


class StepArgs(Structure):
    """sxStepArgs"""

    _fields_ = (
        ("nanoseconds", c_uint64),
        ("x", c_void_p),
        ("y", c_void_p),
        ("n", c_uint64),
    )


class FaultArgs(Structure):
    """sxFaultArgs"""

    _fields_ = (
        ("after_nanoseconds", c_uint64),
    )


class Reset(Structure):
    """sxReset"""

    _fields_ = (
        ("killed", c_uint32),
        ("dropped", c_uint32),
        ("queued_ns", c_uint64),
        ("running_ns", c_uint64),
    )


class Process(Structure):
    """sxProcess"""

    _fields_ = (
        ("device", c_char * 32),
        ("pid", c_int32),
        ("timeslice_us", c_uint32),
        ("start_ticks", c_uint64),
        ("memory", c_uint64),
        ("is_busy", c_uint32),
        ("reserved", c_uint32),
    )


class DevicePair(Structure):
    """sxDevicePair"""

    _fields_ = (
        ("from", c_int),
        ("to", c_int),
    )


#: function: what it returns, and what it is given
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "sxInit": (c_int, [c_uint]),
    "sxGetVersion": (c_int, [POINTER(c_int)]),
    "sxGetErrorString": (c_char_p, [c_int]),
    "sxDeviceCount": (c_int, [POINTER(c_int)]),
    "sxDeviceGetName": (c_int, [c_int, c_char_p, c_size_t]),
    "sxDeviceGetAttribute": (c_int, [c_int, c_int, POINTER(c_int64)]),
    "sxSetDevice": (c_int, [c_int]),
    "sxGetDevice": (c_int, [POINTER(c_int)]),
    "sxDeviceSynchronize": (c_int, []),
    "sxMalloc": (c_int, [POINTER(c_void_p), c_size_t]),
    "sxFree": (c_int, [c_void_p]),
    "sxMemGetInfo": (c_int, [POINTER(c_size_t), POINTER(c_size_t)]),
    "sxMemDetach": (c_int, [c_void_p]),
    "sxMemAttach": (c_int, [c_void_p]),
    "sxMemcpy": (c_int, [c_void_p, c_void_p, c_size_t]),
    "sxMemcpyAsync": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "sxMemsetAsync": (c_int, [c_void_p, c_int, c_size_t, c_void_p]),
    "sxStreamCreate": (c_int, [POINTER(c_void_p), c_uint]),
    "sxStreamDestroy": (c_int, [c_void_p]),
    "sxStreamSynchronize": (c_int, [c_void_p]),
    "sxStreamQuery": (c_int, [c_void_p]),
    "sxStreamGetDevice": (c_int, [c_void_p, POINTER(c_int)]),
    "sxStreamGetProgress": (c_int, [c_void_p, POINTER(c_uint64), POINTER(c_uint64)]),
    "sxStreamWaitEvent": (c_int, [c_void_p, c_void_p]),
    "sxLaunchHostFunc": (c_int, [c_void_p, c_void_p, c_void_p]),
    "sxEventCreate": (c_int, [POINTER(c_void_p)]),
    "sxEventDestroy": (c_int, [c_void_p]),
    "sxEventRecord": (c_int, [c_void_p, c_void_p]),
    "sxEventQuery": (c_int, [c_void_p]),
    "sxEventSynchronize": (c_int, [c_void_p]),
    "sxEventElapsed": (c_int, [POINTER(c_uint64), c_void_p, c_void_p]),
    "sxGetKernel": (c_int, [POINTER(c_void_p), c_char_p]),
    "sxLaunchKernel": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "sxStreamBeginCapture": (c_int, [c_void_p]),
    "sxStreamEndCapture": (c_int, [c_void_p, POINTER(c_void_p)]),
    "sxStreamIsCapturing": (c_int, [c_void_p, POINTER(c_int)]),
    "sxGraphInstantiate": (c_int, [POINTER(c_void_p), c_void_p]),
    "sxGraphLaunch": (c_int, [c_void_p, c_void_p]),
    "sxGraphDestroy": (c_int, [c_void_p]),
    "sxGraphExecDestroy": (c_int, [c_void_p]),
    "sxStreamWaitValue32": (c_int, [c_void_p, POINTER(c_uint32), c_uint32, c_uint]),
    "sxStreamWriteValue64": (c_int, [c_void_p, POINTER(c_uint64), c_uint64]),
    "sxContextSetTimeslice": (c_int, [c_int, c_uint32]),
    "sxContextGetTimeslice": (c_int, [c_int, POINTER(c_uint32)]),
    "sxContextDisable": (c_int, [c_int, c_int]),
    "sxContextReset": (c_int, [c_int, POINTER(Reset)]),
    "sxContextResume": (c_int, [c_int]),
    "sxGetProcesses": (c_int, [POINTER(Process), POINTER(c_int)]),
    "sxCheckpointGetState": (c_int, [c_int, c_void_p]),
    "sxCheckpointLock": (c_int, [c_int, c_uint32]),
    "sxCheckpoint": (c_int, [c_int]),
    "sxRestore": (c_int, [c_int, POINTER(DevicePair), c_size_t]),
    "sxCheckpointUnlock": (c_int, [c_int]),
}
