"""Which jobs a process has leased, and which jobs a change of a table starts or ends.

A job is stored together with the log entry that makes it due. A process leases it and renews the lease while it lives;
when a process dies, another one takes its jobs over. So no job is orphaned, and if two processes do the same job after
all, the number of the log entry decides.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from triangulum.server.storage.job_queue import Job, JobChange, JobDone
from triangulum.table.table import Table

BOT = "bot"
"""The job of a table at which it is a bot's turn."""
CLOCK = "clock"
"""The job of a table at which a clock runs."""
FLAG_GRACE = 2.0
"""Seconds that a process with the table in memory has to drop a flag, before any other process does."""


class JobSituation(NamedTuple):
    """What decides which jobs a table has."""

    has_bot_to_move: bool
    flag_time: float | None


def job_situation(table: Table) -> JobSituation:
    """Return what decides which jobs a table has now."""
    return JobSituation(bool(table.bot_to_move), table.flag_time)


class JobLeases:
    """The jobs that this process has leased."""

    def __init__(self, lease_seconds: float) -> None:
        self.lease_seconds = lease_seconds
        self.held: set[tuple[str, str]] = set()
        """Kinds of jobs and tables."""

    def list_changes(self, table: Table, before: JobSituation) -> list[JobChange]:
        """Return the jobs that a table has now and did not have before, and those that are done."""
        changes: list[JobChange] = []
        now = job_situation(table)
        if now.has_bot_to_move != before.has_bot_to_move:
            start = time.time()
            changes.append(Job(BOT, start, start + self.lease_seconds) if now.has_bot_to_move else JobDone(BOT))
        if now.flag_time != before.flag_time:
            # The process with the table in memory drops the flag at once; others do if no process has it.
            changes.append(JobDone(CLOCK) if now.flag_time is None else clock_job(now.flag_time))
        return changes

    def remember_or_forget_job(self, table_id: str, change: JobChange) -> None:
        """Remember a job that is ours now, or forget one that isn't."""
        if isinstance(change, Job) and change.leased_until:
            self.held.add((change.kind, table_id))
        else:
            self.held.discard((change.kind, table_id))


def clock_job(flag_time: float) -> Job:
    """Return the job of dropping a flag, which nobody has leased."""
    return Job(CLOCK, flag_time + FLAG_GRACE, 0.0)
