"""Programs under Heddle, while they run."""

HELP = "change, hold, release or record a program that runs"
GROUP = "Run and watch"
