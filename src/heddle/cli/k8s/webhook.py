"""Turn what pods ask for in words into claims of the DRA driver: an admission webhook.

Understands the annotation heddle.io/xpu ("h200:0.3,mem=8Gi"), HAMi's limits (nvidia.com/gpumem,
nvidia.com/gpucores) and KAI's annotations (gpu-fraction, gpu-memory). A pod that asks for nonsense
is denied, with what is wrong. Follows its certificate when the files change; /healthz says that it
runs. Removes the templates that it made when no pod names them for an hour.

examples:
  heddle k8s webhook --cert tls.crt --key tls.key                in a pod
  heddle k8s webhook --listen 127.0.0.1:8443 --cert tls.crt --key tls.key --kubeconfig FILE
"""

from __future__ import annotations

import argparse
import logging
import signal
import socket
import threading

from heddle.errors import HeddleError, UsageError
from heddle.extras import extra

HELP = "serve the admission webhook: pods ask in a line"
SWEEP_S = 600.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--listen", metavar="[HOST]:PORT", default=":8443", help="default: :8443")
    parser.add_argument("--cert", metavar="FILE", required=True, help="certificate (PEM)")
    parser.add_argument("--key", metavar="FILE", required=True, help="its private key (PEM)")
    parser.add_argument("--kubeconfig", metavar="FILE", help="how to reach the API server")


def run(options: argparse.Namespace) -> int:
    host, _, port = options.listen.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"--listen {options.listen!r}: give a port, as in :8443.")
    with extra("heddle k8s webhook", "lightkube", "kubernetes"):
        from heddle.kubernetes.admission.cluster import ClusterTemplates
        from heddle.kubernetes.driver import client_of
    from heddle.kubernetes.admission.review import answer
    from heddle.kubernetes.admission.server import WatchedCertificate, WebhookServer

    logging.basicConfig(format="heddle: %(message)s", level=logging.INFO)
    logging.getLogger("httpx2").setLevel(logging.WARNING)  # a line for each request
    cluster = ClusterTemplates(client_of(options.kubeconfig))
    everywhere = "::" if socket.has_dualstack_ipv6() else "0.0.0.0"
    certificate = WatchedCertificate(options.cert, options.key)
    try:
        server = WebhookServer(
            (host.strip("[]") or everywhere, int(port)),
            certificate,
            lambda review: answer(review, cluster),
        )
    except OSError as error:
        raise UsageError(f"cannot listen on {options.listen}: {error.strerror}.") from None
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    threading.Thread(target=server.serve_forever, name="webhook", daemon=True).start()
    logging.info("listening on %s", options.listen)
    while not ended.wait(SWEEP_S):
        try:
            cluster.sweep()
        except HeddleError as error:
            logging.warning("templates are not swept: %s", error)
    server.shutdown()
    return 0
