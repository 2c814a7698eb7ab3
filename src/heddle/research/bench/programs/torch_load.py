"""An ordinary PyTorch program that knows nothing of Heddle; `heddle bench frameworks` runs it.

    torch_load.py train SECONDS              trains a 6-layer encoder; a line per step
    torch_load.py infer SECONDS              a 12-layer encoder, eager, a request every 20 ms
    torch_load.py graph SECONDS              the same as one CUDA graph
    torch_load.py graph-poisson SECONDS      the same at random times, at this mean rate
    torch_load.py graph-batch SECONDS        the same for a large batch, one request behind the
                                             other, each waited for
    torch_load.py graph-queue SECONDS        the same as `graph`, eight requests behind each other,
                                             waited for together
    torch_load.py loop KIND                  trains until it is ended: synchronised every step (1),
                                             every second (2) or eighth (8), reading its loss at
                                             each step (loss), waiting 40 ms for its data every
                                             eighth (stall), or a second every two (pulse); or a
                                             decoder (decode)
    torch_load.py burst SECONDS              the decoder below, 64 tokens every 100 ms
    torch_load.py decode TOKENS EVERY_MS     a decoder that makes tokens one after the other, each a
                                             CUDA graph, at a pace or (0) as fast as it can; prints
                                             a digest of its text at the end

A line is "BEGIN_NS END_NS" on the monotonic clock, as of the other load programs. A line "text"
has a digest of what the first steps or requests came to, or at the end of all tokens.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
from collections.abc import Callable

import torch

STALL_S, PULSE_S, PAUSE_S = 0.04, 2.0, 1.0
BATCH, QUEUED = 512, 8
EVERY_NS, DIGESTED = 20_000_000, 10


def encoder(layers: int, width: int) -> torch.nn.Module:
    layer = torch.nn.TransformerEncoderLayer(
        width, width // 64, 4 * width, dropout=0.0, batch_first=True
    )
    return torch.nn.TransformerEncoder(layer, layers, enable_nested_tensor=False).cuda().bfloat16()


def log(begin_ns: int) -> None:
    print(begin_ns, time.monotonic_ns(), flush=True)


class Digest:
    """Of what comes first; printed once."""

    def __init__(self) -> None:
        self._sum, self._left = hashlib.sha256(), DIGESTED

    def add(self, result: torch.Tensor) -> None:
        if not self._left:
            return
        self._sum.update(result.float().cpu().numpy().tobytes())
        self._left -= 1
        if not self._left:
            print("text", self._sum.hexdigest(), flush=True)


def paced(seconds: float, every_ns: int, request: Callable[[], object]) -> None:
    """Requests at a fixed pace; one that took too long is not caught up with."""
    due = time.monotonic_ns()
    end = due + int(seconds * 1e9)
    while due < end:
        while (left := due - time.monotonic_ns()) > 0:
            time.sleep(max(0.0, (left - 200_000) / 1e9))
        request()
        torch.cuda.synchronize()
        log(due)
        while due <= time.monotonic_ns():
            due += every_ns


def steady(seconds: float, at_once: int, request: Callable[[], object]) -> None:
    """Requests without a pause; a line for each group that is waited for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.monotonic_ns()
        for _ in range(at_once):
            request()
        torch.cuda.synchronize()
        log(begin)


def at_random(seconds: float, every_ns: int, request: Callable[[], object]) -> None:
    """Requests at random times, at this mean rate; one that comes while another is served begins
    behind it."""
    pauses = random.Random(0)
    due = time.monotonic_ns()
    end = due + int(seconds * 1e9)
    while due < end:
        while (left := due - time.monotonic_ns()) > 0:
            time.sleep(max(0.0, (left - 200_000) / 1e9))
        begin = time.monotonic_ns()
        request()
        torch.cuda.synchronize()
        log(begin)
        due = max(due + round(pauses.expovariate(1 / every_ns)), time.monotonic_ns())


def training() -> Callable[[], torch.Tensor]:
    """One step; its loss."""
    model = encoder(6, 1024)
    optimizer = torch.optim.SGD(model.parameters(), 1e-4)
    x = torch.randn(32, 512, 1024, device="cuda", dtype=torch.bfloat16)

    def step() -> torch.Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = model(x).float().pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


def train(seconds: float) -> None:
    step, digest = training(), Digest()
    end = time.monotonic() + seconds + 3
    while time.monotonic() < end:
        begin = time.monotonic_ns()
        loss = step()
        torch.cuda.synchronize()
        log(begin)
        digest.add(loss)


def loop(kind: str) -> None:
    if kind == "decode":
        decode(1 << 60, 0)
    step = training()
    every = {"loss": 1, "stall": 8, "pulse": 1}.get(kind) or int(kind)
    pulse_end = time.monotonic() + PULSE_S
    while True:
        for i in range(every):
            begin = time.monotonic_ns()
            loss = step()
            if kind == "loss":
                loss.item()
            elif i + 1 == every:
                torch.cuda.synchronize()
            log(begin)
        if kind == "stall":
            time.sleep(STALL_S)
        elif kind == "pulse" and time.monotonic() > pulse_end:
            time.sleep(PAUSE_S)
            pulse_end = time.monotonic() + PULSE_S


def captured(request: Callable[[], object]) -> torch.cuda.CUDAGraph:
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            request()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        request()
    return graph


@torch.inference_mode()
def infer(seconds: float, mode: str) -> None:
    model = encoder(12, 768).eval()
    batch = BATCH if mode == "graph-batch" else 1
    x = torch.randn(batch, 128, 768, device="cuda", dtype=torch.bfloat16)
    out = torch.empty_like(x)
    request: Callable[[], object] = lambda: out.copy_(model(x))  # noqa: E731
    for _ in range(20):
        request()
    if mode != "infer":
        request = captured(request).replay
    digest = Digest()
    for _ in range(DIGESTED):
        x.normal_()
        request()
        digest.add(out)
    if mode in ("graph-batch", "graph-queue"):
        steady(seconds, QUEUED if mode == "graph-queue" else 1, request)
    else:
        (at_random if mode == "graph-poisson" else paced)(seconds, EVERY_NS, request)


@torch.inference_mode()
def decode(tokens: int, every_ms: float) -> None:
    """Greedy decoding with a window; weights are random, and the same in every run."""
    window, width, words = 64, 1024, 4096
    embed = torch.nn.Embedding(words, width).cuda().bfloat16()
    model = encoder(12, width).eval()
    text = torch.zeros(1, window, dtype=torch.long, device="cuda")

    def step() -> None:
        hidden = model(embed(text))[:, -1]
        token = (hidden @ embed.weight.T).argmax(-1)
        text.copy_(torch.cat((text[:, 1:], token[:, None]), 1))

    graph = captured(step)
    text.copy_(torch.arange(window, device="cuda")[None])
    digest = hashlib.sha256()

    def token() -> None:
        graph.replay()
        digest.update(text[0, -1].cpu().numpy().tobytes())

    if every_ms < 0:
        end = time.monotonic() + tokens
        while time.monotonic() < end:
            due = time.monotonic() - every_ms / 1000
            for _ in range(64):
                begin = time.monotonic_ns()
                token()
                log(begin)
            time.sleep(max(0.0, due - time.monotonic()))
    elif every_ms:
        paced(tokens * every_ms / 1000, int(every_ms * 1e6), token)
    else:
        for _ in range(tokens):
            begin = time.monotonic_ns()
            token()
            log(begin)
    print("text", digest.hexdigest(), flush=True)


def main() -> None:
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    if sys.argv[1] == "loop":
        loop(sys.argv[2])
        return
    mode, amount = sys.argv[1], float(sys.argv[2])
    if mode == "train":
        train(amount)
    elif mode == "burst":
        decode(int(amount), -100)
    elif mode == "decode":
        decode(int(amount), float(sys.argv[3]))
    else:
        infer(amount, mode)


if __name__ == "__main__":
    main()
