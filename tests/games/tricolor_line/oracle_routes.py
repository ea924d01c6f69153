"""Routes of Tricolor Line and what they are worth, found by trying, to test the quick engine against.

Tricolor Line is a game by David Sun; the tiles here are rebuilt. Nothing here is shared with the engine.

A map says what lies where: place -> (roads as they lie, colour, built). Roads are named by the sides they join, as in
`NES` or `NE+SW`; y grows to the north. What lies at (0, 0) is Start, anything else without a colour is an End. A route
is the places it passes, from the first road tile to the End, that one included; Start is left out, as it is in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random

Place = tuple[int, int]
Laid = tuple[str, str | None, bool]
Map = Mapping[Place, Laid]
Route = tuple[Place, ...]
Pair = tuple[Route, Route]
Bend = tuple[Place, str]
"""A tile and the one of its roads that is used; the same tile with its other road is another bend."""
Trail = tuple[Bend, ...]

START: Place = (0, 0)
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
COLOURS = ("red", "green", "blue")
COLOUR_OF_LETTER = {"R": "red", "G": "green", "B": "blue"}
ALL_SIDES = "NESW"
OWN_TILE_POINTS = 3
ENDING_POINTS = 1


# ---------------------------------------------------------------------------------------------- the roads


def beyond(place: Place, side: str) -> Place:
    """The place across this side."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def around(place: Place) -> list[Place]:
    """The four places next to this one."""
    return [beyond(place, side) for side in STEPS]


def in_order(sides: Iterable[str]) -> str:
    """These sides as one road, in the order N E S W."""
    return "".join(sorted(sides, key=ALL_SIDES.index))


def is_end(on_map: Map, place: Place) -> bool:
    """Whether an End lies here."""
    return place != START and on_map[place][1] is None


def is_built_end(on_map: Map, place: Place) -> bool:
    """Whether a constructed End lies here; to a blueprint no route leads."""
    return is_end(on_map, place) and on_map[place][2]


def is_road(on_map: Map, place: Place) -> bool:
    """Whether a constructed road tile lies here."""
    _, colour, built = on_map[place]
    return colour is not None and built


def onward(on_map: Map, bend: Bend) -> list[Bend]:
    """Where one comes to from here: built roads and Ends across the sides of this road whose own roads join it."""
    place, road = bend
    found: list[Bend] = []
    for side in road:
        following = beyond(place, side)
        if following not in on_map or not (is_road(on_map, following) or is_built_end(on_map, following)):
            continue
        for other_road in on_map[following][0].split("+"):
            if OPPOSITE[side] in other_road:
                found.append((following, other_road))
    return found


# --------------------------------------------------------------------------------------------- the routes


def lengthened(on_map: Map, trails: Iterable[Trail], end: Place) -> list[Trail]:
    """Every trail gone on by one, over nothing twice: to a road tile, or from a road tile to this End."""
    longer: list[Trail] = []
    for trail in trails:
        for bend in onward(on_map, trail[-1]):
            if bend in trail:
                continue
            after_a_road = len(trail) > 1  # the first of a trail is Start
            if is_road(on_map, bend[0]) or (bend[0] == end and after_a_road):
                longer.append((*trail, bend))
    return longer


def as_routes(trails: Iterable[Trail]) -> list[Route]:
    """Trails as places, Start left out, in dictionary order."""
    return sorted(tuple(place for place, _ in trail[1:]) for trail in trails)


def routes_by_trying(on_map: Map, end: Place) -> list[Route]:
    """All shortest routes to an End: every trail of one length is tried before any longer one."""
    trails: list[Trail] = [((START, ALL_SIDES),)]
    while trails:
        trails = lengthened(on_map, trails, end)
        arrived = [trail for trail in trails if trail[-1][0] == end]
        if arrived:
            return as_routes(arrived)
    return []


def shortest_routes(on_map: Map, end: Place) -> list[Route]:
    """The same, bearable on a large map: who comes to a bend later than another is on no shortest route."""
    trails: list[Trail] = [((START, ALL_SIDES),)]
    reached: set[Bend] = set()
    while trails:
        trails = [trail for trail in lengthened(on_map, trails, end) if trail[-1] not in reached]
        reached |= {trail[-1] for trail in trails}
        arrived = [trail for trail in trails if trail[-1][0] == end]
        if arrived:
            return as_routes(arrived)
    return []


def ends(on_map: Map) -> list[Place]:
    """Where Ends lie."""
    return sorted(place for place in on_map if is_end(on_map, place))


def all_routes(on_map: Map) -> dict[Place, list[Route]]:
    """The shortest routes of every End, none for one that is not reached."""
    return {end: shortest_routes(on_map, end) for end in ends(on_map)}


def length(route: Route) -> int:
    """How many road tiles a route passes; one that it passes twice counts twice."""
    return len(route) - 1


def pairs(on_map: Map) -> list[Pair]:
    """Every two routes of two Ends that share no tile, the routes of a pair in dictionary order."""
    found: list[Pair] = []
    for some, others in combinations(all_routes(on_map).values(), 2):
        for one, other in product(some, others):
            if not set(one) & set(other):
                found.append((min(one, other, key=roads), max(one, other, key=roads)))
    return found


def roads(route: Route) -> Route:
    """The road tiles of a route, which is what the dictionary goes by."""
    return route[:-1]


def best_pair(on_map: Map) -> Pair | None:
    """The pair that counts: fewest tiles in all, then the first in dictionary order; if only Ends differ, by those."""

    def rank(pair: Pair) -> tuple[object, ...]:
        one, other = pair
        by_end = sorted([(one[-1], roads(one)), (other[-1], roads(other))])
        return length(one) + length(other), (roads(one), roads(other)), by_end

    return min(pairs(on_map), key=rank, default=None)


def best_single(on_map: Map) -> Route | None:
    """The shortest route of all, the first in dictionary order among equals; if only Ends differ, by those."""
    every = [route for some in all_routes(on_map).values() for route in some]
    return min(every, key=lambda route: (length(route), roads(route), route[-1]), default=None)


def scored_routes(on_map: Map) -> tuple[Route, ...]:
    """What is scored if the game ends now: the best pair, or else the best route, or else nothing."""
    pair = best_pair(on_map)
    if pair is not None:
        return pair
    single = best_single(on_map)
    return () if single is None else (single,)


# -------------------------------------------------------------------------------------------- the scoring


def tiles_by_colour(on_map: Map, routes: Iterable[Route]) -> Counter[str]:
    """How many road tiles of each colour are in these routes, each counted once."""
    passed = {place for route in routes for place in route if not is_end(on_map, place)}
    return Counter(str(on_map[place][1]) for place in passed)


def winner_colours(on_map: Map, routes: Iterable[Route]) -> set[str]:
    """The colours with the most road tiles in these routes; none without a route."""
    tiles = tiles_by_colour(on_map, routes)
    return {colour for colour in tiles if tiles[colour] == max(tiles.values())}


def card_points(card: str, colours: set[str]) -> int:
    """What a card in hand is worth: a point for a wild, a point for each element of a winner colour."""
    if card == "W":
        return 1
    return len(card) if COLOUR_OF_LETTER[card[0]] in colours else 0


def points(on_map: Map, routes: Sequence[Route], identity: str, hand: Iterable[str], ended_the_game: bool) -> int:
    """What a player with this identity and hand has at the end."""
    own_tiles = tiles_by_colour(on_map, routes)[identity]
    colours = winner_colours(on_map, routes)
    bonus = ENDING_POINTS if ended_the_game else 0
    return OWN_TILE_POINTS * own_tiles + sum(card_points(card, colours) for card in hand) + bonus


# ---------------------------------------------------------------------------------------- maps by the dice


def shape(lie: str) -> str:
    """What kind of tile lies like this: as many roads, with as many sides, straight or not."""
    if "+" in lie:
        return "bridge" if lie == "NS+EW" else "twin"
    if len(lie) == 2:
        return "straight" if OPPOSITE[lie[0]] == lie[1] else "corner"
    return {1: "dead-end", 3: "tee", 4: "cross"}[len(lie)]


def random_lie(random: Random) -> str:
    """Some road tile as it may lie, those with two roads more often than in the box."""
    one_road = ["NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "N", "E", "S", "W", "NESW", "NESW"]
    two_roads = ["NE+SW", "NW+ES", "NS+EW"]
    return random.choice(random.choice([one_road, two_roads]))


def random_trail(random: Random, steps: int, size: int) -> list[Place]:
    """Places from Start on, step by step, without turning on the spot; places may come again."""
    trail = [START]
    while len(trail) <= steps:
        forward = [place for place in around(trail[-1]) if place not in trail[-2:-1] and max(map(abs, place)) <= size]
        trail.append(random.choice([place for place in forward if place != START]))
    return trail


def lay_trail(lies: dict[Place, str | None], trail: Sequence[Place]) -> None:
    """Lay tiles on which one can go this trail, with an End, a lie of None, where it stops or meets one."""
    for before, here, after in zip(trail, trail[1:], trail[2:], strict=False):
        sides = in_order(side for side in STEPS if beyond(here, side) in (before, after))
        lie = lies.setdefault(here, sides)
        if lie is None:
            return
        if not set(lie) & set(sides) and len(lie) == 2:
            lies[here] = "+".join(sorted((lie, sides), key=lambda road: ALL_SIDES.index(road[0])))
        elif not any(set(sides) <= set(road) for road in lie.split("+")):
            lies[here] = in_order({*sides, *lie.replace("+", "")})
    lies.setdefault(trail[-1], None)


def grow(lies: dict[Place, str | None], tiles: int, random: Random, size: int) -> None:
    """Lay so many more tiles next to others, a few of them Ends."""
    for _ in range(tiles):
        free = {near for place in lies for near in around(place) if max(map(abs, near)) <= size} - set(lies)
        if not free:
            return
        lies[random.choice(sorted(free))] = None if random.random() < 0.2 else random_lie(random)


def coloured(lies: Mapping[Place, str | None], random: Random) -> dict[Place, Laid] | None:
    """The map of these lies in colours by the dice, most tiles built; None if the box has too few of something."""
    left = Counter({(colour, kind): 3 for colour in COLOURS for kind in ("straight", "corner", "tee", "cross")})
    left += Counter({(colour, kind): 3 for colour in COLOURS for kind in ("twin", "bridge")})
    left += Counter({(colour, "dead-end"): 2 for colour in COLOURS})
    built_share = random.choice([1.0, 1.0, 0.8])
    on_map: dict[Place, Laid] = {}
    for place, lie in lies.items():
        if place == START or lie is None:
            on_map[place] = (ALL_SIDES, None, place == START or random.random() < built_share)
            continue
        colours = [colour for colour in COLOURS if left[colour, shape(lie)]]
        if not colours:
            return None
        colour = random.choice(colours)
        left[colour, shape(lie)] -= 1
        on_map[place] = (lie, colour, random.random() < built_share)
    return on_map if len(ends(on_map)) <= 6 else None


def random_map(random: Random) -> dict[Place, Laid]:
    """A small map that could lie on a table: trails that cross themselves and each other, and tiles around them."""
    while True:
        lies: dict[Place, str | None] = {START: ALL_SIDES}
        size = random.choice([1, 2, 2, 3])
        for _ in range(random.choice([0, 1, 2, 3, 3])):
            lay_trail(lies, random_trail(random, random.randint(2, 10), size))
        grow(lies, random.randint(1, 9), random, size)
        on_map = coloured(lies, random)
        if on_map is not None:
            return on_map
