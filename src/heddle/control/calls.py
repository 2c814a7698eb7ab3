"""Calls of an engine, each with its name."""

from __future__ import annotations

from dataclasses import dataclass

from heddle.engine.base import Order


@dataclass(frozen=True, slots=True)
class StartCall:
    engine: str
    order: Order

    @property
    def attempt(self) -> str:
        return self.order.attempt


@dataclass(frozen=True, slots=True)
class StopCall:
    engine: str
    attempt: str
    why: str


@dataclass(frozen=True, slots=True)
class ForgetCall:
    engine: str
    attempt: str


@dataclass(frozen=True, slots=True)
class SuspendCall:
    engine: str
    attempt: str
    room_mib: int


@dataclass(frozen=True, slots=True)
class ResumeCall:
    engine: str
    attempt: str


Call = StartCall | StopCall | ForgetCall | SuspendCall | ResumeCall
