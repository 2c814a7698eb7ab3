"""A PyTorch program that prints its results, bit for bit; tests compare two runs."""

from __future__ import annotations

import hashlib

import torch


def digest(tensor: torch.Tensor) -> str:
    return hashlib.sha256(tensor.detach().float().cpu().numpy().tobytes()).hexdigest()[:16]


def main() -> None:
    torch.manual_seed(0)
    torch.use_deterministic_algorithms(True)
    model = torch.nn.Sequential(
        torch.nn.Linear(512, 1024), torch.nn.ReLU(), torch.nn.Linear(1024, 512)
    ).cuda()
    optimizer = torch.optim.SGD(model.parameters(), 1e-3)
    for _ in range(300):
        x = torch.randn(256, 512, device="cuda")
        loss = (model(x) - x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("training", digest(model[0].weight), f"{loss.item():.9g}")

    x = torch.randn(64, 512, device="cuda")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            model(x)
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(x)
    for _ in range(300):
        x.copy_(torch.randn(64, 512, device="cuda"))
        graph.replay()
    torch.cuda.synchronize()
    print("graph", digest(y))

    streams = [torch.cuda.Stream() for _ in range(4)]
    sums = []
    for turn in range(40):
        with torch.cuda.stream(streams[turn % 4]):
            a = torch.full((512, 512), float(turn % 7 + 1), device="cuda")
            sums.append((a @ a).sum())
    torch.cuda.synchronize()
    print("streams", [float(s) for s in sums])
    pinned = torch.arange(1 << 20, dtype=torch.float32).pin_memory()
    back = (pinned.cuda(non_blocking=True) * 2).cpu()
    print("copies", digest(back), digest(torch.arange(1 << 20, dtype=torch.float32).cuda() + 1))
    try:
        torch.ones(3, device="cuda")[torch.tensor([5], device="cuda")].cpu()
    except Exception as error:
        print(type(error).__name__, str(error)[:45])


if __name__ == "__main__":
    main()
