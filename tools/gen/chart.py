"""The Helm chart, from the function that makes the objects of `heddle k8s manifests`: Helm's
expressions stand in the place of the settings."""

from __future__ import annotations

import json
import sys
import textwrap
from dataclasses import fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from heddle.kubernetes.install.objects import parts  # noqa: E402
from heddle.kubernetes.install.settings import Settings, WebhookKeys  # noqa: E402
from heddle.kubernetes.install.values import Expression  # noqa: E402
from heddle.kubernetes.install.webhook import host  # noqa: E402
from heddle.kubernetes.install.yaml_text import documents, scalar  # noqa: E402

OUT = "deploy/chart"
HEAD = "# Made by tools/gen from src/heddle/kubernetes/install. Do not edit.\n"
CHART = """\
apiVersion: v2
name: heddle
description: Accelerators in parts for pods, with their shares enforced
type: application
version: 0.2.0
appVersion: "0.2.0"
kubeVersion: ">=1.34.0-0"
"""
NOTES = """\
Heddle offers the devices of the nodes to pods, by the DeviceClasses xpu and xpu-best-effort.

  heddle k8s check
  kubectl get resourceslices

The namespace {{ .Release.Namespace }} must admit privileged pods:

  kubectl label namespace {{ .Release.Namespace }} \
pod-security.kubernetes.io/enforce=privileged --overwrite
"""


def render() -> dict[str, str]:
    usual = Settings()
    given: dict[str, Any] = {
        each.name: _expression(each.name, getattr(usual, each.name)) for each in fields(usual)
    }
    given["namespace"] = Expression(".Release.Namespace")
    keys = {
        "ca": "$ca.Cert | b64enc",
        "certificate": "$made.Cert | b64enc",
        "key": "$made.Key | b64enc",
        "digest": "$made.Cert | sha256sum | trunc 16",
    }
    made = parts(Settings(**given), WebhookKeys(**{k: Expression(v) for k, v in keys.items()}))
    files = {"Chart.yaml": HEAD + CHART, "values.yaml": HEAD + _values(usual)}
    for name, objects in made.items():
        prelude = _keys(host(given["namespace"])) if name == "webhook" else ""
        files[f"templates/{name}.yaml"] = HEAD + prelude + documents(objects)
    files["templates/NOTES.txt"] = NOTES
    return {f"{OUT}/{name}": text for name, text in files.items()}


def _expression(name: str, default: object) -> Expression:
    return Expression(f".Values.{_camel(name)}", default)


def _keys(name: str) -> str:
    """Each upgrade makes others; the webhook's pods follow."""
    name = name.replace("{{ .Release.Namespace }}", "%s")
    return (
        '{{- $ca := genCA "heddle-webhook-ca" 3650 }}\n'
        f'{{{{- $host := printf "{name}" .Release.Namespace }}}}\n'
        "{{- $made := genSignedCert $host nil (list $host) 3650 $ca }}\n"
    )


def _values(usual: Settings) -> str:
    lines = []
    for each in fields(usual):
        if "release" in each.metadata:
            continue
        default = getattr(usual, each.name)
        lines += textwrap.wrap(each.metadata["help"], initial_indent="# ", subsequent_indent="# ")
        text = json.dumps(default) if not isinstance(default, str) else scalar(default)
        lines.append(f"{_camel(each.name)}: {text}")
    return "\n".join(lines) + "\n"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)
