"""Programs under Heddle, while they run."""

HELP = "change, hold, release or trace a running program"
GROUP = "Run and watch"
