"""The scripts that Slurm runs on a node around every job. They put the programs of its plain users
under Heddle, with the share and the memory that Slurm gave to the job.

Prolog and Epilog are root's: they make the job's program in the table, and end it. Every task is
told by TaskProlog, which is the user's, that it belongs to that program.
"""
