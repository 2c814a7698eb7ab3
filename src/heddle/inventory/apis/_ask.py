"""What a vendor's library says of its devices, as JSON: python -m heddle.inventory.apis._ask API"""

from __future__ import annotations

import importlib
import json
import sys

if __name__ == "__main__":
    module = importlib.import_module(f"heddle.inventory.apis.{sys.argv[1]}")
    print(json.dumps(module.ask()))
