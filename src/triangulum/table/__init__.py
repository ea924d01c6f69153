"""Tables as a pure, synchronous library: no network, database, thread or clock."""
