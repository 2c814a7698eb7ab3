"""One table of all results."""

import json
import sys
from pathlib import Path

found = [json.loads(path.read_text()) for path in Path(sys.argv[1]).glob("*.json")]
for each in sorted(found, key=lambda each: each["conductivity"]):
    print(f"{each['conductivity']:5.2f} {each['steps']:6d} steps")
