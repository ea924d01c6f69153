# What happens in a game besides its moves.

took-back = { $seat ->
    [you] You take back
   *[other] { $seat } takes back
} { $steps ->
    [one] a step
   *[other] { $steps } steps
}.
seat-changed = { $player } takes over for { $seat }.
resigned = { $seat ->
    [you] You resign
   *[other] { $seat } resigns
}.
flag-fell = { $seat ->
    [you] You run
   *[other] { $seat } runs
} out of time.
draw-agreed = The players agree to a draw.

## What can’t follow in a game.

not-your-turn = It isn’t your turn.
out-of-turn = It isn’t that player’s turn.
not-chance = Nothing is left to chance here.
entry-after-end = The game is over, so nothing can follow.
too-many-taken-back = { $steps ->
    [one] A step
   *[other] { $steps } steps
} can’t be taken back, because { $made ->
    [0] none has
    [one] only one has
   *[other] only { $made } have
} been made.
no-such-seat = There’s no such seat; seats are numbered 0 to { $last }.
name-wrong = “{ $name }” can’t be a player’s name. Use 1 to { $max } printable characters, without spaces around them.
players-wrong = { $game } is set up for { $players } players, not { $names }.

## What is wrong with a record.

entry-wrong = Entry { $number } of { $count }: { $problem }
record-unreadable = This isn’t a record: { $problem }.
rules-version = This game of { $game } was played by version { $version } of the rules. Only version { $installed } is installed.
components-differ = This game was played with different components from those in the record, or from those installed here.
dice-missing = This record has no fair dice to check: it only says what came up.
dice-version = These dice are “{ $version }”; only “{ $known }” can be checked.
dice-secret = The seed is still secret. Dice can be checked when the game is over.

## What is wrong with a file.

line-wrong = Line { $line }: { $problem }
line-of-file-wrong = { $file }, line { $line }: { $problem }
line-not-text = This isn’t text in UTF-8, so the line is damaged.
line-damaged = The line doesn’t match its checksum, so it’s damaged: “{ $line }”.
lines-missing = Lines are missing or were added: there are { $lines } lines, but checksums for { $checks }.
file-unreadable = { $file } can’t be read: { $problem }.
file-unwritable = { $file } can’t be written: { $problem }.
file-too-large = { $file } is too large for a record.
record-redacted = This record is redacted: people can read it, but it can’t be replayed.
format-version = This is a “{ $line }”; only a “{ $expected }” can be read.
first-line-wrong = A record begins with “{ $expected }”, not “{ $line }”.
record-cut-off = The record is cut off: its last line has to be “{ $last }”.
check-row-damaged = This row of checksums is damaged. A record without any of these rows can be read as well.
check-row-expected = A row of checksums from line { $first } on is missing here.
field-expected = This line has to begin with “{ $field }: ”; it is “{ $line }”.
field-wrong = The value of “{ $field }” is wrong: { $problem }.
field-not-hex = The { $field } has to be 64 hexadecimal digits, not “{ $value }”.
move-line-expected = Line { $number } of the moves has to be here, such as “{ $number }. seat 0: …”, not “{ $line }”.
move-line-beginning = A line with nothing but chance begins with “chance:”, and a line with moves with the seat that makes them.
step-not-chance = “{ $step }” would be chance, but it’s the turn of “{ $mover }”.
step-out-of-turn = “{ $step }” can’t be played here: it’s the turn of “{ $mover }”.
notation-inexact = “{ $move }” has to be written “{ $exact }”.
table-entry-unknown = “[{ $entry }]” can’t happen at a table; “[seat 0 resigned]” could.
result-wrong = The result is “{ $result }”, but the moves lead to “{ $actual }”.
