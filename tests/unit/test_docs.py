"""The documentation: links lead somewhere, mentions of pages are right, every page is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    [
        *DOCS.rglob("*.md"),
        *ROOT.glob("*.md"),
        ROOT / "examples/README.md",
    ]
)
MOST_WORDS = 700  #: of README.md: what it is, how to install it, what to try, where to go on
MENTIONING = ("src", "tests", "tools", "native", "facts", "deploy", "examples", "bench")
TEXTS = {"", ".py", ".toml", ".h", ".cpp", ".yml", ".yaml", ".service", ".md", ".html", ".cmake"}
LEFT_OUT = {"__pycache__", "recorded"}  #: what 0.1 wrote names pages of 0.1

CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
MENTION = re.compile(r"(?<![\w.-])(?:\.\./)*(docs/[\w./-]+\.(?:md|svg|png|json|toml))\b")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return CODE_BLOCK.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """What GitHub calls the headings of a page."""
    found = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", each) for each in HEADING.findall(prose(page)))
    return frozenset(re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in found)


def links(page: Path) -> Iterator[tuple[str, Path, str]]:
    """Relative links of a page: as written, the file that is meant, the anchor."""
    for link in LINK.findall(prose(page)):
        target, _, anchor = link.partition("#")
        if not re.match(r"[a-z]+:", target):
            yield link, (page.parent / target).resolve() if target else page, anchor


def mentions() -> Iterator[tuple[Path, str]]:
    """Paths below docs/ that files outside it name."""
    for folder in MENTIONING:
        for path in (ROOT / folder).rglob("*"):
            if LEFT_OUT.intersection(path.parts):
                continue
            if path.suffix in TEXTS and path.is_file():
                try:
                    text = path.read_text(encoding="utf-8")
                except UnicodeDecodeError:  # a program without a suffix
                    continue
                if "docs/" in text:
                    yield from ((path, found) for found in MENTION.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    """A relative link names a file that exists and, behind #, a heading of it."""
    for link, target, anchor in links(page):
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_mention_of_a_page_is_right() -> None:
    """Help texts, errors, comments and tests name files below docs/ that exist."""
    wrong = [
        f"{name_of(path)}: {found}" for path, found in mentions() if not (ROOT / found).exists()
    ]
    assert not wrong


def test_every_page_is_found_from_the_index() -> None:
    """Links lead from docs/README.md to every page below docs/."""
    seen: set[Path] = set()
    left = [DOCS / "README.md"]
    while left:
        page = left.pop()
        if page not in seen:
            seen.add(page)
            left += [each for _, each, _ in links(page) if each.suffix == ".md" and each.is_file()]
    assert set(DOCS.rglob("*.md")) <= seen


def test_the_readme_is_short() -> None:
    """README.md has no more words than a visitor reads."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= MOST_WORDS
