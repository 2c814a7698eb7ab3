"""Calls of an engine."""

from __future__ import annotations

from dataclasses import dataclass

from heddle.engine.base import Order


@dataclass(frozen=True, slots=True)
class StartCall:
    order: Order

    @property
    def attempt(self) -> str:
        return self.order.attempt


@dataclass(frozen=True, slots=True)
class StopCall:
    attempt: str
    why: str


@dataclass(frozen=True, slots=True)
class ForgetCall:
    attempt: str


Call = StartCall | StopCall | ForgetCall
