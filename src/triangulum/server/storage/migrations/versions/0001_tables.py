"""The first schema: settings, tables, their log, and mutes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
    )
    op.create_index("tables_in_lobby", "tables", ["over", "listed", "opened"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(60), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("person", sa.String(60), nullable=False),
        sa.Column("command", sa.String(64), nullable=False),
        sa.Column("deeds", sa.Text, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.String(60), primary_key=True),
        sa.Column("person", sa.String(60), primary_key=True),
        sa.Column("muted", sa.String(40), primary_key=True),
    )
