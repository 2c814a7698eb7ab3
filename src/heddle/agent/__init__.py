"""The node's agent: applies policies, meters, answers questions. Programs run without it, too."""
