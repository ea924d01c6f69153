"""Changes to the jobs of a table, to be stored with a log entry."""

from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.job_queue import JobChange
from triangulum.server.storage.writer import Changes


def save_jobs(store: EventStore, table_id: str, *changes: JobChange) -> Changes:
    """Return what stores new jobs of a table, and deletes those that are done."""
    return lambda connection: store.jobs.save_changes(connection, table_id, changes)
