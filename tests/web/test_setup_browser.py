"""Setting up a table in a browser: who begins, presets that stay chosen, pictures, and a sky of one's own."""

import re

from playwright.sync_api import Page, expect

from tests.web.visitor import NewVisitor, Visitor

NEIGHBOURS = [{"for": "me", "name": "Ann"}, {"for": "me", "name": "Bob"}]


def create_table(visitor: Visitor) -> dict[str, object]:
    """Create the table that was set up, and return it."""
    visitor.page.get_by_role("button", name="Create table").click()
    visitor.page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
    table: dict[str, object] = visitor.request("GET", f"/api/tables/{visitor.page.url.rsplit('/', 1)[1]}")["table"]
    return table


def seat_names(table: dict[str, object]) -> list[str]:
    """Return who has which seat."""
    seats = table["seats"]
    assert isinstance(seats, list)
    return [seat["name"] for seat in seats]


def list_first_choices(page: Page) -> list[str]:
    """Return who can be chosen to begin."""
    return page.get_by_label("Who begins").locator("option").all_inner_texts()


def test_whoever_sets_up_a_table_chooses_who_begins(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    page = visitor.page
    page.goto("/new/tri-star-racers")
    assert list_first_choices(page) == ["By lot", "Player 1: Me", "Player 2: Casual bot", "Player 3: Casual bot"]
    page.get_by_label("Number of players", exact=True).select_option("4")
    page.get_by_label("Player 3", exact=True).select_option("here")
    page.get_by_label("Name of Player 3").fill("Bob")
    page.get_by_label("Player 4", exact=True).select_option("bot:club")
    page.get_by_label("Who begins").select_option(label="Player 3: Bob")
    assert seat_names(create_table(visitor)) == ["Bob", "Club bot", "Ann", "Casual bot"]


def test_a_lot_decides_unless_somebody_chooses(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    page = visitor.page
    page.goto("/new/tri-trac")
    page.get_by_label("Player 2", exact=True).select_option("here")
    page.get_by_label("Name of Player 2").fill("Bob")
    expect(page.get_by_label("Who begins")).to_have_value("lot")
    names = seat_names(create_table(visitor))
    assert sorted(names) == ["Ann", "Bob"]
    expect(page.locator("#log")).to_contain_text(f"Lots are drawn: {names[0]} begins")


def test_before_the_lot_the_table_says_so_and_everybody_follows_their_seat(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    request = {"game": "starry-sky", "seats": [{"for": "me"}, {"for": "anybody"}, {"for": "bot", "bot": "random"}]}
    table = ann.request("POST", "/api/tables", {**request, "lot": True})["table"]
    ann.page.goto(f"/tables/{table}")
    expect(ann.page.locator("#gathering")).to_contain_text("Who begins is decided by lot")
    bob.page.goto(f"/tables/{table}")
    bob.page.get_by_role("button", name="Sit here").first.click()
    ann.page.get_by_role("button", name="Start game").click()
    for visitor in (ann, bob):
        expect(visitor.page.locator("#log")).to_contain_text("Lots are drawn")
        # Each of them sees a hand of their own: they followed their seat.
        expect(visitor.page.locator('svg[data-pane="hand"]')).to_be_visible()
        seats = visitor.request("GET", f"/api/tables/{table}")["you"]["seats"]
        assert len(seats) == 1


def test_choosing_an_option_keeps_the_preset(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    page = visitor.page
    page.goto("/new/tri-star-racers")
    power_play = page.get_by_role("radio", name="Power Play")
    power_play.check()
    expect(page.get_by_label("Draft card")).to_have_value("advanced")
    expect(page.get_by_role("radio", name="4a 5a 6a")).to_be_checked()
    changed = page.get_by_text("With your own changes below.")
    expect(changed).to_be_hidden()
    page.get_by_label("Draft card").select_option("boost")
    expect(power_play).to_be_checked()
    expect(changed).to_be_visible()
    expect(page.get_by_role("radio", name="4a 5a 6a")).to_be_checked()
    page.get_by_role("radio", name="Colour Bias").check()
    expect(changed).to_be_hidden()
    options = create_table(visitor)["options"]
    assert isinstance(options, dict)
    assert (options["draft"], options["edges"]) == ("boost", "1a 2a 3a")


def test_the_standard_scenario_has_either_card(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    page = visitor.page
    page.goto("/new/tri-star-racers")
    standard = page.get_by_role("radio", name="Standard")
    expect(standard).to_be_checked()
    expect(page.get_by_label("Draft card")).to_have_value("boost")
    page.get_by_label("Draft card").select_option("advanced")
    expect(standard).to_be_checked()
    expect(page.get_by_text("With your own changes below.")).to_be_hidden()
    options = create_table(visitor)["options"]
    assert isinstance(options, dict)
    assert (options["draft"], options["edges"]) == ("advanced", "random")


def test_stars_are_moved_by_mouse_and_keys(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", silent=False)
    page = visitor.page
    page.goto("/new/starry-sky")
    page.get_by_role("radio", name="Sky 42").check()
    page.get_by_role("radio", name="Your own").check()
    field = page.get_by_label("Sky: your own")
    expect(field).to_have_value(re.compile(r"^82,149 (\d+,\d+ ){10}\d+,\d+$"))
    picture = page.locator(".point-editor img")
    expect(picture).to_have_attribute("src", re.compile("82%2C149"))
    star = page.get_by_role("button", name="Star 1:")
    star.scroll_into_view_if_needed()
    box = star.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y + 15, steps=3)
    page.mouse.up()
    expect(field).not_to_have_value(re.compile(r"^82,149 "))
    moved = field.input_value().split()[0]
    assert int(moved.split(",")[0]) < 82
    assert int(moved.split(",")[1]) > 149
    expect(picture).to_have_attribute("src", re.compile(moved.replace(",", "%2C")))
    star.press("ArrowRight")
    star.press("Shift+ArrowUp")
    left, top = (int(number) for number in moved.split(","))
    expect(field).to_have_value(re.compile(f"^{left + 5},{top - 1} "))
    # A place on the border between squares is refused in words, and the form stays as it is.
    field.fill(" ".join(["100,150", *field.input_value().split()[1:]]))
    expect(page.get_by_role("alert").filter(has_text="Star 1 at 100,150 is on the border")).to_be_visible()
    field.fill(" ".join([moved, *field.input_value().split()[1:]]))
    expect(page.get_by_role("alert").filter(has_text="border")).to_be_hidden()
    points = field.input_value()
    options = create_table(visitor)["options"]
    assert isinstance(options, dict)
    assert options["sky"] == points


def test_the_homes_of_star_runners_are_built_unless_asked_for(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    page = visitor.page
    page.goto("/new/star-runners")
    expect(page.get_by_role("radio", name="Guarded homes")).to_be_checked()
    expect(page.get_by_label("Building the homes")).to_have_value("automatic")
    page.get_by_role("radio", name="Open homes").check()
    page.get_by_label("Building the homes").select_option("chosen")
    expect(page.get_by_role("radio", name="Open homes")).to_be_checked()
    options = create_table(visitor)["options"]
    assert isinstance(options, dict)
    assert (options["homes"], options["binaries"]) == ("open", "chosen")
    page.goto("/")
    page.get_by_role("button", name="Play Star Runners now").click()
    page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
    now = visitor.request("GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert (now["options"]["homes"], now["options"]["binaries"]) == ("guarded", "automatic")


def test_a_rematch_lets_the_next_one_begin(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    table = visitor.open("tri-trac", NEIGHBOURS)
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "resign", "id": "r", "seat": 0})
    done = visitor.request("POST", f"/api/tables/{table}/commands", {"do": "rematch", "id": "again"})
    again = visitor.request("GET", f"/api/tables/{done['table']}")["table"]
    assert seat_names(again) == ["Bob", "Ann"]
