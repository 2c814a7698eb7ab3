"""How the processes of an attempt are known, whatever they do: a folder is an attempt's alone."""

MARKER = "HEDDLE_ATTEMPT_FOLDER"  #: in their environment
