"""One object of a JSON file: its values are taken out by name, checked, and none is left over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from heddle.errors import UsageError, did_you_mean


class ScenarioEntry:
    """`where` names it in messages."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise UsageError(f"{where} must be an object, {{...}}.")
        self._data: dict[str, Any] = data
        self._asked: list[str] = []
        self.where = where

    def take(self, key: str, default: Any = None) -> Any:
        self._asked.append(key)
        return self._data.get(key, default)

    def number(
        self, key: str, default: float | None = None, least: float = 0, most: float = 1e12
    ) -> float:
        """In a range; without a default it must be given."""
        value = self.take(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(f"{self.where}: {key} must be a number.")
        if value is not default and not least <= value <= most:
            raise UsageError(
                f"{self.where}: {key} {value:g} is not allowed: {least:g} to {most:g}."
            )
        return value

    def whole(self, key: str, default: int, least: int = 0, most: int = 1 << 40) -> int:
        value = self.number(key, default, least, most)
        if value != int(value):
            raise UsageError(f"{self.where}: {key} must be a whole number.")
        return int(value)

    def text(
        self, key: str, default: str | None = None, allowed: Collection[str] | None = None
    ) -> str:
        value = self.take(key, default)
        if not isinstance(value, str):
            raise UsageError(f"{self.where}: {key} must be a text.")
        if allowed is not None and value not in allowed:
            raise UsageError(
                f"{self.where}: no {key} {value!r}.{did_you_mean(value, allowed)} "
                f"There are: {', '.join(allowed)}."
            )
        return value

    def items(self, key: str) -> list[Any]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise UsageError(f"{self.where}: {key} must be a list, [...].")
        return value

    def end(self) -> None:
        """All has been asked for: what is left is a mistake."""
        for key in self._data:
            if key not in self._asked:
                raise UsageError(
                    f"{self.where}: no such thing as {key!r} here.{did_you_mean(key, self._asked)} "
                    f"There are: {', '.join(self._asked)}."
                )
