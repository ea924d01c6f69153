"""An invented game to draw: frogs of three colours on a pond of hexagons, and a hand of cards."""

from __future__ import annotations

from triangulum.scene import (
    Circle,
    Colour,
    Drawing,
    Frame,
    Gradient,
    Group,
    Kit,
    Pane,
    Path,
    Pattern,
    Piece,
    Polygon,
    Rect,
    Scene,
    Spot,
    Text,
    polar_point,
    pyramid_facets,
    regular_polygon,
    rounded_path,
    star_points,
)

STEP = 46.0
RINGS = 3
FILLS = ("reed", "clay", "iris")

COLOURS = {
    "water": Colour("#dbe9ee", "#1d2b36"),
    "deep": Colour("#b9d3dd", "#263a48"),
    "leaf": Colour("#f4f7ef", "#22332f"),
    "card": Colour("#ffffff", "#262b34"),
    "reed": Colour("#3f8f5b", "#63c184"),
    "reed-dark": Colour("#2c6b42", "#3f9460"),
    "clay": Colour("#cf6a3c", "#f08e5e"),
    "clay-dark": Colour("#a04a24", "#c0663a"),
    "iris": Colour("#6a5cc4", "#9d90f2"),
    "iris-dark": Colour("#4b3f9b", "#6f61cf"),
    "light": Colour("#ffffff", "#ffffff"),
    "night": Colour("#14171c", "#14171c"),
}

PAINTS: dict[str, Gradient | Pattern] = {
    "pond": Gradient(((0.0, "water", 1.0), (1.0, "deep", 1.0)), radial=True),
    "shine": Gradient(((0.0, "glow", 0.9), (1.0, "glow", 0.0)), radial=True),
    "reed-hatch": Pattern("hatch", "reed-dark", ground="reed", step=5, width=1.6),
    "clay-dots": Pattern("dots", "clay-dark", ground="clay", step=6, width=1.5, turn=0),
    "iris-cross": Pattern("cross", "iris-dark", ground="iris", step=6, width=1.2),
}

PATTERNS = {"reed": "reed-hatch", "clay": "clay-dots", "iris": "iris-cross"}


def spots() -> list[tuple[float, float]]:
    """Return the middles of the leaves, ring by ring."""
    middles = [(0.0, 0.0)]
    for ring in range(1, RINGS + 1):
        corners = regular_polygon(6, ring * STEP)
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            middles += [
                (start[0] + (end[0] - start[0]) * part / ring, start[1] + (end[1] - start[1]) * part / ring)
                for part in range(ring)
            ]
    return middles


SPOTS = spots()


def frog(fill: str) -> Drawing:
    """Return a frog: a disc with a pattern, a nose that shows where it looks, and room for a numeral."""
    nose = Path(rounded_path((polar_point(19, -34), polar_point(24, 0), polar_point(19, 34)), 4), fill=f"{fill}-dark")
    body = Circle(0, 0, 16, fill=PATTERNS[fill], stroke=f"{fill}-dark", width=1.5)
    return Drawing((nose, body, Circle(0, 0, 9, fill="card")), Spot(size=12))


def card(fill: str) -> Drawing:
    """Return a card with a band of its colour and pattern."""
    outline = Rect(-26, -37, 52, 74, 6, fill="card", stroke="soft", width=1.2)
    band = Rect(-20, -31, 40, 30, 3, fill=PATTERNS[fill])
    sign = Polygon(star_points(5, 10, 4.2), fill="light", stroke=f"{fill}-dark", width=1)
    return Drawing((outline, band, Group((sign,), 0, -16)), Spot(y=18, size=20))


def pyramid() -> Drawing:
    """Return a pyramid seen from above."""
    sides = pyramid_facets(regular_polygon(4, 19, 45), (0, 0), ("clay", "clay-dark", "clay-dark", "clay"))
    return Drawing((*sides, Polygon(regular_polygon(4, 19, 45), stroke="ink", width=1)))


def board() -> Drawing:
    """Return the bare pond: water, leaves and the letters of the rows."""
    leaves = tuple(Polygon(regular_polygon(6, 25), fill="leaf", stroke="line", width=0.8) for _ in SPOTS)
    placed = tuple(Group((leaf,), x, y) for leaf, (x, y) in zip(leaves, SPOTS, strict=True))
    rows = enumerate("ABCDEFG", -RINGS)
    letters = tuple(Text(letter, -193, row * STEP * 0.87, 11, fill="soft") for row, letter in rows)
    return Drawing((Circle(0, 0, 180, fill="pond", stroke="line"), *placed, *letters))


SYMBOLS = {f"frog-{fill}": frog(fill) for fill in FILLS} | {f"card-{fill}": card(fill) for fill in FILLS}
FROGS = tuple(f"frog-{fill}" for fill in FILLS)
CARDS = tuple(f"card-{fill}" for fill in FILLS)

KIT = Kit.create(
    "pond",
    SYMBOLS | {"pyramid": pyramid(), "halo": Drawing((Circle(0, 0, 30, fill="shine"),)), "pond": board()},
    colours=COLOURS,
    paints=PAINTS,
)

BOARD = Frame(-205, -205, 410, 410)
HAND = Frame(0, 0, 400, 100)
NEAR = Frame(-110, -110, 220, 220)
FROG_KEYS = tuple(f"frog-{number}" for number in range(32))
CARD_KEYS = tuple(f"card-{number}" for number in range(6))
NUMERALS = tuple(str(number) for number in range(40))


def pieces(shift: int = 0) -> tuple[Piece, ...]:
    """Return 34 pieces for the pond; frogs 5 and 6 lie elsewhere if shifted."""
    spots = SPOTS
    frogs = [
        Piece(key, FROGS[at % 3], *spots[at], 60.0 * (at % 6), 1.0, 1, (), NUMERALS[at % 10], key)
        for at, key in enumerate(FROG_KEYS)
    ]
    for at in (5, 6):
        x, y = spots[at + 27 + shift] if shift else spots[at]
        frogs[at] = Piece(FROG_KEYS[at], FROGS[at % 3], x, y, 30.0, 1.0, 2, ("last",), NUMERALS[at], "moved")
    frogs[9] = Piece("frog-9", FROGS[0], *spots[9], 0.0, 1.0, 1, ("glow",), "9", "a frog that may jump")
    frogs[13] = Piece("frog-13", FROGS[1], *spots[13], 0.0, 1.0, 1, ("ghost",), "3", "where it was")
    frogs[17] = Piece("frog-17", FROGS[2], *spots[17], 0.0, 1.0, 1, ("last", "glow"), "7", "both")
    frogs[20] = Piece("frog-20", FROGS[2], *spots[20], 0.0, 1.0, 1, ("pinned",), "Qg", "pinned")
    return (*frogs, Piece("halo", "halo", *spots[35]), Piece("pyramid", "pyramid", *spots[35], 15.0))


def hand() -> tuple[Piece, ...]:
    """Return six cards, slightly fanned."""
    return tuple(
        Piece(key, CARDS[at % 3], 50.0 + 60 * at, 50.0, 2.0 * at - 5, 1.0, 0, (), NUMERALS[at + 7], "a card")
        for at, key in enumerate(CARD_KEYS)
    )


def scene(shift: int = 0) -> Scene:
    """Return the whole picture: 40 pieces."""
    pond = Pane("pond", BOARD, pieces(shift), ("pond",), NEAR, "The pond")
    return Scene(KIT, (pond, Pane("hand", HAND, hand(), title="Your hand")), "A game on the pond")
