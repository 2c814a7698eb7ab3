"""Your account at a control plane."""

HELP = "sign in and out; your tokens, secrets and usage"
GROUP = "Administration"
