"""All objects of the installation, from the settings. Pure."""

from __future__ import annotations

from typing import Any

from heddle.kubernetes.install.control import control
from heddle.kubernetes.install.node import node
from heddle.kubernetes.install.parts import thing
from heddle.kubernetes.install.settings import Settings, WebhookKeys
from heddle.kubernetes.install.values import pruned
from heddle.kubernetes.install.webhook import webhook

#: The pods of nodes need what the stricter standards of pods forbid.
PRIVILEGED = {"pod-security.kubernetes.io/enforce": "privileged"}


def objects(settings: Settings, keys: WebhookKeys) -> list[Any]:
    """In an order in which each finds what it names."""
    metadata = {"name": settings.namespace, "labels": PRIVILEGED}
    found = [thing("Namespace", "v1", metadata)]
    for part in parts(settings, keys).values():
        found += part
    return found


def parts(settings: Settings, keys: WebhookKeys) -> dict[str, list[Any]]:
    """Less the namespace, which Helm makes by itself."""
    made = {
        "node": node(settings),
        "webhook": webhook(settings, keys),
        "control": control(settings),
    }
    return {name: pruned(part) for name, part in made.items()}
