"""The cluster's scheduler: pure decisions on a snapshot.

placing/    which node, for one member of a job: one policy per file
matching/   which jobs run in the next round, on which kind of device: one policy per file
"""
