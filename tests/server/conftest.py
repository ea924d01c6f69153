"""What tests of the server share."""

import pytest

from tests.server.postgres import new_database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str | None:
    """Return where a server keeps what it keeps: in the test's own folder, if None, or in an empty PostgreSQL."""
    return new_database() if request.param == "postgresql" else None
