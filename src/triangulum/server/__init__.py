"""Hosts tables on a network: HTTP and WebSockets in front, an event log in a database behind.

A command goes one way: decode it, find out who sent it, propose events, apply them, append them to the log,
acknowledge the command, and publish an update to every watcher.
"""
