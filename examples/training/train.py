"""Logistic regression over several members, each with its own part of the data.

RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT are set as torchrun sets them. The members add up
their gradients through the first one; the first one keeps the state.
"""

import argparse
import json
import math
import os
import random
import socket
import time

RANK, WORLD = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))
TRUE = (1.5, -2.0, 0.5)  #: what is to be learned


def examples(rank: int, count: int = 400) -> list[tuple[tuple[float, ...], int]]:
    """The part of the data that this member has."""
    chance = random.Random(rank)
    found = []
    for _ in range(count):
        x = (chance.gauss(0, 1), chance.gauss(0, 1), 1.0)
        likely = 1 / (1 + math.exp(-sum(w * v for w, v in zip(TRUE, x, strict=True))))
        found.append((x, int(chance.random() < likely)))
    return found


class Sum:
    """Adds up one list of numbers over all members, again and again."""

    def __init__(self) -> None:
        self._lines = []
        if WORLD == 1:
            return
        address = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
        if RANK == 0:
            with socket.create_server(address) as server:
                self._lines = [server.accept()[0].makefile("rw") for _ in range(WORLD - 1)]
        else:
            self._lines = [connect(address).makefile("rw")]

    def __call__(self, numbers: list[float]) -> list[float]:
        if RANK != 0:
            self._send(self._lines[0], numbers)
            return json.loads(self._lines[0].readline())
        parts = [numbers, *(json.loads(line.readline()) for line in self._lines)]
        total = [sum(column) for column in zip(*parts, strict=True)]
        for line in self._lines:
            self._send(line, total)
        return total

    @staticmethod
    def _send(line, numbers: list[float]) -> None:
        line.write(json.dumps(numbers) + "\n")
        line.flush()


def connect(address: tuple[str, int]) -> socket.socket:
    """The first member may need a moment."""
    until = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(address)
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def loss_and_gradient(weights: list[float], data: list[tuple[tuple[float, ...], int]]):
    loss, gradient = 0.0, [0.0] * len(weights)
    for x, y in data:
        p = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, x, strict=True))))
        loss -= math.log(p if y else 1 - p)
        gradient = [g + (p - y) * v for g, v in zip(gradient, x, strict=True)]
    return loss, gradient


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--passes", type=int, default=30)
    options.add_argument("--state", default="state.json")
    options = options.parse_args()
    add_up, data = Sum(), examples(RANK)
    done, weights = 0, [0.0] * len(TRUE)
    if RANK == 0 and os.path.exists(options.state):
        with open(options.state) as file:
            done, weights = json.load(file)
        print(f"going on after pass {done}", flush=True)
    # Only the first one has the state: what the others add to it is nothing.
    done, *weights = add_up([done, *weights] if RANK == 0 else [0.0] * (1 + len(TRUE)))
    for number in range(int(done) + 1, options.passes + 1):
        loss, gradient = loss_and_gradient(weights, data)
        loss, count, *gradient = add_up([loss, len(data), *gradient])
        weights = [w - 4.0 * g / count for w, g in zip(weights, gradient, strict=True)]
        if RANK == 0:
            print(f"pass {number}: loss {loss / count:.4f}", flush=True)
            with open(f"{options.state}.new", "w") as file:
                json.dump([number, weights], file)
            os.replace(f"{options.state}.new", options.state)
    if RANK == 0:
        print("learned", *(f"{w:.2f}" for w in weights))


main()
