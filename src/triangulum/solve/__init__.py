"""Where the tables of solved games are kept."""
