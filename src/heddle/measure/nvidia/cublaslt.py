"""Matrix products by cuBLASLt, NVIDIA's own library, opened where it is found.

Numbers and layouts: NVIDIA's cuBLAS documentation (cublasLt data types), library_types.h and
cublas_api.h of CUDA 11 to 13.
"""

from __future__ import annotations

import ctypes
import glob
import os
import sys
from collections.abc import Iterator
from ctypes import byref, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any

from heddle.measure.nvidia.driver import CudaDriver
from heddle.measure.ways.base import LeftOut

NAMES = ("libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11")
#: Without a place on the loader's path: a toolkit, or the packages that frameworks install.
PLACES = ("/usr/local/cuda*/lib64", "/usr/local/cuda*/targets/*/lib")
PACKAGES = ("nvidia/*/lib", "nvidia/lib")

#: cudaDataType
R_32F, R_64F, R_16F, R_8I, R_32I, R_16BF, R_8F_E4M3 = 0, 1, 2, 3, 10, 14, 28
#: cublasComputeType_t
COMPUTE_32F, COMPUTE_64F, COMPUTE_32I, COMPUTE_32F_FAST_TF32 = 68, 70, 72, 77
#: cublasLtMatmulDescAttributes_t, cublasLtMatmulPreferenceAttributes_t, cublasOperation_t
TRANSA, FAST_ACCUM, MAX_WORKSPACE_BYTES, OP_T = 3, 25, 1, 1
WORKSPACE = 64 << 20
#: How many of the library's proposals are tried.
PROPOSALS = 5


@dataclass(frozen=True, slots=True)
class Precision:
    """Types of the inputs, of the result and of the arithmetic."""

    name: str
    data: int
    result: int
    compute: int
    scale: int
    bytes: int  #: of an input element
    result_bytes: int
    sm: int = 50  #: the first GPU that has it
    unit: str = "TFLOPS"


PRECISIONS = (
    Precision("bf16", R_16BF, R_16BF, COMPUTE_32F, R_32F, 2, 2, 80),
    Precision("fp16", R_16F, R_16F, COMPUTE_32F, R_32F, 2, 2, 53),
    Precision("fp8", R_8F_E4M3, R_16BF, COMPUTE_32F, R_32F, 1, 2, 89),
    Precision("int8", R_8I, R_32I, COMPUTE_32I, R_32I, 1, 4, 61, "TOPS"),
    Precision("tf32", R_32F, R_32F, COMPUTE_32F_FAST_TF32, R_32F, 4, 4, 80),
    Precision("fp32", R_32F, R_32F, COMPUTE_32F, R_32F, 4, 4),
    Precision("fp64", R_64F, R_64F, COMPUTE_64F, R_64F, 8, 8),
)


class Proposal(ctypes.Structure):
    """cublasLtMatmulHeuristicResult_t"""

    _fields_ = (
        ("algorithm", c_uint64 * 8),
        ("workspace", c_size_t),
        ("status", c_int),
        ("waves", ctypes.c_float),
        ("reserved", c_int * 4),
    )


def candidates() -> Iterator[str]:
    """Where the library may be, the newest first."""
    homes = [
        os.environ[name] + "/lib64" for name in ("CUDA_HOME", "CUDA_PATH") if name in os.environ
    ]
    packages = [os.path.join(path or ".", inner) for path in sys.path for inner in PACKAGES]
    for name in NAMES:
        yield name
        for folder in (*homes, *PLACES, *packages):
            yield from sorted(glob.glob(os.path.join(folder, name)), reverse=True)


class CublasLt:
    """The library with a handle."""

    def __init__(self) -> None:
        """:raises LeftOut: if there is none that works with this driver"""
        reason = "cuBLASLt is not installed (the CUDA toolkit and PyTorch bring it)"
        for path in candidates():
            try:
                self.library = ctypes.CDLL(path)
            except OSError as error:
                if os.path.exists(path):
                    reason = f"{path} does not load ({error})"
                continue
            self.handle = c_void_p()
            if status := self.library.cublasLtCreate(byref(self.handle)):
                reason = f"{path}: cublasLtCreate gave {status}; it needs a newer driver"
                continue
            self.library.cublasLtGetVersion.restype = c_size_t
            number = self.library.cublasLtGetVersion()
            scale = 10_000 if number >= 100_000 else 1000  # 130002 is 13.0.2, 11605 is 11.6.5
            self.version = f"{number // scale}.{number % scale // 100}.{number % 100}"
            return
        raise LeftOut(reason)

    def call(self, name: str, *arguments: object) -> None:
        if status := getattr(self.library, name)(*arguments):
            raise LeftOut(f"cuBLASLt refused {name} ({status}); it has none for this GPU and type")


class Product:
    """D = transposed(A) x B of n x n matrices, the layout that every precision has."""

    def __init__(
        self, lt: CublasLt, precision: Precision, n: int, inputs: c_uint64, result: c_uint64,
        workspace: c_uint64,
    ) -> None:  # fmt: skip
        self._lt, self._made = lt, list[tuple[str, c_void_p]]()
        operation = self._make("MatmulDesc", c_int(precision.compute), c_int(precision.scale))
        self._set("MatmulDesc", operation, TRANSA, c_int32(OP_T))
        if precision.name == "fp8":
            self._set("MatmulDesc", operation, FAST_ACCUM, ctypes.c_int8(1))
        layouts = [
            self._make("MatrixLayout", c_int(kind), c_uint64(n), c_uint64(n), c_int64(n))
            for kind in (precision.data, precision.data, precision.result, precision.result)
        ]
        preference = self._make("MatmulPreference")
        self._set("MatmulPreference", preference, MAX_WORKSPACE_BYTES, c_uint64(WORKSPACE))
        proposals, count = (Proposal * PROPOSALS)(), c_int()
        lt.call(
            "cublasLtMatmulAlgoGetHeuristic", lt.handle, operation, *layouts, preference,
            PROPOSALS, proposals, byref(count),
        )  # fmt: skip
        number: Any = {R_64F: ctypes.c_double, R_32F: ctypes.c_float, R_32I: c_int32}[
            precision.scale
        ]
        self._numbers = number(1), number(0)
        a, b = inputs, c_uint64(inputs.value + n * n * precision.bytes)
        one, zero = byref(self._numbers[0]), byref(self._numbers[1])
        self._words = (
            *(lt.handle, operation, one, a, layouts[0], b, layouts[1]),
            *(zero, result, layouts[2], result, layouts[3]),
        )
        self._workspace = workspace
        self.proposals = [p for p in proposals[: count.value] if not p.status]
        self.best = self.proposals[0] if self.proposals else None

    def _make(self, what: str, *arguments: object) -> c_void_p:
        made = c_void_p()
        self._lt.call(f"cublasLt{what}Create", byref(made), *arguments)
        self._made.append((what, made))
        return made

    def _set(
        self, what: str, of: c_void_p, attribute: int, value: c_int32 | c_uint64 | ctypes.c_int8
    ) -> None:
        self._lt.call(
            f"cublasLt{what}SetAttribute",
            of,
            attribute,
            byref(value),
            c_size_t(ctypes.sizeof(value)),
        )

    def run(self, cuda: CudaDriver) -> None:
        """One product by the best proposal."""
        if not self.best:
            raise LeftOut("cuBLASLt has no such product for this GPU")
        self._lt.call(
            "cublasLtMatmul", *self._words, byref(self.best), self._workspace,
            c_size_t(WORKSPACE), cuda.stream,
        )  # fmt: skip

    def choose(self, cuda: CudaDriver) -> float:
        """Tries all proposals, keeps the fastest and gives its seconds.

        :raises LeftOut: if none works
        """
        times: list[tuple[float, int]] = []
        for index, proposal in enumerate(self.proposals):
            self.best = proposal
            try:
                self.run(cuda)
                times.append((cuda.seconds(lambda: self.run(cuda), 3), index))
            except LeftOut:
                continue
        if not times:
            raise LeftOut("cuBLASLt has no such product for this GPU")
        fastest, index = min(times)
        self.best = self.proposals[index]
        return fastest

    def close(self) -> None:
        for what, made in reversed(self._made):
            self._lt.call(f"cublasLt{what}Destroy", made)
