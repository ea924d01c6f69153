"""The database: the event log, and what processes tell each other through it."""
