"""A registry of images on this machine that asks for a name and a password."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import tarfile
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from heddle.control import tls

TRUSTED = Path("/etc/containers/certs.d")  #: where Podman has the certificates of registries


class Registry:
    """Has one image, `image:1`, of an archive."""

    def __init__(self, folder: Path, archive: Path) -> None:
        self.served: dict[
            str, tuple[str, bytes]
        ] = {}  #: by path, what kind it is and what it holds
        self.asked: list[str] = []  #: by whom, with a password
        self._take(archive)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        certificate = tls.own(str(folder), "localhost")
        self._server.socket = certificate.context().wrap_socket(
            self._server.socket, server_side=True
        )
        self.address = f"localhost:{self._server.server_port}"
        self.name = f"{self.address}/image:1"
        self._trusted = TRUSTED / self.address
        self._trusted.mkdir(parents=True)
        shutil.copy(folder / "cert.pem", self._trusted / "ca.crt")
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def auth(self, user: str, password: str) -> str:
        """What logs in there; it also names a program, which nobody must run."""
        known = base64.b64encode(f"{user}:{password}".encode()).decode()
        return json.dumps({"auths": {self.address: {"auth": known}}, "credsStore": "of-a-tenant"})

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        shutil.rmtree(self._trusted)
        with suppress(OSError):  # others are trusted, too
            TRUSTED.rmdir()

    def _take(self, archive: Path) -> None:
        parts = []
        with tarfile.open(archive) as file:
            for name, kind in (("config.json", "config.v1+json"), ("layer.tar", "layer.v1.tar")):
                found = file.extractfile(name)
                assert found is not None
                data, kind = found.read(), f"application/vnd.oci.image.{kind}"
                digest = f"sha256:{hashlib.sha256(data).hexdigest()}"
                self.served[f"/v2/image/blobs/{digest}"] = (kind, data)
                parts.append({"mediaType": kind, "digest": digest, "size": len(data)})
        kind = "application/vnd.oci.image.manifest.v1+json"
        manifest: dict[str, Any] = {"schemaVersion": 2, "mediaType": kind}
        manifest |= {"config": parts[0], "layers": parts[1:]}
        self.served["/v2/image/manifests/1"] = (kind, json.dumps(manifest).encode())
        self.served["/v2/"] = ("application/json", b"{}")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        registry = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                said = self.headers.get("Authorization", "").removeprefix("Basic ")
                who = base64.b64decode(said).decode()
                if who.strip(":"):  # Podman has an empty name where it knows none
                    registry.asked.append(who)
                if who != "ann:right":
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="test"')
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                kind, data = registry.served.get(self.path, ("text/plain", b""))
                self.send_response(200 if data else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *words: object) -> None:
                pass

        return Handler
