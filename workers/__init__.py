"""The processes around the queue: RQ jobs, the courier, the supervisor and the command line."""
