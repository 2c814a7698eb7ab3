"""Commands of version 0.1, by the names that they had. They work until version 0.3."""

from __future__ import annotations

from collections.abc import Sequence

#: The longest that fits counts.
RENAMED = {
    "agent": "node agent",
    "attach": "job attach",
    "audit": "admin audit",
    "backup": "admin backup",
    "cancel": "job cancel",
    "cdi": "device cdi",
    "check": "admin check",
    "completion": "admin completion",
    "cordon": "device cordon",
    "cp": "job cp",
    "data": "admin data ls",
    "data add": "admin data create",
    "data remove": "admin data rm",
    "devices": "device ls",
    "down": "admin down",
    "drain": "node drain",
    "exec": "job exec",
    "health": "device health",
    "hint": "program set",
    "hold": "program hold",
    "id": "device id",
    "jobs": "job ls",
    "join": "node join",
    "leave": "node leave",
    "login": "account login",
    "logout": "account logout",
    "logs": "job logs",
    "matrix": "device matrix",
    "matrix add": "device matrix create",
    "matrix forget": "device matrix rm",
    "measure": "device measure",
    "mig": "device mig",
    "mps": "device mps",
    "mps add": "device mps create",
    "nodes": "node ls",
    "nodes forget": "node rm",
    "nodes token": "node token",
    "partition": "device partition",
    "policy": "node policy",
    "policy list": "node policy ls",
    "pool": "device pool",
    "quota": "admin quota",
    "release": "program release",
    "resize": "program resize",
    "restore": "admin restore",
    "scale": "service scale",
    "score": "device score",
    "secrets": "account secret",
    "secrets list": "account secret ls",
    "secrets remove": "account secret rm",
    "services": "service ls",
    "shell": "job shell",
    "tenants": "admin tenant",
    "tenants list": "admin tenant ls",
    "tenants make": "admin tenant create",
    "tenants remove": "admin tenant rm",
    "tokens": "account token",
    "tokens list": "account token ls",
    "tokens make": "account token create",
    "tokens revoke": "account token rm",
    "topology": "device topology",
    "trace": "program trace",
    "uncordon": "device uncordon",
    "undrain": "node undrain",
    "usage": "account usage",
    "users": "admin user",
    "users list": "admin user ls",
    "users make": "admin user create",
    "users remove": "admin user rm",
    "users roles": "admin user set",
    "validate": "job validate",
    "wait": "job wait",
    "web": "admin web",
    "whoami": "account show",
}


def renamed(given: Sequence[str]) -> tuple[list[str], str, str] | None:
    """The words as they are now, and what to tell: how the command was called, and how it is now.
    None if it has kept its name."""
    name, rest = given[0], list(given[1:])
    names_one = bool(rest) and not rest[0].startswith("-")
    for count in (2, 1):
        old = " ".join(given[:count])
        if len(given) >= count and old in RENAMED:
            new, rest = RENAMED[old], list(given[count:])
            break
    else:
        return None
    # What became of a name or an option that chose among several commands.
    if old == "services" and "--remove" in rest:
        new, rest = "service rm", [word for word in rest if word != "--remove"]
    elif old in ("nodes", "services") and names_one:
        new = f"{name.removesuffix('s')} show"
    elif old == "quota":
        new = "admin quota set" if "set" in rest else "admin quota show"
        rest = [word for word in rest if word != "set"]
    return [*new.split(), *rest], old, new
