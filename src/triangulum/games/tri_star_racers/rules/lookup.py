# compiled by mypyc
"""The board, the tiles and the frame of Tri-Star Racers as tables of numbers, and what the bytes of a state mean.

A section is 16 * colour + pips, with colours 0 pink, 1 blue, 2 orange and 3 wild. The sections of edges are that too,
or POWER_BASE + a power, or BLANK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.learning.belief import mark_belief_inputs, new_belief_input_table, unmark_belief_inputs
from triangulum.core.state import Setup
from triangulum.games.tri_star_racers.actions import FREEZE, NUM_ARRANGEMENTS, NUM_LANES, TEAM, WARP, ActionCodec

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_star_racers.box import RacersBox
    from triangulum.games.tri_star_racers.options import RacersOptions

NUM_CORNERS: Final = 3
NUM_SIDES: Final = 3
HAND_SIZE: Final = 3
MAX_REVEALED: Final = 2  # more would leave nothing hidden in a hand

WILD: Final = 3  # as a colour
COLOUR_FACTOR: Final = 16
POWER_BASE: Final = 128
BLANK: Final = 255

# Where things lie in State.byte_fields. What depends on the components comes last, at places that the setup knows.
ROUND: Final = 0  # from 1, or 0 in the set-up
TURNS_DONE: Final = 1  # how many have had their turn in this round
ORDER_LENGTH: Final = 2  # how many places of the order are settled
LAST_SPACE: Final = 3  # 1 + the space of the tile that was played last, or 0
LAST_SEAT: Final = 4  # who played it
BURST_MASK: Final = 5  # which starbursts still lie on the lanes, a bit for each, low byte first
EDGES: Final = 7  # left, right, bottom: 1 + 2 * edge, and one more for its b side; 0 before it is drawn
ORDER: Final = 10  # the seats in the order of play
SLOT_FACES: Final = 15  # 1 + the face in each slot, or 0
SLOT_TOKENS: Final = 21  # 1 + the seat whose token stands at each slot, or 0
HANDS: Final = 27  # for each seat three tiles, rising, 0 for none last: 1 + 2 * face, and one more if all have seen it
SHIPS: Final = 42  # for each seat and lane the space, low byte first
FROZEN: Final = 72  # for each seat two bits a lane: 0, THAWS or STAYS
# For each seat, 1 + the faces of up to two tiles that were hidden until played; see RacersState.accept_resampled_hands.
REVEALED: Final = 77
STACK_DEPTH: Final = 87  # how many questions are pending
STACK: Final = 88  # each with its kind and argument, the one that is asked next last

THAWS: Final = 1  # at the end of the owner's next turn
STAYS: Final = 2  # over the end of this turn, since its owner has just frozen it

MAX_QUESTIONS: Final = 12
"""How many questions can be pending besides starbursts."""


class RacersLookup(Setup):
    """The lookup tables of the rules, and where things lie in the bytes of a state."""

    def __init__(self, game: Game, options: RacersOptions, components: Components[RacersBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        options.check_components(box)
        self.is_brutal: bool = options.brutal != "off"
        self.is_strict: bool = options.brutal == "strict"
        self.is_advanced: bool = options.draft == "advanced"
        self.finish_space: i64 = box.finish
        self.centre_space: i64 = box.lattice.index_by_name[box.centre]
        self.init_tile_tables(box)
        self.init_board_tables(box, options.team_spaces)
        self.init_frame_tables(box, options.edges)
        self.init_bonus_tables(box, options)
        self.head_starts = vec[i64]([i64(space) for space in options.list_head_starts()])  # by seat

        self.stack_length: i64 = 2 * (MAX_QUESTIONS + NUM_LANES * self.bursts_per_lane)
        # For each kind of starburst token, how many nobody has seen.
        self.unseen_tokens_offset: i64 = STACK + self.stack_length
        # For each space 1 + the face of the tile there, or 0; and then how that tile is arranged.
        self.board_offset: i64 = self.unseen_tokens_offset + self.num_token_kinds
        self.arrangements_offset: i64 = self.board_offset + self.num_spaces
        # For each face how many tiles are in the bag.
        self.bag_offset: i64 = self.arrangements_offset + self.num_spaces
        self.num_bytes: i64 = self.bag_offset + self.num_faces

        self.action_codec = ActionCodec(self.num_faces, self.num_spaces)
        self.num_actions = self.action_codec.num_actions
        self.max_placements: i64 = HAND_SIZE * NUM_ARRANGEMENTS * self.num_spaces
        self.max_chance_outcomes = max(
            self.num_faces, self.num_random_edges, self.num_token_kinds, i64(NUM_ARRANGEMENTS), self.players
        )
        self.max_length = self.compute_max_length()
        self.build_belief_inputs()

    def build_belief_inputs(self) -> None:
        """Mark, for a spectator and each seat, the bytes that its belief depends on: other hands, and the bag."""
        self.empty_hands = vec[u8]([0] * (SHIPS - HANDS))
        for watcher in range(self.players + 1):
            inputs = new_belief_input_table(self.num_bytes)
            mark_belief_inputs(inputs, HANDS, SHIPS)
            if watcher > 0:
                unmark_belief_inputs(inputs, HANDS + HAND_SIZE * (watcher - 1), HANDS + HAND_SIZE * watcher)
            mark_belief_inputs(inputs, REVEALED, STACK_DEPTH)
            mark_belief_inputs(inputs, self.bag_offset, self.num_bytes)
            if self.is_brutal:
                mark_belief_inputs(inputs, STACK_DEPTH, self.unseen_tokens_offset)
            self.belief_inputs = append(self.belief_inputs, inputs)

    def init_tile_tables(self, box: RacersBox) -> None:
        """Fill the tables of faces: section codes by arrangement, strength, distinct arrangements."""
        self.num_faces: i64 = len(box.faces)
        self.num_tiles: i64 = len(box.tiles)
        self.face_counts = vec[i64]([i64(count) for count in box.face_counts])
        self.section_codes = vec[i64]()  # for each face, arrangement and corner
        for tile in box.arranged_tiles:
            for section in tile:
                self.section_codes = append(self.section_codes, encode_section(section))
        self.face_strengths = vec[i64]()  # for each face its pips, and one for each wild section
        for face in range(self.num_faces):
            strength: i64 = 0
            for at in range(NUM_CORNERS * NUM_ARRANGEMENTS * face, NUM_CORNERS * NUM_ARRANGEMENTS * face + NUM_CORNERS):
                code = self.section_codes[at]
                strength += 1 if code // COLOUR_FACTOR == WILD else code % COLOUR_FACTOR
            self.face_strengths = append(self.face_strengths, strength)
        self.arrangement_counts = vec[i64]()  # for each face, how many arrangements differ
        self.distinct_arrangements = vec[i64]()  # for each face up to six of them
        for arrangements in box.distinct_arrangements:
            self.arrangement_counts = append(self.arrangement_counts, i64(len(arrangements)))
            for arrangement in [*arrangements, 0, 0, 0, 0, 0, 0][:NUM_ARRANGEMENTS]:
                self.distinct_arrangements = append(self.distinct_arrangements, i64(arrangement))

    def init_board_tables(self, box: RacersBox, has_team_spaces: bool) -> None:
        """Fill the tables of spaces: neighbours, sections of the rim, shared corners, team spaces."""
        lattice = box.lattice
        self.num_spaces: i64 = len(lattice.spaces)
        self.edge_length: i64 = len(box.outline)
        self.neighbours = vec[i64]()  # for each space and side the space on the other side, or -1
        self.neighbours_or_self = vec[i64]()  # the same, with the space itself at the rim
        self.rim_indices = vec[i64]()  # for each space and side edge_length * edge + section at the rim, or -1
        self.side_corners = vec[i64]()  # for each space and side, for both ends: the own corner and the neighbour's
        for at, space in enumerate(lattice.spaces):
            for side in range(NUM_SIDES):
                neighbour = lattice.neighbours[at][side]
                self.neighbours = append(self.neighbours, i64(-1 if neighbour is None else neighbour))
                self.neighbours_or_self = append(self.neighbours_or_self, i64(at if neighbour is None else neighbour))
                # Anticlockwise: the left edge counts rows down, the right one up, and the bottom one every other space.
                last = len(box.outline) - 1
                section = (space.row, last - space.row, (int(space.name[1:]) - 1) // 2)[side]
                self.rim_indices = append(
                    self.rim_indices, i64(-1 if neighbour is not None else side * (last + 1) + section)
                )
                for corner in range(NUM_CORNERS):
                    if corner != side:
                        point = space.corners[corner]
                        neighbour_corner = 0 if neighbour is None else lattice.spaces[neighbour].corners.index(point)
                        self.side_corners = append(append(self.side_corners, i64(corner)), i64(neighbour_corner))
        self.is_team_space = vec[u8]([0] * self.num_spaces)
        for name in box.team_spaces if has_team_spaces else ():
            self.is_team_space[i64(lattice.index_by_name[name])] = u8(1)

    def init_frame_tables(self, box: RacersBox, edges: str) -> None:
        """Fill the table of edge sections, and fix the edges of the frame unless they are drawn at random."""
        self.edge_section_codes = vec[i64]()  # for each side of each edge its sections
        for sections in box.edge_sections:
            for section in sections:
                self.edge_section_codes = append(self.edge_section_codes, encode_section(section))
        self.num_random_edges: i64 = box.frame.random
        self.random_edge_side: i64 = 1 if edges == "random b" else 0
        self.fixed_edges = vec[i64]()  # the edges as a state has them, none if they are drawn
        for name in [] if edges.startswith("random") else edges.split():
            self.fixed_edges = append(self.fixed_edges, i64(1 + box.edge_names.index(name)))

    def init_bonus_tables(self, box: RacersBox, options: RacersOptions) -> None:
        """Fill the tables of starbursts, tokens and boosts."""
        self.has_starbursts: bool = options.starbursts and len(box.bursts) > 0
        self.takes_passed_bursts: bool = options.bursts == "passing"
        self.bursts_per_lane: i64 = len(box.bursts)
        self.burst_spaces = vec[i64]([i64(space) for space in box.bursts])
        self.num_token_kinds: i64 = len(box.token_kinds)
        self.token_counts = vec[i64]([i64(count) for count in box.token_counts])
        self.token_lanes = vec[i64]([i64("PBOW".index(kind[0])) for kind in box.token_kinds])
        self.token_distances = vec[i64]([i64(int(kind[1])) for kind in box.token_kinds])
        boosts = box.slot_boosts(options.draft)
        self.num_slots: i64 = len(boosts)
        self.boost_lanes = vec[i64]([i64("PBOW".index(boost[0])) if boost != "-" else i64(0) for boost in boosts])
        self.boost_distances = vec[i64]([i64(int(boost[1])) if boost != "-" else i64(0) for boost in boosts])

    def compute_max_length(self) -> i64:
        """Return an upper bound of the number of actions and chance outcomes in a game.

        Every tile is drawn at most once. Every starburst is turned up and used at most once, and a ship is chosen for a
        wild one. A tile that is played can fire two powers of the frame and one of its space, of which the last is not
        chosen, and two may freeze. In every round somebody plays a tile, or in a brutal race loses some, or else the
        race would have ended.
        """
        rounds = self.num_tiles if self.is_brutal else self.num_spaces
        setup = NUM_SIDES + 1 + self.players
        return (
            setup
            + self.num_tiles
            + 3 * NUM_LANES * self.bursts_per_lane
            + 5 * self.num_spaces
            + 2 * rounds * self.players
        )


def encode_section(section: str) -> i64:
    """Encode a section of a tile or an edge, such as ``P2``, ``wild`` or ``P-warp``, as a number."""
    if section == "-":
        return BLANK
    if section == "team":
        return POWER_BASE + TEAM
    if section == "W" or section == "wild":
        return WILD * COLOUR_FACTOR
    colour: i64 = "PBO".index(section[0])
    if section[1] == "-":
        return POWER_BASE + colour + (WARP if section.endswith("warp") else FREEZE)
    return colour * COLOUR_FACTOR + int(section[1])
