"""The dashboard's words, in both languages, and its numbers."""

from __future__ import annotations

import re
import string
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cluster.explain import REMEDIES
from heddle.control.services.status import STATES as SERVICE_STATES
from heddle.desk.access.users import ROLES, SCOPES
from heddle.model.choices import NODE_KINDS
from heddle.model.reason import SENTENCES
from heddle.model.record import ATTEMPT_STATES, JOB_STATES
from heddle.spec.job_file import parse
from heddle.store.base import Event
from heddle.web import event_view, language
from heddle.web.node_view import STATES as NODE_STATES
from heddle.web.pages.audit import KINDS
from heddle.web.pages.node import HOURS
from heddle.web.pages.submit import EXAMPLES
from heddle.web.pages.usage import DAYS
from heddle.web.render import lasted, whole
from heddle.web.visit import Visit

if TYPE_CHECKING:
    from heddle.web.site import WebSite

TEXTS = language.load()


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_all_languages_have_the_same_words() -> None:
    assert set(TEXTS) == {"en", "zh"}
    assert TEXTS["en"].keys() == TEXTS["zh"].keys()
    for key, text in TEXTS["en"].items():
        assert fields(text) == fields(TEXTS["zh"][key]), key
        assert text.strip(), key


def test_every_reason_and_state_has_a_word() -> None:
    words = TEXTS["en"].keys()
    assert {f"reason.{code}" for code in SENTENCES} <= words
    assert {f"remedy.{code}" for code in REMEDIES} <= words
    assert {f"state.{state}" for state in JOB_STATES} <= words
    assert {f"attempt.{state}" for state in ATTEMPT_STATES} <= words
    assert {f"submit.example_{name}" for name in EXAMPLES} <= words
    assert {f"node_state.{state}" for state in NODE_STATES} <= words
    assert {f"node_kind.{kind}" for kind in NODE_KINDS} <= words
    assert {f"service_state.{state}" for state in SERVICE_STATES} <= words
    assert {f"role.{role}" for role in ROLES} <= words
    assert {f"scope.{scope}" for scope in SCOPES} <= words
    assert {f"kind.{kind}" for kind in KINDS} <= words
    assert {f"device.hours_{hours}" for hours in HOURS} <= words
    assert {f"usage.days_{days}" for days in DAYS} <= words
    for code, sentence in SENTENCES.items():
        assert fields(TEXTS["en"][f"reason.{code}"]) == fields(sentence), code


def test_every_word_that_templates_use_is_there() -> None:
    folder = Path(language.__file__).with_name("templates")
    used = {
        key
        for file in folder.glob("*.html")
        for key in re.findall(r"\bt\('([\w.-]+)'[,)]", file.read_text(encoding="utf-8"))
    }
    assert used <= TEXTS["en"].keys()


class Reader(Visit):
    """Of Chinese, without a request."""

    def __init__(self) -> None:
        self.language = "zh"
        self.site = cast("WebSite", SimpleNamespace(texts=TEXTS))


@pytest.mark.parametrize(
    ("kind", "what", "text"),
    [
        ("job", "stopping", "preempted for j5"),
        ("job", "stopping", "moved for j5"),
        ("job", "stopping", "resized to 2 members"),
        ("job", "stopping", "timeout"),
        ("job", "stopping", "node-lost"),
        ("job", "cancelling", ""),
        ("job", "attached", ""),
        ("service", "made", ""),
        ("service", "scaled", "0..4"),
        ("service", "deleted", ""),
        ("service", "gone", ""),
        ("service", "replica-failed", "j5 has ended: exit code 3"),
        ("service", "replica-failed", "j5 has ended: signal 9"),
        ("service", "replica-failed", "j5 was cancelled"),
        ("service", "replica-failed", "j5 is gone"),
        ("node", "drained", ""),
        ("secret", "set", ""),
        ("data", "registered", ""),
        ("data", "cached", ""),
        ("data", "evicted", ""),
        ("snapshot", "kept", ""),
        ("join-token", "made", ""),
        ("token", "revoked", ""),
    ],
)
def test_what_happened_is_said_in_chinese(kind: str, what: str, text: str) -> None:
    event = Event(0, kind, "acme:7", what, detail={"text": text} if text else {})
    said = f"{event_view.subject(Reader(), event)} {event_view.happened(Reader(), event)}"
    assert not re.search(r"[a-z]", re.sub(r"\bj5\b|acme:7", "", said)), said


def test_why_a_service_is_stuck_is_said_in_chinese() -> None:
    why = "j5 was not ready within 2 s: connection refused. Generation 1 serves instead"
    said = event_view.told(Reader(), why)
    assert said == "j5 未能在 2 s 内就绪：connection refused。改由版本 1 提供服务"
    assert event_view.told(Reader(), "something else") == "something else"


def test_which_language() -> None:
    def choose(asked: str | None, kept: str | None, accepts: str) -> str:
        return language.choose(TEXTS, asked, kept, accepts)

    assert choose("zh", "en", "en") == "zh"
    assert choose("xx", "zh", "en") == "zh"
    assert choose(None, None, "zh-CN,zh;q=0.9,en;q=0.8") == "zh"
    assert choose(None, None, "fr, zh;q=0.2, en;q=0.5") == "en"
    assert choose(None, None, "zh;q=0") == "en"


@given(st.text(), st.text())
def test_a_browser_may_accept_anything(asked: str, accepts: str) -> None:
    assert language.choose(TEXTS, asked, None, accepts) in TEXTS


@pytest.mark.parametrize(
    ("ms", "said"),
    [(None, "N/A"), (0, "0.0 s"), (1_250, "1.2 s"), (59_999, "59 s"), (3_600_000, "1 h"),
     (3_725_000, "1 h 2 min"), (90_000_000, "1 d 1 h")],
)  # fmt: skip
def test_how_long(ms: int | None, said: str) -> None:
    assert lasted(ms) == said


def test_whole_devices() -> None:
    assert [whole(milli) for milli in (0, 250, 1000, 1_234_500)] == ["0", "0.25", "1", "1,234.5"]


def test_examples_are_jobs() -> None:
    assert len(EXAMPLES) >= 4
    for name, text in EXAMPLES.items():
        assert parse(text, name), name


def test_no_text_is_written_into_a_template() -> None:
    """What people read comes from the files of words."""
    folder = Path(language.__file__).with_name("templates")
    for file in folder.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"\{% block main_attributes %\}.*", " ", text)
        text = re.sub(r"\{[{%#].*?[}%#]\}", " ", text, flags=re.DOTALL)
        text = re.sub(r"<(code|pre|title)\b.*?</\1>", " ", text, flags=re.DOTALL)
        text = re.sub(r"<[^>]*>", " ", text, flags=re.DOTALL)
        left = set(re.findall(r"[A-Za-z]{3,}", text)) - {"Heddle", "CSV", "GiB", "quot", "heddle"}
        assert not left, (file.name, left)


def test_no_word_is_left_over() -> None:
    """Every key is used by a template or a page; some are put together of two parts."""
    folder = Path(language.__file__).parent
    files = [*folder.rglob("*.html"), *folder.rglob("*.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    built = tuple(set(re.findall(r"""['"]([a-z_]+\.(?:[a-z]+_)?)['"] ?[+~]""", text)))
    built += tuple(set(re.findall(r"""f"([a-z_]+\.(?:[a-z]+_)?)\{""", text)))
    plain = ("language", "html_lang", "keys.")
    left = [
        key
        for key in TEXTS["en"]
        if f"'{key}'" not in text and f'"{key}"' not in text and not key.startswith(built + plain)
    ]
    assert not left
