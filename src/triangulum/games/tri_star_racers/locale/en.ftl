# Tri-Star Racers. How the files work: docs/translating.md.

## How the game presents itself.

summary = Match crystals to fuel your three ships. The team whose last ship gets furthest wins.
mood = Bright and greedy: match, fly, overtake.

preset-word = Scenario
preset-most-basic = Most Basic
    .help = A first race: one draft slot, no powers on the frame and no starbursts.
preset-warm-up = Warm-Up
    .help = With boosts and starbursts, but still without powers on the frame.
preset-color-bias = Colour Bias
    .help = With powers. Each edge of the frame favours one colour.
preset-standard = Standard
    .help = The full game with a random frame, with the boost card or the advanced one.
preset-power-play = Power Play
    .help = Plenty of powers, and the draft decides who goes first.
preset-brutal = Brutal
    .help = Tiles that touch have to match.

option-draft = Draft card
    .help = How many tiles you choose from, and what you get on top.
option-draft-basic = Basic: one slot
option-draft-boost = Boost: three slots, each of which moves a ship
option-draft-advanced = Advanced: six slots, which also set the order of play
option-edges = Frame
    .help = What the edges around the board do. An a side has powers, a b side has none.
    .own = The left, right and bottom edges, such as 4a 7a 9a.
option-edges-random = Random a sides
option-edges-random-b = Random b sides
option-team_spaces = Spaces with a team boost
    .help = Without them, and with b sides all around, it’s a race without powers.
option-starbursts = Starbursts on the lanes
option-bursts = Taking a starburst
option-bursts-passing = A ship reaches or passes it
option-bursts-landing = A ship lands on it
option-brutal = Brutal race
    .help = If none of your tiles fits, you lose your hand. Next to an edge, a tile that doesn’t match keeps a power from firing.
option-brutal-off = No: tiles don’t have to match
option-brutal-tiles = Tiles have to match tiles
option-brutal-strict = Tiles have to match tiles and edges
option-head_start = Head start
    .help = The space on which each player’s ships start, such as 3 2 1 0 for four players, or “none”.

level-club = Usually makes the move that looks best, but slips now and then.

## Players and things.

seat = { $number ->
    [1] White
    [2] Green
    [3] Yellow
    [4] Violet
   *[other] Black
}
plate = { $seat ->
    [you] You
   *[other] { $seat }
}
lane = { $lane ->
    [pink] pink
    [blue] blue
   *[orange] orange
}
section-crystal = { lane } { $pips }
section-wild = wild
section-blank = blank
section-warp = { lane } warp
section-freeze = { lane } freeze
section-team = team boost
tile = a tile showing { $sections }
tiles-more = { $first }; { $more }
the-power = the { $power }
boost = { $lane ->
    [wild] any unfrozen ship
   *[other] { lane }
} moves { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}
no-boost = no boost

## What happens to ships: parts of sentences about the one whose turn it is.

ship-moves = { $bursts ->
    [0] { lane } moves from { $start } to { $end }
   *[other] { lane } takes { -starbursts } on its way from { $start } to { $end }
}
ship-warps = { $bursts ->
    [0] { lane } warps from { $start } to { $end }
   *[other] { lane } takes { -starbursts } as it warps from { $start } to { $end }
}
-starbursts = { $bursts ->
    [one] a starburst
   *[other] { $bursts } starbursts
}
ship-alone = { lane } has no ship ahead to warp to
ship-stuck = the frozen { lane } ship can’t move
team-boost = the team boost moves { $lanes ->
    [1] the one ship that isn’t frozen
    [2] the two ships that aren’t frozen
   *[3] all three ships
}
burst-taken = { lane } takes a starburst
ship-frozen = { $owner ->
    [you] your
   *[other] { $owner }’s
} { lane } ship is frozen
own-ship-frozen = { $owner ->
    [you] your own
   *[other] { $owner }’s own
} { lane } ship is frozen
all-ships-frozen = all { lane } ships are frozen already
ship-to-freeze = { $seat ->
    [you] you choose
   *[other] { $seat } chooses
} which { lane } ship is frozen
any-ship-of-yours = you can move any of your ships { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}
unfrozen-ship-of-yours = you can move any of your unfrozen ships { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}
any-ship = { $seat ->
    [you] you choose
   *[other] { $seat } chooses
} a ship to move { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}
token-lost = nothing moves because all three ships are frozen
ship-to-come = { lane } moves { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}

ship-to-come-unless-frozen = { ship-to-come } (if it isn’t frozen first)
own-freeze-possible = your own { lane } ship may get frozen
own-freeze-certain = your own { lane } ship gets frozen
burst-token = { $lane ->
    [wild] a wild starburst
    [orange] an orange starburst
   *[other] a { lane } starburst
} ({ $distance ->
    [one] 1 space
   *[other] { $distance } spaces
})
# Several starbursts of one kind: "2 wild starbursts (2 spaces each)".
burst-tokens = { $count ->
    [one] { burst-token }
   *[other] { $count } { $lane ->
        [wild] wild
       *[other] { lane }
    } starbursts ({ $distance ->
        [one] 1 space
       *[other] { $distance } spaces
    } each)
}

## The log.

tiles-dealt = Each player gets { $count } tiles.
tiles-drawn = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $count ->
    [one] a tile
   *[other] { $count } tiles
}.
order-drawn = The order of play is drawn at random: { $first ->
    [you] you go
   *[other] { $first } goes
} first{ -followers }.
-followers = { $others ->
    [0] { "" }
   *[other] , followed by { $others }
}
tile-played = { -plays-a-tile }{ -effects }.
tile-played-unmatched = { -plays-a-tile } without a match.
tile-played-without-pips = { -plays-a-tile }, but it matches no pips.
tile-played-powers = { -plays-a-tile } that fires { $powers }.
-plays-a-tile = { $seat ->
    [you] You play
   *[other] { $seat } plays
} a tile on { $space }
-effects = { $effects ->
    [0] { "" }
   *[other] : { $effects }
}
power-fired = { $seat ->
    [you] You fire
   *[other] { $seat } fires
} { $power }{ -effects }.
freeze-chosen = { $owner ->
    [you] Your
   *[other] { $owner }’s
} { lane } ship is frozen.
ships-moved = { $seat ->
    [you] Your ships
   *[other] { $seat }’s ships
}: { $effects }.
ship-chosen = { $seat ->
    [you] You move
   *[other] { $seat } moves
} { lane } from { $start } to { $end }{ $bursts ->
    [0] { "" }
   *[other] { " " }{ $seat ->
        [you] and take { -starbursts }
       *[other] and takes { -starbursts }
    }
}.
bursts-turned-up = { $seat ->
    [you] You turn up
   *[other] { $seat } turns up
} { $tokens }.
burst-used = { -starburst }: { $effects }.
burst-wild = { -starburst } is wild: { $effects }.
-starburst = { $seat ->
    [you] Your starburst
   *[other] { $seat }’s starburst
}
slot-drafted = { $seat ->
    [you] You draft
   *[other] { $seat } drafts
} the tile in slot { $slot } ({ $sections }){ -boost-effects }.
slot-taken = { $seat ->
    [you] You take
   *[other] { $seat } takes
} slot { $slot } without a tile{ -boost-effects }.
-boost-effects = { $effects ->
    [0] { "" }
   *[other] { $joint ->
        [but] , but { $effects }
       *[and] , and { $effects }
    }
}
hand-discarded = { $seat ->
    [you] None of your tiles fits, so you show your hand and discard it.
   *[other] None of { $seat }’s tiles fits, so { $seat } shows the whole hand and discards it.
}
ships-thawed = { $seat ->
    [you] Your
   *[other] { $seat }’s
} { $lanes } { $lanes ->
    [one] ship thaws
   *[other] ships thaw
}.
last-round-begun = { $seat ->
    [you] Your whole team
   *[other] { $seat }’s whole team
} is past the finish line, so this is the last round.
round-begun = In the next round, { $first ->
    [you] you go
   *[other] { $first } goes
} first{ -followers }.

## What is going on, and what to do.

status-setup = The race is being set up.
status-play = { $seat ->
    [you] { $brutal ->
        [tiles] Choose a tile and a space where it matches the tiles it touches.
        [strict] Choose a tile and a space where it matches the tiles and edges it touches.
       *[off] Choose a tile from your hand, then a space on the board.
    }
   *[other] { $seat } is choosing a tile to play.
}
status-power = { $seat ->
    [you] Choose the power to fire next.
   *[other] { $seat } is choosing a power to fire.
}
status-freeze = { $seat ->
    [you] Choose a ship to freeze in the { lane } lane.
   *[other] { $seat } is choosing a ship to freeze in the { lane } lane.
}
status-move = { $seat ->
    [you] Choose one of your ships to move
   *[other] { $seat } is choosing a ship to move
} { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}.
status-burst = A starburst is being turned up.
status-use = { $seat ->
    [you] Choose the starburst to use next.
   *[other] { $seat } is choosing a starburst to use.
}
status-draft = { $seat ->
    [you] Choose a slot on the draft card and take its tile.
   *[other] { $seat } is drafting a tile.
}
status-draft-boost = { $seat ->
    [you] You can’t take a tile. Choose a slot for its boost.
   *[other] { $seat } is choosing a slot for its boost.
}
status-draw = { $seat ->
    [you] You’re drawing two tiles.
   *[other] { $seat } is drawing two tiles.
}
status-refill = The slots of the draft card are being refilled.

won-last = { $seat ->
    [you] You win: your
   *[other] { $seat } wins: { $seat }’s
} last ship is on { $space }, the next team’s on { $next }.
won-middle = { $seat ->
    [you] You win: the last ships are level on { $level }, but your
   *[other] { $seat } wins: the last ships are level on { $level }, but { $seat }’s
} middle ship is on { $space }, against { $next }.
won-leading = { $seat ->
    [you] You win: last and middle ships are level, but your
   *[other] { $seat } wins: last and middle ships are level, but { $seat }’s
} leading ship is on { $space }, against { $next }.
won-shared = The win is shared by { $seats }: all their ships are level on { $spaces }.
over = The race is over.

## What a move would do.

preview-tile = With this tile, { $effects }.{ -ending }
preview-tile-unmatched = This tile matches nothing, so no ship moves.{ -ending }
preview-tile-without-pips = This tile matches no pips, so no ship moves.{ -ending }
preview-tile-powers = This tile fires { $powers }, in the order you choose.{ $effects ->
    [0] { "" }
   *[other] { " " }Then { $effects }.
}{ $warnings ->
    [0] { "" }
   *[other] { " " }Careful: { $warnings }.
}
preview-power = With this power, { $effects }.{ -ending }
preview-burst = With this starburst, { $effects }.{ -ending }
preview-choice = With this choice, { $effects }.{ -ending }
preview-slot = { $effects ->
    [0] You draft { $tile }.
   *[other] You draft { $tile }, { $joint ->
        [but] but
       *[and] and
    } { $effects }.
}{ -ending }
preview-slot-empty = { $effects ->
    [0] You draft no tile.
   *[other] You draft no tile, { $joint ->
        [but] but
       *[and] and
    } { $effects }.
}{ -ending }
-ending = { $ending ->
    [0] { "" }
   *[other] { " " }{ $ending }
}
ending-finish = Your whole team is then past the finish line.
ending-won = That ends the race, and you win.
ending-shared = That ends the race, and you share the win.
ending-lost = That ends the race, and { $winners } { $winners ->
    [one] wins
   *[other] share the win
}.

## Hints.

suggest-tile = On { $space }, play the tile showing { $sections }.
suggest-power = Fire { $power }.
suggest-freeze = { $owner ->
    [you] Freeze your own { lane } ship.
   *[other] Freeze { $owner }’s { lane } ship.
}
suggest-ship = Move your { lane } ship.
suggest-burst = Use { $burst }.
suggest-slot = Choose slot { $slot } on the draft card.

## The picture.

board-pane = Board
lanes-pane = Lanes
hand-pane = Your hand
draft-pane = Draft card
players-pane = Players

space-empty = { $space }: empty
space-empty-team = { $space }: empty, with a team boost
space-tile = { $space }: { $sections }
crystal = { $section } on { $space }
edge-section = { $side ->
    [left] Left edge
    [right] Right edge
   *[bottom] Bottom edge
}, section { $number }: { $section }
match-tile = Matches the tile on { $space }
match-edge = Matches section { $number } of the { $side ->
    [left] left
    [right] right
   *[bottom] bottom
} edge
last-tile = Last tile, played by { $seat }
last-tile-place = { plate } on { $space }
    .title = Last tile: on { $space }, played by { $seat }
no-match = no match
    .title = The last tile matches nothing
no-pips = no pips
    .title = The last tile matches no pips
pips-matched = { $pips ->
    [one] 1 pip
   *[other] { $pips } pips
} matched for the { lane } ship

setting-up = Set-up
round = Round { $round }
last-round = last round
    .title = A whole team is past the finish line, so this is the last round
turn = { $seat ->
    [you] Your turn
   *[other] { $seat }
}
doing-setup = setting up
doing-play = { $seat ->
    [you] play a tile
   *[other] plays a tile
}
doing-power = { $seat ->
    [you] choose a power
   *[other] chooses a power
}
doing-freeze = { $seat ->
    [you] freeze a ship
   *[other] freezes a ship
}
doing-move = { $seat ->
    [you] move a ship
   *[other] moves a ship
} { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}
doing-burst = turning up a starburst
doing-use = { $seat ->
    [you] choose a starburst
   *[other] chooses a starburst
}
doing-draft = { $seat ->
    [you] draft a tile
   *[other] drafts a tile
}
doing-draw = { $seat ->
    [you] draw two tiles
   *[other] draws two tiles
}
doing-refill = refilling the slots
power-waiting = { $seat ->
    [you] Fire the { $power }
   *[other] Power to fire: { $power }
}{ $times ->
    [one] { "" }
   *[other] , { $times } times
}
burst-waiting = Starburst to turn up
burst-to-use = { $seat ->
    [you] Use { burst-token }
   *[other] To be used: { burst-token }
}{ $times ->
    [one] { "" }
   *[other] , { $times } times
}
token-waiting = { $seat ->
    [you] Move one of your ships
   *[other] { $seat } moves a ship
} { $distance ->
    [one] 1 space
   *[other] { $distance } spaces
}
race-over = Race over
    .title = The race is over after { $round ->
        [one] 1 round
       *[other] { $round } rounds
    }
trophy = { $winners ->
    [0] No winner
   *[other] Won by { $winners }
}
won = { $seat ->
    [you] You win!
   *[other] { $seat } wins!
}
shared-win = Shared win
no-winner = No winner

start = Start
    .title = Starting Zone of the { lane } lane
more-spaces = Spaces { $first } to { $last }
burst = Starburst, face down, on { $space } in the { lane } lane
ship = { $owner ->
    [you] Your
   *[other] { $owner }’s
} { lane } ship { $space ->
    [0] in the Starting Zone
   *[other] on { $space }
}
ship-in-ice = { ship }, frozen

own-tile = Your tile
held-tile = { $owner ->
    [you] Your tile
   *[other] { $owner }’s tile
}
slot-tile = Tile in slot { $slot }
tile-open = { $place }: { $sections }
tile-hidden = { $place }, face down
no-tile = No tile
order = Order
    .title = Order of play: { $seats }
turn-done = { $seat ->
    [you] You’ve had your turn
   *[other] { $seat } has had a turn
}
turn-now = { $seat ->
    [you] It’s your turn
   *[other] It’s { $seat }’s turn
}
turn-later = { $seat ->
    [you] You play later in this round
   *[other] { $seat } plays later in this round
}
bag = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
} in the bag
discards = Out of the game: { $tiles }
slot = Slot { $slot }: { $boost }; { $tile }
slot-with-token = { slot }; taken by { $seat } in this round
slot-empty = no tile
slot-boost = Boost: { $boost }
slot-token = { $seat ->
    [you] Your token
   *[other] { $seat }’s token
} on slot { $slot }
last-ship = last ship
    .title = { $seat ->
        [you] Your last ship is
       *[other] { $seat }’s last ship is
    } { $space ->
        [0] in the Starting Zone
       *[other] on { $space }
    }
winner = winner

## The board in text.

text-round = Round { $round }: { $status }
text-last-round = Last round: { $status }
text-powers = Powers to fire: { $powers }
text-bursts = Starbursts to turn up: { $bursts }
text-tokens = Starbursts to use: { $tokens }
text-team = team
text-edges = Edges: > warp, * freeze, ++ team boost, W wild, . blank
text-lanes = Lanes: small letters are ships, * is a starburst, | the finish line
text-frozen = A ship’s * means that it’s frozen.
text-draft = Draft card. In the bag: { $bag }. Discarded: { $discarded }.
text-slot = Slot { $slot }: { $tile }
text-token = taken by { $seat }
text-hand = { plate }: { $tiles }
text-order = Order of play: { $seats }

## Options that can’t be chosen.

frame-unknown = “{ $frame }” isn’t a frame. Name three edges, such as 4a 7a 9a, or choose “random” or “random b”.
frame-repeated = A frame needs three different edges, and { $frame } has the same one twice.
edge-missing = There’s no edge { $edge }. Edges are called { $first } to { $last }.
head-start-unknown = “{ $head_start }” isn’t a head start. Name a space for each of the { $players } players, or choose “none”.
head-start-shared = Only the Starting Zone has room for several ships, so the head starts { $head_start } have to differ.
head-start-far = Ships have to start before space { $limit }, and the head starts are { $head_start }.

## Tutorial.

lesson-match = Matching crystals
    .text =
        You fly three ships, one in each lane: pink (round crystals), blue (square ones) and orange (pointed ones).

        On your turn you play a tile next to another one. Along the side they share, two pairs of crystals touch. A pair of
        the same colour **matches**, and your ship of that colour moves as many spaces as both crystals have pips together.
    .task = Play a tile on e6, to the right of the one on the board, so that your blue and your orange ship both move.
    .hint = Choose a tile from your hand, then e6. Rotate the tile (press R) until the text below says that both blue and orange move.
    .well = You get a new tile, and it’s the next player’s turn.
    .otherwise = They haven’t both moved. Rotate the tile until blue touches blue and orange touches orange.
lesson-wild = Wild crystals
    .text =
        A cube of three colours is a **wild** crystal. It matches whatever it touches. It has no pips of its own, but it counts
        the pips of the crystals that it touches, and your ships of those colours move.

        If one of your crystals touches a wild one, only your own pips count.
    .task = Play the tile with the two wild crystals so that your pink and your blue ship both move.
    .hint = Pink is at the top of the tile on the board, and blue at its left. Both touch a tile on e4. Rotate yours until its wild crystals are there.
    .well = Your tile has neither pink nor blue, and yet both ships have moved.
    .otherwise = They haven’t both moved. On e4, one wild crystal can touch pink and the other one blue.
lesson-together = Nobody stays behind
    .text =
        At the end only your **last ship** counts. Your blue ship is far ahead on 17, but pink is on 7 and orange on 8. Those
        two decide your race.

        A space with several neighbours is worth more than a space with only one.
    .task = Play a tile that moves pink and orange at least three spaces each.
    .hint = Try the tile with two pink crystals on g4, at the bottom of the board, with its orange crystal on the left.
    .well = Now your team flies together. Ten spaces for the leader would have been worth less.
    .otherwise = Pink or orange is still too far behind. You can match both of them on g4.
lesson-draft = A tile and a boost
    .text =
        You end your turn by **drafting**: you take a new tile from one of three slots. The slot’s boost also moves one of
        your ships two spaces.

        Pink is on 6, blue on 7 and orange on 4.
    .task = Choose the slot that helps your last ship.
    .hint = The third slot moves orange.
    .well = Everybody saw which tile you took. That’s why you can see the tiles that your opponents have drafted.
    .otherwise = That helped a ship that’s already ahead. Orange is your last ship.
lesson-warp = Warp
    .text =
        There are **powers** on the frame. A tile at the edge of the board that matches a power fires it before your ships
        move. Two arrows are a *warp*: your ship in that lane jumps in front of the next ship ahead.

        Your pink ship is far behind on 4, and your opponent’s is on 16. There’s a pink warp below g9.
    .task = Fire the pink warp.
    .hint = Play a tile on g9, at the bottom, with a pink crystal next to the frame.
    .well = From 4 to 17 in one jump, plus the pips that you matched. The further behind you are, the better a warp.
    .otherwise = The warp hasn’t fired. Play a tile on g9 with a pink or wild crystal next to the frame.
lesson-freeze = Freeze
    .text =
        A snowflake **freezes** the leading ship of its lane, even if it’s yours. A frozen ship can’t move until its owner’s
        next turn is over.

        Your opponent leads the blue lane with a ship on 11. There’s a blue snowflake below g5.
    .task = Freeze your opponent’s blue ship.
    .hint = Play a tile on g5, at the bottom, with a blue crystal next to the frame.
    .well = Frozen! Whatever your opponent matches in blue next turn is lost. Before you take the lead in a lane, check who can reach its snowflake.
    .otherwise = Nothing is frozen yet. Play a tile on g5 with a blue crystal next to the frame.
lesson-team = Team boost
    .text =
        Three dashed spaces on the board show a **team boost**, and so do some sections of the frame. It moves each of your
        ships one space, before the pips are counted.

        On a dashed space, every tile fires it. On the frame it’s wild, so every crystal that touches it does.
    .task = You have no orange crystal. Move all three of your ships anyway.
    .hint = The dashed space within your reach is c3, above the others. It doesn’t matter which tile you play there.
    .well = One space for each of your ships, and your pips on top. Like every power, a team boost isn’t optional.
    .otherwise = Not all of your ships have moved. Play a tile on c3, which is dashed.
lesson-starbursts = Starbursts
    .text =
        The stars on the lanes are **starbursts**, face down on 15, 25 and 35. The first ship that reaches one, or passes it,
        takes it. After the movement, all that you’ve taken are turned up, and you use them in the order you choose. A coloured
        one moves your ship of that colour. A wild one moves a ship of your choice.

        Pink and blue are on 13, and orange, your last ship, is on 10.
    .task = Take two starbursts with one tile. One of them will be wild: move orange with it.
    .hint = Both pink and blue need two pips or more. Try the tile with two pink crystals on f4. When it’s time to choose a ship, choose orange.
    .well = Your opponent’s ship was on 12, so orange hopped to 13. Keep a wild starburst for the ship that needs it most.
    .otherwise = Either you haven’t taken two starbursts, or the wild one hasn’t moved orange. You can take both on f4 or d2.
lesson-advanced = The advanced card
    .text =
        The **advanced** card has six slots, and you put your token on the one you draft from. From left to right, the tokens
        set the order of the next round. The first slot has no boost, and the second and the last one move any ship one space.
        The others move one colour two spaces.

        You’re last in this round, and your opponent has taken slot 3.
    .task = Draft so that you play first in the next round.
    .hint = Your token has to be to the left of your opponent’s, which is on slot 3.
    .well = Now you have two turns in a row: you can open up a space and fill it yourself.
    .otherwise = Your token is to the right of your opponent’s, so you don’t play first. Take slot 1 or slot 2.
lesson-finish = The finish line
    .text =
        The finish line is after space 27. Once a player has all three ships past it, the round is played to its end. Then
        all players compare their **last ships**.

        Your opponent’s ships are on 28, 33 and 31, and yours are on 24, 32 and 30. This is the last turn of the race. A ship
        that would stop on an occupied space hops on to the next free one.
    .task = Move pink past your opponent’s pink ship and win.
    .hint = Four pips of pink take you to 28. It’s occupied, so you hop to 29. Look at f5 and g5, where two pips of pink can touch pink.
    .well = 29 beats 28! That’s all there is to it: match crystals, keep your team together, and watch out for powers.
    .otherwise = Your pink ship isn’t past 28. It needs four pips of pink in one turn.
