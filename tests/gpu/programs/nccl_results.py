"""Two ranks on one GPU that reduce and gather; prints what they got, or that NCCL refuses."""

from __future__ import annotations

import os
import tempfile
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def rank(number: int, folder: str) -> None:
    store = dist.FileStore(f"{folder}/store", 2)
    torch.cuda.set_device(0)
    try:
        dist.init_process_group(
            "nccl", store=store, rank=number, world_size=2, timeout=timedelta(seconds=60)
        )
        x = torch.arange(1 << 16, dtype=torch.int64, device="cuda") * (number + 1)
        for _ in range(50):
            dist.all_reduce(x)
            x %= 1_000_003
        parts = [torch.empty_like(x) for _ in range(2)]
        dist.all_gather(parts, x + number)
        line = f"rank {number}: {int(x.sum())} {[int(part.sum()) for part in parts]}"
        dist.destroy_process_group()
    except dist.DistBackendError as error:
        line = f"rank {number}: refused, {'duplicate' in str(error).lower()}"
    with open(f"{folder}/{number}", "w") as out:
        out.write(line)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(rank, args=(folder,), nprocs=2)
        for number in range(2):
            with open(f"{folder}/{number}") as line:
                print(line.read())


if __name__ == "__main__":
    os.environ.setdefault("NCCL_MULTI_RANK_GPU_ENABLE", "1")  # newer versions want to be asked
    main()
