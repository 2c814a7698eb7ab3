"""What tools/cuda-samples reads from CMake's files, which output counts, and what it reports."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from heddle.errors import UsageError
from tests.gpu.samples import report
from tests.gpu.samples.build import commands, first_error
from tests.gpu.samples.cmake import Module, describe, samples
from tests.gpu.samples.running import Outcome, Seen
from tests.gpu.samples.toolkit import Toolkit
from tests.gpu.samples.trim import trim
from tests.gpu.samples.verdict import differences, plain, verdicts

PLAIN = """
project(adder LANGUAGES C CXX CUDA)
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -maxrregcount=64") # fewer registers
# add_executable(old old.cu)
add_executable(adder adder.cu adder_gold.cpp)
target_compile_options(adder PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda>)
set_target_properties(adder PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_link_libraries(adder PUBLIC
    CUDA::cublas
    CUDA::cudart
    CUDA::cuda_driver
    ${NVJITLINK_LIB}
    OpenMP::OpenMP_CXX
)
set(CUDA_FATBIN_FILE "${CMAKE_CURRENT_BINARY_DIR}/adder64.fatbin")
set(CUDA_KERNEL_SOURCE "${CMAKE_CURRENT_SOURCE_DIR}/adder_kernel.cu")
add_custom_command(TARGET adder POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy_if_different
    ${CMAKE_CURRENT_SOURCE_DIR}/../../../Common/data/pot.raw ${CUDA_INCLUDE_DIR}/groups.h
    ${CMAKE_CURRENT_BINARY_DIR})
"""
WINDOW = "find_package(OpenGL)\nadd_executable(window window.cu)\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small repository of the samples' form."""
    texts = {
        "Samples/CMakeLists.txt": "add_subdirectory(0_First)",
        "Samples/0_First/adder/CMakeLists.txt": PLAIN,
        "Samples/0_First/adder/adder.cu": "",
        "Samples/0_First/adder/doc/adder.pdf": "",
        "Samples/0_First/adder/inc/adder.h": "",
        "Samples/5_Graphics/window/CMakeLists.txt": WINDOW,
        "Common/helper.h": "",
        "Common/data/pot.raw": "",
        "Common/data/large.raw": "",
        "test_args.json": json.dumps({"adder": {"runs": [{"args": ["-n=3"]}, {"args": ["-n=4"]}]}}),
    }
    for name, text in texts.items():
        file = tmp_path / "clone" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "clone"


# -- what CMake's files say -------------------------------------------------------------------


def test_a_sample_is_described(clone: Path) -> None:
    """Sources, libraries for -l, modules, headers, data and arguments."""
    adder, window = samples(clone)
    assert adder.sources == ("adder.cu", "adder_gold.cpp")
    assert adder.libraries == ("cublas", "cuda", "nvJitLink")
    assert set(adder.options) == {
        "--extended-lambda",
        "-rdc=true",
        "-maxrregcount=64",
        "-Xcompiler=-fopenmp",
    }
    assert adder.modules == (Module("adder_kernel.cu", "adder64.fatbin"),)
    assert (adder.headers, adder.data) == (("groups.h",), ("pot.raw",))
    assert (adder.arguments, adder.skip, adder.category) == (("-n=3",), "", "0_First")
    assert window.skip == "needs OpenGL"


def test_names_are_not_taken_for_platforms(tmp_path: Path) -> None:
    """FDTD3d is no Direct3D sample, and conjugateGradient none of a Tegra."""
    for name in ("FDTD3d", "conjugateGradient"):
        (tmp_path / "CMakeLists.txt").write_text(f"add_executable({name} main.cu)")
        sample = describe(tmp_path, {})
        assert sample is not None
        assert not sample.skip


def test_trimming_keeps_what_is_needed(clone: Path, tmp_path: Path) -> None:
    """No documents, no data that nobody reads, no samples that cannot be built."""
    taken, left = trim(clone, tmp_path / "small")
    assert [s.name for s in taken] == ["adder"]
    assert [s.name for s in left] == ["window"]
    files = {p.name for p in (tmp_path / "small").rglob("*") if p.is_file()}
    assert files == {
        "CMakeLists.txt", "adder.cu", "adder.h", "helper.h", "pot.raw", "test_args.json"
    }  # fmt: skip
    again, _ = trim(tmp_path / "small", tmp_path / "smaller")
    assert [s.libraries for s in again] == [s.libraries for s in taken]


def test_trimming_removes_nobodys_files(clone: Path, tmp_path: Path) -> None:
    """A folder with something else in it is refused."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter").touch()
    with pytest.raises(UsageError):
        trim(clone, tmp_path / "home")
    assert (tmp_path / "home" / "letter").exists()


def test_commands_compile_modules_first(clone: Path, tmp_path: Path) -> None:
    """A library's folder is its place at run time; a stub's is not."""
    (tmp_path / "lib" / "stubs").mkdir(parents=True)
    for name in ("libcublas.so.13", "stubs/libcuda.so"):
        (tmp_path / "lib" / name).touch()
    kit = Toolkit(Path("nvcc"), (tmp_path / "lib", tmp_path / "lib" / "stubs"), ())
    module, program = commands(samples(clone)[0], kit, clone, tmp_path / "out", "sm_90")
    assert "-fatbin" in module
    assert program[0] == "nvcc"
    assert {"-l:libcublas.so.13", "-lcuda"} <= set(program)
    assert f"-rpath={tmp_path}/lib" in program
    assert f"-rpath={tmp_path}/lib/stubs" not in program
    assert "-lnvJitLink" in program  # not found here: nvcc will say so


def test_the_first_error_is_short() -> None:
    """What a list of failures can show."""
    text = "\n/long/way/to/a.cu(3): warning: w\n/long/way/to/a.cu(12): error: no such member\n"
    assert first_error(text) == "a.cu(12): error: no such member"
    assert first_error("") == "failed without a word"


# -- which output counts ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Test passed in 1.25 ms", "Test passed in 3 ms"),
        ("Result OK, 812.3 GB/s", "Result OK, 7.1 GB/s"),
        ("Performance= 2847.71 GFlop/s, PASS", "Performance= 1 GFlop/s, PASS"),
        ("Time= 0.046 msec, PASS", "Time= 9 msec, PASS"),
        ("GPU time: 12.5 passed", "GPU time: 0.25 passed"),
        ("done at 12:31:07 on 2025-01-02", "done at 9:00:00 on 2026-11-30"),
        ("ok: pointer 0x7f00deadbeef", "ok: pointer 0x7ffc00000010"),
        ("Throughput = 18.4 MElements/s, PASS", "Throughput = 9e3 MElements/s, PASS"),
    ],
)  # fmt: skip
def test_measurements_do_not_count(one: str, other: str) -> None:
    """Times, rates, dates and addresses."""
    assert verdicts(one) == verdicts(other) != Counter()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Test PASSED", "Test FAILED"),
        ("Result = PASS", "Result = FAIL"),
        ("errors: 0", "errors: 5"),
        ("L1 norm: 1.07e-08", "L1 norm: 0.5"),
        ("Test passed", "Test passed\nTest passed"),
        ("all results correct", ""),
    ],
)
def test_verdicts_count(one: str, other: str) -> None:
    """Words, numbers of errors, and how often a line is there."""
    assert verdicts(one) != verdicts(other)


def test_other_lines_do_not_count() -> None:
    """Neither the order of lines, nor chatter, nor what Heddle says."""
    native = "GPU 0\nthread 1 passed\nthread 2 passed"
    assert verdicts(native) == verdicts("thread 2 passed\nheddle: failed to x\nthread 1 passed")


@given(some.floats(0, 1e12), some.floats(0, 1e12), some.sampled_from(["ms", "GB/s", "sec", "%"]))
def test_no_measured_value_counts(one: float, other: float, unit: str) -> None:
    """However it is written, with an exponent or without."""
    assert plain(f"passed, {one!r} {unit}") == plain(f"passed, {other:.3f} {unit}")


def test_differences_are_named() -> None:
    """What is missing and what is new."""
    found = differences(Counter(["a PASS", "b PASS"]), Counter(["a PASS", "b FAIL"]))
    assert found == ["- b PASS", "+ b FAIL"]


# -- the report ---------------------------------------------------------------------------------


def outcome(code: int | None, output: str, streams: int = 0, level: int = 1) -> Outcome:
    seen = Seen(joined=True, streams=streams, holds=1, holds_at_work=streams, level=level)
    return Outcome(code, 1.0, output, "0", seen)


def entry(name: str, native: list[Outcome], **levels: Outcome) -> dict[str, Any]:
    return report.row(name, "0_First", native, {k[-1]: v for k, v in levels.items()})


GOOD = outcome(0, "Test PASSED in 3 ms", 1)


def test_same_and_different_rows() -> None:
    """Exit codes and verdicts both count; a run that does not end is different."""
    row = entry("x", [GOOD, GOOD], l1=GOOD, l2=outcome(0, "Test FAILED", 1), l3=outcome(-11, "", 1))
    assert [row["levels"][level]["same"] for level in "123"] == [True, False, False]
    assert row["levels"]["3"]["differences"][0].startswith("exit -11 instead of 0")
    assert not entry("x", [GOOD, GOOD], l1=outcome(None, ""))["levels"]["1"]["same"]


def test_what_is_unsteady_natively_is_compared_by_less() -> None:
    """By the exit code where verdicts vary, by nothing where that does, too."""
    chance = outcome(0, "Test FAILED")
    row = entry("x", [GOOD, chance], l1=outcome(0, "whatever", 1), l2=outcome(1, "", 1))
    assert row["compared"] == "exit"
    assert [row["levels"][level]["same"] for level in "12"] == [True, False]
    assert entry("x", [GOOD, outcome(1, "")], l1=GOOD)["compared"] == "nothing"


def bars(rows: list[dict[str, Any]], least: int = 1) -> dict[str, bool]:
    return {bar.name: bar.holds for bar in report.bars(rows, ["1", "2"], least)}


def test_bars() -> None:
    """All held; then a difference, a missing run, and one seen at one level only."""
    good = entry("x", [GOOD, GOOD], l1=GOOD, l2=outcome(0, GOOD.output, 1, level=2))
    assert all(bars([good]).values())
    assert not bars([good], least=2)["samples that ran"]
    bad = entry("y", [GOOD, GOOD], l1=outcome(1, "", 1))
    missed = [name for name, holds in bars([good, bad]).items() if not holds]
    assert missed == [
        "samples that differ, level 1",
        "samples not run, level 2",
        "samples scheduled at another level only, level 2",
    ]


def test_sameness_without_scheduling_is_no_success() -> None:
    """Where Heddle saw no stream, or scheduled at another level than it was told to."""
    idle = outcome(0, "Test PASSED in 3 ms", level=0)
    held = bars([entry("x", [GOOD, GOOD], l1=idle, l2=GOOD)])
    assert not held["samples scheduled at level 1"]
    assert not held["samples scheduled at level 2"]


def test_markdown_names_only_the_exceptions() -> None:
    """A row for each category and one for all."""
    rows = [
        entry("x", [GOOD, GOOD], l1=GOOD),
        entry("y", [GOOD, GOOD], l1=outcome(1, "", 1)),
        entry("z", [outcome(2, ""), outcome(2, "")], l1=outcome(2, "")),
        report.unbuilt_row("w", "0_First", "no header"),
    ]
    text = report.markdown(report.make_report(rows, ["1"], 1, {}).as_dict())
    head, _, first, all_of_them = text.splitlines()
    assert head == "| Samples | built | scheduled | same, level 1 | apart from |"
    said = "not built: `w`; different: `y`; waived (one GPU): `z`"
    assert first == f"| First | 3 of 4 | 2 | 2 of 3 | {said} |"
    assert all_of_them == "| all | 3 of 4 | 2 | 2 of 3 |  |"


def test_a_page_takes_the_newest_table() -> None:
    """Twice is as once, and the rest of the page stays."""
    page = f"# CUDA\n\n{report.BEGIN}\n{report.END}\n\nMore.\n"
    once = report.insert(page, "| a |\n")
    assert once == f"# CUDA\n\n{report.BEGIN}\n\n| a |\n\n{report.END}\n\nMore.\n"
    assert report.insert(once, "| a |\n") == once
