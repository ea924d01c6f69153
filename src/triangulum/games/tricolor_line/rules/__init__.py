"""The rules of Tricolor Line, compiled: each module adds to the state what the next one builds on.

``codes``, ``fields`` → ``lookup`` → ``board`` → ``payments`` → ``legal_actions`` → ``event_effects`` → ``turn`` →
``evaluation`` → ``state``. Beside them ``routes`` finds finished routes, ``route_plans`` says what unfinished ones
would cost, ``hidden_cards`` samples a hand of which something is known, and ``event_log`` names what happens in a step.
Import from the modules: this one stays empty, so that ``actions`` can use ``codes``.
"""
