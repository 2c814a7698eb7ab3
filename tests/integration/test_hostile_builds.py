"""Programs that were built in other ways, or share the process with other people's libraries."""

from __future__ import annotations

import ctypes.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.components import install
from tests.conftest import missing
from tests.integration.hostile.house import INCLUDE, LINK, SOURCES, Build, House

SANITIZERS = ["address", "undefined", "thread", "leak"]

# -- sanitizers


@pytest.mark.parametrize("kind", SANITIZERS)
def test_sanitizers(kind: str, house: House, built: Build) -> None:
    house.same(built("plain.c", f"-fsanitize={kind}"))


def test_a_sanitized_program_with_options_of_its_own(house: House, built: Build) -> None:
    house.same(built("plain.c", "-fsanitize=address", "-DOWN_OPTIONS"))


def test_a_script_that_starts_a_sanitized_program(house: House, built: Build) -> None:
    """It may have options of its own, too."""
    program = built("plain.c", "-fsanitize=address")
    house.same("sh", "-c", 'ASAN_OPTIONS=detect_leaks=0 "$0"; echo "ended with $?"', program)


def test_a_sanitizer_still_finds_things(house: House, built: Build) -> None:
    program = built("plain.c", "-fsanitize=address", "-DOVERFLOW")
    for command in ([str(program)], [sys.executable, "-m", "heddle", "run", "--", str(program)]):
        found = house.natively(command)
        assert found.code == 1
        assert "heap-buffer-overflow" in found.complaints


def test_a_sanitized_fork_server(house: House, built: Build) -> None:
    house.same(built("forks.c", "-fsanitize=address"), "3", meet=3)


# -- other people's preloads


def allocator(name: str, component: str) -> str:
    found = ctypes.util.find_library(name)
    if not found:
        missing(f"there is no {name}", install(component))
    return str(found)


def beside(house: House, program: Path, other: str) -> None:
    """With the other library behind ours, and in front of them."""
    house.world.environment["LD_PRELOAD"] = other
    house.same(program)
    del house.world.environment["LD_PRELOAD"]
    house.same("sh", "-c", f'LD_PRELOAD="{other}:$LD_PRELOAD" exec "$0"', program)


@pytest.mark.parametrize(
    ("name", "component"), [("jemalloc", "jemalloc"), ("tcmalloc_minimal", "tcmalloc")]
)
def test_other_allocators(name: str, component: str, house: House, built: Build) -> None:
    beside(house, built("plain.c"), allocator(name, component))


def test_other_hooks(house: House, built: Build) -> None:
    """Of dlsym, dlopen, pthread_create and malloc."""
    beside(house, built("plain.c"), str(built("hooks.c", "-shared", "-fPIC", link=())))


# -- other runtimes


def tool(name: str, component: str) -> str:
    found = shutil.which(name)
    if not found:
        missing(f"there is no {name}", install(component))
    return str(found)


def test_a_go_host(house: House, tmp_path: Path) -> None:
    go = tool("go", "go")
    for name in ("host.go", "device.h"):
        shutil.copy(SOURCES / name, tmp_path / name)
    (tmp_path / "go.mod").write_text("module host\n\ngo 1.19\n")
    variables = {
        "CGO_ENABLED": "1",
        "CGO_CFLAGS": f"-I{INCLUDE}",
        "CGO_LDFLAGS": " ".join(LINK),
        "CGO_LDFLAGS_ALLOW": ".*",
        "GOFLAGS": "-mod=mod",
        "GOTOOLCHAIN": "local",
    }
    build = [go, "build", "-o", "host", "."]
    done = subprocess.run(
        build, cwd=tmp_path, env={**os.environ, **variables}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    house.same(tmp_path / "host")


def test_a_java_host(house: House, built: Build, tmp_path: Path) -> None:
    java, javac = (tool(name, "java") for name in ("java", "javac"))
    home = Path(os.path.realpath(javac)).parents[1]
    subprocess.run([javac, "-d", str(tmp_path), str(SOURCES / "Host.java")], check=True)
    headers = (f"-I{home}/include", f"-I{home}/include/linux")
    library = built("host_jni.c", "-fPIC", "-shared", *headers)
    house.same(java, "-Xshare:auto", "-cp", tmp_path, "Host", library)
