"""Files that people write: jobs, services, sites and quotas. Text in, data out, every error at its
place. What schedules never reads a file.
"""
