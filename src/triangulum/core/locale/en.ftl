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
event-by = { $seat } { $text }.
event = { $text }.

turn = { $seat ->
    [you] It’s your turn.
   *[other] It’s { $seat }’s turn.
}
chance-turn = Chance decides what happens next.
game-over = The game is over.

yes = yes
no = no
