"""The software of the whole machine: system, runtimes, compilers, libraries, frameworks."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator

from heddle.inventory.host import Host
from heddle.model.hardware import Software

#: Places of libraries; a link libX.so.1 -> libX.so.1.2.3 tells the version. Folders are not listed:
#: a system's has thousands of files, and a recording would keep them all.
FOLDERS = (
    *("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"),
    *("/usr/local/lib", "/usr/local/cuda/lib64", "/usr/local/cuda/targets/x86_64-linux/lib"),
    *("/opt/rocm/lib", "/usr/local/Ascend/ascend-toolkit/latest/lib64"),
)
LIBRARIES = {
    "libOpenCL.so.1": ("opencl-loader", "runtime"),
    "libze_loader.so.1": ("level-zero", "runtime"),
    "libamdhip64.so.7": ("hip", "runtime"),
    "libamdhip64.so.6": ("hip", "runtime"),
    "libamdhip64.so.5": ("hip", "runtime"),
    "libcudnn.so.9": ("cudnn", "library"),
    "libcudnn.so.8": ("cudnn", "library"),
    "libnvinfer.so.10": ("tensorrt", "library"),
    "libnvinfer.so.8": ("tensorrt", "library"),
    "libnccl.so.2": ("nccl", "library"),
    "librccl.so.1": ("rccl", "library"),
    "libhccl.so": ("hccl", "library"),
    "libMIOpen.so.1": ("miopen", "library"),
    "libibverbs.so.1": ("rdma-core", "library"),
    "libedgetpu.so.1": ("edgetpu", "runtime"),
}
#: Versions of Python that there are, or will be soon.
PYTHONS = tuple(f"3.{minor}" for minor in range(8, 20))
PROGRAMS = {
    "docker": "runtime",
    "containerd": "runtime",
    "podman": "runtime",
    "crio": "runtime",
    "apptainer": "runtime",
    "nvidia-ctk": "runtime",
    "clang": "compiler",
}
#: Python packages through which work comes to accelerators.
PACKAGES = {
    **dict.fromkeys(("torch", "torch-npu", "torch-xla", "jax", "jaxlib"), "framework"),
    **dict.fromkeys(("tensorflow", "mindspore", "paddlepaddle", "paddlepaddle-gpu"), "framework"),
    **dict.fromkeys(("vllm", "vllm-ascend", "sglang", "deepspeed", "ray"), "framework"),
    **dict.fromkeys(("onnxruntime", "onnxruntime-gpu", "openvino", "tensorrt"), "framework"),
    **dict.fromkeys(("intel-extension-for-pytorch", "cupy", "pyopencl"), "framework"),
    **dict.fromkeys(("cupy-cuda11x", "cupy-cuda12x", "cupy-cuda13x"), "framework"),
    **dict.fromkeys(("triton", "triton-ascend", "numba", "cuda-tile"), "compiler"),
    **dict.fromkeys(("numpy", "transformer-engine", "flash-attn"), "library"),
}


def stack(host: Host) -> tuple[Software, ...]:
    """What is installed, each thing and version once, in the order of roles above."""
    found = (*_system(host), *_toolkits(host), *_libraries(host), *_programs(host))
    return tuple(dict.fromkeys((*found, *_opencl(host), *_packages(host))))


def _system(host: Host) -> Iterator[Software]:
    if kernel := host.text("/proc/sys/kernel/osrelease"):
        yield Software("linux", kernel, "system")
    pairs = (line.partition("=") for line in (host.text("/etc/os-release") or "").splitlines())
    release = {key: value.strip("\"'") for key, _, value in pairs}
    if "ID" in release:
        yield Software(release["ID"], release.get("VERSION_ID"), "system")


def _toolkits(host: Host) -> Iterator[Software]:
    """Each vendor says its toolkit's version in a file of its own form."""
    for name in (n for n in host.names("/usr/local") if re.fullmatch(r"cuda(-[\d.]+)?", n)):
        for part, role in (("cuda", "runtime"), ("cuda_nvcc", "compiler")):
            entry = _json(host, f"/usr/local/{name}/version.json").get(part)
            if isinstance(entry, dict) and entry.get("version"):
                yield Software(part.removeprefix("cuda_"), str(entry["version"]), role)
    for name in (n for n in host.names("/opt") if re.fullmatch(r"rocm(-[\d.]+)?", n)):
        if version := host.text(f"/opt/{name}/.info/version"):
            yield Software("rocm", version, "runtime")
    for part in ("compiler", "mkl", "dnnl", "ccl", "vtune"):
        if latest := host.resolve(f"/opt/intel/oneapi/{part}/latest"):
            role = "compiler" if part == "compiler" else "library"
            yield Software(f"oneapi-{part}", posixpath.basename(latest), role)
    for path in ("ascend-toolkit/latest/version.cfg", "cann/version.cfg", "version.info"):
        text = host.text(f"/usr/local/Ascend/{path}") or ""
        if found := re.search(r"\d+(\.\w+)+", text):
            yield Software("cann", found[0], "runtime")
            break
    if built := _json(host, "/opt/xilinx/xrt/version.json").get("BUILD_VERSION"):
        yield Software("xrt", str(built), "runtime")
    for triple in host.names("/usr/lib/gcc"):
        for version in host.names(f"/usr/lib/gcc/{triple}"):
            if host.resolve(f"/usr/lib/gcc/{triple}/{version}/cc1"):
                yield Software("gcc", version, "compiler")


def _libraries(host: Host) -> Iterator[Software]:
    for file, (name, role) in LIBRARIES.items():
        for folder in FOLDERS:
            if real := host.resolve(f"{folder}/{file}"):
                version = posixpath.basename(real).rpartition(".so.")[2]
                yield Software(name, version if "." in version else None, role)
                break


def _programs(host: Host) -> Iterator[Software]:
    """Only that they are there: asking for a version would mean to run them."""
    for name, role in PROGRAMS.items():
        if any(host.resolve(f"{folder}/{name}") for folder in ("/usr/bin", "/usr/local/bin")):
            yield Software(name, None, role)
    for version in PYTHONS:
        if any(host.resolve(f"{at}/bin/python{version}") for at in ("/usr", "/usr/local")):
            yield Software("python", version, "runtime")


def _opencl(host: Host) -> Iterator[Software]:
    from heddle.inventory.sources.opencl import devices

    for device in host.management("opencl", devices) or ():
        yield Software(device["platform"], device["driver"], "runtime")


def _packages(host: Host) -> Iterator[Software]:
    for name, version in (host.management("packages", _installed) or {}).items():
        yield Software(name, version, PACKAGES.get(name, "library"))


def _installed() -> dict[str, str]:
    """Of the Python that runs Heddle; other environments of the machine are not looked into."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _json(host: Host, path: str) -> dict[str, object]:
    try:
        value = json.loads(host.text(path) or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
