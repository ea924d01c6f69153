"""Add due jobs. Every table that is not over gets a job of each kind, for a bot to move and for a running clock."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "due",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("table_id", sa.String(60), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("leased", sa.Float, nullable=False),
        sa.Column("holder", sa.String(60), nullable=False),
    )
    op.create_index("due_at", "due", ["at"])
    for kind in ("bot", "clock"):
        op.execute(
            "INSERT INTO due (kind, table_id, at, leased, holder) "
            f"SELECT '{kind}', id, 0, 0, '' FROM tables WHERE NOT over"
        )
