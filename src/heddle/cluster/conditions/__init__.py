"""Conditions of jobs on what lies beyond a node's devices: data, network, price and power."""
