"""What is publicly known of accelerator models, one facts file per vendor, as one Python table."""

from __future__ import annotations

import re
from pprint import pformat
from typing import Any

#: How hardware names itself: PCI and USB numbers, or a device tree's `compatible`.
MATCH = re.compile(r"(pci|usb):[0-9a-f]{4}:[0-9a-f]{4}(:[0-9a-f]{4}:[0-9a-f]{4})?|of:[\w,.+-]+")
REQUIRED = {"name", "title", "kind", "match", "source"}
OPTIONAL = {"architecture", "memory_gib", "watts", "nominal"}
#: Dense, without sparsity: TFLOPS (TOPS for integers); memory and links in GB/s.
NOMINAL = {
    *("fp64", "fp64_tensor", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8", "int4"),
    *("memory_gbs", "link_gbs"),
}


def render(by_vendor: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The generated file, from every facts file by its vendor's name.

    :raises ValueError: if an entry is incomplete, or two claim the same hardware
    """
    models: dict[str, dict[str, Any]] = {}
    for vendor, facts in sorted(by_vendor.items()):
        for model in facts["model"]:
            where = f"facts/hardware/{vendor}.toml, {model.get('name')}"
            if unknown := set(model) - REQUIRED - OPTIONAL:
                raise ValueError(f"{where}: unknown {sorted(unknown)}")
            if missing := REQUIRED - set(model):
                raise ValueError(f"{where}: no {sorted(missing)}")
            if unknown := set(model.get("nominal", {})) - NOMINAL:
                raise ValueError(f"{where}: unknown nominal {sorted(unknown)}")
            entry = {"vendor": vendor, **model}
            for match in entry.pop("match"):
                if not MATCH.fullmatch(match) or match in models:
                    raise ValueError(f"{where}: {match!r} is malformed or taken")
                models[match] = entry
    text = (
        '"""Models of accelerators. Made by tools/gen from facts/hardware. Do not edit."""\n\n'
        "from typing import Any\n\n"
        "MODELS: dict[str, dict[str, Any]] = " + pformat(models, width=100, sort_dicts=False) + "\n"
    )
    return {"src/heddle/_gen/hardware.py": text}
