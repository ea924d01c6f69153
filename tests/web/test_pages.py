"""The pages around the table, as they are sent."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import httpx
import pytest

from tests.web.running_site import RunningSite
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.learn.guide import list_guide_phases
from triangulum.server.http.security_headers import CONTENT_SECURITY_POLICY
from triangulum.table.open_table import build_setup
from triangulum.web import forms, markdown, posters
from triangulum.web.rendering import render_html

OURS = list(discover_games().values())
GAMES = [game.id for game in OURS]
INLINE = re.compile(r'<style|<script(?![^>]* src=|[^>]* type="application/json")|\sstyle=|\son[a-z]+=', re.IGNORECASE)
LINK = re.compile(r'(?:href|src)="(/[^"#]*)')


@pytest.fixture
def client(site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url) as found:
        yield found


def list_pages() -> list[str]:
    each = [f"/{kind}/{game}" for game in GAMES for kind in ("new", "rules", "learn", "leaderboard")]
    return ["/", "/replay", *each]


def test_every_link_leads_somewhere_and_nothing_is_inline(client: httpx.Client) -> None:
    waiting, known = list_pages(), set(list_pages())
    while waiting:
        path = waiting.pop()
        answer = client.get(path)
        assert answer.status_code == 200, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert not INLINE.search(answer.text), path
        found = set(LINK.findall(answer.text)) - known
        waiting += sorted(found)
        known |= found
    assert {f"/pictures/{game}.svg" for game in GAMES} <= known


def test_the_front_page_offers_every_game(client: httpx.Client) -> None:
    text = client.get("/").text
    for offer in map(posters.build_offer, OURS):
        assert offer.game.title in text
        assert str(offer.mood) in text
        assert offer.mood
        assert offer.minutes
        assert offer.game.players[0] <= offer.seats <= offer.game.players[1]


def test_a_game_that_always_takes_as_long_says_so() -> None:
    assert str(posters.describe_minutes(15, 25)) == "15–25 minutes"
    assert str(posters.build_offer(discover_games()["tri-star-racers"]).minutes) == "30 minutes"


def test_play_now_plays_the_presets_that_a_game_declares(client: httpx.Client) -> None:
    text = client.get("/").text
    for game in OURS:
        card = re.search(rf'<article[^>]* data-game="{game.id}".*?</article>', text, re.DOTALL)
        assert card is not None
        card_preset, *button_presets = re.findall(r'data-preset="([^"]+)"', card[0]) or [""]
        assert (card_preset, *button_presets) == (game.quick_presets or ("",))
        assert set(game.quick_presets) <= set(game.presets)
    assert "House rule: Ends are at least three steps from Start" in text
    assert 'data-preset="as-printed" aria-label="Play Tricolor Line now: As printed">As printed</button>' in text


def test_a_table_can_be_opened_with_each_of_those_presets() -> None:
    for game in OURS:
        for preset in game.quick_presets:
            options = {"players": game.players[0], "preset": preset}
            assert build_setup(game.id, options, lambda _: 0).options == game.setup_from(options).options


def test_bots_are_described_to_those_who_choose_one(client: httpx.Client) -> None:
    text = client.get("/").text
    assert ">Casual bot</option>" in text
    assert 'data-words="Plays decent moves but makes mistakes."' in text
    assert str(posters.describe_level("master", discover_games()["star-runners"])) == "Plays perfectly."


def test_the_icon_is_where_browsers_look_for_it(client: httpx.Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")


def test_pictures_contain_their_style(client: httpx.Client) -> None:
    answer = client.get("/pictures/tri-trac.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert answer.text.startswith("<svg ")


def test_unchanging_files_are_cached_for_a_year(client: httpx.Client) -> None:
    address = re.findall(r'href="(/static/[^"]+site\.css)"', client.get("/").text)[0]
    answer = client.get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert client.get("/static/older/site/site.css").headers["cache-control"] == "no-store"
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/nowhere", "/rules/chess", "/new/chess", "/learn/chess", "/learn/tri-trac/99"])
def test_a_missing_page_is_reported_on_a_page(path: str, client: httpx.Client) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "All games" in answer.text


def test_files_outside_the_folder_are_not_sent(client: httpx.Client) -> None:
    for name in ("..%2fassets.py", "%2e%2e", "templates", "table", "table/..%2f..%2fassets.py"):
        assert client.get(f"/static/x/{name}").status_code == 404


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_rule_and_every_phase_has_an_anchor(game: Game) -> None:
    file = game.find_file("rules.md")
    assert file is not None
    numbers = re.findall(r"^\*\*(\d+\.\d+[a-z]?)\*\*", file.read_text(encoding="utf-8"), re.MULTILINE)
    html = markdown.render_numbered_rules(game).html
    assert numbers
    assert all(f'id="rule-{number}"' in html for number in numbers)
    guide = markdown.render_guide(game).html
    assert all(f'id="phase-{phase}"' in guide for phase in list_guide_phases(game))
    assert "<!--" not in guide


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_option_can_be_chosen(game: Game, client: httpx.Client) -> None:
    text = client.get(f"/new/{game.id}").text
    fields = forms.list_option_fields(game)
    assert {field.name for field in fields} == set(game.options.__struct_fields__) - {"players"}
    assert all(f'data-option="{field.name}"' in text for field in fields)
    # The form's defaults make a game that can be played.
    defaults = {field.name: field.value for field in fields if field.value != ""}
    assert game.setup_from({**defaults, "players": posters.build_offer(game).seats})


def test_a_player_finds_their_unfinished_games(site: RunningSite) -> None:
    with httpx.Client(base_url=site.url) as ann, httpx.Client(base_url=site.url) as bob:
        assert ann.get("/api/me/going-on").json() == []
        for client, name in ((ann, "Ann"), (bob, "Bob")):
            client.put("/api/me", json={"name": name})
        wish = {"game": "tri-trac", "seats": [{"for": "me"}, {"for": "anybody"}]}
        table = ann.post("/api/tables", json=wish).json()["table"]
        assert [(line["id"], line["phase"], line["yours"]) for line in ann.get("/api/me/going-on").json()] == [
            (table, "gathering", False)
        ]
        assert bob.get("/api/me/going-on").json() == []
        for command in ({"do": "sit", "seat": 1}, {"do": "begin"}):
            bob.post(f"/api/tables/{table}/commands", json={"id": command["do"], **command})
        assert [line["yours"] for line in ann.get("/api/me/going-on").json()] == [True]
        assert [line["yours"] for line in bob.get("/api/me/going-on").json()] == [False]
        ann.post(f"/api/tables/{table}/commands", json={"do": "resign", "seat": 0, "id": "r"})
        assert ann.get("/api/me/going-on").json() == []


def test_an_invitation_has_the_link_and_its_code(site: RunningSite) -> None:
    with httpx.Client(base_url=site.url) as ann:
        ann.put("/api/me", json={"name": "Ann"})
        opened = ann.post("/api/tables", json={"game": "tri-trac"}).json()
        text = ann.get(f"/tables/{opened['table']}/invite").text
        assert opened["link"] in text
        assert "<svg" in text
        # Reserved seats have links of their own, which only the host sees.
        wish = {"game": "tri-trac", "seats": [{"for": "me"}, {"for": "invited"}]}
        kept = ann.post("/api/tables", json=wish).json()["table"]
        tokens = {each["seat"]: each["token"] for each in ann.get(f"/api/tables/{kept}/tokens").json()}
        assert f"/tables/{kept}#seat-1={tokens[1]}" in ann.get(f"/tables/{kept}/invite").text
        assert tokens[1] not in httpx.get(f"{site.url}/tables/{kept}/invite").text
        # The page says that the address is for this machine only, because a phone couldn't follow the code.
        assert "only be reached from this computer" in text


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_options_are_described_in_words(game: Game) -> None:
    assert game.messages is not None
    for field in forms.list_option_fields(game):
        assert game.messages.has(f"option-{field.name}")
        for choice in field.choices if field.kind == "select" else ():
            assert game.messages.has(f"option-{field.name}-{choice.value}")
        assert field.kind != "pictures" or game.messages.has(f"option-{field.name}.own")
    for preset in game.presets:
        assert game.messages.has(f"preset-{preset}")


def test_the_leaderboard_lists_people_and_bots(client: httpx.Client) -> None:
    person = SimpleNamespace(place=1, kind="person", name="<Ann>", rating=1234, games=7, won=5)
    bot = SimpleNamespace(place=2, kind="bot", name="expert", rating=1200, games=1, won=0)
    leaderboard = SimpleNamespace(game="tri-trac", games=8, rows=(person, bot))
    game = next(each for each in OURS if each.id == "tri-trac")
    page = {"game": game, "offers": posters.list_offers(), "bot_name": posters.name_bot}
    text = render_html("leaderboard.html", "en", leaderboard=leaderboard, **page)
    assert "&lt;Ann&gt;" in text
    assert "5 of 7" in text
    assert text.count(">bot<") == 1
    empty = SimpleNamespace(game="tri-trac", games=0, rows=())
    assert "No rated games yet" in render_html("leaderboard.html", "en", leaderboard=empty, **page)
    assert client.get("/leaderboard/chess").status_code == 404


def test_programs_get_errors_as_json(client: httpx.Client) -> None:
    for path in ("/api/nowhere", "/api/tables/none/replay", "/api/learn/chess/1"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["reason"]) == (404, "not-found"), path
