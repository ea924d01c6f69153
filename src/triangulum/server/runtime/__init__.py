"""Tables in memory: rooms, the command path, bots and jobs."""
