"""Variables that say which server to trust."""

PIN = "HEDDLE_PIN"  #: the sha256 of its certificate
CA = "HEDDLE_CA"  #: a file with the certificates that may have signed its own
