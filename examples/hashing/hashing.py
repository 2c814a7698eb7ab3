"""Looks for a number whose SHA-256, behind a text, begins with so many zero bits.

Every member looks at its own numbers, and says so often how far it is that little is lost.
"""

import argparse
import hashlib
import os
from pathlib import Path

TEXT = b"heddle"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--zeros", type=int, default=14)
    options.add_argument("--members", type=int, default=4)
    options = options.parse_args()
    member = int(os.environ.get("HEDDLE_INDEX", "0"))
    Path("out").mkdir(exist_ok=True)
    noted = Path(f"out/member-{member}")
    number = int(noted.read_text()) if noted.exists() else member
    limit = 1 << (256 - options.zeros)
    while int.from_bytes(hashlib.sha256(TEXT + str(number).encode()).digest()) >= limit:
        number += options.members
        if number // options.members % 5000 == 0:
            noted.write_text(str(number))
    noted.write_text(str(number))
    print(f"{TEXT.decode()}{number}: {hashlib.sha256(TEXT + str(number).encode()).hexdigest()}")


main()
