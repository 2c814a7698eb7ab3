"""Figures of the control plane, its devices and jobs, and how the server itself is."""
