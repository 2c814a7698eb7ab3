"""Report what keeps Heddle from working in a Kubernetes cluster, and how to fix it. Nothing in the
cluster is changed. Exits with 1 if there is a problem; a note needs no action.

examples:
  heddle k8s check
  heddle k8s check --kubeconfig admin.conf -o json
"""

from __future__ import annotations

import argparse

from heddle.cli._output import add_output
from heddle.cli.admin._finding import Finding, show_findings
from heddle.errors import HeddleError
from heddle.extras import extra

HELP = "report problems of the cluster, and how to fix them"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kubeconfig", metavar="FILE", help="how to reach the API server")
    parser.add_argument(
        "--namespace", default="heddle-system", metavar="NAME", help="where Heddle is installed"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    with extra("heddle k8s check", "lightkube", "kubernetes"):
        from heddle.kubernetes.driver import client_of
        from heddle.kubernetes.install.inquiry import Inquiry
    from heddle.cli.k8s._findings import findings
    from heddle.kubernetes.install.rules import DRIVER_RULES

    client = client_of(options.kubeconfig)
    try:
        found = list(findings(Inquiry(client).facts(options.namespace, DRIVER_RULES)))
    except HeddleError as error:
        found = [Finding("API server", "wrong", str(error))]
    return show_findings(found, options.output)
