"""The routes of accounts, of what is one's own, and of standings."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, get, post
from litestar.params import JSONBody, Parameter

from triangulum.server.runtime.delete_person import delete_person
from triangulum.server.runtime.claim_seats import claim_guest_seats
from triangulum.core.registry import game as find_game
from triangulum.errors import TriangulumError
from triangulum.server.http.context import SiteContext, SiteDependency, table_line
from triangulum.server.http.errors import refusals
from triangulum.server.http.websockets import REFUSED
from triangulum.server.identity import privacy
from triangulum.server.identity.account_messages import (
    AccountInfo,
    ChangePassword,
    Export,
    Forget,
    Leaderboard,
    LogIn,
    LogOut,
    NewCodes,
    Recover,
    RecoveryCodes,
    Register,
)
from triangulum.table.messages import CommandError, Me, TableLine
from triangulum.table.people import NOBODY, Person

MINE: Final = 50
"""How many of one's own tables are listed."""


def address_of(request: Request[Any, Any, Any]) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client else ""


def logged_in(site: SiteContext, person: Person) -> Response[Me]:
    """Return the answer that makes a browser somebody."""
    return Response(Me(name=person.name, account=True), cookies=[site.cookie(person)])


def show_out(site: SiteContext, old: Person, *, everywhere: bool) -> None:
    """Close the sockets of somebody who is not logged in any more, also those from before they had an account."""
    for watcher in list(site.sockets.open):
        one = watcher.person
        if one.id == old.id and (everywhere or one.session in ("", old.session)):
            watcher.close(REFUSED, "you are not logged in any more")


@post("/account", responses=refusals(409, 413, 415), operation_id="register", summary="Make an account")
async def register(
    site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[Register]
) -> Response[RecoveryCodes]:
    """Make an account of who one is, with all one's games; the codes are shown this once."""
    before = site.person(request)
    person, codes = await site.accounts.register(before, data.name, data.password, address_of(request))
    site.show_out_soon(before)
    return Response(RecoveryCodes(name=person.name, codes=codes), cookies=[site.cookie(person)])


@get("/account", responses=refusals(401), operation_id="seeAccount", summary="My account")
async def see_account(site: SiteDependency, request: Request[Any, Any, Any]) -> AccountInfo:
    """Return one's own account."""
    return await privacy.load_account_info(site.accounts, await site.accounts.load_own_account(site.person(request)))


@post("/account/login", status_code=200, responses=refusals(413, 415, 503), operation_id="logIn", summary="Log in")
async def log_in(site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[LogIn]) -> Response[Me]:
    """Be oneself on this device; games played on it as a guest come along."""
    guest = site.person(request)
    account = await site.accounts.authenticate(data.name, data.password, address_of(request))
    await claim_guest_seats(site.commands, site.accounts, guest, account)
    person = await site.accounts.start_session(account)
    site.show_out_soon(guest)
    return logged_in(site, person)


@post("/account/logout", status_code=200, responses=refusals(401, 413, 415), operation_id="logOut", summary="Log out")
async def log_out(site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[LogOut]) -> Response[Me]:
    """Be nobody on this device, or on all."""
    person = site.person(request)
    await site.accounts.log_out(person, data.everywhere)
    show_out(site, person, everywhere=data.everywhere)
    return Response(Me(name=None), cookies=[site.cookie(NOBODY)])


@post(
    "/account/password",
    status_code=200,
    responses=refusals(401, 413, 415),
    operation_id="changePassword",
    summary="Change the password",
)
async def change_password(
    site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[ChangePassword]
) -> Response[Me]:
    """Choose another password; everywhere else one is logged out."""
    before = site.person(request)
    person = await site.accounts.change_password(before, data.old, data.new, address_of(request))
    show_out(site, before, everywhere=True)
    return logged_in(site, person)


@post(
    "/account/recover",
    status_code=200,
    responses=refusals(413, 415),
    operation_id="recover",
    summary="Choose a new password by a recovery code",
)
async def recover(site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[Recover]) -> Response[Me]:
    """Choose a password although one has forgotten the old one; it uses up the code and logs one out elsewhere."""
    person = await site.accounts.reset_password(data.name, data.code, data.password, address_of(request))
    show_out(site, person, everywhere=True)
    return logged_in(site, person)


@post(
    "/account/codes",
    status_code=200,
    responses=refusals(401, 413, 415),
    operation_id="newCodes",
    summary="Get new recovery codes",
)
async def new_codes(site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[NewCodes]) -> RecoveryCodes:
    """Get new recovery codes, shown this once; the old ones stop working."""
    person = site.person(request)
    codes = await site.accounts.replace_recovery_codes(person, data.password, address_of(request))
    return RecoveryCodes(name=(await site.accounts.load_own_account(person)).name, codes=codes)


@get("/me/tables", responses=refusals(401), operation_id="myTables", summary="My tables")
async def my_tables(site: SiteDependency, request: Request[Any, Any, Any]) -> list[TableLine]:
    """Return the tables at which one has sat, newest first."""
    ids = await site.accounts.list_person_ids(somebody(site, request))
    tables = await site.accounts.list_table_ids(ids, limit=MINE)
    return [table_line(await site.rooms.find(id)) for id in tables]


@get("/me/export", responses=refusals(401), operation_id="export", summary="Everything that is kept about me")
async def see_export(site: SiteDependency, request: Request[Any, Any, Any]) -> Response[Export]:
    """Return everything that is kept about who asks, guest or not."""
    found = await privacy.export_person(site.accounts, somebody(site, request))
    return Response(found, headers={"content-disposition": 'attachment; filename="triangulum.json"'})


@post("/me/forget", status_code=200, responses=refusals(401, 413, 415, 503), operation_id="forget", summary="Forget me")
async def forget(site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[Forget]) -> Response[Me]:
    """Delete everything about who asks, guest or not: at tables they become somebody, and the games stay."""
    person = somebody(site, request)
    if person.session:
        name = (await site.accounts.load_own_account(person)).name
        await site.accounts.authenticate(name, data.password or "", address_of(request))
    await delete_person(site.commands, site.accounts, person, site.close_all)
    return Response(Me(name=None), cookies=[site.cookie(NOBODY)])


def somebody(site: SiteContext, request: Request[Any, Any, Any]) -> Person:
    """Return who sends a request, or refuse it."""
    person = site.person(request)
    if not person.id:
        raise CommandError("nobody", "say who you are first")
    return person


@get("/standings/{game:str}", responses=refusals(404), operation_id="seeStandings", summary="Standings of a game")
async def see_standings(
    site: SiteDependency,
    game: Annotated[str, Parameter(max_length=60, description="The id of a game.")],
    most: Annotated[int, Parameter(ge=1, le=1000, description="How many to list.")] = 100,
) -> Leaderboard:
    """Return who has played a game how well, people with accounts and bots, the best first."""
    try:
        id = find_game(game).id
    except TriangulumError as error:
        raise CommandError("not-found", str(error)) from None
    return await site.rated.compute_leaderboard(id, most)


ROUTES: Final = (
    register,
    see_account,
    log_in,
    log_out,
    change_password,
    recover,
    new_codes,
    my_tables,
    see_export,
    forget,
    see_standings,
)
