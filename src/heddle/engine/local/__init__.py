"""The engine of this machine: members are processes, and survive the control plane."""
