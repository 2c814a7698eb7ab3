"""Words of which one is chosen, the same in requests, commands and what is kept."""

from __future__ import annotations

from typing import Literal, get_args

NodeKind = Literal["cloud", "edge", "end"]
Presence = Literal["ready", "late", "lost", "left"]
Role = Literal["viewer", "member", "admin"]
Scope = Literal["read", "submit", "admin"]

NODE_KINDS: tuple[str, ...] = get_args(NodeKind)
NODE_STATES: tuple[str, ...] = get_args(Presence)
ROLES: tuple[str, ...] = get_args(Role)  #: each is a scope, in the same order
SCOPES: tuple[str, ...] = get_args(Scope)
