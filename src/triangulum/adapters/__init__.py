"""Triangulum for other libraries: OpenSpiel and PettingZoo. Nothing here knows a game by name.

Nothing is imported from here by itself: each adapter needs the library that it is for.
"""
