"""Log lines: one a happening, plain or as JSON, about tables as wholes and never about what is played or said there.

A line has its time, its level, a word for what happened, and named values from the few that are known to be harmless.
Errors are told by their kind and place, because their words may be about secrets. Tables are told apart by a digest of
their ids, since whoever knows an id can watch.
"""

from __future__ import annotations

import hashlib
import logging
import sys
from datetime import UTC, datetime
from typing import IO, Any, Final, Literal, TypeAlias

import msgspec

from triangulum.record.history import DrawAgreed, FlagFell, Resigned
from triangulum.table.events import Begun, RanOut
from triangulum.table.table import Change, Table

Form: TypeAlias = Literal["plain", "json"]

LOGGERS: Final = ("triangulum.server", "uvicorn", "uvicorn.error", "litestar", "asyncio")
HARMLESS: Final = frozenset(
    ("table", "game", "players", "people", "number", "steps", "seconds", "ending", "tables", "address", "days", "seat")
)
"""The names that values in a line can have."""

log = logging.getLogger("triangulum.server")
encode = msgspec.json.Encoder().encode


def log_event(what: str, **values: Any) -> None:
    """Log that something happened."""
    if not log.isEnabledFor(logging.INFO):
        return
    unknown = set(values) - HARMLESS
    if unknown:
        raise ValueError(f"values named {', '.join(sorted(unknown))} are not known to be harmless")
    log.info(what, extra={"values": values})


def alias(table: str) -> str:
    """Return a word that tells a table from others, by which nobody can watch it."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


def log_change(table: Table, change: Change) -> None:
    """Log the beginning and the end of a game, and flags."""
    if not log.isEnabledFor(logging.INFO):
        return
    about = {"table": alias(table.id), "game": table.spec.setup.game}
    for event in change.entry.events:
        if isinstance(event, Begun):
            people = sum(bool(holder.people) for holder in table.holders)
            log_event("game-begun", **about, players=len(table.holders), people=people)
        elif isinstance(event, RanOut):
            log_event("time-out", **about, seat=event.seat)
    if table.history.is_over and change.entry.number == table.last_change:
        log_event("game-over", **about, steps=len(table.history.steps), ending=ending_of(table))


def ending_of(table: Table) -> str:
    """Return how a game ended, in a word."""
    match table.history.ending:
        case Resigned():
            return "resigned"
        case FlagFell():
            return "time-out"
        case DrawAgreed():
            return "draw-agreed"
    return "rules"


class Line(logging.Formatter):
    """Writes a record as a line, without what may be about secrets."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        values: dict[str, Any] = dict(getattr(record, "values", {}))
        if record.exc_info and record.exc_info[1] is not None:
            values["error"] = error_location(record.exc_info[1])
        what = record.getMessage()
        # After its first line asyncio shows what it speaks of, with the words of errors.
        what = what.partition("\n")[0] if record.name == "asyncio" else what.replace("\n", " ")
        if self.form == "json":
            return encode({"at": at, "level": record.levelname.lower(), "what": what, **values}).decode()
        told = "".join(f" {name}={value}" for name, value in values.items())
        return f"{at} {record.levelname.lower()} {what}{told}"


def begin(form: Form, stream: IO[str] | None = None, level: int = logging.INFO) -> logging.Handler:
    """Write lines from now on; what uvicorn says is written in the same way."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Line(form))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name == "uvicorn.error"
    for name in ("triangulum.server", "uvicorn", "litestar", "asyncio"):
        logging.getLogger(name).addHandler(handler)
    log.setLevel(level)
    return handler


def error_location(error: BaseException) -> str:
    """Return the kind of an error and the line it comes from, but not what it says."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__}{place}"
