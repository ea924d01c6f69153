"""Every page in another language: nothing on it is written in code; see ``pseudo_language.py``."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import triangulum.web
from tests.web.pseudo_language import LANGUAGE, find_plain_words, list_plain_texts
from tests.web.running_site import RunningSite
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.learn.lessons import load_tutorial
from triangulum.text import Reader
from triangulum.web.assets import load_assets
from triangulum.web.labels import PREFIX, list_label_ids, render_labels
from triangulum.web.markdown import render_guide
from triangulum.web.messages import CATALOGUE
from triangulum.web.rendering import build_translator, mark_name, render_html

WEB = Path(triangulum.web.__file__).parent
GAMES = list(discover_games().values())
SCRIPTS = ["site/account.js", "site/front.js", "site/invite.js", "site/learn.js", "site/new_table.js", "site/replay.js"]
SCRIPTS += ["table/main.js"]
STRING = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)""")
COMMENT = re.compile(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)", re.DOTALL)
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.:;!?]? +[a-z]+|^[A-Z][a-z]+[.!?…]?$|[a-z]{2,}[.!?…]$")
"""Two words, a word with a capital letter, or the end of a sentence."""
NOT_TEXT = re.compile(
    r".*[<>=()\[\]/#].*|\..*|[a-z]+(, [a-z]+)+|.*sans-serif"
    r"|(Arrow|Page)\w+|Home|End|Enter|Escape|Backspace|(.*\b)?Triangulum",
    re.DOTALL,
)
"""Selectors, addresses, fonts and keys; and our own name."""
PLACEHOLDER = re.compile(r"\$\{[^}]*\}")
CLASS_NAME = re.compile(r"\.([a-z][\w-]*)")


@pytest.fixture
def client(site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url, cookies={"language": LANGUAGE}) as found:
        found.put("/api/me", json={"name": "Ann"})
        yield found


def read_page(client: httpx.Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    assert f'<html lang="{LANGUAGE}">' in answer.text
    return answer.text


def open_table(client: httpx.Client, *commands: dict[str, Any], seats: list[dict[str, str]] | None = None) -> str:
    wish = {"game": "tri-trac", "seats": seats or [{"for": "me"}, {"for": "me", "name": "Bob"}]}
    table: str = client.post("/api/tables", json={**wish, "settings": {"listed": True}}).json()["table"]
    for index, command in enumerate(commands):
        answer = client.post(f"/api/tables/{table}/commands", json={"id": f"c{index}", **command})
        assert answer.is_success, answer.text
    return table


@pytest.mark.parametrize("path", ["/", "/me", "/replay"])
def test_a_page_has_no_text_but_messages(path: str, client: httpx.Client) -> None:
    open_table(client, seats=[{"for": "me"}, {"for": "bot", "bot": "casual"}])
    open_table(client, seats=[{"for": "me"}, {"for": "anybody"}])
    assert list_plain_texts(read_page(client, path)) == []


@pytest.mark.parametrize("kind", ["new", "rules", "leaderboard"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_s_page_has_no_text_but_messages(kind: str, game: Game, client: httpx.Client) -> None:
    assert list_plain_texts(read_page(client, f"/{kind}/{game.id}")) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_lessons_have_no_text_but_messages(game: Game, client: httpx.Client) -> None:
    tutorial = load_tutorial(game)
    assert tutorial is not None
    for number in range(1, len(tutorial.lessons) + 1):
        assert list_plain_texts(read_page(client, f"/learn/{game.id}/{number}")) == []


def test_an_account_has_no_text_but_messages(client: httpx.Client) -> None:
    assert client.post("/api/account", json={"name": "Ann", "password": "correct horse"}).is_success
    assert list_plain_texts(read_page(client, "/me")) == []


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/rules/chess", 404), ("/learn/tri-trac/99", 404), ("/tables/none", 404)]
)
def test_an_error_page_has_no_text_but_messages(path: str, status: int, client: httpx.Client) -> None:
    assert list_plain_texts(read_page(client, path, status)) == []


def test_the_pages_of_a_table_have_no_text_but_messages(client: httpx.Client) -> None:
    waiting = open_table(client, seats=[{"for": "me"}, {"for": "invited"}])
    playing = open_table(client, {"do": "begin"})
    over = open_table(client, {"do": "begin"}, {"do": "resign", "seat": 0})
    for path in (waiting, f"{waiting}/invite", playing, over, f"{over}/replay"):
        assert list_plain_texts(read_page(client, f"/tables/{path}")) == []
    assert list_plain_texts(read_page(client, f"/tables/{playing}/replay", 409)) == []
    assert list_plain_texts(client.get(f"/tables/{playing}/guide").text) == []


def test_text_in_code_would_be_found() -> None:
    html = '<p title="Ĥîîñţţ">Ţĥîîššš Ann <code>b2</code><b translate="no">Tri-Trac</b></p><img alt="a picture">Play'
    assert list_plain_texts(f"<body>{html}</body>") == ["a picture", "Play"]
    assert list_plain_texts('<script id="labels">{"undo":"Ûñððöö","hint":"Hint {count}"}</script>') != []


# --- languages


def test_the_language_is_chosen_by_address_and_remembered(site: RunningSite) -> None:
    with httpx.Client(base_url=site.url) as client:
        assert '<html lang="en">' in client.get("/").text
        assert 'name="language"' not in client.get("/").text, "there is nothing to choose"
        chosen = client.get(f"/?language={LANGUAGE}")
        assert f'<html lang="{LANGUAGE}">' in chosen.text
        assert 'name="language"' in chosen.text
        assert f'<html lang="{LANGUAGE}">' in client.get("/me").text
        assert '<html lang="en">' in client.get("/me?language=en").text
        assert '<html lang="en">' in client.get("/").text
        client.get("/?language=tlh")
        assert client.cookies["language"] == "en", "nobody speaks that here"


def test_nothing_is_cached_for_readers_of_another_language(client: httpx.Client) -> None:
    for path in ("/", "/rules/tri-trac", "/api/learn/tri-trac/1"):
        vary = client.get(path).headers["vary"]
        assert "cookie" in vary
        assert "accept-language" in vary
    # Pictures are cached by anybody, so their address has the language.
    source = re.findall(r'src="(/pictures/tri-trac[^"]+)"', client.get("/").text)[0]
    assert source == f"/pictures/tri-trac.svg?language={LANGUAGE}"
    assert client.get(source).text != client.get("/pictures/tri-trac.svg").text
    with httpx.Client(base_url=str(client.base_url)) as other:
        assert client.get("/pictures/tri-trac.svg").text == other.get("/pictures/tri-trac.svg").text


def test_a_guide_is_translated_except_for_code() -> None:
    guide = render_guide(GAMES[0], LANGUAGE)
    assert [section.id for section in guide.sections] == [section.id for section in render_guide(GAMES[0]).sections]
    assert not any(find_plain_words(section.title) for section in guide.sections)


# --- messages


def test_a_link_can_stand_inside_a_sentence_and_a_name_cannot_break_it() -> None:
    translate = build_translator(Reader())
    assert translate("play-game", game="<b>") == "Play &lt;b&gt;"
    assert translate("play-game", game=mark_name("<b>")) == 'Play <span translate="no">&lt;b&gt;</span>'


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_label_of_a_script_exists(script: str) -> None:
    assert [id for id in list_label_ids(script) if not CATALOGUE.has(PREFIX + id)] == []
    assert not find_plain_words(re.sub(r'"[a-z.-]+":|\{\w+\}', "", render_labels(script, LANGUAGE)))


def test_every_script_of_a_page_is_known() -> None:
    templates = "".join(file.read_text(encoding="utf-8") for file in WEB.glob("templates/*.html"))
    assert set(re.findall(r"script\('([^']+)'\)", templates)) == set(SCRIPTS) <= set(load_assets())


@pytest.mark.parametrize(
    "file", sorted(WEB.glob("static/**/*.js")), ids=lambda file: file.relative_to(WEB / "static").as_posix()
)
def test_a_script_has_no_sentence(file: Path) -> None:
    class_names = set(CLASS_NAME.findall("".join(style.read_text() for style in WEB.glob("static/**/*.css"))))
    source = COMMENT.sub("", file.read_text(encoding="utf-8"))
    strings = [PLACEHOLDER.sub("", literal[1:-1]).strip() for literal in STRING.findall(source)]
    sentences = [text for text in strings if SENTENCE.search(text) and not NOT_TEXT.fullmatch(text)]
    assert [text for text in sentences if not set(text.split()) <= class_names] == []


def test_an_error_page_shows_the_message_in_the_reader_s_language() -> None:
    html = render_html("error.html", LANGUAGE, status=404, message=CATALOGUE.message("error-no-page"))
    assert list_plain_texts(html) == []
