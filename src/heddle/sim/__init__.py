"""One node with a virtual clock: the compiled decision function and the policies, no hardware.

workload.py    what programs do; scenarios.py has some, scenario_file.py (entry.py) reads others
memory.py      a table in plain memory; roster.py writes into it who is there
device.py      what a device does with the work in its queues (queue.py)
program.py     a program that takes part, and what a policy sees of it
node.py        the clock, the keepers, the policy
report.py      what came of it; picture.py draws it
"""
