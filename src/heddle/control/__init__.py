"""The control plane: jobs are accepted, decided on, run by engines, and accounted for.

core    pure: what is asked and seen goes in; changes for the store and calls for engines come out
pool    the nodes, as the cycle sees them
loop    the one thread that feeds the core, writes what it says, and only then acts
server  all of it put together for one machine; home, machine and process are what it needs
"""
