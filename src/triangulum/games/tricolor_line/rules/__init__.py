"""The rules of Tricolor Line, compiled: each module adds to the state what the next one builds on.

``codes``, ``fields`` → ``lookup`` → ``board`` → ``legal_actions`` → ``turn`` → ``evaluation`` → ``state``. Beside them
``routes`` finds finished routes, ``route_plans`` says what unfinished ones would cost, and ``event_log`` names what
happens in a step. Import from the modules: this one stays empty, so that ``actions`` can use ``codes``.
"""
