"""The workloads of Sia and Pollux, and their simulators' rules."""
