"""The objects of the installation, as YAML and as the chart has them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli
from heddle.kubernetes.install import certificate
from heddle.kubernetes.install.objects import objects
from heddle.kubernetes.install.parts import CONFINED
from heddle.kubernetes.install.rules import DRIVER_RULES
from heddle.kubernetes.install.settings import Settings, WebhookKeys
from heddle.kubernetes.install.values import Expression, unless, when
from heddle.kubernetes.install.yaml_text import documents
from tests.world import ROOT

KEYS = WebhookKeys("ca", "certificate", "key", "digest")
CHART = ROOT / "deploy" / "chart"
TEXT = st.text(st.characters(categories=["L", "N", "P", "S"]) | st.sampled_from(" \n\t"))
LEAF = st.one_of(TEXT, st.integers(), st.booleans(), st.none())
TREE = st.recursive(
    LEAF,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(TEXT, below, max_size=4),
    max_leaves=12,
)


def made(**settings: Any) -> dict[str, dict[str, Any]]:
    """By kind and name."""
    read = yaml.safe_load_all(documents(objects(Settings(**settings), KEYS)))
    return {f"{each['kind']} {each['metadata']['name']}": each for each in read}


def containers(**settings: Any) -> dict[str, dict[str, Any]]:
    spec = made(**settings)["DaemonSet heddle-node"]["spec"]["template"]["spec"]
    return {each["name"]: each for each in spec["containers"]}


@given(st.dictionaries(TEXT, TREE, min_size=1, max_size=4))
def test_what_is_written_is_what_yaml_reads(tree: dict[str, Any]) -> None:
    assert yaml.safe_load(documents([tree])) == tree


def test_a_setting_that_is_known_later_stands_as_an_expression() -> None:
    text, number = Expression(".Values.a"), Expression(".Values.b", 0)
    items = Expression(".Values.c", ())
    tree = {
        "one": text,
        "two": number,
        "both": f"{text}/x",
        "some": when(number, {"x": 1}),
        "list": ["-", *items, unless(text, "last")],
    }
    assert documents([tree]).splitlines() == [
        "---",
        "one: {{ .Values.a | quote }}",
        "two: {{ .Values.b }}",
        'both: "{{ .Values.a }}/x"',
        "{{- if .Values.b }}",
        "some:",
        "  x: 1",
        "{{- end }}",
        "list:",
        '  - "-"',
        "  {{- range .Values.c }}",
        "  - {{ toJson . }}",
        "  {{- end }}",
        "  {{- if not .Values.a }}",
        "  - last",
        "  {{- end }}",
    ]


def test_the_driver_may_do_what_its_rules_say_and_nothing_else() -> None:
    role = made()["ClusterRole heddle-driver"]
    assert role["rules"] == [rule.of_role() for rule in DRIVER_RULES]
    assert "*" not in str(role)
    pod = made()["DaemonSet heddle-node"]["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    mounts = {name: str(each["volumeMounts"]) for name, each in containers().items()}
    assert "secrets/kubernetes.io" in mounts["driver"]
    assert "secrets/kubernetes.io" not in mounts["agent"]


def test_paths_that_others_read_are_the_same_on_the_node_and_in_the_pod() -> None:
    """CDI files name the table's folder, the libraries and device files of the host."""
    pod = made(kubelet="/data/kubelet")["DaemonSet heddle-node"]["spec"]["template"]["spec"]
    host = {each["name"]: each.get("hostPath", {}).get("path") for each in pod["volumes"]}
    for container in pod["containers"]:
        for mount in container["volumeMounts"]:
            assert host[mount["name"]] in (mount["mountPath"], None)
    words = containers(kubelet="/data/kubelet")["driver"]["command"]
    libraries = words[words.index("--libraries") + 1]
    assert any(libraries.startswith(f"{path}/") for path in host.values() if path)
    assert "/data/kubelet/plugins_registry" in host.values()


def test_an_update_never_has_two_drivers_on_a_node() -> None:
    update = made()["DaemonSet heddle-node"]["spec"]["updateStrategy"]["rollingUpdate"]
    assert update == {"maxUnavailable": 1, "maxSurge": 0}


def test_what_is_not_wanted_is_not_there() -> None:
    assert not [name for name in made(webhook=False) if "webhook" in name.lower()]
    assert not [name for name in made() if "control" in name]
    assert "Deployment heddle-control" in made(control=True)
    assert "Service heddle-metrics" not in made()
    assert "Service heddle-metrics" in made(metrics_port=9464)
    assert "--metrics-port=9464" in containers(metrics_port=9464)["agent"]["command"]
    soft = {"name": "SOFTXPU_DEVICES", "value": "none"}
    assert soft in containers()["driver"]["env"]
    assert soft not in containers(soft=True)["driver"]["env"]


def test_cert_manager_makes_the_certificate_if_it_is_named() -> None:
    own, theirs = made(), made(issuer="corp")
    assert "Secret heddle-webhook" in own
    assert "Secret heddle-webhook" not in theirs
    assert theirs["Certificate heddle-webhook"]["spec"]["issuerRef"]["name"] == "corp"
    hook = "MutatingWebhookConfiguration heddle-webhook"
    assert own[hook]["webhooks"][0]["clientConfig"]["caBundle"] == "ca"
    assert "caBundle" not in theirs[hook]["webhooks"][0]["clientConfig"]
    assert "cert-manager.io/inject-ca-from" in theirs[hook]["metadata"]["annotations"]


def test_the_certificate_is_for_the_webhooks_name_and_signed_by_its_authority() -> None:
    import base64

    from cryptography import x509

    keys = certificate.made("heddle-webhook.lab.svc")
    ca, own = (
        x509.load_pem_x509_certificate(base64.b64decode(text))
        for text in (keys.ca, keys.certificate)
    )
    own.verify_directly_issued_by(ca)
    names = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["heddle-webhook.lab.svc"]


def test_the_control_plane_has_a_folder_that_nobody_else_may_write() -> None:
    """Kubelet lets a group write the disk, and with the usual policy, at each start, all below."""
    pod = made(control=True)["Deployment heddle-control"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    known = {each["name"]: each["value"] for each in container["env"]}
    (disk,) = (each["mountPath"] for each in container["volumeMounts"] if each["name"] == "state")
    assert known["HEDDLE_STATE"].startswith(f"{disk}/")
    assert pod["securityContext"]["fsGroupChangePolicy"] == "OnRootMismatch"


def test_every_value_of_the_chart_is_used_and_every_one_used_is_there() -> None:
    """A misspelt value would be empty, and Helm would not say so."""
    used = set()
    for template in (CHART / "templates").iterdir():
        used |= set(re.findall(r"\.Values\.(\w+)", template.read_text()))
    assert used == set(yaml.safe_load((CHART / "values.yaml").read_text()))


def test_the_command_prints_all_of_it() -> None:
    words = [sys.executable, "-m", "heddle", "k8s", "manifests", "--namespace", "lab"]
    done = subprocess.run([*words, "--env", "A=b=c"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    read = list(yaml.safe_load_all(done.stdout))
    assert {each["metadata"].get("namespace", "lab") for each in read} == {"lab"}
    assert {"name": "A", "value": "b=c"} in next(
        each for each in read if each["kind"] == "DaemonSet"
    )["spec"]["template"]["spec"]["containers"][0]["env"]
    more = ["--control", "--control-env", "HEDDLE_KUBERNETES_IMAGE=python:3.13"]
    done = subprocess.run([*words, *more], capture_output=True, text=True)
    plane = [each for each in yaml.safe_load_all(done.stdout) if each["kind"] == "Deployment"][-1]
    (container,) = plane["spec"]["template"]["spec"]["containers"]
    assert {"name": "HEDDLE_KUBERNETES_IMAGE", "value": "python:3.13"} in container["env"]
    wrong = subprocess.run([*words, "--env", "A"], capture_output=True, text=True)
    assert (wrong.returncode, "NAME=VALUE" in wrong.stderr) == (2, True)


def test_the_images_install_extras_that_there_are_and_run_commands_that_there_are() -> None:
    """tests/kube/test_images.py builds them."""
    text = (ROOT / "deploy" / "Containerfile").read_text()
    stages = re.findall(r"^FROM \S+ AS (\S+)$", text, re.MULTILINE)
    settings = Settings()
    images = (settings.image, settings.control_image)
    assert {name.removeprefix("heddle-").split(":")[0] for name in images} <= {*stages}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extras in re.findall(r"whl\)\[([\w,]+)\]", text):
        assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    for command in re.findall(r"^CMD (.*)$", text, re.MULTILINE):
        words = json.loads(command)
        assert words[0] in project["scripts"]
        assert cli.commands().load(words[1])
    numbers = re.findall(r"^USER (\d+)", text, re.MULTILINE)
    assert [int(number) for number in numbers] == [CONFINED["runAsUser"]]
