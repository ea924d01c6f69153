"""The jobs of a server: what it has to do at a table by itself, and which process has leased that.

A job is stored with the log entry that makes it due. A process leases the jobs it works on and renews the leases while
it is alive, so the jobs of a process that died are claimed by another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from sqlalchemy import Connection, text

from triangulum.server.storage.database import Database


class Job(NamedTuple):
    """Something to do at a table from a time on; leased by this process until a time, or free for anybody."""

    kind: str
    due_at: float
    leased_until: float = 0.0


class JobDone(NamedTuple):
    """That a table no longer has a job of some kind."""

    kind: str


JobChange: TypeAlias = Job | JobDone
JobKey: TypeAlias = tuple[str, str]
"""The kind of a job, and the id of its table."""

UPSERT = text(
    "INSERT INTO jobs (kind, table_id, due_at, leased_until, lease_holder) "
    "VALUES (:kind, :table_id, :due_at, :leased_until, :lease_holder) "
    "ON CONFLICT (kind, table_id) DO UPDATE "
    "SET due_at = excluded.due_at, leased_until = excluded.leased_until, lease_holder = excluded.lease_holder"
)
DELETE = text("DELETE FROM jobs WHERE kind = :kind AND table_id = :table_id")
DELETE_LEASED = text("DELETE FROM jobs WHERE kind = :kind AND table_id = :table_id AND lease_holder = :lease_holder")
SET_LEASE = text(
    "UPDATE jobs SET leased_until = :until WHERE kind = :kind AND table_id = :table_id AND lease_holder = :lease_holder"
)
FIND_DUE = text("SELECT 1 FROM jobs WHERE due_at <= :now AND leased_until <= :now LIMIT 1")
CLAIM_TEMPLATE = (
    "UPDATE jobs SET leased_until = :until, lease_holder = :lease_holder "
    "WHERE leased_until <= :now AND (kind, table_id) IN "
    "(SELECT kind, table_id FROM jobs WHERE due_at <= :now AND leased_until <= :now "
    "ORDER BY due_at LIMIT :limit{skip_locked}) RETURNING kind, table_id"
)
CLAIM = text(CLAIM_TEMPLATE.format(skip_locked=""))
CLAIM_UNLOCKED = text(CLAIM_TEMPLATE.format(skip_locked=" FOR UPDATE SKIP LOCKED"))


class JobQueue:
    """The jobs of all tables, as one process sees them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._holder = database.process_id

    def save_changes(self, connection: Connection, table_id: str, changes: Iterable[JobChange]) -> None:
        """Store a table's new jobs and delete those that are done, within a transaction; leases are ours."""
        for change in changes:
            key = {"kind": change.kind, "table_id": table_id}
            if isinstance(change, JobDone):
                connection.execute(DELETE, key)
                continue
            holder = self._holder if change.leased_until else ""
            times = {"due_at": change.due_at, "leased_until": change.leased_until}
            connection.execute(UPSERT, {**key, **times, "lease_holder": holder})

    async def claim_due_jobs(self, now: float, until: float, limit: int) -> list[JobKey]:
        """Lease jobs that are due and that nobody has leased, and return them."""
        values = {"now": now, "until": until, "lease_holder": self._holder, "limit": limit}
        statement = CLAIM_UNLOCKED if self._database.is_shared else CLAIM

        def claim(connection: Connection) -> list[JobKey]:
            return [(kind, table_id) for kind, table_id in connection.execute(statement, values)]

        # Mostly there are none, and looking is cheaper than a commit.
        if not await self._database.run_query(lambda connection: connection.execute(FIND_DUE, {"now": now}).first()):
            return []
        return await self._database.run_transaction(claim)

    async def renew_leases(self, jobs: Sequence[JobKey], until: float) -> None:
        """Extend our leases of jobs."""
        values = [{**self._bind(job), "until": until} for job in jobs]
        await self._database.run_transaction(lambda connection: connection.execute(SET_LEASE, values) and None)

    async def release_jobs(self, jobs: Sequence[JobKey]) -> None:
        """End our leases of jobs, so that another process can claim them."""
        await self.renew_leases(jobs, 0.0)

    async def delete_jobs(self, jobs: Sequence[JobKey]) -> None:
        """Delete jobs that we have leased: there is nothing to do any more."""
        values = [self._bind(job) for job in jobs]
        await self._database.run_transaction(lambda connection: connection.execute(DELETE_LEASED, values) and None)

    def _bind(self, job: JobKey) -> dict[str, str | float]:
        """Return a job as the parameters of a statement."""
        kind, table_id = job
        return {"kind": kind, "table_id": table_id, "lease_holder": self._holder}
