"""All frames side by side in one picture."""

import sys
from pathlib import Path

from png import read_png, write_png

folder = Path(sys.argv[1])
frames = [read_png(path) for path in sorted(folder.glob("frame-*.png"))]
rows = [b"".join(frame[y] for frame in frames) for y in range(len(frames[0]))]
write_png(folder / "sheet.png", rows)
print(f"{folder / 'sheet.png'}: {len(frames)} frames")
