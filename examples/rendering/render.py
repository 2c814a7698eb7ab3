"""One frame of a flight into the Mandelbrot set, as PNG. The member's number is the frame."""

import argparse
import os
from pathlib import Path

from png import write_png

CENTRE, WIDTH, HEIGHT, DEPTH = complex(-0.743643, 0.131825), 96, 64, 120


def shade(c: complex) -> int:
    z = 0j
    for step in range(DEPTH):
        z = z * z + c
        if abs(z) > 2:
            return 255 - step * 255 // DEPTH
    return 0


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--frames", type=int, default=8)
    options.add_argument("--out", default="out")
    options = options.parse_args()
    frame = int(os.environ.get("HEDDLE_INDEX", "0"))
    size = 3.0 / 1.6**frame
    rows = [
        bytes(
            shade(CENTRE + complex((x / WIDTH - 0.5) * size, (y / HEIGHT - 0.5) * size * 2 / 3))
            for x in range(WIDTH)
        )
        for y in range(HEIGHT)
    ]
    folder = Path(options.out)
    folder.mkdir(exist_ok=True)
    path = folder / f"frame-{frame:03d}.png"
    write_png(path, rows)
    print(f"{path}: frame {frame + 1} of {options.frames}")


main()
