"""How processes of a Ray that Heddle started are known, also after a restart."""

MARKER = "HEDDLE_RAY_HEAD"  #: in the environment of all that belongs to a node
