# The table in the terminal: what it says besides the game's and the table's own sentences.

greeting = { $game } by { $designer }
players = Players: { $players }
fair-dice = The dice are fair, and you can check them after the game. Their commitment is { $commitment }
how-to-type = Type a move as it’s written, “?” for help or “quit” to leave.
resumed = { $steps ->
    [one] The game continues after one step.
   *[other] The game continues after { $steps } steps.
}
type-a-move = Type a move, or “?” for help.

## Questions; the answer follows on the same line.

ask-for-nonce = { $name }, type something of your own to mix into the dice, or just press Enter:
ask-when-seen = Press Enter when you’ve seen enough:
ask-for-draw = { $name }, do you agree to a draw? Type { "yes" } if you do:
ask-for-next-player = Pass the keyboard to { $name }. { $name }, press Enter when nobody else can see the screen:

## Help. The words to type are the same in all languages.

your-moves = Your moves, and what each one does:
other-commands = You can also type:
command-help = what to do now, and your moves
command-board = show the board again
command-undo = take back your last move, if nothing has happened since
command-draw = offer a draw
command-resign = give up the game
command-quit = leave; the game is saved, and “triangulum play --resume” continues it

## The end.

record-saved = The game is saved in { $file }. To check its dice, run: triangulum verify { $name }
game-saved = The game is saved in { $file }. To continue, run: triangulum play --resume
