"""tools/facts: what a vendor's headers declare, of a vendor that nobody has."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FACTS = """
api = "acme"
result = "acmeResult"
source = "acme.h, made up"
[types]
acmeCallback = "void (*)(acmeStream, void *)"
[recipe]
headers = ["acme/acme.h"]
defines = [[], ["PER_THREAD"]]
names = 'acme\\\\w+'
variant = '_(ptsz)$'
tags = 'acmeKind'
dispatch = "acmeTable"
first = "seen"
version = '#define ACME_MAJOR (\\\\d+)\\\\s+#define ACME_MINOR (\\\\d+)'
[function]
acmeLaunch = { role = "work", stream = "stream" }
"""
HEADER = """
#include <stdint.h>
#include <stdlib.h>
#define ACME_MAJOR 1
#define ACME_MINOR 2
#define ACME_API __attribute__((visibility("default")))
enum acmeKind { ACME_GPU, ACME_NPU };
typedef int acmeResult;
typedef struct acmeStream_st *acmeStream;
struct acmeTable { acmeResult (*acmeInit)(void); acmeResult (*acmeLaunch)(void); };
#ifdef PER_THREAD
#define acmeLaunch acmeLaunch_ptsz
#endif
static inline int acmeHalf(int x) { return x / 2; }
ACME_API acmeResult acmeLaunch(acmeStream stream, const void *const *arguments, size_t sizes[4]);
ACME_API acmeResult acmeNotify(acmeStream stream, void (*done)(acmeStream s, void *),
                               void (*odd)(int));
ACME_API const char *acmeName(acmeKind, struct acmeStream_st *stream);
int unrelated(int value);
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in (("facts/acme.toml", FACTS), ("old/acme/acme.h", HEADER)):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text.replace("\\\\", "\\"))
    return tmp_path


def declared(tree: Path, *folders: str) -> tuple[dict[str, Any], str]:
    """The facts that are written, and what is said."""
    command = [sys.executable, str(ROOT / "tools/gen/declared.py"), "acme", "--root", str(tree)]
    done = subprocess.run(
        [*command, "--headers", *folders], cwd=tree, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return tomllib.loads((tree / "facts/declared/acme.toml").read_text()), done.stdout


def test_a_header_becomes_facts(tree: Path) -> None:
    """Parameters, results, places in the table of functions, variants and the version."""
    before = (tree / "facts/acme.toml").read_bytes()
    found, said = declared(tree, "old")
    launch = ["acmeStream stream", "const void *const *arguments", "size_t *sizes"]
    assert found == {
        "acmeLaunch": {"parameters": launch, "dispatch": 1, "seen": 102, "per_thread": "ptsz"},
        "acmeName": {
            "returns": "const char *",
            "parameters": ["acmeKind p0", "acmeStream_st *stream"],
            "seen": 102,
        },
        "acmeNotify": {
            "parameters": ["acmeStream stream", "acmeCallback done", "void *odd"],
            "seen": 102,
        },
    }
    assert said.count("new: ") == 3
    assert (tree / "facts/acme.toml").read_bytes() == before


def test_a_newer_header_adds_and_keeps(tree: Path) -> None:
    """What is known keeps its version; what a header has no more stays and is named."""
    declared(tree, "old")
    (tree / "new/acme").mkdir(parents=True)
    newer = HEADER.replace("ACME_API const char *acmeName(", "ACME_API acmeResult acmeAdded(")
    (tree / "new/acme/acme.h").write_text(newer.replace("size_t sizes[4]", "uint64_t *sizes"))
    found, said = declared(tree, "200=new")
    assert {name: entry["seen"] for name, entry in found.items()} == {
        "acmeAdded": 200,
        "acmeLaunch": 102,
        "acmeName": 102,
        "acmeNotify": 102,
    }
    assert found["acmeLaunch"]["parameters"][2] == "uint64_t *sizes"
    assert said.splitlines()[-1] == "not declared: acmeName"
    assert said.startswith("new: acmeAdded(acmeKind p0")
    text = (tree / "facts/declared/acme.toml").read_text()
    declared(tree, "200=new")
    assert (tree / "facts/declared/acme.toml").read_text() == text


def test_what_is_no_c_is_said(tree: Path) -> None:
    """The error shows the line."""
    (tree / "old/acme/acme.h").write_text("int acmeOne(int);\ntemplate <int> class acmeTwo;\n")
    with pytest.raises(AssertionError, match="class acmeTwo"):
        declared(tree, "old")
