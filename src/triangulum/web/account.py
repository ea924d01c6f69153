"""The page about oneself: an account for those who want one, one's games, and what is kept of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar import Request, Response, get

from triangulum.server.http.context import SiteContext, SiteDependency
from triangulum.server.identity import privacy
from triangulum.server.identity.account_messages import AccountInfo
from triangulum.web.rendering import page


@get("/me", include_in_schema=False)
async def see_me(site: SiteDependency, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page about who asks: a guest, somebody with an account, or nobody yet."""
    account = await account_of(site, request)
    return page(
        request,
        "account.html",
        name=site.person(request).name,
        known=bool(site.person(request).id),
        account=account,
        since=None if account is None else datetime.fromtimestamp(account.made, UTC),
    )


async def account_of(site: SiteContext, request: Request[Any, Any, Any]) -> AccountInfo | None:
    """Return the account of who asks; None for a guest."""
    person = site.person(request)
    if not person.session:
        return None
    return await privacy.load_account_info(site.accounts, await site.accounts.load_own_account(person))
