"""How the processes of an attempt are known, whatever they do: a folder is an attempt's alone."""

from heddle.inventory.jobs import ATTEMPT_FOLDER

MARKER = ATTEMPT_FOLDER  #: in their environment
