"""How NVIDIA's management library lays out its data: facts from its public nvml.h, API 13.

Structures are what the C compiler makes of them on a 64-bit machine; a test compiles the same ones.
"""

from __future__ import annotations

from ctypes import (
    Structure,
    Union,
    c_char,
    c_double,
    c_int,
    c_longlong,
    c_uint,
    c_ulonglong,
    c_void_p,
    sizeof,
)

LIBRARY = "libnvidia-ml.so.1"

#: nvmlReturn_t
SUCCESS, UNINITIALIZED, INVALID_ARGUMENT, NOT_SUPPORTED = 0, 1, 2, 3
INSUFFICIENT_SIZE, TIMEOUT, FUNCTION_NOT_FOUND, GPU_IS_LOST, RESET_REQUIRED = 7, 10, 13, 15, 16
MEANINGS = {
    4: "no permission",
    8: "its power cables are not attached",
    9: "the kernel module is not loaded",
    11: "its interrupts do not arrive",
    15: "the GPU has fallen off the bus; reboot, or remove and rescan it",
    16: "the GPU needs a reset (`nvidia-smi --gpu-reset`)",
    17: "the operating system blocked it (cgroup?)",
    18: "the library and the kernel module are of different versions; reboot after an update",
    999: "unknown error",
}

#: nvmlClockType_t, nvmlTemperatureThresholds_t, nvmlMemoryErrorType_t, nvmlEccCounterType_t
CLOCK_SM, CLOCK_MEMORY = 1, 2
SHUTDOWN, SLOWDOWN = 0, 1
CORRECTED, UNCORRECTED = 0, 1
VOLATILE, AGGREGATE = 0, 1
XID = 8  #: nvmlEventTypeXidCriticalError
MOST_LINKS = 36  #: NVML_NVLINK_MAX_LINKS
NO_INSTANCE = 0xFFFFFFFF
NOT_AVAILABLE = 0xFFFFFFFFFFFFFFFF

#: NVML_FI_DEV_*: field numbers for nvmlDeviceGetFieldValues.
LINK_SPEED = 164  #: of the link in `scope`, MB/s one way
SHUTDOWN_MARGIN, SLOWDOWN_MARGIN = 193, 194  #: degrees of the T.Limit scale

#: nvmlClocksEventReason*: why the clocks are what they are.
CLOCK_REASONS = {
    0x1: "idle",
    0x2: "clocks set by the user",
    0x4: "power cap",
    0x8: "hw slowdown",
    0x10: "sync boost",
    0x20: "temperature (software)",
    0x40: "temperature (hardware)",
    0x80: "power brake",
    0x100: "display clocks",
}
#: Those of them that slow nothing down.
HARMLESS = frozenset({"idle", "clocks set by the user", "display clocks"})
COMPUTE_MODES = {0: "default", 1: "exclusive thread", 2: "prohibited", 3: "exclusive process"}
VIRTUALIZATION = {0: "none", 1: "pass-through", 2: "vgpu", 3: "host vgpu", 4: "host vsga"}
REMOTES = {0: "gpu", 1: "ibmnpu", 2: "switch"}
#: nvmlNvlinkVersion_t
LINK_VERSIONS = {1: "1.0", 2: "2.0", 3: "2.2", 4: "3.0", 5: "3.1", 6: "4.0", 7: "5.0", 8: "6.0"}


class PciInfo(Structure):
    """nvmlPciInfo_t, since nvmlDeviceGetPciInfo_v3."""

    _fields_ = [
        ("legacy", c_char * 16),
        ("domain", c_uint),
        ("bus", c_uint),
        ("device", c_uint),
        ("numbers", c_uint),
        ("subsystem", c_uint),
        ("bus_id", c_char * 32),
    ]


class MemoryInfo(Structure):
    """nvmlMemory_t"""

    _fields_ = [("total", c_ulonglong), ("free", c_ulonglong), ("used", c_ulonglong)]


class Memory2(Structure):
    """nvmlMemory_v2_t: `used` without what the driver reserves."""

    _fields_ = [
        ("version", c_uint),
        ("total", c_ulonglong),
        ("reserved", c_ulonglong),
        ("free", c_ulonglong),
        ("used", c_ulonglong),
    ]


class Utilisation(Structure):
    """nvmlUtilization_t"""

    _fields_ = [("gpu", c_uint), ("memory", c_uint)]


class Process1(Structure):
    """nvmlProcessInfo_v1_t"""

    _fields_ = [("pid", c_uint), ("memory", c_ulonglong)]


class Process2(Structure):
    """nvmlProcessInfo_v2_t.

    The functions that end in _v3 take it too, except in 535.43 to 535.86, where it is longer.
    """

    _fields_ = [*Process1._fields_, ("gpu_instance", c_uint), ("compute_instance", c_uint)]


class Value(Union):
    """nvmlValue_t"""

    _fields_ = [
        ("double", c_double),
        ("int", c_int),
        ("uint", c_uint),
        ("ulonglong", c_ulonglong),
        ("longlong", c_longlong),
    ]


#: nvmlValueType_t; an unsigned long has 64 bits here.
VALUE_TYPES = {0: "double", 1: "uint", 2: "ulonglong", 3: "ulonglong", 4: "longlong", 5: "int"}


class Field(Structure):
    """nvmlFieldValue_t"""

    _fields_ = [
        ("field", c_uint),
        ("scope", c_uint),
        ("timestamp", c_longlong),
        ("latency", c_longlong),
        ("type", c_uint),
        ("status", c_uint),
        ("value", Value),
    ]


class MigAttributes(Structure):
    """nvmlDeviceAttributes_t"""

    _fields_ = [
        ("multiprocessors", c_uint),
        ("copy_engines", c_uint),
        ("decoders", c_uint),
        ("encoders", c_uint),
        ("jpegs", c_uint),
        ("ofas", c_uint),
        ("gpu_slices", c_uint),
        ("compute_slices", c_uint),
        ("memory_mib", c_ulonglong),
    ]


class Margin(Structure):
    """nvmlMarginTemperature_v1_t"""

    _fields_ = [("version", c_uint), ("margin", c_int)]


class Temperature(Structure):
    """nvmlTemperature_v1_t"""

    _fields_ = [("version", c_uint), ("sensor", c_uint), ("temperature", c_int)]


class EventData(Structure):
    """nvmlEventData_t, since nvmlEventSetWait_v2."""

    _fields_ = [
        ("device", c_void_p),
        ("type", c_ulonglong),
        ("data", c_ulonglong),
        ("gpu_instance", c_uint),
        ("compute_instance", c_uint),
    ]


def version(structure: type[Structure], number: int) -> int:
    """What a versioned structure carries in its first field."""
    return sizeof(structure) | number << 24
