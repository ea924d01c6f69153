"""The kit of Tricolor Line's scenes: colours, paints, marks, and all drawings by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from triangulum.games.tricolor_line.box import MAX_PLAYERS
from triangulum.games.tricolor_line.scene.card_drawings import (
    card_back_shapes,
    card_drawing,
    colour_sign_shapes,
    eye_shapes,
    hidden_identity_drawing,
    identity_drawing,
    own_identity_drawing,
)
from triangulum.games.tricolor_line.scene.pane_drawings import (
    HAND_HEIGHT,
    PILES_HEIGHT,
    event_chip_drawing,
    hand_drawing,
    map_background_drawing,
    pane_drawing,
    players_pane_height,
    row_drawing,
    row_touch_area_drawing,
    shield_sign_drawing,
    skip_sign_drawing,
    tile_stack_drawing,
)
from triangulum.games.tricolor_line.scene.tile_drawings import list_tile_and_trace_drawings
from triangulum.games.tricolor_line.views import CARDS, COLOURS
from triangulum.scene import Colour, Drawing, Gradient, Group, Kit, Mark, Pattern, Rect, Spot

HUES: Final = {
    "paper-map": Colour("#f0e8d4", "#23262b"),
    "paper-line": Colour("#ddd2b6", "#30353c"),
    "paper-fold": Colour("#cfc19d", "#3a4048"),
    "paper-name": Colour("#5f5436", "#a59c85"),
    "beyond": Colour("#d3c7a6", "#14161a"),
    "land": Colour("#fffaec", "#4d4a40"),
    "land-edge": Colour("#8c7d58", "#8b8470"),
    "name": Colour("#2a261d", "#fff6df"),
    "kerb": Colour("#2a261d", "#14130f"),
    "asphalt": Colour("#6d7078", "#7a7d86"),
    "coal": Colour("#1c1a17", "#100f0d"),
    "chalk": Colour("#ffffff", "#f4f1e8"),
    "gold": Colour("#ffd24a", "#ffd24a"),
    "red": Colour("#cf2e2a", "#d8443f"),
    "red-line": Colour("#ffffff", "#ffffff"),
    "green": Colour("#6cc46a", "#7fd07b"),
    "green-line": Colour("#0b3313", "#0b3313"),
    "blue": Colour("#163f9c", "#2148a6"),
    "blue-line": Colour("#ffffff", "#ffffff"),
    "print": Colour("#2f6db3", "#1f4d82"),
    "print-grid": Colour("#3f7cc0", "#2b5c94"),
    "print-road": Colour("#245a9a", "#173f6e"),
    "print-edge": Colour("#173f70", "#6f9ccf"),
    "print-white": Colour("#ffffff", "#e8f1fb"),
    "print-red": Colour("#ffb3a8", "#ffb3a8"),
    "print-green": Colour("#b8f5ac", "#b8f5ac"),
    "print-blue": Colour("#a9dcff", "#a9dcff"),
    "place-line": Colour("#7a4d00", "#ffd75e"),
    "last": Colour("#ff7a1a", "#ffa04d"),
    "win": Colour("#ffb300", "#ffc83d"),
    "glow": Colour("#ffd83a", "#ffe36b"),
    "desk": Colour("#efece4", "#1b202b"),
    "card": Colour("#ffffff", "#e6e2d8"),
    "card-ink": Colour("#1c1a17", "#1c1a17"),
    "card-edge": Colour("#8d8672", "#0d0f14"),
    "back": Colour("#4a4f7d", "#3a3f6b"),
    "back-line": Colour("#aab0dc", "#959bc9"),
    "chip": Colour("#ffffff", "#2a3244"),
    "row": Colour("#f8f6f0", "#232a39"),
    "turn": Colour("#fff3cf", "#3d3a2a"),
    "turn-line": Colour("#c58a00", "#ffd75e"),
    "badge-ink": Colour("#ffffff", "#161b26"),
    "shield": Colour("#3c6e8f", "#8cc3e6"),
}

PAINTS: Final[dict[str, Gradient | Pattern]] = {
    "print-paper": Pattern("cross", "print-grid", ground="print", step=12.0, width=1.0, turn=0.0),
    "back-face": Pattern("hatch", "back-line", ground="back", step=9.0, width=1.4),
    "fold": Gradient(((0.0, "paper-fold", 0.5), (1.0, "paper-fold", 0.0)), turn=90.0),
}

MARKS: Final = {
    "target": Mark(outline="accent", width=4.0),
    "idle": Mark(opacity=0.4),
    "glow": Mark(glow="glow", width=5.0),
}


def list_label_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield names and drawings that are nothing but room for words."""
    yield "axis", Drawing((), Spot(size=30, fill="paper-name"))
    yield "round", Drawing((), Spot(size=34, max_width=400))
    yield "doing", Drawing((), Spot(size=34, bold=False, max_width=520))
    yield "name", Drawing((), Spot(size=34, max_width=196))
    yield "figure", Drawing((), Spot(size=44))
    yield "heading", Drawing((), Spot(size=28, fill="soft", bold=False, max_width=760))
    yield "identity-note", Drawing((), Spot(size=28, fill="soft", bold=False, max_width=160))
    yield "note", Drawing((), Spot(size=28, fill="soft", bold=False, max_width=190))
    yield "column-note", Drawing((), Spot(size=28, fill="soft", bold=False, max_width=136))
    yield "old-note", Drawing((), Spot(size=24, fill="soft", bold=False, max_width=90))
    yield "word", Drawing((), Spot(size=30, max_width=264))
    yield "sum", Drawing((), Spot(size=29, bold=False, max_width=420))


def list_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings of the whole kit."""
    yield from list_tile_and_trace_drawings()
    yield from list_label_drawings()
    yield "map", map_background_drawing()
    yield from ((f"card-{card.lower()}", card_drawing(card)) for card in CARDS)
    yield from ((f"seen-{card.lower()}", card_drawing(card, is_seen_by_all=True)) for card in CARDS)
    yield "card-back", Drawing(card_back_shapes(), Spot(size=44, fill="card-ink", halo="card"))
    yield "card-gap", Drawing((Rect(-48, -71, 96, 142, 11, stroke="line", width=3.0, dash=8.0),))
    yield "identity-own", own_identity_drawing()
    yield "identity-hidden", hidden_identity_drawing()
    yield from ((f"identity-{name}", identity_drawing(colour)) for colour, name in enumerate(COLOURS))
    yield from ((f"sign-{name}", Drawing(colour_sign_shapes(colour))) for colour, name in enumerate(COLOURS))
    yield "chip", event_chip_drawing("chip", "line", 1.6)
    yield "chip-now", event_chip_drawing("turn", "turn-line", 4.0)
    yield "row", row_drawing("row", "line", 1.4)
    yield "row-turn", row_drawing("turn", "turn-line", 4.0)
    yield "row-target", row_drawing("row", "accent", 4.0)
    yield "seat", row_touch_area_drawing()
    yield "skips", skip_sign_drawing()
    yield "safe", shield_sign_drawing()
    yield "looked", Drawing((Group(eye_shapes("card-ink"), 0, -12, 0.0, 0.9),), Spot(y=21, size=26, max_width=124))
    yield "held", hand_drawing()
    yield "stack", tile_stack_drawing()
    yield "hand", pane_drawing(HAND_HEIGHT)
    yield "piles", pane_drawing(PILES_HEIGHT)
    yield from (
        (f"players-{players}", pane_drawing(players_pane_height(players))) for players in range(2, MAX_PLAYERS + 1)
    )


KIT: Final = Kit.create("tricolor-line", dict(list_drawings()), colours=HUES, paints=PAINTS, marks=MARKS)
