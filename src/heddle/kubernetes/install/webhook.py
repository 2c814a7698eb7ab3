"""The admission webhook. Pure."""

from __future__ import annotations

from typing import Any

from heddle.kubernetes.admission.conditions import PATH, webhook_configuration
from heddle.kubernetes.install.parts import CONFINED, account, labels, named, thing
from heddle.kubernetes.install.rules import WEBHOOK_RULES
from heddle.kubernetes.install.settings import Settings, WebhookKeys
from heddle.kubernetes.install.values import unless, when

NAME = "heddle-webhook"
PORT = 8443


def webhook(settings: Settings, keys: WebhookKeys) -> list[Any]:
    found = [
        *account("webhook", WEBHOOK_RULES, settings),
        unless(settings.issuer, _secret(settings, keys)),
        when(settings.issuer, _certificate(settings)),
        _deployment(settings, keys),
        _service(settings),
        _configuration(settings, keys),
    ]
    return [when(settings.webhook, each) for each in found]


def host(namespace: str) -> str:
    """What the API server calls it, and so what the certificate is for."""
    return f"{NAME}.{namespace}.svc"


def _secret(settings: Settings, keys: WebhookKeys) -> dict[str, Any]:
    data = {"tls.crt": keys.certificate, "tls.key": keys.key}
    metadata = named("webhook", settings)
    return thing("Secret", "v1", metadata, type="kubernetes.io/tls", data=data)


def _certificate(settings: Settings) -> dict[str, Any]:
    spec = {
        "secretName": NAME,
        "dnsNames": [host(settings.namespace)],
        "issuerRef": {"kind": "ClusterIssuer", "name": settings.issuer},
    }
    metadata = named("webhook", settings)
    return thing("Certificate", "cert-manager.io/v1", metadata, spec=spec)


def _deployment(settings: Settings, keys: WebhookKeys) -> dict[str, Any]:
    files = ["--cert", "/tls/tls.crt", "--key", "/tls/tls.key"]
    container = {
        "name": "webhook",
        "image": settings.image,
        "imagePullPolicy": settings.pull_policy,
        "command": ["heddle", "k8s", "webhook", "--listen", f":{PORT}", *files],
        "ports": [{"name": "https", "containerPort": PORT}],
        "readinessProbe": {
            "httpGet": {"path": "/healthz", "port": PORT, "scheme": "HTTPS"},
            "periodSeconds": 5,
        },
        "securityContext": CONFINED,
        "resources": {"requests": {"cpu": "10m", "memory": "64Mi"}},
        "volumeMounts": [{"name": "tls", "mountPath": "/tls", "readOnly": True}],
    }
    spread = {
        "topologyKey": "kubernetes.io/hostname",
        "maxSkew": 1,
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": labels("webhook")},
    }
    annotations = {"heddle.dev/certificate": keys.digest}
    template = {
        "metadata": {
            "labels": labels("webhook"),
            "annotations": unless(settings.issuer, annotations),
        },
        "spec": {
            "serviceAccountName": NAME,
            "priorityClassName": "system-cluster-critical",
            "topologySpreadConstraints": [spread],
            "containers": [container],
            "volumes": [{"name": "tls", "secret": {"secretName": NAME}}],
        },
    }
    spec = {
        "replicas": 2,
        "selector": {"matchLabels": labels("webhook")},
        "template": template,
    }
    return thing("Deployment", "apps/v1", named("webhook", settings), spec=spec)


def _service(settings: Settings) -> dict[str, Any]:
    port = {"port": 443, "targetPort": "https"}
    spec = {"selector": labels("webhook"), "ports": [port]}
    return thing("Service", "v1", named("webhook", settings), spec=spec)


def _configuration(settings: Settings, keys: WebhookKeys) -> dict[str, Any]:
    called = {
        "service": {"name": NAME, "namespace": settings.namespace, "path": PATH},
        "caBundle": unless(settings.issuer, keys.ca),
    }
    key = "kubernetes.io/metadata.name"
    spared = {"key": key, "operator": "NotIn", "values": ["kube-system", settings.namespace]}
    made = webhook_configuration(called)
    (hook,) = made["webhooks"]
    hook["namespaceSelector"] = {"matchExpressions": [spared]}
    injected = {"cert-manager.io/inject-ca-from": f"{settings.namespace}/{NAME}"}
    metadata = named("webhook", annotations=when(settings.issuer, injected))
    return thing(made["kind"], made["apiVersion"], metadata, webhooks=[hook])
