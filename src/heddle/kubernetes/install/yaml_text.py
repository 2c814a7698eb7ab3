"""Objects as YAML, for people and for Helm: block style, in the order of the keys. Pure.

PyYAML does not know Helm's expressions; and what is installed is printed without any package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from heddle.kubernetes.install.values import Expression, When

#: Neither a number nor a word of YAML's, and nothing in it that YAML reads otherwise.
_PLAIN = re.compile(r"(?!.*: )(?!.* #)[A-Za-z/][A-Za-z0-9 _./:=-]*(?<![ :])")
_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def documents(objects: Sequence[Any]) -> str:
    """Neighbours of one condition stand under it together."""
    text = ""
    for condition, group in groupby(objects, lambda each: getattr(each, "condition", "")):
        if condition:
            inside = documents([each.value for each in group])
            text += "\n".join(_if(condition, "", [inside.rstrip("\n")])) + "\n"
        else:
            text += "".join("\n".join(["---", *_block(each, ""), ""]) for each in group)
    return text


def _block(value: Any, indent: str) -> list[str]:
    """A mapping or sequence that has something in it."""
    lines: list[str] = []
    if isinstance(value, Mapping):
        for key, each in value.items():
            lines += _entry(f"{scalar(key)}:", each, indent)
    else:
        for each in value:
            lines += _entry("-", each, indent)
    return lines


def _entry(lead: str, value: Any, indent: str) -> list[str]:
    if isinstance(value, When):
        return _if(value.condition, indent, _entry(lead, value.value, indent))
    if lead == "-" and isinstance(value, Expression) and not isinstance(value.default, str):
        item = f"{indent}- {{{{ toJson . }}}}"
        return [f"{indent}{{{{- range {value.inner} }}}}", item, f"{indent}{{{{- end }}}}"]
    if not isinstance(value, Mapping | list | tuple) or not value:
        return [f"{indent}{lead} {scalar(value)}"]
    below = _block(value, f"{indent}  ")
    if lead == "-" and not below[0].lstrip().startswith("{{"):
        return [f"{indent}- {below[0].lstrip()}", *below[1:]]
    return [f"{indent}{lead}", *below]


def _if(condition: str, indent: str, inside: list[str]) -> list[str]:
    return [f"{indent}{{{{- if {condition} }}}}", *inside, f"{indent}{{{{- end }}}}"]


def scalar(value: Any) -> str:
    if isinstance(value, Expression):
        if isinstance(value.default, str):
            return f"{{{{ {value.inner} | quote }}}}"
        simple = isinstance(value.default, bool | int)
        return str(value) if simple else f"{{{{ toJson {value.inner} }}}}"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
