"""Our own kernels for NVIDIA GPUs, as PTX: text that every driver compiles for its GPU.

Registers only: a thread repeats one instruction on several independent accumulators, so what is
measured is the arithmetic, not the memory. The operands are random bits of a modest size, as
constant ones would need less power than real work and so raise the clocks.

Which instruction needs which PTX version and GPU: NVIDIA's PTX ISA, 9.7 (mma, dp4a, fma).
"""

from __future__ import annotations

from dataclasses import dataclass

#: Threads of a block, and of a warp, which does an mma together.
BLOCK, WARP = 256, 32
#: Of one turn of the loop: how often each accumulator is used.
UNROLLED = 4
#: The least that is asked of a driver (CUDA 10), and the target it goes with.
VERSION, TARGET = (6, 3), 75
#: Bytes that a block of a memory kernel moves: each thread four times 16 bytes.
BLOCK_BYTES = BLOCK * 4 * 16


@dataclass(frozen=True, slots=True)
class Operand:
    """Registers of 32 bits (64 where `wide`), each `base` with random bits where `mask` has them;
    of a wide one that is the upper half."""

    count: int
    mask: int
    base: int
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Kernel:
    """One instruction whose rate is measured."""

    precision: str
    instruction: str  #: {d} accumulator, {a} and {b} operands
    operations: int  #: of one thread's part of the instruction
    sm: int  #: the first GPU that has it
    version: tuple[int, int]  #: of PTX
    d: int  #: registers of an accumulator
    a: Operand
    b: Operand
    tiles: int = 8  #: independent accumulators
    wide: bool = False  #: accumulators of 64 bits
    until: int = 1000  #: the last GPU that has it in hardware
    unit: str = "TFLOPS"


#: Around 1/8 with a random sign, so that a sum of millions stays finite.
HALF, BF16, TF32 = (0x83FF83FF, 0x30003000), (0x807F807F, 0x3E003E00), (0x807FE000, 0x3E000000)
E4M3, DOUBLE, SINGLE = (0x87878787, 0x20202020), (0x800FFFFF, 0x3FC00000), (0x807FFFFF, 0x3E000000)
INTEGER = (0xFFFFFFFF, 0)
#: x = -1 * x + b never comes to rest and never grows.
MINUS_ONE, MINUS_ONE_HALF, MINUS_ONE_DOUBLE = (0, 0xBF800000), (0, 0xBC00BC00), (0, 0xBFF00000)


def _mma(shape: str, kinds: str) -> str:
    operands = ", ".join("{{" + name + "}}" for name in ("{d}", "{a}", "{b}", "{d}"))
    return f"mma.sync.aligned.{shape}.row.col.{kinds} {operands};"


def _operations(m: int, n: int, k: int) -> int:
    return 2 * m * n * k // WARP


#: Of one precision the first that the GPU has is taken.
KERNELS = (
    Kernel("fp64", "fma.rn.f64 {d}, {d}, {a}, {b};", 2, 50, VERSION, 1,
           Operand(1, *MINUS_ONE_DOUBLE, wide=True), Operand(1, *DOUBLE, wide=True), wide=True),
    Kernel("fp64_tensor", _mma("m16n8k4", "f64.f64.f64.f64"), _operations(16, 8, 4), 90, (7, 8), 4,
           Operand(2, *DOUBLE, wide=True), Operand(1, *DOUBLE, wide=True), wide=True),
    Kernel("fp64_tensor", _mma("m8n8k4", "f64.f64.f64.f64"), _operations(8, 8, 4), 80, (7, 0), 2,
           Operand(1, *DOUBLE, wide=True), Operand(1, *DOUBLE, wide=True), wide=True),
    Kernel("fp32", "fma.rn.f32 {d}, {d}, {a}, {b};", 2, 50, VERSION, 1,
           Operand(1, *MINUS_ONE), Operand(1, *SINGLE), tiles=16),
    Kernel("tf32", _mma("m16n8k8", "f32.tf32.tf32.f32"), _operations(16, 8, 8), 80, (7, 0), 4,
           Operand(4, *TF32), Operand(2, *TF32)),
    Kernel("bf16", _mma("m16n8k16", "f32.bf16.bf16.f32"), _operations(16, 8, 16), 80, (7, 0), 4,
           Operand(4, *BF16), Operand(2, *BF16)),
    Kernel("fp16", _mma("m16n8k16", "f32.f16.f16.f32"), _operations(16, 8, 16), 80, (7, 0), 4,
           Operand(4, *HALF), Operand(2, *HALF)),
    Kernel("fp16", _mma("m16n8k8", "f32.f16.f16.f32"), _operations(16, 8, 8), 75, (6, 5), 4,
           Operand(2, *HALF), Operand(1, *HALF)),
    Kernel("fp16_vector", "fma.rn.f16x2 {d}, {d}, {a}, {b};", 4, 53, VERSION, 1,
           Operand(1, *MINUS_ONE_HALF), Operand(1, *HALF), tiles=16),
    # Hopper and the large Blackwell have FP8 only behind wgmma and tcgen05: what their compiler
    # makes of this is a conversion to FP16, taken out of the loop.
    *(Kernel("fp8", _mma("m16n8k32", "f32.e4m3.e4m3.f32"), _operations(16, 8, 32), sm, (8, 4), 4,
             Operand(4, *E4M3), Operand(2, *E4M3), until=until)
      for sm, until in ((89, 89), (120, 129))),
    Kernel("int8", _mma("m16n8k32", "s32.s8.s8.s32"), _operations(16, 8, 32), 80, (7, 0), 4,
           Operand(4, *INTEGER), Operand(2, *INTEGER), unit="TOPS"),
    Kernel("int8", _mma("m8n8k16", "s32.s8.s8.s32"), _operations(8, 8, 16), 75, (6, 5), 2,
           Operand(1, *INTEGER), Operand(1, *INTEGER), unit="TOPS"),
    Kernel("int8_vector", "dp4a.s32.s32 {d}, {a}, {b}, {d};", 8, 61, VERSION, 1,
           Operand(1, *INTEGER), Operand(1, *INTEGER), tiles=16, unit="TOPS"),
    Kernel("int4", _mma("m16n8k64", "s32.s4.s4.s32"), _operations(16, 8, 64), 80, (7, 0), 4,
           Operand(4, *INTEGER), Operand(2, *INTEGER), until=89, unit="TOPS"),
    Kernel("int4", _mma("m8n8k32", "s32.s4.s4.s32"), _operations(8, 8, 32), 75, (6, 5), 2,
           Operand(1, *INTEGER), Operand(1, *INTEGER), until=79, unit="TOPS"),
)  # fmt: skip
PRECISIONS = tuple(dict.fromkeys(kernel.precision for kernel in KERNELS))


def kernel_for(precision: str, sm: int) -> Kernel | None:
    """The kernel for this GPU; None if it has no such arithmetic."""
    fit = (k for k in KERNELS if k.precision == precision and k.sm <= sm <= k.until)
    return next(fit, None)


def _head(version: tuple[int, int], sm: int) -> str:
    """Newest drivers no longer take text for the oldest targets, so those are asked for only on
    the oldest GPUs."""
    return f".version {version[0]}.{version[1]}\n.target sm_{sm}\n.address_size 64\n"


def _operand(name: str, operand: Operand) -> list[str]:
    lines = []
    for i in range(operand.count):
        lines += [
            "mad.lo.u32 %hash, %hash, 1664525, 1013904223;",
            f"and.b32 %bits, %hash, {operand.mask};",
            f"or.b32 %bits, %bits, {operand.base};",
        ]
        if operand.wide:
            lower = "%hash" if operand.mask else "%zero"
            lines.append(f"mov.b64 %{name}{i}, {{{lower}, %bits}};")
        else:
            lines.append(f"mov.b32 %{name}{i}, %bits;")
    return lines


def compute(kernel: Kernel, sm: int) -> str:
    """Entry `compute(out, turns)`: each thread does turns * UNROLLED * tiles instructions."""
    names = [[f"%d{t * kernel.d + i}" for i in range(kernel.d)] for t in range(kernel.tiles)]
    a = ", ".join(f"%a{i}" for i in range(kernel.a.count))
    b = ", ".join(f"%b{i}" for i in range(kernel.b.count))
    turn = [kernel.instruction.format(d=", ".join(d), a=a, b=b) for d in names] * UNROLLED
    width = 64 if kernel.wide else 32
    flat = [name for tile in names for name in tile]
    lines = [
        ".reg .pred %more;",
        ".reg .b32 %hash, %bits, %zero, %left, %block;",
        ".reg .b64 %out;",
        f".reg .b{64 if kernel.a.wide else 32} %a<{kernel.a.count}>;",
        f".reg .b{64 if kernel.b.wide else 32} %b<{kernel.b.count}>;",
        f".reg .b{width} %d<{len(flat)}>, %sum;",
        "ld.param.u64 %out, [out];",
        "ld.param.u32 %left, [turns];",
        "mov.b32 %zero, 0;",
        "mov.u32 %hash, %tid.x;",
        "mov.u32 %block, %ctaid.x;",
        f"mad.lo.u32 %hash, %block, {BLOCK}, %hash;",
        *_operand("a", kernel.a),
        *_operand("b", kernel.b),
        # Each begins with a bit of its own, or the compiler would see that they are all the same.
        *(f"mov.b{width} {name}, {i + 1};" for i, name in enumerate(flat)),
        "again:",
        *turn,
        "sub.u32 %left, %left, 1;",
        "setp.ne.u32 %more, %left, 0;",
        "@%more bra again;",
        # The result must matter, or the compiler drops the loop; it is never written.
        f"mov.b{width} %sum, {flat[0]};",
        *(f"xor.b{width} %sum, %sum, {name};" for name in flat[1:]),
        f"setp.eq.b{width} %more, %sum, 0x5eed5eed;",
        f"@%more st.global.b{width} [%out], %sum;",
        "ret;",
    ]
    target = max(min(kernel.sm, 90), min(sm, TARGET))  # text for 90 is taken by all later ones
    version = max(kernel.version, VERSION)
    return _entry(_head(version, target), "compute", ".param .u64 out, .param .u32 turns", lines)


def _entry(head: str, name: str, parameters: str, lines: list[str]) -> str:
    body = "\n".join(line if line.endswith(":") else f"  {line}" for line in lines)
    return f"{head}.visible .entry {name}({parameters})\n{{\n{body}\n}}\n"


def memory(sm: int) -> str:
    """Entries `copy(to, from)` and `read(to, from)`, a block for each BLOCK_BYTES; and `empty`."""
    begin = [
        ".reg .b32 %thread, %block, %r<16>;",
        ".reg .b64 %to, %from, %at;",
        ".reg .pred %rare;",
        "ld.param.u64 %to, [to];",
        "ld.param.u64 %from, [from];",
        "mov.u32 %thread, %tid.x;",
        "mov.u32 %block, %ctaid.x;",
        f"mul.wide.u32 %at, %block, {BLOCK_BYTES};",
        "add.u64 %from, %from, %at;",
        "add.u64 %to, %to, %at;",
        "mul.wide.u32 %at, %thread, 16;",
        "add.u64 %from, %from, %at;",
        "add.u64 %to, %to, %at;",
    ]
    fours = [", ".join(f"%r{4 * i + j}" for j in range(4)) for i in range(4)]
    offsets = [i * BLOCK * 16 for i in range(4)]
    moves = list(zip(fours, offsets, strict=True))
    begin += [f"ld.global.v4.u32 {{{four}}}, [%from+{at}];" for four, at in moves]
    copy = [f"st.global.v4.u32 [%to+{at}], {{{four}}};" for four, at in moves]
    read = [f"xor.b32 %r0, %r0, %r{i};" for i in range(1, 16)]
    read += ["setp.eq.u32 %rare, %r0, 0x5eed5eed;", "@%rare st.global.u32 [%to], %r0;"]
    parameters = ".param .u64 to, .param .u64 from"
    text = _entry(
        _head(VERSION, min(max(sm, 50), TARGET)), "copy", parameters, [*begin, *copy, "ret;"]
    )
    text += _entry("", "read", parameters, [*begin, *read, "ret;"])
    return text + _entry("", "empty", "", ["ret;"])
