"""Bots against each other: rounds of paired games, in processes that may be killed."""
