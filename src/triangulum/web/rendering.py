"""Render pages from Jinja templates, in the reader's language.

Templates write no text themselves: ``t("id")`` is one of our messages, ``say(text)`` a text from elsewhere, such as a
game's summary, and ``name(…)`` what nobody translates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment
from litestar import Response
from litestar.datastructures import Cookie
from markupsafe import Markup, escape

from triangulum.core.game import Game
from triangulum.server.http.context import HttpRequest
from triangulum.server.http.language import LANGUAGE_COOKIE, find_language
from triangulum.templating import build_template_environment
from triangulum.text import DEFAULT_LANGUAGE, PSEUDO_LANGUAGE, Argument, Reader, Text, list_languages
from triangulum.web.assets import asset_url, build_response
from triangulum.web.labels import render_labels
from triangulum.web.messages import CATALOGUE
from triangulum.web.responses import VARY_BY_LANGUAGE

HTML_MEDIA_TYPE: Final = "text/html; charset=utf-8"
LANGUAGE_COOKIE_SECONDS: Final = 365 * 24 * 3600
LANGUAGE_NAMES: Final = {"en": "English", "en-XA": "Éñĝļîšĥ"}
"""What each language calls itself."""
HOLE: Final = "\ue000{}\ue001"
"""Where an argument with markup goes, while the sentence around it is escaped."""


@cache
def load_templates() -> Environment:
    """Return the Jinja environment of the pages."""
    environment = build_template_environment(Path(__file__).with_name("templates"))
    environment.globals["asset"] = asset_url
    environment.globals["name"] = mark_name
    return environment


def mark_name(name: str) -> Markup:
    """Return a name that no translator and no browser translates: a person's, a game's, a designer's."""
    return Markup('<span translate="no">{}</span>').format(name)


def build_translator(reader: Reader) -> Callable[..., Markup]:
    """Return the function ``t`` of the templates, which renders our messages for a reader.

    Arguments that are markup stay markup, so that a link can stand inside a sentence.
    """

    def translate(id: str, **arguments: Argument) -> Markup:
        holes = {name: HOLE.format(name) for name, value in arguments.items() if isinstance(value, Markup)}
        sentence = escape(CATALOGUE.render_id(id, {**arguments, **holes}, reader))
        for name, hole in holes.items():
            sentence = Markup(str(sentence).replace(hole, str(arguments[name])))
        return sentence

    return translate


def render_html(template: str, language: str, **variables: Any) -> str:
    """Return a page as HTML in a language."""
    reader = Reader(language)

    def say(text: Text) -> str:
        return reader.render(text)

    def picture_url(game: Game) -> str:
        return f"/pictures/{game.id}.svg" + ("" if language == DEFAULT_LANGUAGE else f"?language={language}")

    def script(path: str) -> Markup:
        labels = Markup('<script type="application/json" id="labels">{}</script>\n')
        source = Markup('<script type="module" src="{}"></script>').format(asset_url(path))
        return labels.format(Markup(render_labels(path, language))) + source

    return (
        load_templates()
        .get_template(template)
        .render(
            language=language,
            languages=list_language_choices(language),
            t=build_translator(reader),
            say=say,
            picture_url=picture_url,
            script=script,
            **variables,
        )
    )


def list_language_choices(language: str) -> dict[str, str]:
    """Return the languages a reader can choose, with their own names; the pseudo-language only to those who read it."""
    languages = (*list_languages(), *([PSEUDO_LANGUAGE] if language == PSEUDO_LANGUAGE else []))
    return {each: LANGUAGE_NAMES.get(each, each) for each in languages}


def render_page(
    request: HttpRequest,
    template: str,
    *,
    status: int = 200,
    cache_control: str = "private, no-cache",
    **variables: Any,
) -> Response[bytes]:
    """Return a page rendered from a template, in the language of the request, which is remembered if it was chosen."""
    language = find_language(request)
    html = render_html(template, language, status=status, **variables).encode()
    headers = {"cache-control": cache_control, **VARY_BY_LANGUAGE}
    response = build_response(request, html, HTML_MEDIA_TYPE, status=status, headers=headers)
    if request.query_params.get("language") == language:
        response.cookies.append(
            Cookie(LANGUAGE_COOKIE, value=language, max_age=LANGUAGE_COOKIE_SECONDS, samesite="lax", path="/")
        )
    return response
