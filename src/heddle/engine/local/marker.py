"""How the processes of an attempt are known, whatever they do: a folder is an attempt's alone."""

from heddle.inventory.jobs import ATTEMPT_FOLDER

MARKER = ATTEMPT_FOLDER  #: in their environment
LENDER = "HEDDLE_ENGINE_LENDER"  #: the variable: HOST:PORT where its device is served
UNLENT = "unlent"  #: in that folder, behind a member's number: why it was lent no device (lent.py)
