"""The tables people sit at: HTTP and WebSocket in front, a log of numbered rows behind, and views in between.

The room knows no game by name. One direction: a client's command, who sends it and whether it may, ``History``, the
store, the acknowledgement, and then for each watcher view, scene, difference and message.
"""
