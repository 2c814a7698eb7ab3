"""A Python environment that a job brings along as a list of packages: built where it runs.

The command is wrapped, so that building is the job's own: in its sandbox or image, as its user, in
its log, and within its limits.
"""

from __future__ import annotations

from collections.abc import Sequence

FOLDER = ".heddle"  #: in the folder to work in
LOCK = (
    f"{FOLDER}/venv.txt"  #: the list that `heddle submit --venv` writes: all of it, with versions
)
PYTHON = "# python "  #: a line of it says for which version

#: $1 is the list; the rest is the command. Members of a gang share the folder, not the environment.
_BUILD = f"""\
set -e
venv=$PWD/{FOLDER}/venv-${{HEDDLE_MEMBER:-0}}
if ! test -e "$venv/built"; then
  version=$(sed -n 's/^{PYTHON}//p' "$1")
  for python in "python$version" python3 python; do
    if command -v "$python" > /dev/null; then break; fi
  done
  echo "heddle: building the Python environment of $1 with $("$python" --version)" >&2
  mkdir -p {FOLDER}
  "$python" -m venv --clear "$venv"
  case $1 in {LOCK}) all=--no-deps ;; *) all= ;; esac
  "$venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check $all -r "$1"
  touch "$venv/built"
fi
VIRTUAL_ENV=$venv PATH=$venv/bin:$PATH
export VIRTUAL_ENV PATH
shift
exec "$@"
"""


def inside(lock: str | None, command: Sequence[str]) -> tuple[str, ...]:
    """The command that builds the environment of a list, once, and runs a command in it; the
    command itself where there is no list."""
    if lock is None:
        return tuple(command)
    return ("sh", "-c", _BUILD, "heddle-venv", lock, *command)
