"""Tables in memory: rooms, the way of a command, bots and jobs."""
