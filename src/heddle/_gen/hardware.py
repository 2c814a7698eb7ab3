"""Models of accelerators. Made by tools/gen from facts/hardware. Do not edit."""

from typing import Any

MODELS: dict[str, dict[str, Any]] = {'pci:10de:2335': {'vendor': 'nvidia',
                   'name': 'H200',
                   'title': 'H200 SXM 141GB',
                   'kind': 'gpu',
                   'architecture': 'hopper',
                   'memory_gib': 141,
                   'watts': 700,
                   'nominal': {'fp64': 34,
                               'fp64_tensor': 67,
                               'fp32': 67,
                               'tf32': 494.7,
                               'fp16': 989.4,
                               'bf16': 989.4,
                               'fp8': 1978.9,
                               'int8': 1978.9,
                               'memory_gbs': 4800,
                               'link_gbs': 450},
                   'source': 'H200 data sheet, 2024'}}
