"""Logs and metrics for whoever runs a server."""
