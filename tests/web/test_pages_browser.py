"""The pages around the table in a browser: accessible, on every screen, and one click away from a game."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.node import install_node_packages
from tests.web.visitor import NewVisitor, Visitor

PAGES = ("/", "/me", "/new/tri-star-racers", "/rules/tri-star-racers", "/learn/starry-sky/3", "/replay", "/nowhere")
AXE = """async (rules) => (await axe.run(rules.length ? { runOnly: rules } : {})).violations"""


def find_violations(visitor: Visitor, *rules: str) -> list[str]:
    """Return axe's accessibility violations on the page, by some rules or all."""
    visitor.page.add_script_tag(path=install_node_packages() / "axe-core" / "axe.min.js")
    found: list[dict[str, Any]] = visitor.page.evaluate(AXE, list(rules))
    return [f"{one['id']}: {json.dumps([node['html'][:200] for node in one['nodes'][:3]])}" for one in found]


def wait_for_layout(visitor: Visitor) -> None:
    """Open everything on a page that can be opened, and wait until its layout is settled."""
    if visitor.page.locator("#panes").is_visible():
        expect(visitor.page.locator("#panes svg.pane").first).to_be_visible()
    visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def overflow_width(visitor: Visitor) -> int:
    """Return how many pixels the page is wider than the window."""
    found: int = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found


def play_to_the_end(visitor: Visitor, game: str = "star-runners") -> str:
    """Play a game until somebody resigns after some moves; return its table."""
    table = visitor.open(game, [{"for": "me", "name": "Ann"}, {"for": "me", "name": "Bob"}], go=False)
    for number in range(8):
        seat = visitor.request("GET", f"/api/tables/{table}")["to_move"]
        tree = visitor.request("GET", f"/api/tables/{table}/moves?seat={seat}")
        branch = tree["tree"][0]
        while "action" not in branch:
            branch = branch["then"][-1]
        move = {"do": "play", "id": f"m{number}", "seat": seat, "at": tree["number"], "action": branch["action"]}
        visitor.request("POST", f"/api/tables/{table}/commands", move)
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "resign", "id": "r", "seat": 0})
    return table


def test_an_account_from_creation_to_deletion(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(silent=False)
    page = visitor.page
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_have_text("You")
    expect(page.get_by_text("Your data")).to_have_count(0)
    visitor.request("PUT", "/api/me", {"name": "Cleo"})
    table = visitor.open("tri-trac", [{"for": "me"}, {"for": "bot", "bot": "random"}], go=False)
    page.goto("/me")
    expect(page.locator(f"#games-list a[href='/tables/{table}']")).to_contain_text("Tri-Trac")
    page.get_by_label("Password").first.fill("correct horse")
    page.get_by_role("button", name="Create an account").click()
    expect(page.locator("#codes")).to_be_focused()
    code = page.locator("#code-list code").first.inner_text()
    assert page.locator("#code-list code").count() == 10
    page.get_by_role("button", name="I’ve saved them").click()
    expect(page.get_by_text("have 10 recovery codes left")).to_be_visible()
    page.get_by_role("button", name="Log out", exact=True).click()
    login = page.locator("form[data-ask='/api/account/login']")
    login.get_by_label("Name").fill("Cleo")
    login.get_by_label("Password").fill("wrong horse")
    login.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("don’t match")
    page.get_by_text("I forgot my password").click()
    recover = page.locator("form[data-ask='/api/account/recover']")
    for label, value in {"Name": "Cleo", "Recovery code": code, "New password": "battery staple"}.items():
        recover.get_by_label(label).fill(value)
    recover.get_by_role("button").click()
    expect(page.get_by_text("have 9 recovery codes left")).to_be_visible()
    expect(page.locator(f"#games-list a[href='/tables/{table}']")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Your data", exact=True).click()
    forget = page.locator("form[data-ask='/api/me/forget']")
    forget.get_by_label("Password").fill("battery staple")
    forget.get_by_role("button").click()
    page.wait_for_url(re.compile(r"/$"))
    assert visitor.request("GET", "/api/me") == {"name": None, "account": False}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(scheme: str, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", color_scheme=scheme, bypass_csp=True, silent=False)
    open_table = visitor.open("tri-trac", [{"for": "me"}, {"for": "anybody"}], begin=False, go=False)
    for path in (*PAGES, f"/tables/{open_table}/invite", f"/tables/{play_to_the_end(visitor)}/replay"):
        visitor.page.goto(path)
        wait_for_layout(visitor)
        # Dark mode differs only in colours.
        assert find_violations(visitor, *(["color-contrast"] if scheme == "dark" else [])) == [], path


def test_pages_fit_a_phone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="touch", silent=False)
    open_table = visitor.open("tri-trac", [{"for": "me"}, {"for": "anybody"}], begin=False, go=False)
    for path in (*PAGES, f"/tables/{open_table}/invite", f"/tables/{play_to_the_end(visitor)}/replay"):
        visitor.page.goto(path)
        wait_for_layout(visitor)
        assert overflow_width(visitor) <= 0, path
        small = visitor.page.evaluate(
            """() => [...document.querySelectorAll("button, .button, select, input, nav a, summary")]
              .filter((one) => one.offsetParent && !one.closest(".unseen, .contents") && one.type !== "checkbox")
              .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
              .filter(([, box]) => box.height < 40 && !(box.width <= 1)).map(([html]) => html)"""
        )
        assert [one for one in small if 'type="range"' not in one and 'class="unseen"' not in one] == [], path


def test_one_click_starts_a_game(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.page.goto("/")
    visitor.page.get_by_label("Play against").select_option("beginner")
    visitor.page.get_by_role("button", name="Play Tri-Trac now").click()
    visitor.page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
    visitor.wait_for_turn()
    expect(visitor.page.locator("#players")).to_contain_text("beginner", ignore_case=True)
    # The game can be continued, and the level is remembered.
    visitor.page.goto("/")
    expect(visitor.page.locator("#my-tables")).to_contain_text("Your turn")
    expect(visitor.page.get_by_label("Play against")).to_have_value("beginner")
    visitor.page.locator("#my-tables a").click()
    visitor.wait_for_turn()


def test_friends_are_invited_by_a_link(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Invite friends to Star Runners").click()
    visitor.page.wait_for_url(re.compile(r"/invite$"))
    link = visitor.page.get_by_label("Link to the table").input_value()
    assert link == visitor.page.url.removesuffix("/invite")
    friend = new_visitor("Bob")
    friend.page.goto(link)
    expect(friend.page.locator("#gathering")).to_be_visible()


def test_a_table_is_set_up_as_chosen(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    page = visitor.page
    page.goto("/new/tri-star-racers")
    page.get_by_label("Number of players", exact=True).select_option("4")
    expect(page.locator("#seat-3")).to_be_visible()
    expect(page.locator("#seat-4")).to_be_hidden()
    page.get_by_role("radio", name="Power Play").check()
    expect(page.get_by_label("Draft card")).to_have_value("advanced")
    page.locator("#seat-1").select_option("here")
    page.locator("#seat-1 + .beside").fill("Bob")
    page.get_by_label("Who begins").select_option(label="Player 1: Me")
    page.get_by_text("Table settings").click()
    page.get_by_label("List this table publicly").check()
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
    table = visitor.request("GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob", "Casual bot 1", "Casual bot 2"]
    assert table["options"]["draft"] == "advanced"
    assert table["options"]["edges"] == "4a 5a 6a"
    assert table["settings"]["listed"]
    assert table["phase"] == "playing"
    page.goto("/")
    expect(page.locator("#tables")).to_contain_text("Ann, Bob, Casual bot 1, Casual bot 2")


def test_an_impossible_table_is_explained_on_the_page(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", silent=False)
    visitor.page.goto("/new/tri-star-racers")
    visitor.page.get_by_role("radiogroup", name="Frame").get_by_role("radio", name="Your own").check()
    visitor.page.get_by_label("Frame: your own").fill("nonsense")
    visitor.page.get_by_role("button", name="Create table").click()
    alerts = visitor.page.get_by_role("alert").filter(has_text="isn’t a frame. Name three edges")
    expect(alerts).to_have_count(2)  # beside the field, and where the form was sent


def test_the_list_of_tables_updates_itself(new_visitor: NewVisitor) -> None:
    host, guest = new_visitor("Ann"), new_visitor()
    # The page polls for tables; those opened before it was loaded are there at once.
    guest.page.goto("/", wait_until="networkidle")
    wish = {"game": "star-runners", "seats": [{"for": "me"}, {"for": "anybody"}], "settings": {"listed": True}}
    table = host.request("POST", "/api/tables", wish)["table"]
    expect(guest.page.locator(f'#open-tables a[href="/tables/{table}"]')).to_have_count(0)
    guest.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(guest.page.locator(f'#open-tables a[href="/tables/{table}"]')).to_contain_text("Ann, Free seat")


def test_a_long_name_fits_a_phone(new_visitor: NewVisitor) -> None:
    name = "W" * 40
    host, guest = new_visitor(name, device="touch"), new_visitor(device="touch")
    waiting = host.open("tri-trac", [{"for": "me"}, {"for": "anybody"}], begin=False, go=False)
    over = host.open("tri-trac", [{"for": "me"}, {"for": "bot", "bot": "greedy"}], go=False)
    host.request("POST", f"/api/tables/{over}/commands", {"do": "resign", "id": "r", "seat": 0})
    for page, path in ((guest.page, f"/tables/{waiting}"), (host.page, f"/tables/{over}/replay"), (host.page, "/me")):
        page.goto(path)
        expect(page.get_by_text(name).first).to_be_attached()
        # A phone shrinks a page that is too wide.
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [360, 360], path
