"""The page about oneself: name, account, games, and what the server stores."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, get

from triangulum.server.http.context import HttpRequest, SiteContext, SiteDependency
from triangulum.server.identity import privacy
from triangulum.server.identity.account_messages import AccountInfo
from triangulum.table.people import Person
from triangulum.web.rendering import render_page


@get("/me", include_in_schema=False)
async def show_account_page(site: SiteDependency, request: HttpRequest) -> Response[bytes]:
    """Return the page about the visitor: a guest, somebody with an account, or somebody without a name yet."""
    person = site.requester(request)
    account = await find_account(site, person)
    return render_page(
        request,
        "account.html",
        own_name=person.name,
        known=bool(person.id),
        account=account,
        since=None if account is None else datetime.fromtimestamp(account.made, UTC),
    )


async def find_account(site: SiteContext, person: Person) -> AccountInfo | None:
    """Return a person's account; None for a guest."""
    if not person.session:
        return None
    return await privacy.load_account_summary(site.accounts, await site.accounts.load_own_account(person))
