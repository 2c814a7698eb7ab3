"""Print the objects that install Heddle in a Kubernetes cluster, as YAML. deploy/chart is the same
for Helm. Without --issuer, a certificate for the webhook is made, another one each time.

examples:
  heddle k8s manifests --image registry.example/heddle-node:1 | kubectl apply -f -
  heddle k8s manifests --without-webhook --runtime-class nvidia > heddle.yaml
  heddle k8s manifests --soft            nodes without accelerators offer the soft XPU
  heddle k8s manifests | kubectl delete -f -     with the options of the installation
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from heddle.errors import UsageError
from heddle.kubernetes.install import certificate
from heddle.kubernetes.install.objects import objects
from heddle.kubernetes.install.settings import Settings, WebhookKeys
from heddle.kubernetes.install.webhook import host
from heddle.kubernetes.install.yaml_text import documents

HELP = "print what installs Heddle, for kubectl"
VARIABLES = {"env": "of agent and driver", "control_env": "of the control plane"}
PAIRS = {**VARIABLES, "node_selector": "of the nodes with accelerators"}


def configure(parser: argparse.ArgumentParser) -> None:
    usual = Settings()
    for each in fields(Settings):
        default, text = getattr(usual, each.name), each.metadata["help"]
        option = each.name.replace("_", "-")
        if isinstance(default, bool):
            name = f"--without-{option}" if default else f"--{option}"
            help = f"not {text}" if default else text
            parser.add_argument(
                name, dest=each.name, action="store_const", const=not default, default=default,
                help=help,
            )  # fmt: skip
        elif isinstance(default, str | int):
            shown = f" (default {default})" if default else ""
            parser.add_argument(
                f"--{option}", type=type(default), default=default, metavar="X", help=text + shown
            )
        elif each.name in PAIRS:
            parser.add_argument(
                f"--{option}", action="append", default=[], metavar="NAME=VALUE",
                help=PAIRS[each.name],
            )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    settings = settings_of(options)
    keys = WebhookKeys()
    if settings.webhook and not settings.issuer:
        keys = certificate.made(host(settings.namespace))
    sys.stdout.write(documents(objects(settings, keys)))
    return 0


def settings_of(options: argparse.Namespace) -> Settings:
    """:raises UsageError: if a value is none"""
    given: dict[str, Any] = {
        each.name: getattr(options, each.name)
        for each in fields(Settings)
        if hasattr(options, each.name)
    }
    given["node_selector"] = dict(_pairs(options.node_selector))
    for each in VARIABLES:
        pairs = _pairs(getattr(options, each))
        given[each] = [{"name": name, "value": value} for name, value in pairs]
    return Settings(**given)


def _pairs(given: Iterable[str]) -> Iterable[tuple[str, str]]:
    for text in given:
        name, is_pair, value = text.partition("=")
        if not is_pair or not name:
            raise UsageError(f"{text!r} is not NAME=VALUE.")
        yield name, value
