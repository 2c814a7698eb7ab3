"""Nodes, clusters and sites with a virtual clock, deciding by the code that decides on real ones.

One node: the compiled decision function and the policies, no hardware.

workload.py    what programs do; scenarios.py has some, scenario_file.py (entry.py) reads others
memory.py      a table in plain memory; roster.py writes programs into it
device.py      what a device does with the work in its queues (queue.py)
program.py     a program that takes part, and what a policy sees of it
node.py        the clock, the keepers, the policy
report.py      what came of it; picture.py draws it

A cluster: cluster.py is the clock around the cycle, traces/ has one file for each kind of trace,
cluster_*.py what is run, reported and drawn; rounds.py and sia_rounds.py match in rounds.
Several of them: sites*.py.
"""
