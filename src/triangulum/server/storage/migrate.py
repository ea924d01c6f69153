"""Migrating a database to the newest schema, by Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from triangulum.server.storage import schema
from triangulum.server.storage.dialects import StoreError, lock_for_migration

SCRIPTS = Path(__file__).with_name("migrations")


def migrate(engine: Engine) -> None:
    """Migrate a database to the newest schema, or raise StoreError if a newer version has written it."""
    with engine.begin() as connection:
        if find_revision(connection) == schema.HEAD:
            return
        lock_for_migration(connection)
        # Another process may have migrated it while we waited for the lock.
        if find_revision(connection) != schema.HEAD:
            run_migrations(connection)


def run_migrations(connection: Connection, revision: str = "head") -> None:
    """Run all migrations up to a revision, within the current transaction."""
    # Imported late, because Alembic takes longer to import than all else here.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:
        raise StoreError(
            f"the database has schema {find_revision(connection)!r}, which this version does not know: "
            "a newer one has written it"
        ) from None


def find_revision(connection: Connection) -> str | None:
    """Return the schema revision of the database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if revision is None else str(revision)
