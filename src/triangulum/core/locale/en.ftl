# Bots, by their level; in place of a player's name.
bot-beginner = Beginner bot
bot-casual = Casual bot
bot-club = Club bot
bot-expert = Expert bot
bot-master = Master bot

# A game without sentences of its own.
action-played = { $seat ->
    [you] You play { $action }.
   *[other] { $seat } plays { $action }.
}
chance-happened = Chance: { $outcome }.
event-by = { $seat ->
    [you] You { $text }.
   *[other] { $seat } { $text }.
}
event = { $text }.
player = { $seat ->
    [you] You
   *[other] { $seat }
}

turn = { $seat ->
    [you] It’s your turn.
   *[other] It’s { $seat }’s turn.
}
chance-turn = Chance decides what happens next.
game-over = The game is over.

yes = yes
no = no

## What can’t be played, and why.

move-unknown = “{ $move }” isn’t a move in { $game }. Moves look like { $examples }.
move-ambiguous = “{ $move }” could mean several moves: { $moves }. Write one of them in full.
move-illegal = { $form ->
    [notation] “{ $move }”
   *[number] Action { $move }
} can’t be played now. Legal moves are { $moves }.
more-moves = { $count } more
outcome-impossible = { $form ->
    [notation] “{ $move }”
   *[number] Action { $move }
} can’t happen now. Chance decides what happens next, and this isn’t one of the outcomes.
move-after-end = The game is over, so nothing more can be played.
no-such-seat = There’s no such seat. Seats are numbered 0 to { $last }, and a spectator is None.

## Games and options that don’t exist.

game-unknown = There’s no game “{ $game }”. { $suggestion }
option-unknown = There’s no option “{ $option }”. { $suggestion }
preset-unknown = { $game } has no preset “{ $preset }”. { $suggestion }
did-you-mean = Did you mean “{ $word }”?
choose-from = Choose from { $words }.
nothing-to-choose = There are none to choose from.

options-wrong = { $game }: { $problem }
option-wrong = “{ $option }” has to be { $expected }, not “{ $value }”.
players-wrong = This game is for { $allowed } players, not { $players }.
number-range = { $low } to { $high }

# What an option has to be: the rest of option-wrong.
type-choice = one of { $values }
type-bool = true or false
type-int = a whole number
type-int-from = a whole number from { $low } up
type-int-to = a whole number up to { $high }
type-int-range = a whole number from { $low } to { $high }
type-float = a number
type-text = text
type-list = a list in which every item is { $item }
type-either = { $first } or { $last }
type-none = nothing
type-other = of another kind
