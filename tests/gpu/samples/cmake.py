"""What a sample's CMakeLists.txt says that compiling it with nvcc alone needs."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Packages of CMake without which a sample is not for a bare machine: windows, MPI, other devices.
ELSEWHERE = re.compile(
    r"find_package\(\s*(OpenGL|GLUT|EGL|GLES\w*|MPI|Vulkan|X11|FreeImage|NVSCI\w*)", re.IGNORECASE
)
WINDOWS_ONLY = re.compile(r"D3D1[0-2]")
#: Whole folders: other systems on a chip, and the compiler's own library, which has its own rules.
OTHER_FOLDERS = ("7_libNVVM", "8_Platform_Specific")
LIBRARIES = {"cuda_driver": "cuda", "NVJITLINK_LIB": "nvJitLink"}


@dataclass(frozen=True)
class Module:
    """Device code in a file of its own, which the sample loads."""

    source: str
    file: str


@dataclass(frozen=True)
class Sample:
    name: str
    category: str
    folder: Path
    sources: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    modules: tuple[Module, ...] = ()
    headers: tuple[str, ...] = ()  #: of the toolkit, which nvrtc reads beside the program
    data: tuple[str, ...] = ()  #: of Common/data
    arguments: tuple[str, ...] = ()
    skip: str = ""  #: why it cannot be built or run on a machine with a GPU and nothing else


def without_comments(text: str) -> str:
    return re.sub(r"#[^\n\"]*$", "", text, flags=re.MULTILINE)


def call(text: str, function: str) -> list[str]:
    """The words of every call of a CMake function; they do not nest."""
    return [w for m in re.finditer(rf"{function}\s*\(([^)]*)\)", text) for w in m[1].split()]


def libraries(text: str) -> tuple[str, ...]:
    """For -l, in the order of the file; the runtime comes with nvcc."""
    words = call(text, "target_link_libraries")
    found = [m[1] for w in words if (m := re.fullmatch(r"(?:CUDA::|\$\{)?(\w+?)\}?", w))]
    known = {f"CUDA::{name}" for name in found}
    named = [w for w in found if f"CUDA::{w}" in known & set(words) or w in ("culibos", "dl")]
    named += [w for w in found if w in LIBRARIES and w not in named]
    plain = [LIBRARIES.get(name, name) for name in named if name not in ("cudart", "cudart_static")]
    if "cusolver" in plain:  # the samples call cuSPARSE, and leave it to cuSOLVER to bring it
        plain.append("cusparse")
    return tuple(dict.fromkeys(plain))


def options(text: str) -> tuple[str, ...]:
    found = ["--extended-lambda"] if "--extended-lambda" in text else []
    found += ["-rdc=true"] if re.search(r"CUDA_SEPARABLE_COMPILATION\s+ON", text) else []
    found += re.findall(r"-maxrregcount=\d+", text)[:1]
    found += ["-Xcompiler=-fopenmp"] if "OpenMP::" in text else []
    return tuple(found)


def modules(text: str) -> tuple[Module, ...]:
    files = re.findall(r"set\(CUDA_(?:FATBIN|PTX)_FILE\s+\"\$\{\w+\}/([^\"]+)\"", text)
    sources = re.findall(r"set\(CUDA_KERNEL_SOURCE\s+\"\$\{\w+\}/([^\"]+)\"", text)
    return tuple(Module(*pair) for pair in zip(sources, files, strict=True))


def reason_to_skip(text: str, name: str, folder: Path) -> str:
    if folder.parts and any(part in OTHER_FOLDERS for part in folder.parts):
        return "another platform"
    if WINDOWS_ONLY.search(name):
        return "Windows"
    if found := ELSEWHERE.search(text):
        return f"needs {found[1]}"
    return ""


def describe(folder: Path, arguments: dict[str, Any]) -> Sample | None:
    """The sample in this folder; None: no sample."""
    text = without_comments((folder / "CMakeLists.txt").read_text(errors="replace"))
    words = call(text, "add_executable")
    if not words:
        return None
    name, category = words[0], folder.parent.name
    skip = reason_to_skip(text, name, folder)
    given = arguments.get(name, {})
    if given.get("skip"):
        skip = skip or "NVIDIA skips it"
    given = given.get("runs", [given])[0]  # the first of several ways to run it
    return Sample(
        name,
        category,
        folder,
        tuple(w for w in words[1:] if Path(w).suffix in (".cu", ".cpp", ".c")),
        libraries(text),
        options(text),
        () if skip else modules(text),
        tuple(re.findall(r"\$\{CUDA_INCLUDE_DIR\}/([\w./]+)", text)),
        tuple(re.findall(r"Common/data/([\w.]+)", text)),
        tuple(given.get("args", ())),
        skip,
    )


def samples(root: Path) -> list[Sample]:
    """All samples of a copy of NVIDIA's repository, or of what `trim` left of one."""
    file = root / "test_args.json"
    arguments = json.loads(file.read_text()) if file.exists() else {}
    folders = sorted(path.parent for path in (root / "Samples").rglob("CMakeLists.txt"))
    found = [describe(folder, arguments) for folder in folders]
    return [sample for sample in found if sample is not None]
