"""The command line: one module a group of commands, and the table in a terminal."""
