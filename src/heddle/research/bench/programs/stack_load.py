"""An ordinary program of one library, which knows nothing of Heddle; `heddle bench frameworks` runs
it where the library is installed.

    stack_load.py LIBRARY SECONDS    a request every 20 ms, a line for each, and a digest of what
                                     the first came to

LIBRARY is one of those below. A line is "BEGIN_NS END_NS" on the monotonic clock.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable
from typing import Any

EVERY_NS, DIGESTED = 20_000_000, 40
WIDTH = 1024


def cupy() -> Callable[[int], bytes]:
    import cupy

    cupy.random.seed(0)
    a = cupy.random.standard_normal((WIDTH, WIDTH), dtype="float32")

    def request(i: int) -> bytes:
        product = a @ (a + i)
        spectrum = cupy.fft.rfft(product, axis=1)
        return cupy.sort(abs(spectrum)[: 16 + i % 16].ravel()).get().tobytes()

    return request


def triton() -> Callable[[int], bytes]:
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def softmax(out, x, width: tl.constexpr):  # type: ignore[no-untyped-def]
        row, columns = tl.program_id(0), tl.arange(0, width)
        values = tl.load(x + row * width + columns)
        weights = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * width + columns, weights / tl.sum(weights, axis=0))

    torch.manual_seed(0)
    x = torch.randn(4 * WIDTH, WIDTH, device="cuda")
    out = torch.empty_like(x)

    def request(i: int) -> bytes:
        for _ in range(8):
            softmax[(x.shape[0],)](out, x + i, WIDTH)
        return out[i % 64].cpu().numpy().tobytes()

    return request


def jax() -> Callable[[int], bytes]:
    import jax
    import numpy

    keys = jax.random.split(jax.random.PRNGKey(0), 7)
    layers = [jax.random.normal(key, (WIDTH, WIDTH)) / 32 for key in keys[1:]]
    x = jax.random.normal(keys[0], (256, WIDTH))

    @jax.jit
    def forward(x: Any) -> Any:
        for layer in layers:
            x = jax.nn.gelu(x @ layer)
        return x

    return lambda i: numpy.asarray(forward(x + i)[:8]).tobytes()


def transformers() -> Callable[[int], bytes]:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=2048,
        hidden_size=512,
        intermediate_size=1024,
        num_hidden_layers=4,
        num_attention_heads=8,
    )
    model = LlamaForCausalLM(config).cuda().bfloat16().eval()

    def request(i: int) -> bytes:
        torch.manual_seed(i)
        start = torch.tensor([[1 + i % 2000]], device="cuda")
        text = model.generate(start, max_new_tokens=4, do_sample=True, pad_token_id=0)
        return bytes(text.cpu().numpy().tobytes())

    return request


LIBRARIES = {"cupy": cupy, "triton": triton, "jax": jax, "transformers": transformers}


def main() -> None:
    request, seconds = LIBRARIES[sys.argv[1]](), float(sys.argv[2])
    for i in range(5):
        request(i)
    digest = hashlib.sha256()
    due = time.monotonic_ns()
    end = due + int(seconds * 1e9)
    done = 0
    while due < end or done < DIGESTED:
        time.sleep(max(0.0, (due - time.monotonic_ns()) / 1e9))
        begin = time.monotonic_ns()
        result = request(done)
        print(begin, time.monotonic_ns(), flush=True)
        if done < DIGESTED:
            digest.update(result)
        done += 1
        if done == DIGESTED:
            print("text", digest.hexdigest(), flush=True)
        while due <= time.monotonic_ns():
            due += EVERY_NS


if __name__ == "__main__":
    main()
