"""An engine's own way to start a job, for `heddle bench engines`: one file for each engine, named
like it, with OWN."""
