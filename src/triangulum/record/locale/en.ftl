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
