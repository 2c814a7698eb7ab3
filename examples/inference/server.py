"""Tells on which side of a line a point is: a model as small as models get, behind HTTP."""

import json
import math
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

WEIGHTS = (1.5, -2.0, 0.5)  #: as examples/training learns them


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        if url.path == "/health":
            self.answer(200, {"status": "ok"})
        elif url.path == "/classify":
            self.classify(parse_qs(url.query))
        else:
            self.answer(404, {"error": "there is /classify?x=1.0&y=-0.5 and /health"})

    def classify(self, asked: dict[str, list[str]]) -> None:
        try:
            point = float(asked["x"][0]), float(asked["y"][0]), 1.0
        except (KeyError, ValueError):
            self.answer(400, {"error": "x and y are numbers: /classify?x=1.0&y=-0.5"})
            return
        time.sleep(0.02)  # what a model worth its name would take
        score = sum(w * v for w, v in zip(WEIGHTS, point, strict=True))
        self.answer(200, {"likely": round(1 / (1 + math.exp(-score)), 3), "by": os.getpid()})

    def answer(self, status: int, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """The front counts requests."""


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
