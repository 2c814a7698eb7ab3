"""Asks the agent for a program that stays, and ends. Nothing of Heddle is imported, so that a claim
costs a few milliseconds.

    python -I -S grantee.py SOCKET '{"verb": "grant", "uid": 0, "name": "claim"}'
"""

from __future__ import annotations

import socket
import sys

TIMEOUT_S = 10.0


def main(path: str, request: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(TIMEOUT_S)
        line.connect(path)
        line.sendall(request.encode() + b"\n")
        with line.makefile() as answer:
            print(answer.readline(), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
