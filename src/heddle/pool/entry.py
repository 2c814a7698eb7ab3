"""The first thing inside the sandbox: becomes the program. Run by path, without Heddle's packages.

bubblewrap's own processes are in the program's group, and are started with signals blocked: they
would end of what is typed at a terminal or sent to the group, and take the program with them. Here
the signals are let through again.

Arguments: the signals, as numbers with commas between; the file; the command and its arguments.
"""

from __future__ import annotations

import os
import signal
import sys

CANNOT_EXECUTE = 126


def main() -> int:
    numbers, path, *command = sys.argv[1:]
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
        signal.signal(number, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    blocked = [int(number) for number in numbers.split(",") if number]
    signal.pthread_sigmask(signal.SIG_UNBLOCK, blocked)
    try:
        os.execv(path, command)
    except OSError as error:
        print(f"heddle: cannot execute {path!r}: {error.strerror}.", file=sys.stderr)
    return CANNOT_EXECUTE


if __name__ == "__main__":
    sys.exit(main())
