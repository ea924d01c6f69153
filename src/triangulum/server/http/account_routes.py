"""Routes about oneself: name, account, tables, and what the server stores about one."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post, put
from litestar.params import JSONBody

from triangulum.server.http.context import HttpRequest, SiteContext, SiteDependency, build_table_summary
from triangulum.server.http.errors import document_refusals
from triangulum.server.identity import privacy
from triangulum.server.identity.account_messages import (
    AccountInfo,
    ChangePassword,
    Export,
    Forget,
    LogIn,
    LogOut,
    NewCodes,
    Recover,
    RecoveryCodes,
    Register,
)
from triangulum.server.runtime.claim_seats import claim_guest_seats
from triangulum.server.runtime.delete_person import delete_person
from triangulum.table import permissions
from triangulum.table.commands import NameChoice
from triangulum.table.messages import Me, TableSummary
from triangulum.table.people import NOBODY, Person

MAX_OWN_TABLES: Final = 50
"""How many of one's own tables are listed."""


def client_address(request: HttpRequest) -> str:
    """Return the network address that a request comes from; empty if unknown."""
    return request.client.host if request.client else ""


def build_login_response(site: SiteContext, person: Person) -> Response[Me]:
    """Return a response whose cookie logs a browser in as a person."""
    return Response(Me(name=person.name, account=True), cookies=[site.identity_cookie(person)])


# --- name


@get("/me", responses=document_refusals(), operation_id="getMe", summary="Get who I am")
async def get_me(site: SiteDependency, request: HttpRequest) -> Me:
    """Return your name, which is null until you've chosen one, and whether you have an account."""
    person = site.requester(request)
    return Me(name=person.name or None, account=bool(person.session))


@put("/me", responses=document_refusals(413, 415), operation_id="chooseName", summary="Choose a name")
async def choose_name(site: SiteDependency, request: HttpRequest, data: JSONBody[NameChoice]) -> Response[Me]:
    """Choose a name, and get the cookie that identifies you from now on."""
    requester = site.requester(request)
    person_id = requester.id or site.rooms.signer.new_id()
    person = Person(person_id, permissions.check_person_name_is_allowed(data.name), requester.session)
    return Response(Me(name=person.name, account=bool(person.session)), cookies=[site.identity_cookie(person)])


# --- account


@post("/account", responses=document_refusals(409, 413, 415), operation_id="createAccount", summary="Create an account")
async def create_account(
    site: SiteDependency, request: HttpRequest, data: JSONBody[Register]
) -> Response[RecoveryCodes]:
    """Create an account that keeps your games; the recovery codes are shown only this once."""
    guest = site.requester(request)
    person, codes = await site.accounts.register(guest, data.name, data.password, client_address(request))
    site.sessions.disconnect_guest_soon(guest)
    return Response(RecoveryCodes(name=person.name, codes=codes), cookies=[site.identity_cookie(person)])


@get("/account", responses=document_refusals(401), operation_id="getAccount", summary="Get my account")
async def get_account(site: SiteDependency, request: HttpRequest) -> AccountInfo:
    """Return your account."""
    return await privacy.load_account_summary(
        site.accounts, await site.accounts.load_own_account(site.requester(request))
    )


@post(
    "/account/login",
    status_code=200,
    responses=document_refusals(413, 415, 503),
    operation_id="logIn",
    summary="Log in",
)
async def log_in(site: SiteDependency, request: HttpRequest, data: JSONBody[LogIn]) -> Response[Me]:
    """Log in on this device; games you've played on it as a guest become your account's."""
    guest = site.requester(request)
    account = await site.accounts.authenticate(data.name, data.password, client_address(request))
    await claim_guest_seats(site.commands, site.accounts, guest, account)
    person = await site.accounts.start_session(account)
    site.sessions.disconnect_guest_soon(guest)
    return build_login_response(site, person)


@post(
    "/account/logout",
    status_code=200,
    responses=document_refusals(401, 413, 415),
    operation_id="logOut",
    summary="Log out",
)
async def log_out(site: SiteDependency, request: HttpRequest, data: JSONBody[LogOut]) -> Response[Me]:
    """Log out on this device, or on all devices."""
    person = site.requester(request)
    await site.accounts.log_out(person, data.everywhere)
    site.sessions.disconnect_logged_out(person, everywhere=data.everywhere)
    return Response(Me(name=None), cookies=[site.identity_cookie(NOBODY)])


@post(
    "/account/password",
    status_code=200,
    responses=document_refusals(401, 413, 415),
    operation_id="changePassword",
    summary="Change the password",
)
async def change_password(site: SiteDependency, request: HttpRequest, data: JSONBody[ChangePassword]) -> Response[Me]:
    """Change the password, and log out on all other devices."""
    former = site.requester(request)
    person = await site.accounts.change_password(former, data.old, data.new, client_address(request))
    site.sessions.disconnect_logged_out(former, everywhere=True)
    return build_login_response(site, person)


@post(
    "/account/recover",
    status_code=200,
    responses=document_refusals(413, 415),
    operation_id="recoverAccount",
    summary="Set a new password with a recovery code",
)
async def recover_account(site: SiteDependency, request: HttpRequest, data: JSONBody[Recover]) -> Response[Me]:
    """Set a new password although you've forgotten the old one; uses up the code, and logs out all other devices."""
    person = await site.accounts.reset_password(data.name, data.code, data.password, client_address(request))
    site.sessions.disconnect_logged_out(person, everywhere=True)
    return build_login_response(site, person)


@post(
    "/account/codes",
    status_code=200,
    responses=document_refusals(401, 413, 415),
    operation_id="replaceRecoveryCodes",
    summary="Get new recovery codes",
)
async def replace_recovery_codes(site: SiteDependency, request: HttpRequest, data: JSONBody[NewCodes]) -> RecoveryCodes:
    """Get new recovery codes, shown only this once; the old ones stop working."""
    person = site.requester(request)
    codes = await site.accounts.replace_recovery_codes(person, data.password, client_address(request))
    return RecoveryCodes(name=(await site.accounts.load_own_account(person)).name, codes=codes)


# --- what the server stores


@get("/me/tables", responses=document_refusals(401), operation_id="listMyTables", summary="List my tables")
async def list_my_tables(site: SiteDependency, request: HttpRequest) -> list[TableSummary]:
    """Return the tables at which you have or had a seat, newest first."""
    person_ids = await site.accounts.list_person_ids(site.known_requester(request))
    table_ids = await site.accounts.list_table_ids(person_ids, limit=MAX_OWN_TABLES)
    return [build_table_summary(await site.rooms.find(table_id), site.language(request)) for table_id in table_ids]


@get("/me/export", responses=document_refusals(401), operation_id="exportMyData", summary="Export my data")
async def export_my_data(site: SiteDependency, request: HttpRequest) -> Response[Export]:
    """Return everything that the server stores about you, as a guest too."""
    export = await privacy.export_person(site.accounts, site.known_requester(request))
    return Response(export, headers={"content-disposition": 'attachment; filename="triangulum.json"'})


@post(
    "/me/forget",
    status_code=200,
    responses=document_refusals(401, 413, 415, 503),
    operation_id="deleteMyData",
    summary="Delete my data",
)
async def delete_my_data(site: SiteDependency, request: HttpRequest, data: JSONBody[Forget]) -> Response[Me]:
    """Delete everything about you, as a guest too; games stay, and at their tables you're called "somebody"."""
    person = site.known_requester(request)
    if person.session:
        name = (await site.accounts.load_own_account(person)).name
        await site.accounts.authenticate(name, data.password or "", client_address(request))
    await delete_person(site.commands, site.accounts, person, site.sessions.disconnect_people)
    return Response(Me(name=None), cookies=[site.identity_cookie(NOBODY)])


ROUTES: Final = (
    get_me,
    choose_name,
    create_account,
    get_account,
    log_in,
    log_out,
    change_password,
    recover_account,
    replace_recovery_codes,
    list_my_tables,
    export_my_data,
    delete_my_data,
)
