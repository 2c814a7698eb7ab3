"""What C and Python share: the structures, the constants and the functions of our own headers."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from heddle import native
from heddle._gen import abi, soft_abi, soft_api
from heddle.errors import HeddleError

ROOT = Path(__file__).resolve().parents[2]
HEADERS = {abi: "native/include/heddle.h", soft_abi: "native/soft/softxpu.h"}


@pytest.mark.parametrize("status", abi.Status)
def test_every_status_has_an_error_with_a_text(
    status: abi.Status, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python raises something for each code that C knows, and says what it is."""
    monkeypatch.setenv("HEDDLE_TABLE", str(tmp_path / "table"))
    text = native.library().heddle_status_text(status).decode()
    assert text != native.library().heddle_status_text(len(abi.Status)).decode()
    if status == abi.Status.OK:
        native.check(status)
        return
    with pytest.raises(HeddleError, match=r"\w+ \w+"):
        native.check(status)


@pytest.mark.parametrize("module", HEADERS, ids=lambda module: module.__name__)
def test_structures_lie_as_the_compiler_lays_them(module: ModuleType, tmp_path: Path) -> None:
    """Size of each, and offset and size of each field."""
    expressions, expected = [], []
    for made in vars(module).values():
        if getattr(made, "__module__", "") != module.__name__ or not hasattr(made, "_fields_"):
            continue
        expressions.append(f"sizeof({made.__doc__})")
        expected.append(ctypes.sizeof(made))
        for name, *_ in made._fields_:
            place = getattr(made, name)
            expressions += [
                f"offsetof({made.__doc__}, {name})",
                f"sizeof((({made.__doc__} *)0)->{name})",
            ]
            expected += [place.offset, place.size]
    assert len(expected) > 20
    source = tmp_path / "layout.c"
    rows = "".join(f'  printf("%zu\\n", {text});\n' for text in expressions)
    source.write_text(
        f'#include <stdio.h>\n#include "{ROOT / HEADERS[module]}"\nint main(void) {{\n{rows}}}\n'
    )
    command = ["c++", "-x", "c", "-fmax-errors=5", str(source), "-o", str(tmp_path / "layout")]
    subprocess.run(command, check=True, timeout=60)
    done = subprocess.run([tmp_path / "layout"], check=True, capture_output=True, text=True)
    assert list(map(int, done.stdout.split())) == expected


def test_every_function_is_in_its_library() -> None:
    """What a header declares, the library exports, and Python calls it as it is declared."""
    heddle = native.library()
    soft = native.Library(soft_api.LIBRARY, soft_abi.FUNCTIONS)
    for library, module in ((heddle, abi), (soft, soft_abi)):
        for name, (returns, given) in module.FUNCTIONS.items():
            function = getattr(library, name)
            assert (function.restype, list(function.argtypes)) == (returns, given)
