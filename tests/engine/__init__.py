"""Tests of the rules engine. Names follow the sections of docs/rules."""
