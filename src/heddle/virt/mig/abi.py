"""How NVIDIA's management library lays out MIG: facts from its public nvml.h, API 13.

Read in go-nvml at 2f9e261 (gen/nvml/nvml.h); the instance's is the same in NVIDIA's NVML API
reference, those of profiles in the generated Julia bindings. Read from a real H200 (driver 580):
GPU profiles and placements. On a 64-bit machine. The calls, and the rights that they need:

    nvmlDeviceGetMigMode                            any user
    nvmlDeviceGetGpuInstanceProfileInfo, ...InfoV   any user
    nvmlGpuInstanceGetComputeInstanceProfileInfo    any user
    nvmlGpuInstanceGetInfo                          any user
    nvmlDeviceGetGpuInstancePossiblePlacements_v2   privileged, as are all below
    nvmlDeviceGetGpuInstances, ...InstanceById
    nvmlGpuInstanceGetComputeInstances
    nvmlDeviceCreateGpuInstanceWithPlacement, nvmlGpuInstanceDestroy
    nvmlGpuInstanceCreateComputeInstance, nvmlComputeInstanceDestroy

A GPU instance with compute instances in it cannot be destroyed; one with processes neither.
"""

from __future__ import annotations

from ctypes import Structure, c_char, c_uint, c_ulonglong, c_void_p

#: nvmlReturn_t
NO_PERMISSION, NOT_FOUND, IN_USE, INSUFFICIENT_RESOURCES = 4, 6, 19, 23
MEANINGS = {
    2: "an argument is invalid",
    3: "not supported, or the card is not in MIG mode",
    6: "it is not there any more",
    19: "it is in use",
    23: "there is no room for it, or the driver's resources are exhausted",
}
SHARED = 0  #: NVML_COMPUTE_INSTANCE_ENGINE_PROFILE_SHARED, the only one there is
#: Profiles are asked for by number, from 0 until the number is invalid; this ends it in any case.
MOST_PROFILES = 64
MOST_INSTANCES = 64  #: of one profile; cards have 7


class InstancePlacement(Structure):
    """nvmlGpuInstancePlacement_t, nvmlComputeInstancePlacement_t: slices"""

    _fields_ = [("start", c_uint), ("size", c_uint)]


class GpuProfile(Structure):
    """nvmlGpuInstanceProfileInfo_t"""

    _fields_ = [
        ("id", c_uint),
        ("peer_to_peer", c_uint),
        ("slices", c_uint),  #: of compute
        ("most", c_uint),
        ("multiprocessors", c_uint),
        ("copy_engines", c_uint),
        ("decoders", c_uint),
        ("encoders", c_uint),
        ("jpegs", c_uint),
        ("ofas", c_uint),
        ("memory_mib", c_ulonglong),
    ]


class GpuProfile2(Structure):
    """nvmlGpuInstanceProfileInfo_v2_t: the same with a name, as in "MIG 1g.5gb"."""

    _fields_ = [("version", c_uint), *GpuProfile._fields_, ("name", c_char * 96)]


class GpuInstance(Structure):
    """nvmlGpuInstanceInfo_t"""

    _fields_ = [
        ("device", c_void_p),
        ("id", c_uint),
        ("profile", c_uint),
        ("placement", InstancePlacement),
    ]


class ComputeProfile(Structure):
    """nvmlComputeInstanceProfileInfo_t"""

    _fields_ = [
        ("id", c_uint),
        ("slices", c_uint),
        ("most", c_uint),
        ("multiprocessors", c_uint),
        ("copy_engines", c_uint),
        ("decoders", c_uint),
        ("encoders", c_uint),
        ("jpegs", c_uint),
        ("ofas", c_uint),
    ]
