"""What `deploy/` and `docker-compose.yml` promise, checked without containers."""
