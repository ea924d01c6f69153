# Tricolor Line. How the files work: docs/translating.md.

## How the game presents itself.

summary = Build roads for a secret colour. When two routes are complete, every tile in them pays the players of its colour.
mood = Bluff: open roads, secret colours.

option-round_limit = Round limit
    .help = The game ends after this many rounds, even if nobody has completed two routes.
option-end_distance = Ends at least this far from Start
    .help = In steps up, down and sideways. 0 is as printed: Ends may be placed anywhere.
option-full_rounds = Everyone has a turn first
    .help = Two routes can’t end the game before everyone has had a turn.
preset-long-roads = Long roads (house rule)
    .help = House rule: Ends are at least three steps from Start, and everyone has a turn before the game can end. Otherwise most games are over after two tiles.
preset-as-printed = As printed

level-beginner = Plays almost at random. Good for children.
level-club = Thinks a little ahead.

## Tiles, cards and events.

colour = { $colour ->
    [red] red
    [green] green
   *[blue] blue
}
shape = { $shape ->
    [straight] straight
    [corner] corner
    [tee] tee
    [cross] cross
    [twin] twin
    [bridge] bridge
   *[dead-end] dead end
}
tile = { $shape ->
    [start] Start
    [end] End
   *[road] { colour } { shape }
}
a-tile = { $shape ->
    [end] an End
   *[road] a { tile }
}
the-tile = { $shape ->
    [end] the End
   *[road] the { tile }
}
the-tile-at = { the-tile } at { $place }
a-tile-at = { a-tile } at { $place }
a-tile-lying = { a-tile } at { $place } ({ roads })
roads = { $roads ->
    [NS] running north to south
    [EW] running east to west
    [NE] connecting north and east
    [ES] connecting east and south
    [SW] connecting south and west
    [NW] connecting north and west
    [NES] connecting north, east and south
    [ESW] connecting east, south and west
    [NSW] connecting north, south and west
    [NEW] connecting north, east and west
    [NE-SW] connecting north with east and south with west
    [NW-ES] connecting north with west and east with south
    [NS-EW] connecting north with south and east with west
    [N] open to the north
    [E] open to the east
    [S] open to the south
    [W] open to the west
   *[NESW] connecting all four sides
}
card = { $kind ->
    [R] red
    [RR] double red
    [G] green
    [GG] double green
    [B] blue
    [BB] double blue
   *[W] wild
}
# Several cards of one kind in a list: "a red card and 2 wild cards".
cards = { $count ->
    [one] a { card } card
   *[other] { $count } { card } cards
}
# Cards that the reader doesn't see.
unseen-cards = { $count ->
    [one] a card
   *[other] { $count } cards
}
event = { $event ->
    [landslide] Landslide
    [detour] Detour
    [supplies] Supplies
    [toll] Toll
    [leak] Leak
   *[relocation] Relocation
}

## The log.

dealt = Each player gets a secret colour and { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
own-colour = Your secret colour is { colour }.
cards-drawn = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $cards }.
cards-drawn-instead = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $cards } instead of taking a tile.
cards-received = You get { $cards }.
no-cards-left = There are no cards left to draw.
drawn-and-taken = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $cards }{ $seat ->
    [you] , and take
   *[other] { " " }and takes
} { $tile }.
drawn-and-placed = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $cards }{ $seat ->
    [you] , and place
   *[other] { " " }and places
} { $tile }.
reshuffled = The draw pile runs out, so the discards are reshuffled.
reshuffled-showing = The draw pile runs out, so the discards are reshuffled. Cards drawn before the previous shuffle are laid open: { $hands }.
shown-hand = { $seat } ({ $cards })
no-cards = no cards
tile-taken = { $seat ->
    [you] You take
   *[other] { $seat } takes
} { $tile }.
tile-taken-revealing = { $seat ->
    [you] You take
   *[other] { $seat } takes
} { $tile } and { $seat ->
    [you] reveal
   *[other] reveals
} { $next } under it.
tile-placed = { $seat ->
    [you] You place
   *[other] { $seat } places
} { $tile }.
road-built = { $seat ->
    [you] You pay
   *[other] { $seat } pays
} { $cards } to build { $tile }.
# Among the cards that have just been paid or discarded.
ages-named = { $count ->
    [0] All hidden cards just used were drawn since the last shuffle.
   *[other] Of the cards just used, { $seat ->
        [you] you
       *[other] { $seat }
    } drew { $cards } before the last shuffle.
}
blueprint-rotated = { $seat ->
    [you] You pay
   *[other] { $seat } pays
} { $cards } to rotate { $tile } (now { roads }).
attacked = { $seat ->
    [you] You discard
   *[other] { $seat } discards
} { $cards } to attack { $victim }. { $victim ->
    [you] You’ll skip your next turn.
   *[other] { $victim } will skip a turn.
}
event-drawn = The event is { $event ->
    [landslide] a landslide.
    [detour] a detour.
    [supplies] supplies.
    [toll] a toll.
    [leak] a leak.
   *[relocation] a relocation.
}
event-impossible = The event is { $event ->
    [landslide] a landslide, but there’s no other built tile that it could hit
    [detour] a detour, but there’s no blueprint that it could rotate
    [toll] a toll, but no other player has a hidden card
    [leak] a leak, but { $seat ->
        [you] you know
       *[other] { $seat } knows
    } all colours already
   *[relocation] a relocation, but there’s no blueprint that it could move
}.
cards-drawn-for-event = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $cards } instead.
nothing-drawn-instead = { $seat ->
    [you] You choose
   *[other] { $seat } chooses
} not to draw any cards instead.
supplies = Supplies arrive: { $seat ->
    [you] you draw
   *[other] { $seat } draws
} { $cards }.
landslide = A landslide turns { $tile } back into a blueprint.
detour = A detour rotates { $tile } (now { roads }).
toll-demanded = { $seat ->
    [you] You demand
   *[other] { $seat } demands
} a toll from { $victim }.
toll-paid = Toll: { $seat ->
    [you] you take
   *[other] { $seat } takes
} { $cards } from { $victim }.
leak = Leak: { $seat ->
    [you] you look
   *[other] { $seat } looks
} at { $victim ->
    [you] your
   *[other] { $victim }’s
} secret colour.
leak-seen = Leak: you look at { $victim }’s secret colour. It’s { colour }.
relocation = A relocation moves { the-tile } from { $origin } to { $place }.
tile-lifted = Relocation: { the-tile } at { $place } is picked up.
tile-put-down = Relocation: { the-tile } moves to { $place }.
cards-discarded = { $seat ->
    [you] You discard
   *[other] { $seat } discards
} { $cards }.
turn-skipped = { $seat ->
    [you] You skip this turn after being attacked.
   *[other] { $seat } skips this turn after being attacked.
}
game-over = { $reason ->
    [routes] Two routes are complete, so the game is over.
    [limit] That was the last round, so the game is over.
   *[stuck] There’s nothing left to build, so the game is over.
} { $colours ->
    [0] No route leads to an End.
    [one] The winning colour, with the most tiles in the { $routes ->
        [one] route
       *[other] routes
    }, is { $colours }.
   *[other] The winning colours, with the most tiles in the { $routes ->
        [one] route
       *[other] routes
    }, are { $colours }.
}
seat-score = { $seat ->
    [you] You
   *[other] { $seat }
} ({ colour }): { score-tiles } { score-rest.title } = { $points ->
    [one] 1 point
   *[other] { $points } points
}.
won = { $winners ->
    [you] You win
    [one] { $winners } wins
   *[other] The win is shared by { $winners },
} with { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $winners ->
    [you] !
    [one] .
   *[other] { " " }each.
}

## What is going on, and what to do.

status-setup = Tiles and cards are being dealt.
status-first-take = { $seat ->
    [you] Choose a pile to take your first tile from.
   *[other] { $seat } is choosing a first tile.
}
status-draw = { $seat ->
    [you] Draw 2 cards and go on, or draw 4 cards and end your turn.
   *[other] { $seat } is choosing how many cards to draw.
}
status-drawing = { $seat ->
    [you] You’re drawing cards.
   *[other] { $seat } is drawing cards.
}
status-take = { $seat ->
    [you] Choose a pile to take a tile from.
   *[other] { $seat } is choosing a tile.
}
status-revealing = The next tile is being revealed.
status-place = { $seat ->
    [you] Place { the-tile } next to any tile.
   *[other] { $seat } is placing { a-tile }.
}
status-place-far = { $seat ->
    [you] Place { the-tile } next to any tile, at least { $distance } steps from Start.
   *[other] { $seat } is placing { a-tile }.
}
status-act = { $seat ->
    [you] Build or rotate blueprints, attack a player, or end your turn.
   *[other] { $seat } is choosing what to do.
}
status-event = An event card is being drawn.
status-landslide = Landslide! { $seat ->
    [you] Choose a built tile to turn back into a blueprint.
   *[other] { $seat } is choosing a built tile to turn back into a blueprint.
}
status-detour = Detour! { $seat ->
    [you] Choose a blueprint and rotate it.
   *[other] { $seat } is choosing a blueprint to rotate.
}
status-toll = Toll! { $seat ->
    [you] Choose a player to take a random card from.
   *[other] { $seat } is choosing a player to take a random card from.
}
status-toll-card = { $seat ->
    [you] You’re taking a random card as a toll.
   *[other] { $seat } is taking a random card as a toll.
}
status-leak = Leak! { $seat ->
    [you] Choose a player whose secret colour you want to see.
   *[other] { $seat } is choosing whose secret colour to look at.
}
status-relocate = Relocation! { $seat ->
    [you] Choose a blueprint to move.
   *[other] { $seat } is choosing a blueprint to move.
}
status-resettle = Relocation! { $seat ->
    [you] Choose a new place for { the-tile }.
   *[other] { $seat } is choosing a new place for { the-tile }.
}
status-resettle-far = Relocation! { $seat ->
    [you] Choose a new place for { the-tile }, at least { $distance } steps from Start.
   *[other] { $seat } is choosing a new place for { the-tile }.
}
status-instead = The event can’t happen. { $seat ->
    [you] You may draw two cards instead.
   *[other] { $seat } may draw two cards instead.
}
status-ages = { $seat ->
    [you] Use old cards first (from before the last shuffle), or choose which to use.
   *[other] { $seat } is choosing which cards to use.
}
status-discard = { $seat ->
    [you] Discard { $count ->
        [one] a card
       *[other] { $count } cards
    }. You can keep { $limit }.
   *[other] { $seat } is discarding down to { $limit } cards.
}
status-over = { $reason ->
    [routes] Two routes are complete.
    [limit] The last round is over.
   *[stuck] There’s nothing left to build.
} { $winners ->
    [you] You win
    [one] { $winners } wins
   *[other] The win is shared by { $winners },
} with { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $winners ->
    [you] !
    [one] .
   *[other] { " " }each.
}

## Buttons.

draw-two = Draw 2 cards
draw-four = Draw 4 cards and end turn
draw-none = Draw nothing
old-first = Old cards first
choose-cards = Choose the cards
build = Build
rotate = Rotate a quarter turn
attack = Discard your hand and attack { $victim }
end-turn = End turn

## What a move would do.

preview-draw-two = { cards-short }{ $tiles ->
    [0] There’s no tile left to take.
   *[other] Next, you take a tile.
}
preview-draw-four = { cards-short }Your turn ends{ $discards ->
    [0] .
    [one] , and you have to discard a card.
   *[other] , and you have to discard { $discards } cards.
}
# Fewer cards are left than a player may draw.
cards-short = { $short ->
    [0] { "" }
   *[other] { $count ->
        [0] There are no cards left to draw.
        [one] There’s only 1 card left to draw.
       *[other] There are only { $count } cards left to draw.
    }{ " " }
}
preview-draw-instead = { cards-short }Your turn goes on.
preview-pass = You keep the cards you have, and your turn goes on.
preview-ages = Everyone will see that you drew { $count ->
    [0] the hidden cards since
   *[other] { $cards } before
} the last shuffle.
preview-take = You take { a-tile }, then place it.
preview-roads = { $roads ->
    [NS] It will run north to south.
    [EW] It will run east to west.
    [NE] It will connect north and east.
    [ES] It will connect east and south.
    [SW] It will connect south and west.
    [NW] It will connect north and west.
    [NES] It will connect north, east and south.
    [ESW] It will connect east, south and west.
    [NSW] It will connect north, south and west.
    [NEW] It will connect north, east and west.
    [NE-SW] It will connect north with east and south with west.
    [NW-ES] It will connect north with west and east with south.
    [N] It will be open to the north.
    [E] It will be open to the east.
    [S] It will be open to the south.
   *[W] It will be open to the west.
}
preview-place = It has roads on all four sides.
preview-build = { $shape ->
    [end] The End is built.
   *[road] The { tile } becomes a road.
} Then an event card is drawn.{ preview-overpaid }
preview-route = This completes { $count ->
    [one] the first route
   *[other] another route{ $apart ->
        [yes] { "" }
       *[no] , but the routes share a tile
    }
}. Then an event card is drawn.{ preview-overpaid }
preview-two-routes = This completes two separate routes. Unless the event undoes it, the game ends with your turn.{ preview-overpaid }
# A double card pays one more than is needed.
preview-overpaid = { $overpaid ->
    [0] { "" }
   *[other] { " " }You pay { $overpaid } more than you need to.
}
preview-route-now = { $count ->
    [one] This completes the first route.
   *[other] This completes another route.
}
preview-two-routes-now = This completes two separate routes. Unless that changes, the game ends with your turn.
preview-two-routes-lost = After this, there are no longer two separate routes.
preview-routes-lost = This breaks { $lost ->
    [one] a route
   *[other] { $lost } routes
}.
preview-landslide = The { tile } becomes a blueprint again.
preview-lift = You pick up { the-tile }, then choose a new place for it.
preview-toll = You take a random card from { $victim }, and everyone sees which.
preview-leak = You see { $victim }’s secret colour, and everyone knows that you do.
preview-attack = { $victim } skips a turn, and you discard your whole hand: { $cards }.
preview-discard = Everyone will see this card.
preview-end-turn = { $discards ->
    [0] The next player’s turn begins.
    [one] You have to discard a card.
   *[other] You have to discard { $discards } cards.
}
preview-end-game = { $discards ->
    [0] This ends the game.
    [one] You have to discard a card, and then the game is over.
   *[other] You have to discard { $discards } cards, and then the game is over.
}

## Hints.

suggest-draw = Draw { $count } cards.
suggest-take = Take the tile from pile { $pile }.
suggest-place = Place { $tile }.
suggest-build = Pay { $cards } to build { $tile }.
suggest-rotate = Pay { $cards } to rotate { $tile }.
suggest-attack = Attack { $victim }.
suggest-seat = Choose { $victim }.
suggest-tile = Choose { $tile }.
suggest-detour = Rotate { $tile }.
suggest-put-down = Move { the-tile } to { $place }.
suggest-discard = Discard { $cards }.
suggest-ages = { $count ->
    [0] Use none of your old cards.
   *[other] Of your old cards, use { $cards }.
}
suggest-pass = Draw no cards.
suggest-end-turn = End your turn.

## The map.

map-pane = Map
label-start = START
label-end = { $cost ->
    [0] END
   *[other] END { $cost }
}
tile-road = { $colour ->
    [red] Red
    [green] Green
   *[blue] Blue
} { shape } at { $place }: a road { roads }
tile-blueprint = { $colour ->
    [red] Red
    [green] Green
   *[blue] Blue
} { shape } at { $place }: a blueprint { roads }, costs { $cost }
tile-start = Start at { $place }
tile-end = { $cost ->
    [0] End at { $place }
    [one] End at { $place }: a blueprint, costs a card
   *[other] End at { $place }: a blueprint, costs { $cost } cards of different colours
}
route-length = The shortest route to the End at { $place } has { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
free-place = Free place at { $place }
last-tile = Last changed: the tile at { $place }
route-trace = On a shortest route: { $place }
route-trace-scored = On a scored route: { $place }

## The hand.

hand-pane = Your hand
identity-label = Your colour
identity = Your secret colour is { colour }
identity-none = You don’t have a secret colour yet
own-card = Your card: { card }
own-card-seen = { own-card }, seen by everyone
own-card-old = { own-card }, drawn before the last shuffle
own-cards-none = You have no cards

## Piles, cards and events.

piles-pane = Piles
round = Round { $round } of { $limit }
round-setup = Set-up
round-first = First tiles
round-over = Game over
turn-of = { $seat ->
    [you] Your turn
   *[other] { $seat }’s turn
}
turn-setup = Dealing
winners = { $winners ->
    [you] You win!
    [one] { $winners } wins
   *[other] Shared by { $winners }
}
pile = Pile { $number }: { $count ->
    [one] 1 left
   *[other] { $count } left
}
    .title = Pile { $number }: { a-tile } on top, { $count ->
        [one] 1 tile
       *[other] { $count } tiles
    } left
pile-empty = Pile { $number } is empty
pile-unseen = Pile { $number } hasn’t been turned up yet
taken = To be placed
    .title = To be placed: { a-tile }
taken-none = No tile to place
winner-colours = { $colours ->
    [0] No route
    [one] Winning colour
   *[other] Winning colours
}
    .title = { $colours ->
        [0] No route leads to an End
       *[other] With the most tiles in the routes: { $colours }
    }
winner-colour = Winning colour: { colour }
draw-pile = Draw pile
    .title = { $count ->
        [one] 1 resource card
       *[other] { $count } resource cards
    } left to draw
    .old = { draw-pile.title }. Old cards in all hands: { $cards }
discards = Discards
    .title = { $count ->
        [one] 1 discarded card
       *[other] { $count } discarded cards
    }
discards-of-kind = Discarded { card } cards: { $count }
events = Events
    .title = { $count ->
        [one] 1 event card
       *[other] { $count } event cards
    } left to draw
event-label = { event }{ $count ->
    [0] { "" }
   *[other] { " " }×{ $count }
}
    .title = { event-help } { $count ->
        [0] Not drawn yet.
        [one] Drawn once.
       *[other] Drawn { $count } times.
    }
event-now = { event-help } It happens now.
event-help = { event }: { $event ->
    [landslide] a built tile becomes a blueprint again, but not the one just built.
    [detour] a blueprint is rotated.
    [supplies] the player draws two cards.
    [toll] the player takes a random card from somebody.
    [leak] the player looks at somebody’s secret colour.
   *[relocation] a blueprint is moved.
}
costs = Costs
    .title = What it costs to build a tile, in cards of its colour; for an End, cards of different colours
cost = { $shape ->
    [straight] A straight costs { $cost }
    [corner] A corner costs { $cost }
    [tee] A tee costs { $cost }
    [cross] A cross costs { $cost }
    [twin] A twin costs { $cost }
    [bridge] A bridge costs { $cost }
    [end] An End costs { $cost ->
        [one] a card
       *[other] { $cost } cards of different colours
    }
   *[dead-end] A dead end costs { $cost }
}

## Players.

players-pane = Players
plate = { $seat ->
    [you] You
   *[other] { $seat }
}
plate-won = { $seat ->
    [you] win!
   *[other] wins!
}
lookers = { $seats ->
    [you] You
    [1] { $seats }
    [2] { $seats }
   *[other] { $count } players
}
score-tiles = { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
} × { $each } points
score-rest = + { $cards } for cards{ $bonus ->
    [0] { "" }
   *[other] { " " }+ { $bonus } bonus
}
    .title = + { $cards } for cards{ $bonus ->
        [0] { "" }
       *[other] { " " }+ { $bonus } for ending the game
    }
# A player's row in words, as a list of these facts.
row = { plate }: { $facts }
row-more = { $facts }, { $fact }
row-cards = { $count ->
    [0] no cards
    [one] 1 card
   *[other] { $count } cards
}{ $old ->
    [0] { "" }
   *[other] { " " }({ old-cards })
}
old-cards = { $old } old
row-open = seen by everyone: { $cards }
row-identity = secret colour { colour }
row-identity-unknown = secret colour unknown
row-lookers = secret colour seen by { $seats }
row-skips = skipping the next turn
row-safe = can’t be attacked
row-score = { $points ->
    [one] 1 point
   *[other] { $points } points
} ({ score-tiles } { score-rest.title })

## The board in text.

text-headline = { $round }. { $status }
text-legend = Small letters are blueprints, capitals are built; S is Start, E an End; \ / + are roads that don’t join.
text-piles = Piles: { $piles }
text-pile = { $number } { tile } ({ $count } left)
text-pile-empty = { $number } empty
text-pile-unseen = { $number } not turned up yet ({ $count } left)
text-costs = Costs: { $costs }
text-cost = { shape } { $cost }
text-end-cost = End { $cost ->
    [one] a card
   *[other] { $cost } cards of different colours
}
text-taken = To be placed: { tile }
text-cards = Cards to draw: { $count }. Discards: { $discards }
text-events = Events to draw: { $count }. Used: { $events }
text-none = none
text-hand = Your hidden cards: { $cards }
text-old-hand = Old ones among them: { $cards }
text-old-cards = Old cards in all hands: { $cards }
text-open = open { $cards }
text-route = Route to the End at { $place }: { $places }

## Tutorial.

lesson-cards = Two cards or four
    .text =
        Everyone secretly builds for one colour. Yours is **blue**; it’s on the card beside your hand. All players build
        on the same map. When routes lead from Start to two different Ends, the game is over, and every tile in them is
        worth three points to the players of its colour.

        Your turn begins with a choice: draw **two** cards and go on, or draw **four** and do nothing else. At the end of
        your turn you can only keep five cards. You **discard** the others one by one, and everyone sees them.
    .task = You can’t build anything yet. Draw four cards, and keep everything that’s blue.
    .hint = After four cards you have seven. Discard two that are red or green.
    .well = Cards pay for tiles. A single card pays one, a double card two, and a wild card one of any colour.
    .otherwise = Draw four cards, then discard two that are red or green.
lesson-plan = A plan of your own
    .text =
        If you draw only two cards, you go on: take the top tile of one of the three piles and place it next to any tile.
        For now it’s a **blueprint**, white on blue. The line along the middle shows its colour: solid for red, dashed for
        green, dotted for blue.

        There’s an End at the upper left. A single corner would connect it with Start, in the middle.
    .task = Draw two cards, take the blue corner from the first pile, and place it so that it connects Start and the End.
    .hint = It goes to the left of Start. Choose that place, then rotate the tile (press R) until its road leads up and to the right. Confirm.
    .well = It’s only a plan so far. Now anyone can build it – and help you without knowing.
    .otherwise = Start and the End aren’t connected. Draw two cards, take the blue corner from the first pile and place it to the left of Start, with its road leading up and to the right.
lesson-build = From plan to road
    .text =
        Now you can do as much as you like. To **build** a blueprint, pay its cost in its colour: `B3` on the corner means
        three blue. You get no change, so a double card can be more than you need. An **End** is a blueprint, too. It costs
        three cards, one for each colour; a double card counts once.

        Whenever somebody builds, an **event** happens at once. This time, the first one will be supplies, which give you
        two cards. The second one will be a detour: you rotate a blueprint as you like.
    .task = Build the blue corner, then the End, and use the detour to rotate the green corner.
    .hint = Pay a single and a double blue card for the corner, then a red, a green and a blue card for the End.
    .well = That’s the first route: a real road leads from Start to an End. The green corner is still anybody’s plan.
    .otherwise = Build the blue corner at the left of Start, then the End above it with a card of each colour, and rotate the green corner.
lesson-events = What may happen
    .text =
        There are six kinds of events. Beside the map, each has a label that tells how often it has been drawn; hover over
        it or touch it to read what it does. You choose where it happens.

        - **Landslide:** a built tile becomes a blueprint again, but never the one just built.
        - **Detour:** a blueprint is rotated.
        - **Supplies:** you draw two cards.
        - **Toll:** you take a random card from somebody, and everyone sees which.
        - **Leak:** you look at somebody’s secret colour, and everyone sees whose.
        - **Relocation:** a blueprint, perhaps an End, moves to another place.

        If an event can’t happen, you may draw two cards instead. You’ve just built the blue straight, and the event is a
        landslide.
    .task = Choose a red road for the landslide. Then build the three dead ends, answer the toll, the leak and the relocation, and move the End to the right of your blue straight.
    .hint = Pay for each dead end with the double card of its colour. Take the toll from anybody, and look at anybody’s colour. In the end, choose the End and then the place at 2,0.
    .well = Your rivals have lost a road, and the End is where you want it. Events can also happen to you, so build what matters when they hurt least.
    .otherwise = The End should be at 2,0. Build the three dead ends, and when the relocation comes, move the End there.
lesson-attack = Turning the tables
    .text =
        You can still **rotate** a blueprint. A quarter turn clockwise costs any two cards. Built tiles can’t be rotated.

        You can also **attack** a player, who then skips the next turn. It costs your whole hand, at least one card, so do
        everything else first. Nobody can be attacked again before they’ve played a turn; a shield shows who’s safe.

        Here your opponent needs one more road for two routes: the red straight on the left.
    .task = Rotate that straight so that it leads nowhere, then attack your opponent with the card you have left.
    .hint = Choose the straight and Rotate, and pay two cards. Then choose your opponent in the list of players.
    .well = Your opponent can’t even rotate it back: the next turn is skipped, and it’s yours again.
    .otherwise = First rotate the red straight on the left for two cards, then attack with the third.
lesson-finish = Two routes
    .text =
        One route is complete. On the right, there’s a blueprint of a blue straight between Start and another End. Once
        it’s built, two Ends have routes that share no tile, and the game ends with your turn.

        Your opponent’s colour is secret. It may be red, green or even blue, since there are three identity cards of each
        colour. But both routes are blue, and whoever ends the game gets one more point.
    .task = Build the straight, end your turn, and win.
    .hint = Choose the straight and Build, pay three blue, then choose End turn.
    .well = Two blue tiles make six points, your blue cards add some more, and ending the game is worth one. That’s the game; the bluffing is up to you.
    .otherwise = The second route is missing. Build the straight on the right of Start, then end your turn.
