"""Settings whose value is known later: Helm's expressions stand for them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


class Expression(str):
    """Stands for a setting; its text is what Helm replaces, and `default` says of which kind."""

    inner: str  #: without the braces
    default: Any

    def __new__(cls, inner: str, default: Any = "") -> Expression:
        made = super().__new__(cls, f"{{{{ {inner} }}}}")
        made.inner, made.default = inner, default
        return made

    def __iter__(self) -> Iterator[str]:
        yield self  # [*list_setting] has the expression, which stands for the whole list


@dataclass(frozen=True, slots=True)
class When:
    """An entry that Helm leaves out unless the condition holds."""

    condition: str
    value: Any


class _Omitted:
    """Of a document: not there."""


OMITTED = _Omitted()


def when(setting: Any, value: Any) -> Any:
    """An entry that is there only with this setting."""
    if isinstance(setting, Expression):
        return When(setting.inner, value)
    return value if setting else OMITTED


def unless(setting: Any, value: Any) -> Any:
    if isinstance(setting, Expression):
        return When(f"not {setting.inner}", value)
    return OMITTED if setting else value


def pruned(tree: Any) -> Any:
    """Without what is omitted."""
    if isinstance(tree, dict):
        return {key: pruned(value) for key, value in tree.items() if value is not OMITTED}
    if isinstance(tree, list | tuple):
        return [pruned(value) for value in tree if value is not OMITTED]
    if isinstance(tree, When):
        return When(tree.condition, pruned(tree.value))
    return tree
