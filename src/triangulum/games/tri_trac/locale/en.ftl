# Tri-Trac. How the files work: docs/translating.md.

## How the game presents itself.

summary = Place, move and rotate triangles. Whoever completes a track between two arrows wins, whatever its colours.
mood = Sharp: one careless move loses.

option-draws = Draws
    .help = By repetition: the same position three times is a draw. By agreement only: both players have to agree, and bots never do.
option-draws-automatic = By repetition
option-draws-agreed = By agreement only
option-turn_limit = Turn limit
    .help = The game is a draw after this many turns, counting both players’.

## Players and things.

seat = { $number ->
    [1] Orange
   *[other] Yellow
}
colour = { $colour ->
    [orange] orange
   *[yellow] yellow
}
side = { $side ->
    [L] left
    [R] right
    [B] bottom
   *[T] top
}

## The log.

triangle-placed = { $seat ->
    [you] You place
   *[other] { $seat } places
} { $owner ->
    [neutral] the neutral triangle
   *[own] a triangle
} on { $space }.
triangle-moved = { $seat ->
    [you] You move
   *[other] { $seat } moves
} { $owner ->
    [neutral] the neutral triangle
   *[own] a triangle
} from { $origin } to { $space }.
triangle-rotated = { $seat ->
    [you] You rotate
   *[other] { $seat } rotates
} the { $owner ->
    [neutral] neutral triangle
   *[own] triangle
} on { $space }.
track-completed = That completes a track of { $length } triangles from the arrow at { $start } to the arrow at { $end }: { $seat ->
    [you] you win!
   *[other] { $seat } wins!
}
drawn-repetition = The same position has come up three times, so the game is a draw.
drawn-turn-limit = The turn limit has been reached, so the game is a draw.
drawn-stalemate = { $seat ->
    [you] You can’t move
   *[other] { $seat } can’t move
}, so the game is a draw.

## What is going on, and what to do.

status-opening = { $seat ->
    [you] Place the neutral triangle on a space in the middle.
   *[other] { $seat } is placing the neutral triangle.
}
# $own is what the player can do with their own triangles.
status-playing = { $seat ->
    [you] { $own ->
        [place] Place a triangle from your reserve, or move or rotate the neutral one.
        [move] Move or rotate one of your triangles or the neutral one.
       *[any] Place, move or rotate one of your triangles, or use the neutral one.
    }
   *[other] { $seat } is choosing a triangle to play.
}
status-locked = { $seat ->
    [you] { $own ->
        [place] Place a triangle from your reserve. The neutral one is locked this turn.
        [move] Move or rotate one of your triangles. The neutral one is locked this turn.
       *[any] Place, move or rotate one of your triangles. The neutral one is locked this turn.
    }
   *[other] { $seat } is choosing a triangle to play. The neutral one is locked this turn.
}
status-won = { $seat ->
    [you] You win with a track of { $length } triangles!
   *[other] { $seat } wins with a track of { $length } triangles.
}
status-drawn = { $reason ->
    [repetition] The game is a draw: the same position came up three times.
    [turn-limit] The game is a draw: the turn limit has been reached.
   *[stalemate] The game is a draw: there’s no legal move left.
}

## What a move would do.

preview-wins = This wins the game.
preview-draws = This draws the game: { $reason ->
    [repetition] the same position comes up for the third time.
    [turn-limit] it’s the last turn.
   *[stalemate] your opponent won’t be able to move.
}
preview-gives-win = Careful: your opponent could complete a track next.
preview-threatens = You could complete a track on your next turn.
preview-track = This makes a track of { $length } triangles.
preview-track-from-arrow = { $length ->
    [one] This connects to the arrow at { $space }.
   *[other] This makes a track of { $length } triangles from the arrow at { $space }.
}

## Hints.

suggest-placed = Place { $owner ->
    [neutral] the neutral triangle
   *[own] a triangle
} on { $space } so that it connects { $sides }.
suggest-moved = Move { $owner ->
    [neutral] the neutral triangle
   *[own] your triangle
} from { $origin } to { $space } so that it connects { $sides }.
suggest-rotated = Rotate { $owner ->
    [neutral] the neutral triangle
   *[own] your triangle
} on { $space } so that it connects { $sides }.

## The picture.

board-pane = Board
desk-pane = Turn and reserves

space-empty = { $space }: empty
space-occupied = { $space }: occupied
space-empty-at-arrow = { $space }: empty, at a { $kind ->
    [dark] dark
   *[light] light
} arrow
space-occupied-at-arrow = { $space }: occupied, at a { $kind ->
    [dark] dark
   *[light] light
} arrow
arrow = { $kind ->
    [dark] Dark arrow
   *[light] Light arrow
} at { $space }
triangle = { $owner ->
    [neutral] Neutral triangle
    [orange] Orange triangle
   *[yellow] Yellow triangle
} on { $space }, connecting { $sides }
triangle-just-played = { triangle }, just played
just-placed = Just placed on { $space }
just-rotated = Just rotated on { $space }
just-moved-from = Just moved from { $space }
just-moved-to = Just moved to { $space }
on-track = { $space } is on the winning track
lock = Locked: { $seat ->
    [you] you can’t
   *[other] { $seat } can’t
} move or rotate the neutral triangle this turn, because { $rival ->
    [you] you’ve
   *[other] { $rival } has
} just used it

plate = { $seat ->
    [you] You
   *[other] { $seat }
}
    .title = { plate } ({ colour })
doing-opening = first move
doing-playing = to move
doing-finished = winner
reserve = { $seat ->
    [you] Your reserve
   *[other] { $seat }’s reserve
}: { $count ->
    [0] empty
    [one] 1 triangle
   *[other] { $count } triangles
}
turn = Turn { $turn }
    .title = Turn { $turn } of { $limit }
turn-limit = of { $limit }
result-won = Track of { $length }
    .title = The winning track has { $length } triangles
result-drawn = Draw
ended-after = after { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
ended-drawn = { $reason ->
    [repetition] same position three times
    [turn-limit] turn limit
   *[stalemate] no move left
}
neutral-in-hand = Neutral triangle, to be placed
neutral-free = free
    .title = { $seat ->
        [you] You can move or rotate the neutral triangle
       *[other] { $seat } can move or rotate the neutral triangle
    }
neutral-locked = locked
    .title = { lock }

## The board in text.

text-over = Game over { ended-after }
text-reserves = { "o" }: orange, { $orange } in reserve   { "y" }: yellow, { $yellow } in reserve
text-legend = { "n" }: neutral   *: just played   CAPITALS: winning track
    .arrows = >>: dark arrow   >: light arrow

## Tutorial.

lesson-last-move = The move that counts
    .text =
        Every triangle carries a piece of track. Whoever completes a track **from one arrow to another** wins, whatever
        its colours. What counts is who plays the last triangle, not who has played more of them.

        A track comes in from the light arrow on the left, over your orange triangles and your opponent’s yellow ones.
        One triangle is missing, below the dark arrow at the top.
    .task = Place one of your triangles on a2 and win.
    .hint = Choose your reserve, then a2. Rotate the triangle (press R) until the track connects, then confirm.
    .well = A track of five, two of them your opponent’s: that’s a win. When a track is one triangle short, look twice.
    .otherwise = That doesn’t close the gap. Place the triangle on a2 so that its track connects the arrow with a1.
lesson-neutral = The neutral triangle
    .text =
        The white triangle belongs to nobody. On your turn you may move or rotate it as if it were yours. After that
        it’s **locked** for your opponent until you’ve left it alone for a turn. The same goes for you when they use it.

        Your opponent’s triangles are off limits.
    .task = Win again, this time with the white triangle on c4. It’s free.
    .hint = Choose the white triangle, then b2, and rotate it until its track connects b1 with a1.
    .well = Moving counts as much as placing. Before every move, check what the white triangle could do – for you and against you.
    .otherwise = Look for the gap at b2, and fill it with the white triangle.
lesson-close-arrow = Close the door
    .text =
        Now two triangles are missing, at b1 and a2. If you fill one gap, your opponent fills the other and wins.

        But there’s a clever move. A triangle at a **dark** arrow may turn its blank side to the arrow. That closes the
        arrow off, like a door. (A light arrow can’t be closed, and no track may run into the white ribs on the rim.)
    .task = Place a triangle on a2 whose track doesn’t lead to the arrow.
    .hint = Choose your reserve, then a2. Rotate the triangle until its track connects left and right, then confirm.
    .well = The door is closed, and only you can open it again. If your opponent fills b1 now, you rotate your triangle and win.
    .otherwise = Careful: your opponent could complete the track next, or the door is still open. Place a triangle on a2 that connects left and right.
lesson-rotate = Rotating is a move
    .text =
        Your opponent missed that and has filled b1. Only your own triangle on a2 still blocks the track.

        You do exactly one thing on your turn: place a triangle, move one of yours to another space,
        or **rotate** one of yours on its space.
    .task = Open the door.
    .hint = Choose your triangle on a2 and rotate it until it connects the arrow with a1, then confirm.
    .well = Each of your triangles is a switch. Now you know all the rules; the rest is counting what’s missing.
    .otherwise = Not quite. Rotate your triangle on a2, without moving it.
