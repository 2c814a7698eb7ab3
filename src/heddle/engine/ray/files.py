"""Files of an attempt's folder that only this engine has."""

FAILED = "failed.json"  #: a member has failed, so the others are to end
CUT = "cut.json"  #: the actor of a member has gone, and nobody had asked for that
MASTER = "master.json"  #: where the first member listens, for all
