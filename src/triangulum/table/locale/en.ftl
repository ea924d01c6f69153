# What a table says besides the game's own sentences.

## The log.

seated = { $player } sits down.
seat-freed = A seat is free.
shared = { $seat ->
    [you] You let spectators see your hand
   *[other] { $seat } lets spectators see their hand
}.
unshared = { $seat ->
    [you] You no longer let spectators see your hand
   *[other] { $seat } no longer lets spectators see their hand
}.
nonce-given = { $seat ->
    [you] You add
   *[other] { $seat } adds
} a word of { $seat ->
    [you] your
   *[other] their
} own to the dice.
lot-drawn = Lots are drawn: { $seat ->
    [you] you begin.
   *[other] { $seat } begins.
}
begun = The game begins.
draw-offered = { $seat ->
    [you] You offer
   *[other] { $seat } offers
} a draw.
take-back-asked = { $seat ->
    [you] You ask
   *[other] { $seat } asks
} to take back { $steps ->
    [one] the last move
   *[other] the last { $steps } steps
}.
agreed = { $seat ->
    [you] You agree
   *[other] { $seat } agrees
}.
declined = { $seat ->
    [you] You decline
   *[other] { $seat } declines
}.
ran-out = { $seat ->
    [you] You run
   *[other] { $seat } runs
} out of time.
rematched = There’s a rematch at a new table.
replay-start = The game begins.

## How a game ended, where the game itself doesn’t say so.

ending-resigned = { $seat ->
    [you] You resigned
   *[other] { $seat } resigned
}. { $winners ->
    [you] You win!
    [one] { $winners } wins.
   *[other] The winners are { $winners }.
}
ending-flag = { $seat ->
    [you] You ran
   *[other] { $seat } ran
} out of time. { $winners ->
    [you] You win!
    [one] { $winners } wins.
   *[other] The winners are { $winners }.
}
ending-draw = The players agreed to a draw.
# A game that doesn’t say by itself who has won.
ending-won = The game is over. { $winners ->
    [you] You win!
    [one] { $winners } wins.
   *[other] The winners are { $winners }.
}
ending-drawn = The game is a draw.

## Who is there.

spectators = { $count ->
    [0] { "" }
    [one] 1 spectator
   *[other] { $count } spectators
}

## Hints.

# “Suggestion: Move the large ship from a1 to b1. You’ll have 2 points left. Your chance of winning is about 62%.”
hint = Suggestion: { $advice }
hint-chance = Your chance of winning is about { $percent }%.

## Preset phrases for chat.

preset-hello = Hello!
preset-good-luck = Good luck!
preset-your-turn = It’s your turn.
preset-one-moment = One moment, please.
preset-nice = Nice move!
preset-oops = Oops.
preset-thanks = Thank you.
preset-sorry = Sorry.
preset-good-game = Good game!
preset-again = Rematch?
preset-goodbye = Goodbye!

## What can’t be done, and why.

not-your-seat = That isn’t your seat.
game-over = The game is over.
game-not-over = The game isn’t over yet.
game-not-begun = The game hasn’t begun yet.
game-begun = The game has already begun.
out-of-time = That seat is out of time, so a bot plays on.
stale-position = The game has moved on: event { $last } came after event { $at }.
future-position = There is no event { $at } yet; the last one is { $last }.
bot-plays-seat = A bot is playing for that seat. Take back control first.
bot-plays-already = A bot is already playing for that seat.
no-bot-plays = No bot is playing for that seat.
not-your-turn = It isn’t that seat’s turn.
nothing-asked = Nobody has asked for anything.
nothing-asked-of-seat = There’s nothing for that seat to agree to or decline.
asked-already = There is already an open request. Agree to it or decline it first.
no-take-backs = Moves can’t be taken back at this table.
too-few-moves = That seat hasn’t made that many moves.
not-free-to-take-back = That can’t be taken back: since then, something was rolled, drawn or revealed, or another player has moved.
bots-decline-draws = Bots don’t agree to draws.
seat-yours-already = That seat is already yours.
seat-taken = That seat is taken.
too-many-devices = That seat is already in use on { $count } devices.
seat-invited = That seat is reserved for somebody with an invitation.
no-late-joining = Nobody can join this game once it has begun.
saw-secrets = You’ve seen another player’s secrets in this game, so you can’t take that seat.
seat-of-bot = A bot has that seat. The host can free it.
no-such-seat = There’s no such seat; seats are numbered 0 to { $last }.
shared-already = Spectators can already see that hand.
not-shared = Spectators can’t see that hand anyway.
name-of-bot = “{ $name }” is the name of a bot. Choose another name.
host-arranges = Only the host can arrange the seats.
seat-occupied = Somebody is sitting there.
may-not-begin = Only players and the host can begin the game.
seats-empty = { $count ->
    [one] One seat is still free.
   *[other] { $count } seats are still free.
}
no-chat = There’s no chat at this table.
presets-only = You can only use preset phrases at this table.
unknown-preset = There’s no such phrase; these exist: { $presets }.
text-or-preset = Send text or a preset phrase.
not-printable = Use printable characters, on one line.
nonce-wrong = Use at most { $max } bytes of text.
too-many-seats = This game is set up for { $players } players, so there can’t be { $seats } seats.
may-not-view = You can’t look at the table from that seat.
