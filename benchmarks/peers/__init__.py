"""Triangulum beside other libraries, from one run on one machine: `python -m benchmarks.peers`; called by make."""
