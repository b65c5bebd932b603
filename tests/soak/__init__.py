"""Long runs that look for what a test suite's seconds do not find: `make soak`, or `python -m tests.soak`."""
