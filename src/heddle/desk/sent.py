"""Rules for everything that callers send."""

from pydantic import ConfigDict

LAST_MS = 2**53 - 1  #: the largest whole number that every JSON reader keeps
#: Of dataclasses that are sent: a misspelt field would otherwise count as one that was not given.
ONLY_THESE = ConfigDict(extra="forbid")
