"""How long a rod takes to cool, for one conductivity: the member's own number decides which."""

import json
import os

conductivity = 0.05 * (int(os.environ.get("HEDDLE_INDEX", "0")) + 1)
rod, steps = [0.0] + [100.0] * 38 + [0.0], 0
while max(rod) > 50.0:
    inner = (
        rod[i] + conductivity * (rod[i - 1] - 2 * rod[i] + rod[i + 1])
        for i in range(1, len(rod) - 1)
    )
    rod = [0.0, *inner, 0.0]
    steps += 1
print(json.dumps({"conductivity": round(conductivity, 2), "steps": steps}))
