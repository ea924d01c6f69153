"""Routes, WebSockets, limits and errors."""
