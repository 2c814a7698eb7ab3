"""A real browser at the dashboard, and what is asked of its pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest

from tests.dashboard import until

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

USABLE_MS = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
#: Controls that a screen reader could not tell from each other.
UNNAMED = """
[...document.querySelectorAll('input:not([type=hidden]), textarea, select, button, a, summary')]
  .filter(e => !(e.labels?.length || e.ariaLabel || e.textContent.trim() || e.title))
  .map(e => e.outerHTML)
"""
#: Things that reach beyond the window, though nobody can scroll there with one hand.
TOO_WIDE = """
[...document.querySelectorAll('body *')]
  .filter(e => e.checkVisibility())
  .filter(e => !e.closest('.hidden, .skip, thead, svg, .picture, .chart, header nav'))
  .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
  .map(e => e.outerHTML.slice(0, 120))
"""
OUTLINED = """
(e => {
  const row = getComputedStyle(e, '::after'), own = getComputedStyle(e);
  return [own, row].some(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1);
})(document.activeElement)
"""
ON_SHIFT = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts.push(e.value);
}).observe({type: "layout-shift", buffered: true});
"""


@dataclass
class Visitor:
    """A browser's window that remembers what it asked for and what went wrong."""

    page: Page
    address: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def until(self, holds: str) -> None:
        """Not wait_for_function: that would need what the content security policy forbids."""
        until(lambda: bool(self.page.evaluate(holds)))

    def focused(self) -> str:
        """What has the focus, in words."""
        return str(
            self.page.evaluate(
                "(e => e.id || e.name || e.textContent.trim())(document.activeElement)"
            )
        )

    def tab_to(self, name: str, most: int = 60) -> None:
        """Nobody uses a mouse here."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if self.focused() == name:
                return
        pytest.fail(f"{name!r} was not reached with {most} times Tab")


def visitor(context: BrowserContext, address: str, token: str = "") -> Visitor:
    context.set_default_timeout(10_000)
    found = Visitor(context.new_page(), address)
    context.on("request", lambda request: found.requests.append(request.url))
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.page.on(
        "console",
        lambda said: found.complaints.append(said.text) if said.type == "error" else None,
    )
    if token:
        asked = Request(f"{address}/signin/link", b"", {"Authorization": f"Bearer {token}"})
        with urlopen(asked) as answer:
            found.go(json.load(answer)["path"])
        found.page.wait_for_url(f"{address}/")
    return found
