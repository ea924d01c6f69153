"""Routes about games: the list of games, and the leaderboard of each."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import get
from litestar.params import Parameter

from triangulum.core.game import Game
from triangulum.core.registry import games as all_games
from triangulum.server.http.context import GameIdParam, HttpRequest, SiteDependency, find_game
from triangulum.server.http.errors import document_refusals
from triangulum.server.http.language import LanguageParam
from triangulum.server.identity.account_messages import Leaderboard
from triangulum.server.runtime.bot_pool import list_bot_names
from triangulum.table.messages import GameInfo
from triangulum.text import Reader


@get("/games", responses=document_refusals(), operation_id="listGames", summary="List the games")
async def list_games(site: SiteDependency, request: HttpRequest, language: LanguageParam = "") -> list[GameInfo]:
    """Return every game, with its options as a JSON Schema and the bots that can play it."""
    return [build_game_info(game, Reader(site.language(request))) for game in all_games()]


def build_game_info(game: Game, reader: Reader) -> GameInfo:
    """Return what a client needs to know about a game to open a table."""
    return GameInfo(
        id=game.id,
        title=game.title,
        designer=game.designer,
        summary=reader.render(game.message("summary", game.summary)),
        fewest=game.players[0],
        most=game.players[1],
        secrets=game.has_secrets,
        preset_word=game.preset_word,
        presets={name: dict(options) for name, options in game.presets.items()},
        options=msgspec.json.schema(game.options),
        bots=list_bot_names(),
    )


@get(
    "/leaderboard/{game_id:str}",
    responses=document_refusals(404),
    operation_id="getLeaderboard",
    summary="Get the leaderboard of a game",
)
async def get_leaderboard(
    site: SiteDependency,
    game_id: GameIdParam,
    most: Annotated[int, Parameter(ge=1, le=1000, description="The most rows to return.")] = 100,
) -> Leaderboard:
    """Return the ratings of people with accounts and of bots in a game, best first."""
    return await site.ratings.compute_leaderboard(find_game(game_id).id, most)


ROUTES: Final = (list_games, get_leaderboard)
