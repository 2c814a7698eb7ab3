"""Files in the folder of an attempt. Each job waits until its batch script has imported this."""

JOB, BATCH, CLAIM = "job.json", "batch.json", "claim"
