"""Signals: how one object of a server learns that something has happened in another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal(Generic[T]):
    """Calls everybody who has connected whenever it is emitted."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def connect(self, listener: Callable[[T], None]) -> None:
        """Call a listener each time the signal is emitted."""
        self._listeners.append(listener)

    def emit(self, value: T) -> None:
        """Call all listeners, in the order in which they have connected."""
        for listener in self._listeners:
            listener(value)
