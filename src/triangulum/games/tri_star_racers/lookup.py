# compiled by mypyc
"""The board, the tiles and the frame of Tri-Star Racers as tables of numbers, and what the bytes of a state mean.

A section is 16 * colour + pips, with colours 0 pink, 1 blue, 2 orange and 3 wild. The sections of edges are that too,
or POWER + a power, or BLANK. Powers are numbered warp, freeze (each pink, blue, orange), team.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.learning.belief import mark_belief_inputs, no_belief_inputs, unmark_belief_inputs
from triangulum.core.state import Setup
from triangulum.errors import OptionError

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_star_racers.box import RacersBox
    from triangulum.games.tri_star_racers.options import RacersOptions

LANES: Final = 3
CORNERS: Final = 3
SIDES: Final = 3
WAYS: Final = 6  # arrangements of a tile's sections, equal ones included
HAND: Final = 3
MOST_OUTED: Final = 2  # more would leave nothing hidden in a hand
SEATS: Final = 5
SLOTS: Final = 6

WILD: Final = 3  # as a colour
PIPS: Final = 16
POWER: Final = 128
BLANK: Final = 255
WARP: Final = 0
FREEZE: Final = 3
TEAM: Final = 6
POWERS: Final = 7

# Where things lie in State.small. What depends on the components comes last, at places that the setup knows.
ROUND: Final = 0  # from 1, or 0 in the set-up
DONE: Final = 1  # how many have had their turn in this round
ORDERED: Final = 2  # how many places of the order are settled
LAST_SPACE: Final = 3  # 1 + the space of the tile that was played last, or 0
LAST_SEAT: Final = 4  # who played it
BURSTS: Final = 5  # which starbursts still lie on the lanes, a bit for each, low byte first
EDGES: Final = 7  # left, right, bottom: 1 + 2 * edge, and one more for its b side; 0 before it is drawn
ORDER: Final = 10  # the seats in the order of play
DRAFT_SLOTS: Final = 15  # 1 + the face in each slot, or 0
TOKENS: Final = 21  # 1 + the seat whose token stands at each slot, or 0
HANDS: Final = 27  # for each seat three tiles, rising, 0 for none last: 1 + 2 * face, and one more if all have seen it
SHIPS: Final = 42  # for each seat and lane the space, low byte first
FROZEN: Final = 72  # for each seat two bits a lane: 0, THAWS or STAYS
OUTED: Final = 77  # for each seat, 1 + the faces of up to two tiles that were hidden until played; see Racers.is_likely
DEPTH: Final = 87  # how many questions are pending
STACK: Final = 88  # each with its kind and argument, the one that is asked next last

THAWS: Final = 1  # at the end of the owner's next turn
STAYS: Final = 2  # over the end of this turn, since its owner has just frozen it

DEEPEST: Final = 12
"""How many questions can be pending besides starbursts."""

# Pending questions.
EDGE: Final = 1  # chance draws an edge for the frame; argument: the side
DEAL: Final = 2  # chance deals the hands
START: Final = 3  # chance draws the start tile
LIE: Final = 4  # chance settles how it lies
LOTS: Final = 5  # chance draws the first order
TURN: Final = 6  # the next seat's turn begins
PLAY: Final = 7  # a tile is played
FIRE: Final = 8  # a power is to be resolved; argument: the power
CHOOSE: Final = 9  # one of several ships at 0 is to be frozen; argument: the lane
MOVE: Final = 10  # pips move a ship: this for pink, the next two for the others; argument: the pips
BURST: Final = 13  # a starburst is to be turned up; argument: its number
BURST_SHIP: Final = 14  # a ship is chosen for a wild starburst; argument: how far it moves
DRAFT: Final = 15  # a slot is drafted
BOOST_SHIP: Final = 16  # a ship is chosen for a wild boost; argument: how far it moves
DRAW: Final = 17  # chance draws tiles after a hand was discarded; argument: how many
REFILL: Final = 18  # chance refills the slots
END: Final = 19  # a turn ends


class RacersTables(Setup):
    """All that the rules look up."""

    def __init__(self, game: Game, options: RacersOptions, components: Components[RacersBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        self.brutal: bool = options.brutal
        self.advanced: bool = options.draft == "advanced"
        self.finish: i64 = box.finish
        self.centre: i64 = box.lattice.number[box.centre]
        self.set_tiles(box)
        self.set_board(box)
        self.set_frame(box, options.edges)
        self.set_track(box, options)

        self.stack_size: i64 = 2 * (DEEPEST + LANES * self.lane_bursts)
        self.unseen: i64 = STACK + self.stack_size  # for each kind of starburst, how many nobody has seen
        self.board: i64 = self.unseen + self.kinds  # for each space 1 + the face of the tile there, or 0
        self.ways: i64 = self.board + self.spaces  # for each space how the tile there is arranged
        self.bag: i64 = self.ways + self.spaces  # for each face how many tiles are in the bag
        self.length: i64 = self.bag + self.faces

        self.fire: i64 = self.faces * self.spaces * WAYS  # where actions begin: powers,
        self.victim: i64 = self.fire + POWERS  # whose ship to freeze,
        self.lane: i64 = self.victim + SEATS  # which ship to move,
        self.slot: i64 = self.lane + LANES  # and which slot to draft
        self.num_actions = self.slot + SLOTS
        self.most_placements: i64 = HAND * WAYS * self.spaces
        self.max_chance_outcomes = max(self.faces, self.random_edges, self.kinds, i64(WAYS), self.players)
        self.max_length = self.longest()
        self.set_heeded()

    def set_heeded(self) -> None:
        """Say, for a spectator and each seat, on which bytes its odds depend: other hands, and the bag."""
        self.no_hands = vec[u8]([0] * (SHIPS - HANDS))
        for watcher in range(self.players + 1):
            heeded = no_belief_inputs(self.length)
            mark_belief_inputs(heeded, HANDS, SHIPS)
            if watcher > 0:
                unmark_belief_inputs(heeded, HANDS + HAND * (watcher - 1), HANDS + HAND * watcher)
            mark_belief_inputs(heeded, OUTED, DEPTH)
            mark_belief_inputs(heeded, self.bag, self.length)
            if self.brutal:
                mark_belief_inputs(heeded, DEPTH, self.unseen)
            self.belief_inputs = append(self.belief_inputs, heeded)

    def set_tiles(self, box: RacersBox) -> None:
        """Number the sections of every face as it can lie."""
        self.faces: i64 = len(box.faces)
        self.tiles: i64 = len(box.tiles)
        self.counts = vec[i64]([i64(count) for count in box.counts])
        self.sections = vec[i64]()  # for each face, arrangement and corner
        for tile in box.lying:
            for section in tile:
                self.sections = append(self.sections, section_code(section))
        self.strength = vec[i64]()  # for each face its pips, and one for each wild section
        for face in range(self.faces):
            strength: i64 = 0
            for at in range(CORNERS * WAYS * face, CORNERS * WAYS * face + CORNERS):
                code = self.sections[at]
                strength += 1 if code // PIPS == WILD else code % PIPS
            self.strength = append(self.strength, strength)
        self.way_count = vec[i64]()  # for each face, how many arrangements differ
        self.arrangements = vec[i64]()  # for each face up to six of them
        for ways in box.arrangements:
            self.way_count = append(self.way_count, i64(len(ways)))
            for way in [*ways, 0, 0, 0, 0, 0, 0][:WAYS]:
                self.arrangements = append(self.arrangements, i64(way))

    def set_board(self, box: RacersBox) -> None:
        """Number what touches what."""
        lattice = box.lattice
        self.spaces: i64 = len(lattice.spaces)
        self.edge_length: i64 = len(box.outline)
        self.beyond = vec[i64]()  # for each space and side the space on the other side, or -1
        self.nearby = vec[i64]()  # the same, with the space itself at the rim
        self.rim = vec[i64]()  # for each space and side edge_length * edge + section at the rim, or -1
        self.ends = vec[i64]()  # for each space and side, for both ends: the own corner and the neighbour's
        for at, space in enumerate(lattice.spaces):
            for side in range(SIDES):
                beyond = lattice.across[at][side]
                self.beyond = append(self.beyond, i64(-1 if beyond is None else beyond))
                self.nearby = append(self.nearby, i64(at if beyond is None else beyond))
                # Anticlockwise: the left edge counts rows down, the right one up, and the bottom one every other space.
                last = len(box.outline) - 1
                section = (space.row, last - space.row, (int(space.name[1:]) - 1) // 2)[side]
                self.rim = append(self.rim, i64(-1 if beyond is not None else side * (last + 1) + section))
                for corner in range(CORNERS):
                    if corner != side:
                        point = space.corners[corner]
                        other = 0 if beyond is None else lattice.spaces[beyond].corners.index(point)
                        self.ends = append(append(self.ends, i64(corner)), i64(other))
        self.is_team = vec[u8]([0] * self.spaces)
        for name in box.team_spaces:
            self.is_team[i64(lattice.number[name])] = u8(1)

    def set_frame(self, box: RacersBox, edges: str) -> None:
        """Number the sections of the edges, and settle the frame unless it is drawn."""
        self.edge_table = vec[i64]()  # for each side of each edge its sections
        for sections in box.edge_sections:
            for section in sections:
                self.edge_table = append(self.edge_table, section_code(section))
        self.random_edges: i64 = box.frame.random
        self.frame = vec[i64]()  # the edges as a state has them, none if they are drawn
        for name in [] if edges == "random" else edges.split():
            if name not in box.edge_names:
                raise OptionError(f"there is no edge {name}: they are {box.edge_names[0]} to {box.edge_names[-1]}")
            self.frame = append(self.frame, i64(1 + box.edge_names.index(name)))

    def set_track(self, box: RacersBox, options: RacersOptions) -> None:
        """Number starbursts, tokens and boosts."""
        self.starbursts: bool = options.starbursts and len(box.bursts) > 0
        self.lane_bursts: i64 = len(box.bursts)
        self.burst_spaces = vec[i64]([i64(space) for space in box.bursts])
        self.kinds: i64 = len(box.token_kinds)
        self.token_counts = vec[i64]([i64(count) for count in box.token_counts])
        self.token_lane = vec[i64]([i64("PBOW".index(kind[0])) for kind in box.token_kinds])
        self.token_distance = vec[i64]([i64(int(kind[1])) for kind in box.token_kinds])
        boosts = box.boosts(options.draft)
        self.slots: i64 = len(boosts)
        self.boost_lane = vec[i64]([i64("PBOW".index(boost[0])) if boost != "-" else i64(0) for boost in boosts])
        self.boost_distance = vec[i64]([i64(int(boost[1])) if boost != "-" else i64(0) for boost in boosts])

    def longest(self) -> i64:
        """Return how many steps no game exceeds.

        Every tile is drawn at most once and every starburst turned up and used at most once. A tile that is played
        can fire two powers of the frame and one of its space, of which the last is not chosen, and two may
        freeze. In every round somebody plays a tile, or in a brutal race loses some, or else the race would have ended.
        """
        rounds = self.tiles if self.brutal else self.spaces
        setup = SIDES + 1 + self.players
        return setup + self.tiles + 2 * LANES * self.lane_bursts + 5 * self.spaces + 2 * rounds * self.players


def section_code(section: str) -> i64:
    """Return a section of a tile or an edge as a number."""
    if section == "-":
        return BLANK
    if section == "team":
        return POWER + TEAM
    if section == "W" or section == "wild":
        return WILD * PIPS
    colour: i64 = "PBO".index(section[0])
    if section[1] == "-":
        return POWER + colour + (WARP if section.endswith("warp") else FREEZE)
    return colour * PIPS + int(section[1])
