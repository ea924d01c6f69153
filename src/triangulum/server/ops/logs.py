"""Log lines, plain or as JSON: about tables as wholes, and never about what is played or said there.

A line has its time, its level, what happened, and named values from a short list that is known to be harmless. Of an
error it says only the type and the place, because the message may quote secrets. A table is named by a digest of its
id, because whoever knows the id can watch.
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

LogFormat: TypeAlias = Literal["plain", "json"]

LOGGERS: Final = ("triangulum.server", "uvicorn", "uvicorn.error", "litestar", "asyncio")
HARMLESS_NAMES: Final = frozenset(
    ("table", "game", "players", "people", "number", "steps", "seconds", "ending", "tables", "address", "days", "seat")
)
"""The names that values in a line may have."""

log = logging.getLogger("triangulum.server")
encode = msgspec.json.Encoder().encode


def log_event(event: str, **values: Any) -> None:
    """Log that something happened, with named values; raise ValueError for a name that isn't known to be harmless."""
    if not log.isEnabledFor(logging.INFO):
        return
    unknown = set(values) - HARMLESS_NAMES
    if unknown:
        raise ValueError(f"values named {', '.join(sorted(unknown))} are not known to be harmless")
    log.info(event, extra={"values": values})


def hash_table_id(table_id: str) -> str:
    """Return a digest that tells a table from others, by which nobody can watch it."""
    return hashlib.sha256(table_id.encode()).hexdigest()[:10]


def log_game_milestone(table: Table, change: Change) -> None:
    """Log if a change at a table was the beginning or the end of its game, or that a seat ran out of time."""
    if not log.isEnabledFor(logging.INFO):
        return
    table_values = {"table": hash_table_id(table.id), "game": table.spec.setup.game}
    for event in change.entry.events:
        if isinstance(event, Begun):
            num_people = sum(bool(holder.people) for holder in table.holders)
            log_event("game-begun", **table_values, players=len(table.holders), people=num_people)
        elif isinstance(event, RanOut):
            log_event("time-out", **table_values, seat=event.seat)
    if table.history.is_over and change.entry.number == table.last_change:
        log_event("game-over", **table_values, steps=len(table.history.steps), ending=format_ending(table))


def format_ending(table: Table) -> str:
    """Return in a word how a game ended."""
    match table.history.ending:
        case Resigned():
            return "resigned"
        case FlagFell():
            return "time-out"
        case DrawAgreed():
            return "draw-agreed"
    return "rules"


class LineFormatter(logging.Formatter):
    """Formats a log record as one line, without messages of errors."""

    def __init__(self, log_format: LogFormat) -> None:
        super().__init__()
        self.log_format = log_format

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        level = record.levelname.lower()
        values: dict[str, Any] = dict(getattr(record, "values", {}))
        if record.exc_info and record.exc_info[1] is not None:
            values["error"] = error_location(record.exc_info[1])
        message = record.getMessage()
        # After the first line asyncio prints the objects concerned, with the messages of errors.
        message = message.partition("\n")[0] if record.name == "asyncio" else message.replace("\n", " ")
        if self.log_format == "json":
            return encode({"at": at, "level": level, "what": message, **values}).decode()
        formatted_values = "".join(f" {name}={value}" for name, value in values.items())
        return f"{at} {level} {message}{formatted_values}"


def configure_logging(
    log_format: LogFormat, stream: IO[str] | None = None, level: int = logging.INFO
) -> logging.Handler:
    """Write log lines to a stream, stderr by default, those of uvicorn, litestar and asyncio included."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(log_format))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name == "uvicorn.error"
    for name in ("triangulum.server", "uvicorn", "litestar", "asyncio"):
        logging.getLogger(name).addHandler(handler)
    log.setLevel(level)
    return handler


def error_location(error: BaseException) -> str:
    """Return the type of an error and the line it comes from, but not its message."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__}{place}"
