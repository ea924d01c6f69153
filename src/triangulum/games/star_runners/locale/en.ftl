# Star Runners. How the files work: docs/translating.md.

## How the game presents itself.

summary = Race your three ships to your opponent’s home star. Each of them has to visit Backwater on the way.
mood = A quick race with blockades.

option-homes = Home stars
    .help = Guarded: a larger ship keeps smaller enemy ships out of a home star, too. Open: both homes are open to everyone.
option-homes-guarded = Guarded
option-homes-open = Open
option-rerolls = Rolling again after doubles
    .help = As long as you roll doubles, or at most once in a turn.
option-rerolls-chain = Again and again
option-rerolls-once = Once
option-binaries = Building the homes
    .help = Which stars a home is made of only changes how the map looks, so you don’t have to choose.
option-binaries-automatic = Automatic
option-binaries-chosen = Players choose
option-turn_limit = Turn limit
    .help = The game is a draw after this many turns, counting both players’.

preset-word = Variant
preset-guarded = Guarded homes
    .help = A larger ship keeps smaller enemy ships out of a home star, too.
preset-open = Open homes
    .help = No ship is ever kept out of a home star.

## Players and things.

seat = { $number ->
    [1] Orange
   *[other] Blue
}
colour = { $colour ->
    [orange] orange
   *[blue] blue
}
# The size of a ship or star; one from a box with sizes of its own has a name of its own.
size = { $size ->
    [small] small
    [medium] medium
    [large] large
   *[other] { $size }
}
pair = a { $smaller } and a { $larger } star
points = { $points ->
    [one] 1 point
   *[other] { $points } points
}

# Stars as they’re called in a sentence; those between the homes are called a1, a2, b1 and b2.
backwater = Backwater
home = { $seat ->
    [you] your home
   *[other] { $seat }’s home
}
# A ship’s own home: “You move the small ship from home to a1.”, “Ann’s large ship at home”.
own-home = home

## The log.

home-built = { $seat ->
    [you] You build your home
   *[other] { $seat } builds a home
} from { $pair }.
dice-rolled = { $seat ->
    [you] You roll
   *[other] { $seat } rolls
} { $greater } and { $lesser } for { points }.
dice-rerolled = { $seat ->
    [you] You roll again and get
   *[other] { $seat } rolls again and gets
} { $greater } and { $lesser } for { points }.
double-rolled = { $seat ->
    [you] You roll
   *[other] { $seat } rolls
} a double { $die }.
double-rerolled = { $seat ->
    [you] You roll again and get
   *[other] { $seat } rolls again and gets
} a double { $die }.
double-taken = { $seat ->
    [you] You take
   *[other] { $seat } takes
} { points }.
reroll-chosen = { $seat ->
    [you] You roll again.
   *[other] { $seat } rolls again.
}
ships-moved = { $seat ->
    [you] You move
   *[other] { $seat } moves
} { $hops }.
hop = the { $size } ship from { $start } { hop-goal }
hop-via = the { $size } ship from { $start } via { $stops } { hop-goal }
hop-goal = { $returns ->
    [yes] back home
   *[no] to { $goal }
}
turn-ended-early = { $seat ->
    [you] You end your turn
   *[other] { $seat } ends the turn
} with { points } unused.
turn-blocked = { $seat ->
    [you] You can’t move any ship, so your turn is over.
   *[other] { $seat } can’t move any ship, so the turn is over.
}
points-unused = { $points ->
    [one] 1 point goes unused.
   *[other] { $points } points go unused.
}
backwater-visited = { $seat ->
    [you] Your
   *[other] { $seat }’s
} { $sizes } { $sizes ->
    [one] ship has
   *[other] ships have
} now visited Backwater.
fleet-arrived = { $seat ->
    [you] Your whole fleet has arrived: you win!
   *[other] { $seat }’s whole fleet has arrived: { $seat } wins!
}
game-drawn = The turn limit has been reached, so the game is a draw.

## What is going on, and what to do.

status-choosing = { $seat ->
    [you] Choose which two stars form your home. It only changes how the map looks.
   *[other] { $seat } is choosing a home.
}
status-rolling = { $seat ->
    [you] Your dice are rolling.
   *[other] { $seat } is rolling the dice.
}
status-rerolling = { $seat ->
    [you] Your dice are rolling again.
   *[other] { $seat } is rolling the dice again.
}
status-doubles = { $seat ->
    [you] You rolled a double { $die }. Take { points } or roll again.
   *[other] { $seat } rolled a double { $die } and can take { points } or roll again.
}
status-spending = { $seat ->
    [you] You have { points } left. Choose a ship, then a star next to it, or end your turn.
   *[other] { $seat } has { points } left to spend.
}
status-won = { $seat ->
    [you] You win: your whole fleet has reached { $rival }’s home!
   *[other] { $seat } wins: the whole fleet has reached { $rival ->
        [you] your home
       *[other] { $rival }’s home
    }.
}
status-drawn = The game is a draw: the turn limit has been reached.

## What a move would do.

preview-home = This only changes how the map looks.
preview-points = You’ll have { points } to spend.
preview-reroll = The new roll counts, even if it’s worse.
preview-reroll-once = { preview-reroll } You can’t roll a third time.
preview-points-left = You’ll have { points } left.
preview-ends-turn = This ends your turn{ $points ->
    [0] .
    [one] {" "}with 1 point unused.
   *[other] {" "}with { $points } points unused.
}
preview-visits = { preview-ends-turn } Your { $sizes } { $sizes ->
    [one] ship visits
   *[other] ships visit
} Backwater.
preview-wins = This wins the game.
preview-draws = This ends the game in a draw: it’s the last turn.

## Hints.

suggest-home = Build your home from { $pair }.
suggest-take = Take the points.
suggest-reroll = Roll again.
suggest-hop = Move { $hop }.
suggest-done = Stop here.

## Buttons.

button-take = Take { points }
button-reroll = Roll again
button-done = End turn

## The picture.

map-pane = Map
dice-pane = Dice and players

home-star = { $seat ->
    [you] Your home
   *[other] { $seat }’s home
}, { $place }: { $pair }
home-unknown = { $seat ->
    [you] Your home
   *[other] { $seat }’s home
}, { $place }: not chosen yet
star = { $place }: a { $size } star
star-unknown = { $place }: a star of unknown size
backwater-star = Backwater: a { $size } star
backwater-unknown = Backwater: a star of unknown size
ship = { $seat ->
    [you] Your
   *[other] { $seat }’s
} { $size } ship at { $place }{ $badges ->
    [visited] {" "}(has visited Backwater)
    [pinned] {" "}(pinned)
    [visited-pinned] {" "}(has visited Backwater, pinned)
   *[none] {""}
}
guard = { $seat ->
    [you] Your
   *[other] { $seat }’s
} { $size } ship keeps { $size_name ->
    [medium] small enemy ships
   *[large] small and medium enemy ships
} out of { $place }

plate = { $seat ->
    [you] You
   *[other] { $seat }
}
    .title = { plate } ({ colour })
doing-choosing = choosing a home
doing-rolling = rolling
doing-rerolling = rolling again
doing-doubles = rolled a double
doing-spending = { points } left
doing-won = winner
doing-drawn = Draw
home-choice = Home: { $pair }
home-choice-taken = taken
    .title = Home: { $pair }, taken
die = Die showing { $number }
die-unrolled = Die, not rolled yet
turn = Turn { $turn }
    .title = Turn { $turn } of { $limit }
set-up = Set-up
    .title = The game lasts at most { $limit } turns
ended-won = Won on turn { $turn }
ended-drawn = Drawn after { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
victory = The game is won

## The map in text.

text-legend = CAPITALS: { $first }   small letters: { $second }   *: has visited Backwater ({ "W" })
    .sizes = { $small }: small   { $medium }: medium   { $large }: large

## Tutorial.

lesson-first-hop = The first hop
    .text =
        You fly the three orange ships that start at your home star A, on the left. The dots show their size: one for
        small, two for medium, three for large.

        Every turn begins with a roll of two dice, and the **higher** one counts. You rolled 5 and 2, so you have five
        points. A hop along a lane costs as many points as the ship has dots.
    .task = Send your large ship, the one with three dots, to one of the two stars next to A.
    .hint = Choose the large ship, then a1 or a2.
    .well = Three points spent, two left. You can spend them on any ship, or end your turn. Unused points are lost.
    .otherwise = That wasn’t the large ship. It’s the one with three dots.
lesson-backwater = A visit to Backwater
    .text =
        Before a ship can finish, it has to visit **Backwater**, the star in the middle. Flying through isn’t enough: the
        ship must be there when your turn ends. Then it gets a tick, which it keeps for the rest of the game.

        Several ships can visit Backwater in one turn.
    .task = You have three points. End your turn with both your small and your medium ship at Backwater.
    .hint = The small ship costs one point, the medium ship two. That’s exactly what you have.
    .well = Two ticks in one turn! You had no points left, so your turn ended by itself.
    .otherwise = Your turn is over, and they haven’t both visited Backwater. The two hops cost three points, so there’s none to spare.
lesson-guard = A guarded star
    .text =
        A larger enemy ship closes its star to yours. Your opponent’s large ship is at b1, and the two arcs there warn
        you: small and medium ships can’t enter. Your own large ship can, because nothing is larger.

        But there’s a way round, and four points are enough for it.
    .task = Your small ship already has its tick. Bring it to your opponent’s home B this turn.
    .hint = b2 is empty. Hop from Backwater to b2, then on to B, for one point each.
    .well = Only larger enemy ships get in your way. Smaller ones, ships of the same size and your own never do.
    .otherwise = Your turn is over, and the small ship isn’t at B. Two hops via b2 would have done it.
lesson-pinned = Pinned
    .text =
        A ship that shares a star with a larger enemy is **pinned**: it can’t leave until the larger ship moves away. Only
        at the two homes is nobody ever pinned.

        Your opponent’s small ship has come as far as b1 and wants to visit Backwater next turn.
    .task = You have three points. Pin the small ship where it is.
    .hint = Your large ship at a1 is next to b1, and it costs three points to move.
    .well = See the padlock? The small ship stays until your large ship leaves. Holding up an enemy is often worth a turn.
    .otherwise = The small ship is still free to go. Move a larger ship of yours to its star.
lesson-doubles = Doubles
    .text =
        Both dice show the same number. Now you choose: **take** that many points, or **roll again** with both dice. The
        new roll counts even if it’s worse. On average, a roll gives about four and a half points.

        You rolled a double 2. All your ships have their ticks, and your large ship is three points away from your
        opponent’s home.
    .task = Two points won’t bring the large ship home. Roll again, and win with what you get.
    .hint = Roll again, then choose the large ship and the star B.
    .well = All three ships are at your opponent’s home, each with its tick. You win at once, and your opponent gets no last turn.
    .otherwise = Two points aren’t enough for the large ship. Keep fives and sixes, but twos are worth another try.
lesson-home = Building a home
    .text =
        Usually both homes are there when a game begins. But you can set up a game in which the players build them: each home
        from two stars of **different sizes**, and not the same two as your opponent’s.

        Lanes only connect stars that have **no size in common**. So the two stars next to your home have the one size that
        your home lacks, and Backwater has the size that both homes share. Whatever you choose, the lanes are the same.
    .task = Build your home so that the two stars next to it are large ones.
    .hint = A lane leads from your home to large stars if there’s no large star in it.
    .well = Your home has no large star, so a1 and a2 are large. Now Blue builds a home from one of the other two pairs.
    .otherwise = There’s a large star in that home, so no lane leads from it to large stars.
