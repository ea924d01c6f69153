"""Conformance: property tests that every game must pass, run on random games.

``conformance(setup)`` plays random games and checks the *promises* of the contract (``PROMISES``) at every step: that
actions are legal and notation is parsed back, that a copy shares nothing, that a record replays, and, which is the hard
part, that nothing hidden leaks and that resampling is right. Each checker looks after a group of promises:

- ``rules_promises``: rules, texts and serialization, for games with and without secrets;
- ``secret_promises``: a seat can't tell states apart that look the same to it;
- ``resample_promises``: resampled states have the right distribution, tested against all possible worlds;
- ``observation_promise``: what learners are given depends on what the seat knows and nothing else;
- ``belief_promise``: exact beliefs agree with the frequencies in many resamples;
- ``renderer_promises``: every view has a picture, and every action can be touched in it.

The tests use it for every game, number of players and preset, and authors of new games should too. For each promise
there is a game that breaks just this one, to test the checkers themselves.
"""

from triangulum.conformance.check import conformance
from triangulum.conformance.report import PROMISES, ConformanceError, Report

__all__ = ["PROMISES", "ConformanceError", "Report", "conformance"]
